import { ok, type Result } from '../../../shared/failure.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/setting-keys.ts';

/** A proxy in two parts: the address, as `http://mila@proxy.example:8080`, and the password that was in it. */
interface Parted {
  readonly address: string;
  /** As it was typed; null if there was none. */
  readonly password: string | null;
}

const SIGN_IN = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^:@/]*)(?::(.+))?@([^@]*)$/is;

function parted(typed: string): Parted {
  const [, user, password = null, place] = SIGN_IN.exec(typed) ?? [];
  return password === null ? { address: typed, password: null } : { address: `${user}@${place}`, password };
}

function whole(address: string, password: string | null): string {
  const [, user, , place] = SIGN_IN.exec(address) ?? [];
  return password === null || user === undefined ? address : `${user}:${password}@${place}`;
}

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
  const before = mirror.setting(SETTINGS.proxy);
  const { address, password } = typed === null ? { address: null, password: null } : parted(typed);
  if (address !== null && password !== null) {
    const kept = await secrets.set(accountOf(address), password);
    if (!kept.ok) return kept;
  }
  mirror.setSetting(SETTINGS.proxy, address);
  // A password that stays behind is of no use to anybody, and no reason to refuse the new proxy.
  if (before !== null && parted(before).address !== address)
    await secrets.delete(accountOf(parted(before).address));
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
  const stored = mirror.setting(SETTINGS.proxy);
  if (stored === null || !SIGN_IN.test(stored)) return stored;
  const { address, password } = parted(stored);
  const kept = await secrets();
  if (password !== null) {
    if (kept.kind !== 'memory') await keepProxy(mirror, kept, stored);
    return stored;
  }
  const found = await kept.get(accountOf(address));
  return whole(address, found.ok ? found.value : null);
}
