import type { FileStatus } from '../../../shared/ipc/files.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { Attempt, FollowedSite } from '../../sync/ports/mirror.ts';
import { FAILS_AT_ALL } from '../../sync/state/standing.ts';
import type { Moment } from './moment.ts';

/** All that decides the word for one file. */
export interface StatusFacts {
  /** What the plan wants for it; null where it is in step or not wanted here. */
  readonly action: Action | null;
  /** Why it does, in words. */
  readonly why: string | null;
  readonly attempt: Attempt | null;
  /** Its delete waits for a yes. */
  readonly held: boolean;
  /** A copy lies on this computer. */
  readonly here: boolean;
  /** It lies in a folder that could not be read. */
  readonly unread: boolean;
  /** It is a copy that a conflict made, or what such a copy lies beside; null where it is in none. */
  readonly inConflict: 'copy' | 'original' | null;
  /** Why nothing goes on at the site, in words; null where it does. */
  readonly siteStop: string | null;
}

export interface Status {
  readonly status: FileStatus;
  readonly reason: string | null;
}

/** Why a delete that is held waits. */
export const NEEDS_YES = 'needs your yes';

/** Of a site: nobody knows what became of its files. */
const FOLDER_FAULTS: ReadonlyMap<string, string> = new Map([
  ['folder-missing', 'folder is away'],
  ['folder-in-use', 'folder in use'],
]);
const UNKNOWN_NOW: ReadonlySet<string | null> = new Set(FOLDER_FAULTS.values());

/** Of a file in a folder that could not be read: nobody knows what became of it. */
export const UNREAD = 'folder cannot be read';

/** The service asks for patience. */
export const SERVICE_BUSY = 'service busy';

/** Failures that are no fault: they end by themselves, or with the person's word. The file waits. */
const WAITS: ReadonlyMap<string, string> = new Map([
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

/** What the service let wait: without a connection that is over, and the connection is what is waited for. */
const BY_SERVICE: ReadonlySet<string> = new Set(['busy', 'timeout', 'unknown-outcome', 'offline']);

/** What a line has room for of a failure; its sentence stands where the problem is told. */
const BRIEF: ReadonlyMap<string, string> = new Map([
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

/** Why something failed, in a word or two; the whole sentence where there are none. */
export function briefOf({ path, code, message }: Pick<Attempt, 'path' | 'code' | 'message'>): string {
  // What holds up a whole site is told in its sentence, but for the folder: that would be cut within its place.
  if (path === '') return FOLDER_FAULTS.get(code) ?? message;
  return BRIEF.get(code) ?? WAITS.get(code) ?? message;
}

/** Waits that end by what the service says. */
const ASKED: ReadonlySet<string> = new Set(['outcome-unknown', 'not-listed-yet']);

/** Whose version each row is, by the words of the choice between them; a column of the list has room for these. */
const IN_CONFLICT = { copy: 'mine', original: 'theirs' } as const;

/** The word for a file, from the trees alone. A transfer under way is laid over it when it is shown. */
export function statusOf(facts: StatusFacts, moment: Pick<Moment, 'online' | 'signedIn' | 'paused'>): Status {
  const { action, attempt, here } = facts;
  if (facts.held) return { status: 'waiting', reason: NEEDS_YES };
  if (action?.kind === 'wait') {
    // Nobody asks the service while all stands still.
    const stop = ASKED.has(action.reason) ? stopOf(facts, moment) : null;
    return { status: 'waiting', reason: stop ?? facts.why };
  }
  if (attempt !== null && action !== null) {
    if (action.kind === 'deleteRemote' && action.after !== null)
      return { status: 'waiting', reason: `after ${baseName(action.after)}` };
    const isOld = !moment.online && BY_SERVICE.has(attempt.code);
    const isOfService = attempt.reason === FAILS_AT_ALL;
    const wait = isOfService ? BRIEF.get(attempt.code) : WAITS.get(isOld ? 'offline' : attempt.code);
    return wait === undefined
      ? { status: 'failed', reason: briefOf(attempt) }
      : { status: 'waiting', reason: wait };
  }
  if (facts.inConflict !== null) return { status: 'conflict', reason: IN_CONFLICT[facts.inConflict] };
  const isQuiet = action === null || action.kind === 'adopt' || action.kind === 'forget';
  if (isQuiet && facts.unread) return { status: 'waiting', reason: UNREAD };
  if (action === null) {
    if (!here) return { status: 'online-only', reason: null };
    if (UNKNOWN_NOW.has(facts.siteStop)) return { status: 'waiting', reason: facts.siteStop };
    return { status: moment.online ? 'up-to-date' : 'available-offline', reason: null };
  }
  if (action.kind === 'adopt' || action.kind === 'forget') {
    return { status: here ? 'available-offline' : 'online-only', reason: null };
  }
  const reason = facts.why;
  if (action.kind === 'reconcile') return { status: 'conflict', reason };
  if (action.kind === 'download' && here) return { status: 'out-of-date', reason };
  const stop = stopOf(facts, moment);
  return stop === null ? { status: 'queued', reason } : { status: 'waiting', reason: stop };
}

/** Why nothing at all goes on, in words; null where it does. */
export function stopOf(
  facts: Pick<StatusFacts, 'siteStop'>,
  moment: Pick<Moment, 'online' | 'signedIn' | 'paused'>,
): string | null {
  if (moment.paused) return 'paused';
  if (facts.siteStop !== null) return facts.siteStop;
  if (!moment.signedIn) return 'sign in';
  return moment.online ? null : 'offline';
}

/** Failures of the whole site after which its last cycle planned nothing. */
const STOPS: ReadonlyMap<string, string> = new Map([
  ...WAITS,
  ...FOLDER_FAULTS,
  ['no-access', 'no access to this site'],
  ['service-error', 'the service failed'],
]);

/** Why nothing goes on at a site as a whole, in words; null where it does. */
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
