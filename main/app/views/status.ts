import type { FailureCode } from '../../../shared/failure.ts';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import type { Action, Wait } from '../../engine/plan/actions.ts';
import type { Attempt } from '../../sync/ports/mirror/kept-problem.ts';
import type { Problem } from '../../sync/problems/problem.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { FAILS_AT_ALL } from '../../sync/problems/reported-problems.ts';
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
  /** Whose version of a conflict it is; null if it is in none. */
  readonly inConflict: InConflict | null;
  /** Why the site stands still; null if it does not. */
  readonly siteStop: Stop | null;
}

/** Why all of a site, or everything, stands still: it is paused, or that failed. */
export type Stop = 'paused' | 'site-paused' | FailureCode;

/** What a file waits for, by which code tells: its reason is for people only. */
export type WaitsFor = 'yes' | 'unread-folder' | 'other-file' | Wait['reason'] | Stop;

export interface Status {
  readonly status: FileStatus;
  /** Why, in words; null if the status says it all. */
  readonly reason: string | null;
  /** Null unless it waits. */
  readonly waitsFor: WaitsFor | null;
}

/** Why a delete that is held waits. */
const NEEDS_YES = 'needs your yes';

/** Problems of a site's folder, in a few words: nobody knows what became of the files. */
const FOLDER_FAULTS: ReadonlyMap<Stop, string> = new Map<Stop, string>([
  ['folder-missing', 'folder is away'],
  ['folder-in-use', 'folder in use'],
]);

/** For a file in a folder that could not be read: nobody knows what became of it. */
const UNREAD = 'folder cannot be read';

/** Failures that are no fault: they end by themselves, or when the person decides. The file only waits. */
const WAITS: ReadonlyMap<FailureCode, string> = new Map([
  ['in-use', 'in use'],
  ['still-changing', 'being written'],
  ['just-sent', 'edit just sent'],
  ['busy', 'service busy'],
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
export function briefOf({ path, code, message }: Pick<Problem, 'path' | 'code' | 'message'>): string {
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

/** Of two versions that both came from elsewhere, `copy` is the conflict copy and `file` the one that kept the name. */
export type InConflict = 'mine' | 'theirs' | 'copy' | 'file';

/** Whose version a row in a conflict is, in the words of the choice between them; a column has room for these. */
const IN_CONFLICT: Readonly<Record<InConflict, string>> = {
  mine: 'mine',
  theirs: 'theirs',
  copy: 'the copy',
  file: 'kept the name',
};

type Surroundings = Pick<Moment, 'online' | 'signedIn' | 'paused'>;

/** The status word of a file, from the trees alone. A transfer under way is added when it is shown. */
export function statusOf(facts: StatusFacts, moment: Surroundings): Status {
  const { action, attempt, here, why } = facts;
  if (facts.held) return waiting('yes', NEEDS_YES);
  if (action?.kind === 'wait') return statusOfWait(facts, action, moment);
  if (attempt !== null && action !== null) return statusOfFailed(action, attempt, moment);
  if (facts.inConflict !== null) return notWaiting('conflict', IN_CONFLICT[facts.inConflict]);
  const isOnlyNoted = action?.kind === 'adopt' || action?.kind === 'forget';
  if ((action === null || isOnlyNoted) && facts.unread) return waiting('unread-folder', UNREAD);
  if (action === null) return statusInStep(facts, moment);
  if (isOnlyNoted) return notWaiting(here ? 'available-offline' : 'online-only');
  if (action.kind === 'reconcile') return notWaiting('conflict', why);
  if (action.kind === 'download' && here) return notWaiting('out-of-date', why);
  const stop = stopOf(facts, moment);
  return stop === null ? notWaiting('queued', why) : waiting(stop, stopWords(stop));
}

function waiting(waitsFor: WaitsFor, reason: string | null): Status {
  return { status: 'waiting', reason, waitsFor };
}

function notWaiting(status: FileStatus, reason: string | null = null): Status {
  return { status, reason, waitsFor: null };
}

function statusOfWait(facts: StatusFacts, action: Wait, moment: Surroundings): Status {
  // While everything stands still, nobody asks the service.
  const stop = ASKED.has(action.reason) ? stopOf(facts, moment) : null;
  if (stop !== null) return waiting(stop, stopWords(stop));
  if (facts.attempt === null && isMadeReady(action)) return notWaiting('queued', NEW_HERE);
  // Only then is it asked what became of it.
  if (ASKED.has(action.reason) && facts.attempt?.code === 'busy') return waiting('busy', stopWords('busy'));
  return waiting(action.reason, facts.why);
}

function statusOfFailed(action: Action, attempt: Attempt, { online }: Surroundings): Status {
  if (action.kind === 'deleteRemote' && action.after !== null)
    return waiting('other-file', `after ${baseName(action.after)}`);
  const code = !online && BY_SERVICE.has(attempt.code) ? 'offline' : attempt.code;
  const isOfService = attempt.reason === FAILS_AT_ALL;
  const wait = isOfService ? BRIEF.get(attempt.code) : WAITS.get(code);
  return wait === undefined ? notWaiting('failed', briefOf(attempt)) : waiting(code, wait);
}

/** Nothing is to be done about the file, or it is not wanted here. */
function statusInStep({ here, siteStop }: StatusFacts, { online }: Surroundings): Status {
  if (!here) return notWaiting('online-only');
  if (siteStop !== null && FOLDER_FAULTS.has(siteStop)) return waiting(siteStop, stopWords(siteStop));
  return notWaiting(online ? 'up-to-date' : 'available-offline');
}

/** Why everything stands still; null if it does not. */
export function stopOf(facts: Pick<StatusFacts, 'siteStop'>, moment: Surroundings): Stop | null {
  if (moment.paused) return 'paused';
  if (facts.siteStop !== null) return facts.siteStop;
  if (!moment.signedIn) return 'sign-in';
  return moment.online ? null : 'offline';
}

/** Stops in words. Of failures, those of the whole site after which its last cycle planned nothing. */
const STOPS: ReadonlyMap<Stop, string> = new Map<Stop, string>([
  ...WAITS,
  ...FOLDER_FAULTS,
  ['no-access', 'no access to this site'],
  ['service-error', 'the service failed'],
  ['paused', 'paused'],
  ['site-paused', 'this site is paused'],
]);

export function stopWords(stop: Stop): string {
  return STOPS.get(stop) ?? stop;
}

/** Why a site as a whole stands still; null if it does not. */
export function siteStopOf(
  site: Pick<FollowedSite, 'paused'>,
  problems: readonly Pick<Problem, 'path' | 'code'>[],
  { online }: Pick<Moment, 'online'>,
): Stop | null {
  if (site.paused) return 'site-paused';
  const met = problems.find(
    ({ path, code }) => path === '' && STOPS.has(code) && (online || !BY_SERVICE.has(code)),
  );
  return met?.code ?? null;
}
