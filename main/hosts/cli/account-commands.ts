import { parseBaseUrl } from '../../adapters/rest/base-url.ts';
import { checkWords } from '../../app/check-words.ts';
import { noteStop } from '../../sync/state/last-stop.ts';
import { SETTINGS } from '../../sync/setting-keys.ts';
import type { Program } from '../compose.ts';
import { firstLook } from '../first-look.ts';
import { askPatiently } from './ask-sites.ts';
import { EXIT, type Output } from './output.ts';

/** Where no token can be kept. */
export const GIVE_EACH_TIME = 'Give it to each command, in SITESYNC_TOKEN or with --token-stdin.';

/** `sign-in`: checks the token with the service and keeps it in the keychain. */
export async function signInCommand(program: Program, out: Output, token: string | null): Promise<number> {
  const opened = await program.context();
  if (!opened.ok) return out.error(opened.failure, opened.failure.hint);
  const { service, stopping } = opened.value;
  const verified = await askPatiently(opened.value, () => firstLook(service, stopping));
  if (!verified.ok) {
    const words = checkWords(service.baseUrl, verified.failure);
    return words === verified.failure ? out.error(words) : out.error(words, words.hint);
  }
  noteStop(program.mirror, null, program.env.now());
  const secrets = await program.secrets();
  const kept = token === null ? { ok: true as const } : await secrets.set(service.baseUrl, token);
  if (!kept.ok) return out.error(kept.failure);
  // Memory ends with this command: whoever believes in a sign-in would meet a refusal with the next one.
  if (token !== null && secrets.kind === 'memory') {
    out.say(`${service.baseUrl} accepts the token.`);
    out.warn(`It cannot be kept here. ${GIVE_EACH_TIME}`);
  } else out.say(`Signed in to ${service.baseUrl}.`);
  out.object({ ok: true, baseUrl: service.baseUrl, keptIn: secrets.kind });
  return EXIT.inSync;
}

/** It may be locked, or not be reached from this session; whoever gives the computer away must know. */
const NOT_ASKED =
  'The keychain could not be asked: where a token was kept in it before, it is still there. Sign out again when it is unlocked.';

/** `sign-out`: forgets the token; what is on this computer stays. */
export async function signOutCommand(
  program: Program,
  out: Output,
  given: string | null,
  token: string | null,
): Promise<number> {
  const address = given ?? program.mirror.setting(SETTINGS.baseUrl);
  const baseUrl = address === null ? null : parseBaseUrl(address);
  if (baseUrl !== null && !baseUrl.ok) return out.error(baseUrl.failure);
  const secrets = baseUrl === null ? null : await program.secrets();
  if (baseUrl !== null && secrets !== null) {
    const deleted = await secrets.delete(baseUrl.value);
    if (!deleted.ok) return out.error(deleted.failure);
  }
  out.say('Signed out. Your files stay where they are.');
  if (secrets?.kind === 'memory') out.alert(NOT_ASKED);
  if (token !== null)
    out.warn('SITESYNC_TOKEN is still set: the next command signs in with it. Unset it too.');
  out.object({ ok: true });
  return EXIT.inSync;
}
