import { assertNever } from '../../../shared/assert-never.ts';
import type { ActivityLine } from '../../../shared/ipc/files.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { CONFIRMED, SENT_TWICE, STORED_OTHER } from '../../sync/apply/commit/journal.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';

type Kind = Action['kind'];
type ReasonOf<K extends Kind> = Extract<Action, { readonly kind: K }>['reason'];

/** Why something is done or was done: every reason that the engine knows, for every screen and the command line. */
const WHY: { readonly [K in Kind]: { readonly [R in ReasonOf<K>]: string } } = {
  create: {
    'new-here': 'New here',
    'edit-beats-delete': 'Edited here, deleted there: the edit stays',
  },
  update: {
    'edited-here': 'Changed here',
    'renamed-here': 'Renamed here',
    'moved-here': 'Moved here',
    'category-changed-here': 'Category changed here',
    'makes-room': 'Makes room for another file',
  },
  deleteRemote: { 'deleted-here': 'Deleted here' },
  download: {
    'new-on-service': 'New on the service',
    'changed-on-service': 'Newer on the service',
    'edit-beats-delete': 'Deleted here, edited there: the edit stays',
  },
  reconcile: {
    'changed-on-both': 'Changed here and there',
    'new-on-both': 'New here and there',
    'service-went-back': 'The service went back to an older version',
    'overwritten-there': 'Changed here and there at the same time',
    'changed-while-ignored': 'Changed while it was left out here',
  },
  moveLocal: {
    'makes-room': 'Makes room for another file',
    'renamed-on-service': 'Renamed on the service',
    'changed-on-both': 'Changed here and there',
    'new-on-both': 'New here and there',
  },
  trashLocal: { 'deleted-on-service': 'Deleted on the service' },
  free: { 'online-only': 'Made online only' },
  hash: {
    touched: 'Being compared',
    'maybe-moved': 'Being compared',
    'maybe-same-bytes': 'Being compared',
  },
  adopt: {
    'same-bytes': 'Same on both sides',
    touched: 'Same on both sides',
    'record-changed': 'Same on both sides',
    'same-move': 'Moved alike on both sides',
    'was-being-placed': 'Moved here, edited there',
  },
  forget: {
    'gone-on-both': 'Gone on both sides',
    'not-kept-here': 'Not kept on this computer',
    ignored: 'Left out on this computer',
    'was-ignored': 'Left out on this computer until now',
    'place-claimed': 'Another file has its place',
  },
  wait: {
    'place-taken': 'Another file has its place',
    'name-taken': 'Another file has its name on the service',
    'not-seen': 'Some folder is unread',
    'outcome-unknown': 'Answer lost: the service is asked first',
    'not-listed-yet': 'Waits for the list of the service',
  },
};

/** Why a file that only this computer has is sent. */
export const NEW_HERE = WHY.create['new-here'];

/** What an action of the plan is to a person: why it is to be done. */
export function reasonOf(action: Action): string {
  return whyOf(action.kind, action.reason);
}

/** In the history: the person decided a conflict. Its path is that of the copy. */
export const RESOLVED = 'resolve';

/** What the person kept of a conflict. */
const KEPT: Readonly<Record<string, string>> = {
  mine: 'You kept yours',
  theirs: 'You kept theirs',
  both: 'You kept both',
};

type Line = Pick<Activity, 'action' | 'reason' | 'path'>;

/** What was decided of conflicts, in words, by the paths of their copies. The newest line first, as they are read. */
export function decidedIn(lines: readonly Line[]): ReadonlyMap<string, string> {
  const decided = lines.filter(({ action }) => action === RESOLVED).toReversed();
  return new Map(decided.map(({ path, reason }) => [path, whyOf(RESOLVED, reason)]));
}

/** What was done, and why, of a line of the history. */
export interface DeedWords {
  readonly done: string;
  readonly why: string;
}

/** `decided`: a copy went because its conflict was decided, and that is the reason. */
export function deedWords({ action, reason, path }: Line, decided: ReadonlyMap<string, string>): DeedWords {
  const isCopyGone = action === 'deleteRemote' && reason === CONFIRMED;
  if (action === RESOLVED) return { done: 'Conflict resolved', why: whyOf(action, reason) };
  const kind = isKind(action) ? action : null;
  return {
    done: kind === null ? 'Done by another version of SiteSync' : doneOf(kind),
    why: (isCopyGone ? decided.get(path) : undefined) ?? whyOf(action, reason),
  };
}

/** Lines of the history for a screen, the newest first. */
export function activityLines(lines: readonly Activity[]): ActivityLine[] {
  const decided = decidedIn(lines);
  return lines.map((line) => {
    const { at, site, file, path, action, bytes } = line;
    return { at, site, key: file, path, action, ...deedWords(line, decided), bytes };
  });
}

function doneOf(kind: Kind): string {
  switch (kind) {
    case 'create':
      return 'Uploaded';
    case 'update':
      return 'Updated on the service';
    case 'deleteRemote':
      return 'Deleted on the service';
    case 'download':
      return 'Downloaded';
    case 'reconcile':
      return 'Kept both';
    case 'moveLocal':
      return 'Moved on this computer';
    case 'trashLocal':
      return 'Moved to the trash of this computer';
    case 'free':
      return 'Copy on this computer given up';
    case 'adopt':
      return 'Found equal';
    case 'hash':
    case 'forget':
    case 'wait':
      return 'Looked at';
    default:
      return assertNever(kind);
  }
}

const UNKNOWN = 'For a reason that this version does not know';

/** `kind` and `reason` are any text, since a history may be older or newer than this program. */
function whyOf(kind: string, reason: string): string {
  if (reason === CONFIRMED) return 'You said yes to the delete';
  if (reason === SENT_TWICE) return 'It was there twice: an answer to the first upload came late';
  if (reason === STORED_OTHER) return 'The service keeps it at another size';
  if (kind === RESOLVED) return KEPT[reason] ?? UNKNOWN;
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = WHY;
  return table[kind]?.[reason] ?? UNKNOWN;
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(WHY, text);
}
