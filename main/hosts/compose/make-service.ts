import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { parseBaseUrl } from '../../adapters/rest/base-url.ts';
import { isUsableToken } from '../../adapters/rest/requests/usable-token.ts';
import type { OpenedMirror } from '../../adapters/sqlite/mirror.ts';
import { noteTokenPlace } from '../../app/account/kept-tokens.ts';
import { keptProxy } from '../../app/settings/kept-proxy.ts';
import { enterAccount, isOtherAccount, isOtherService, noteTokenName } from '../../sync/settings/account.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';
import { letFileCome } from '../runtime/spare-memory.ts';
import { USER_AGENT } from '../version.ts';
import { accountOf, nameIn } from './account.ts';
import { GIVE_EACH_TIME } from './token-words.ts';

/** The account that the host was given. Null: the one of the last sign-in. */
export interface GivenAccount {
  readonly baseUrl: string | null;
  readonly token: string | null;
  /** Receives each request, for whoever looks for a fault. */
  readonly log: (line: string) => void;
  /** Receives what a person should know. */
  readonly warn: (line: string) => void;
}

/**
 * When this address and account replace the ones that agreements were made with: once the service is understood, or
 * never. If a person typed them in a window, where they are visible, they are kept at once unless there were others.
 */
export type Entering = 'when-understood' | 'typed' | 'never';

interface MadeService {
  readonly service: SiteDataService;
  /** The agreements are with another account: nothing may be done with this one before its service has answered. */
  readonly mustAnswerFirst: boolean;
}

/** A client of this account's service; what was not given is looked up in the settings and the keychain. */
export async function makeService(
  given: GivenAccount,
  mirror: OpenedMirror,
  secrets: () => Promise<Secrets>,
  enter: Entering,
): Promise<Result<MadeService>> {
  const address = given.baseUrl ?? SETTINGS.baseUrl.read(mirror);
  if (address === null) return fail(notSignedIn('No service address is known.'));
  const baseUrl = parseBaseUrl(address);
  if (!baseUrl.ok) return baseUrl;
  const kept = given.token === null ? await keptToken(await secrets(), baseUrl.value) : ok(given.token);
  if (!kept.ok) return kept;
  const token = kept.value;
  if (!isUsableToken(token)) return fail(UNUSABLE_TOKEN);
  const account = accountOf(mirror, baseUrl.value, token);
  const isOther = isOtherAccount(mirror, account);
  const entered = (): void => {
    noteTokenPlace(mirror, baseUrl.value);
    SETTINGS.baseUrl.write(mirror, baseUrl.value);
    if (isOther && mirror.followed().length > 0)
      given.warn(isOtherService(mirror, account) ? OTHER_ADDRESS : OTHER_TOKEN);
    enterAccount(mirror, account);
    noteTokenName(mirror, nameIn(token));
  };
  // If a site is kept here, its service did answer once, and the account must be known before anything is agreed on.
  if (!isOther && (enter === 'typed' || (enter !== 'never' && mirror.followed().length > 0))) entered();
  const keepFirst = (): void => {
    if (SETTINGS.baseUrl.read(mirror) === null) SETTINGS.baseUrl.write(mirror, baseUrl.value);
  };
  // Half of all modules are for the network, which most commands never use.
  const { createService } = await import('../../adapters/rest/service.ts');
  const service = createService({
    baseUrl: baseUrl.value,
    token: () => token,
    allowInsecure: SETTINGS.allowInsecure.read(mirror),
    proxy: await keptProxy(mirror, secrets),
    userAgent: USER_AGENT,
    log: given.log,
    onLargeDownload: letFileCome,
    onUnderstood: once(enter === 'never' ? keepFirst : entered),
  });
  if (!service.ok) return fail(notTakenHere(service.failure));
  return ok({ service: service.value, mustAnswerFirst: isOther && enter !== 'never' });
}

/** Else a person would find a folder twice that was renamed just before a new token, and nobody would have said why. */
const OTHER_ADDRESS =
  'This is another address than at the last sync, so all files are compared anew, which deletes nothing. What was deleted here since then comes back; what was renamed comes back under its old name, too.';

const OTHER_TOKEN =
  'This is another token than at the last sync, so all files are compared anew, which deletes nothing. What was deleted here since then comes back.';

/** Stands for the service of the last sign-in and sends nothing: it has no token. */
export async function silentService(mirror: OpenedMirror): Promise<SiteDataService | null> {
  const baseUrl = SETTINGS.baseUrl.read(mirror);
  if (baseUrl === null) return null;
  const { createService } = await import('../../adapters/rest/service.ts');
  const made = createService({ baseUrl, token: () => null, allowInsecure: true, userAgent: USER_AGENT });
  return made.ok ? made.value : null;
}

/** A plain http address is refused before anything is sent: the fault is the address, not the network. */
function notTakenHere(failure: Failure): Failure {
  if (failure.code !== 'tls') return failure;
  return {
    ...failure,
    code: 'bad-input',
    hint: 'Use an address that begins with https://. Where the network itself is safe, first allow unencrypted connections in the settings of the app: sitesync serve',
  };
}

/** Works the first time it is called, and never again. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** If no token is found, it may lie in a keychain that cannot be asked now: the failure says so. */
async function keptToken(secrets: Secrets, baseUrl: string): Promise<Result<string>> {
  const kept = await secrets.get(baseUrl);
  if (!kept.ok) return kept;
  if (kept.value !== null) return ok(kept.value);
  const why = secrets.warning === null ? '' : ` ${secrets.warning}`;
  const out = notSignedIn(`No token is kept for ${baseUrl}.${why}`);
  return fail(secrets.kind === 'memory' ? { ...out, reason: 'no-keychain', hint: GIVE_EACH_TIME } : out);
}

const UNUSABLE_TOKEN: Failure = {
  code: 'sign-in',
  reason: 'unusable-token',
  message: 'The token is not usable: it holds spaces, line breaks or characters that no token has.',
  hint: 'Copy it again, whole, and without words around it such as “Bearer”.',
  retry: 'on-sign-in',
};

function notSignedIn(what: string): Failure {
  return {
    code: 'sign-in',
    reason: 'signed-out',
    message: what,
    hint: 'Sign in with: sitesync sign-in --base-url URL --token-stdin',
    retry: 'on-sign-in',
  };
}
