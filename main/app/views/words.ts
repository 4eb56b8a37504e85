import { assertNever } from '../../../shared/assert-never.ts';
import type { ActivityLine } from '../../../shared/ipc/files.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { CONFIRMED, SENT_TWICE, STORED_OTHER } from '../../sync/apply/commit/journal.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { originalOf } from '../../engine/names/conflict-name.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';
import { recordOf } from '../../engine/plan/action-subject.ts';

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
    'record-changed': 'Being compared',
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
    'place-left': 'Another file was moved away from its place: that is sent first',
    'place-unread': 'The folder that its record moved to is unread',
    'name-taken': 'Another file has its name on the service',
    'not-seen': 'Some folder is unread',
    'outcome-unknown': 'Answer lost: the service is asked first',
    'maybe-there': 'Being compared',
    'not-listed-yet': 'Waits for the list of the service',
  },
};

/** Why a file that only this computer has is sent. */
export const NEW_HERE = WHY.create['new-here'];

/** What an action of the plan is to a person: why it is to be done. */
export function reasonOf(action: Action): string {
  return whyOf(action.kind, action.reason);
}

/** Why it is to be done if the person decided so before; null if what the person decided is not about it. */
export function decidedReason(action: Action, open: OpenDecisions): string | null {
  // A conflict copy that goes because its conflict was decided was not deleted by the person.
  if (action.kind === 'deleteRemote')
    return originalOf(action.path) === null ? null : (open.conflicts().get(action.path) ?? null);
  if (!bringsBack(action.kind, action.reason)) return null;
  const id = recordOf(action);
  return id !== null && open.putBack().has(id) ? UNDONE : null;
}

/** What the person decided and was not carried out yet; each is read when first asked for. */
export interface OpenDecisions {
  readonly conflicts: () => Decided['conflicts'];
  readonly putBack: () => ReadonlySet<FileId>;
}

/** In the history: the person decided a conflict. Its path is that of the copy. */
export const RESOLVED = 'resolve';

/** In the history: the person undid a delete that was held. What follows brings the file back. */
export const PUT_BACK = 'putBack';

/** In the history: the person deleted a file here, which went into the trash. */
export const DELETED = 'delete';

/** In the history: the person put another file in the place of this one, which went into the trash. */
export const REPLACED = 'replace';

/** In the history: the person took the file out of the trash. */
export const RESTORED = 'restore';

/** Why a file is fetched or sent again, or lies in its place again. */
const UNDONE = 'You put it back';

/** What the person kept of a conflict. */
const KEPT: Readonly<Record<string, string>> = {
  mine: 'You kept yours',
  theirs: 'You kept theirs',
  both: 'You kept both',
  copy: 'You kept the conflict copy',
  file: 'You kept the file, not its conflict copy',
};

type Line = Pick<Activity, 'action' | 'reason' | 'path'>;
type LineOfFile = Line & Pick<Activity, 'at' | 'site' | 'file'>;

/** What the person decided about files, which is why something was done with them later. */
export interface Decided {
  /** What was decided of conflicts, in words, by the paths of their copies. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** Was any delete undone? */
  readonly anyPutBack: boolean;
  /** The lines that tell how files came back whose deletes were undone, by `lineKey`. */
  readonly back: ReadonlySet<string>;
}

/** `lines`: the newest first, as they are read: decisions, and all about files whose deletes were undone. */
export function decidedIn(lines: readonly LineOfFile[]): Decided {
  const conflicts = new Map<string, string>();
  const back = new Set<string>();
  /** Deletes that were undone, with nothing done about their files since. */
  const open = new Map<string, LineOfFile>();
  for (const line of lines.toReversed()) {
    const { action, reason, path } = line;
    if (action === RESOLVED) conflicts.set(path, whyOf(RESOLVED, reason));
    else if (action === PUT_BACK) for (const key of keysOf(line)) open.set(key, line);
    else if (!CHANGES_NOTHING.has(action)) {
      // What is sent gets a record of its own: only the path is the same.
      const undone = open.get(action === 'create' ? pathKeyOf(line) : recordKey(line));
      if (undone === undefined) continue;
      if (bringsBack(action, reason)) back.add(lineKey(line));
      // What comes later comes for another reason.
      for (const key of keysOf(undone)) open.delete(key);
    }
  }
  return { conflicts, anyPutBack: lines.some(({ action }) => action === PUT_BACK), back };
}

/** What may be told of a file between the undoing of its delete and its coming back. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(['hash', 'forget', 'wait'] satisfies Kind[]);

/** Is it how a file comes back after its delete was undone? A file that nobody deleted may come in the same way. */
function bringsBack(action: string, reason: string): boolean {
  if (action === 'download') return reason === 'new-on-service';
  return action === 'create' && reason === 'edit-beats-delete';
}

/** The records whose deletes the person undid, with nothing done about them since. `lines`: the newest first. */
export function putBackIn(lines: readonly Pick<Activity, 'file' | 'action'>[]): ReadonlySet<FileId> {
  const last = new Map<FileId, string>();
  for (const { file, action } of lines) if (file !== null && !last.has(file)) last.set(file, action);
  return new Set([...last].flatMap(([file, action]) => (action === PUT_BACK ? [file] : [])));
}

function keysOf(line: LineOfFile): readonly string[] {
  return [recordKey(line), pathKeyOf(line)];
}

function lineKey(line: LineOfFile): string {
  return `${line.at} ${line.action} ${recordKey(line)}`;
}

function recordKey({ site, file }: LineOfFile): string {
  return `${site} id ${file}`;
}

function pathKeyOf({ site, path }: LineOfFile): string {
  return `${site} at ${path}`;
}

/** What was done, and why, of a line of the history. */
export interface DeedWords {
  readonly done: string;
  readonly why: string;
}

/** What was decided may be the reason: that a copy goes with its conflict, or that a file comes back. */
export function deedWords(line: LineOfFile, decided: Decided): DeedWords {
  const { action, reason, path } = line;
  if (action === RESOLVED) return { done: 'Conflict resolved', why: whyOf(action, reason) };
  if (action === PUT_BACK) return { done: 'Delete undone', why: UNDONE };
  if (action === DELETED) return { done: doneOf('trashLocal'), why: 'You deleted it' };
  if (action === REPLACED) return { done: doneOf('trashLocal'), why: 'You put another file in its place' };
  if (action === RESTORED) return { done: 'Put back from the trash', why: UNDONE };
  const kind = isKind(action) ? action : null;
  const done = kind === null ? 'Done by another version of SiteSync' : doneOf(kind);
  if (decided.back.has(lineKey(line))) return { done, why: UNDONE };
  const isCopyGone = action === 'deleteRemote' && reason === CONFIRMED;
  return { done, why: (isCopyGone ? decided.conflicts.get(path) : undefined) ?? whyOf(action, reason) };
}

/** Lines of the history for a screen. `decisions`: the lines of what the person decided, the newest first. */
export function activityLines(lines: readonly Activity[], decisions: readonly Activity[]): ActivityLine[] {
  const decided = decidedIn(decisions);
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
