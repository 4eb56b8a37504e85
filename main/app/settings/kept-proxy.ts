import { ok, type Result } from '../../../shared/failure.ts';
import { namesPerson, proxyParts, wholeProxy } from '../../../shared/proxy-address.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';

/** Under which name its password is kept. */
const accountOf = (address: string): string => `proxy ${address}`;

/**
 * Keeps the proxy that a person typed: its password where the token is, which on the disk is never plain text; all else in
 * the settings. Null forgets both. Fails if the password cannot be kept, and changes nothing then.
 */
export async function keepProxy(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  secrets: Secrets,
  typed: string | null,
): Promise<Result<void>> {
  const before = SETTINGS.proxy.read(mirror);
  const { address, password } = typed === null ? { address: null, password: null } : proxyParts(typed);
  if (address !== null && password !== null) {
    const kept = await secrets.set(accountOf(address), password);
    if (!kept.ok) return kept;
  }
  SETTINGS.proxy.write(mirror, address);
  const left = before === null ? null : proxyParts(before).address;
  // A password that stays behind is of no use to anybody, and no reason to refuse the new proxy.
  if (left !== null && left !== address) await secrets.delete(accountOf(left));
  return ok(undefined);
}

/**
 * The proxy in the settings, with its password; null if there is none. Where the password cannot be had the proxy asks for
 * it, which is told then. `secrets` are opened only if a password may be there. One that an earlier SiteSync wrote into the
 * settings is taken out of them, unless it would be lost when the program ends.
 */
export async function keptProxy(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  secrets: () => Promise<Secrets>,
): Promise<string | null> {
  const stored = SETTINGS.proxy.read(mirror);
  if (stored === null || !namesPerson(stored)) return stored;
  const { address, password } = proxyParts(stored);
  const kept = await secrets();
  if (password !== null) {
    if (kept.kind !== 'memory') await keepProxy(mirror, kept, stored);
    return stored;
  }
  const found = await kept.get(accountOf(address));
  return wholeProxy({ address, password: found.ok ? found.value : null });
}
