import type { FailureCode } from '../../../shared/failure.ts';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import type { Action, Wait } from '../../engine/plan/actions.ts';
import type { Attempt } from '../../sync/ports/mirror/notes.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { FAILS_AT_ALL } from '../../sync/state/standing.ts';
import type { Moment } from './moment.ts';
import { NEW_HERE } from './words.ts';

/** Everything that decides the status word of a file. */
export interface StatusFacts {
  /** What the plan wants to do with it; null if it is in step or not wanted here. */
  readonly action: Action | null;
  /** Why the plan wants it, in words. */
  readonly why: string | null;
  readonly attempt: Attempt | null;
  /** Its delete waits for a yes. */
  readonly held: boolean;
  /** A copy lies on this computer. */
  readonly here: boolean;
  /** It lies in a folder that could not be read. */
  readonly unread: boolean;
  /** Is it a conflict copy, or the file beside which one lies? Null if it is in no conflict. */
  readonly inConflict: 'copy' | 'original' | null;
  /** Why the site stands still, in words; null if it does not. */
  readonly siteStop: string | null;
}

export interface Status {
  readonly status: FileStatus;
  readonly reason: string | null;
}

/** Why a delete that is held waits. */
export const NEEDS_YES = 'needs your yes';

/** Problems of a site's folder, in a few words: nobody knows what became of the files. */
const FOLDER_FAULTS: ReadonlyMap<FailureCode, string> = new Map([
  ['folder-missing', 'folder is away'],
  ['folder-in-use', 'folder in use'],
]);
const UNKNOWN_NOW: ReadonlySet<string | null> = new Set(FOLDER_FAULTS.values());

/** For a file in a folder that could not be read: nobody knows what became of it. */
export const UNREAD = 'folder cannot be read';

/** The service asks for patience. */
export const SERVICE_BUSY = 'service busy';

/** Failures that are no fault: they end by themselves, or when the person decides. The file only waits. */
const WAITS: ReadonlyMap<FailureCode, string> = new Map([
  ['in-use', 'in use'],
  ['still-changing', 'being written'],
  ['just-sent', 'edit just sent'],
  ['busy', SERVICE_BUSY],
  ['offline', 'offline'],
  ['timeout', 'no answer'],
  ['unknown-outcome', 'answer lost'],
  ['sign-in', 'sign in'],
  ['cancelled', 'stopped'],
  ['changed-meanwhile', 'it changed meanwhile'],
  ['not-confirmed', 'a look at what changes'],
]);

/** Waits for the service. Without a connection the file waits for the connection instead. */
const BY_SERVICE: ReadonlySet<FailureCode> = new Set(['busy', 'timeout', 'unknown-outcome', 'offline']);

/** Failures in a few words, for a line of a list; the whole sentence is shown with the problem. */
const BRIEF: ReadonlyMap<FailureCode, string> = new Map([
  ['no-access', 'no access'],
  ['too-large', 'too large'],
  ['type-refused', 'type not taken'],
  ['refused', 'refused'],
  ['service-error', 'service failed'],
  ['not-understood', 'answer not clear'],
  ['damaged-transfer', 'arrived damaged'],
  ['unreadable', 'cannot be read'],
  ['read-only', 'folder read-only'],
  ['disk-full', 'disk full'],
  ['bad-name', 'name not allowed'],
]);

/** Why something failed, in a word or two, or in the whole sentence if there are none. */
export function briefOf({ path, code, message }: Pick<Attempt, 'path' | 'code' | 'message'>): string {
  // A problem of the whole site is told in its sentence, except one of its folder, whose long path would be cut off.
  if (path === '') return FOLDER_FAULTS.get(code) ?? message;
  return BRIEF.get(code) ?? WAITS.get(code) ?? message;
}

/** Waits that end with an answer of the service. */
const ASKED: ReadonlySet<Wait['reason']> = new Set(['outcome-unknown', 'not-listed-yet']);

/**
 * Is it a create that is only prepared? Its intent is on the disk before its turn comes, as one of hundreds. That an
 * answer was lost shows in its failure.
 */
function isMadeReady({ reason, id }: Wait): boolean {
  return reason === 'outcome-unknown' && id === null;
}

/** Whose version a row in a conflict is, in the words of the choice between them; a column has room for these. */
const IN_CONFLICT = { copy: 'mine', original: 'theirs' } as const;

type Surroundings = Pick<Moment, 'online' | 'signedIn' | 'paused'>;

/** The status word of a file, from the trees alone. A transfer under way is added when it is shown. */
export function statusOf(facts: StatusFacts, moment: Surroundings): Status {
  const { action, attempt, here, why } = facts;
  if (facts.held) return waiting(NEEDS_YES);
  if (action?.kind === 'wait') return statusOfWait(facts, action, moment);
  if (attempt !== null && action !== null) return statusOfFailed(action, attempt, moment);
  if (facts.inConflict !== null) return { status: 'conflict', reason: IN_CONFLICT[facts.inConflict] };
  const isOnlyNoted = action?.kind === 'adopt' || action?.kind === 'forget';
  if ((action === null || isOnlyNoted) && facts.unread) return waiting(UNREAD);
  if (action === null) return statusInStep(facts, moment);
  if (isOnlyNoted) return { status: here ? 'available-offline' : 'online-only', reason: null };
  if (action.kind === 'reconcile') return { status: 'conflict', reason: why };
  if (action.kind === 'download' && here) return { status: 'out-of-date', reason: why };
  const stop = stopOf(facts, moment);
  return stop === null ? { status: 'queued', reason: why } : waiting(stop);
}

const waiting = (reason: string | null): Status => ({ status: 'waiting', reason });

function statusOfWait(facts: StatusFacts, action: Wait, moment: Surroundings): Status {
  // While everything stands still, nobody asks the service.
  const stop = ASKED.has(action.reason) ? stopOf(facts, moment) : null;
  if (stop === null && facts.attempt === null && isMadeReady(action))
    return { status: 'queued', reason: NEW_HERE };
  return waiting(stop ?? facts.why);
}

function statusOfFailed(action: Action, attempt: Attempt, { online }: Surroundings): Status {
  if (action.kind === 'deleteRemote' && action.after !== null)
    return waiting(`after ${baseName(action.after)}`);
  const isOld = !online && BY_SERVICE.has(attempt.code);
  const isOfService = attempt.reason === FAILS_AT_ALL;
  const wait = isOfService ? BRIEF.get(attempt.code) : WAITS.get(isOld ? 'offline' : attempt.code);
  return wait === undefined ? { status: 'failed', reason: briefOf(attempt) } : waiting(wait);
}

/** Nothing is to be done about the file, or it is not wanted here. */
function statusInStep({ here, siteStop }: StatusFacts, { online }: Surroundings): Status {
  if (!here) return { status: 'online-only', reason: null };
  if (UNKNOWN_NOW.has(siteStop)) return waiting(siteStop);
  return { status: online ? 'up-to-date' : 'available-offline', reason: null };
}

/** Why everything stands still, in words; null if it does not. */
export function stopOf(facts: Pick<StatusFacts, 'siteStop'>, moment: Surroundings): string | null {
  if (moment.paused) return 'paused';
  if (facts.siteStop !== null) return facts.siteStop;
  if (!moment.signedIn) return 'sign in';
  return moment.online ? null : 'offline';
}

/** Failures of the whole site after which its last cycle planned nothing. */
const STOPS: ReadonlyMap<FailureCode, string> = new Map([
  ...WAITS,
  ...FOLDER_FAULTS,
  ['no-access', 'no access to this site'],
  ['service-error', 'the service failed'],
]);

/** Why a site as a whole stands still, in words; null if it does not. */
export function siteStopOf(
  site: Pick<FollowedSite, 'paused'>,
  attempts: readonly Pick<Attempt, 'path' | 'code'>[],
  { online }: Pick<Moment, 'online'>,
): string | null {
  if (site.paused) return 'this site is paused';
  for (const { path, code } of attempts) {
    const words = path === '' && (online || !BY_SERVICE.has(code)) ? STOPS.get(code) : undefined;
    if (words !== undefined) return words;
  }
  return null;
}
