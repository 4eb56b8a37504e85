import { parseBaseUrl } from '../../../adapters/rest/base-url.ts';
import { checkWords } from '../../../app/account/check-words.ts';
import { forgetTokens, keepToken, tokenPlaces } from '../../../app/account/kept-tokens.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import { noteStop } from '../../../sync/pacing/last-stop.ts';
import type { Program } from '../../compose/compose.ts';
import { firstLook } from '../../compose/first-look.ts';
import { GIVE_EACH_TIME } from '../../compose/token-words.ts';
import { askPatiently } from '../sites/ask-sites.ts';
import { EXIT, type Output } from '../output/output.ts';

const STILL_KEPT = 'The token of the service before is still in it: it goes with the next sign-out.';

/**
 * `sign-in`: checks the token with the service and keeps it in the keychain, in place of that of the service before. Ends
 * with 1 if it is accepted and cannot be kept.
 */
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
  const parts = { mirror: program.mirror, secrets, now: program.env.now() };
  const kept = token === null ? { ok: true as const } : await keepToken(parts, service.baseUrl, token);
  if (!kept.ok) return out.error(kept.failure);
  const left = [...tokenPlaces(program.mirror)].filter((place) => place !== service.baseUrl);
  const forgotten = await forgetTokens(parts, left);
  if (!forgotten.ok) out.warn(`${forgotten.failure.message} ${STILL_KEPT}`);
  // What is kept in memory ends with this command. Whoever was told "Signed in" would be refused by the next one, and a
  // script that goes on with `&&` as well.
  const isLost = token !== null && secrets.kind === 'memory';
  if (isLost) {
    out.say(`${service.baseUrl} accepts the token.`);
    out.warn(`It cannot be kept here. ${GIVE_EACH_TIME}`);
  } else out.say(`Signed in to ${service.baseUrl}.`);
  out.object({ ok: true, baseUrl: service.baseUrl, keptIn: secrets.kind });
  return isLost ? EXIT.problems : EXIT.inSync;
}

/** The keychain may be locked, or out of reach from this session. Whoever gives the computer away must know. */
const NOT_ASKED =
  'The keychain could not be asked: where a token was kept in it before, it is still there. Sign out again when it is unlocked.';

/** `sign-out`: forgets the token, and those of services that were left; what is on this computer stays. */
export async function signOutCommand(
  program: Program,
  out: Output,
  given: string | null,
  token: string | null,
): Promise<number> {
  const baseUrl = given === null ? null : parseBaseUrl(given);
  if (baseUrl !== null && !baseUrl.ok) return out.error(baseUrl.failure);
  const places = new Set(tokenPlaces(program.mirror));
  if (baseUrl !== null) {
    // Whoever names another address stays signed in here.
    const here = SETTINGS.baseUrl.read(program.mirror);
    if (here !== null && here !== baseUrl.value) places.delete(here);
    places.add(baseUrl.value);
  }
  const secrets = places.size === 0 ? null : await program.secrets();
  if (secrets !== null) {
    const forgotten = await forgetTokens({ mirror: program.mirror, secrets }, places);
    if (!forgotten.ok) return out.error(forgotten.failure);
  }
  out.say('Signed out. Your files stay where they are.');
  if (secrets?.kind === 'memory') out.alert(NOT_ASKED);
  if (token !== null)
    out.warn('SITESYNC_TOKEN is still set: the next command signs in with it. Unset it too.');
  out.object({ ok: true });
  return EXIT.inSync;
}
