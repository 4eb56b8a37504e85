import type {
  Conflict,
  HeldDeletes,
  Issue,
  LeftOut,
  Outbox,
  OwnVersion,
  PendingItem,
  Version,
} from '../../../shared/ipc/outbox.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { heldOnEachSide } from '../../engine/guards/mass-delete-guard.ts';
import { deviceOf, originalOf } from '../../engine/names/conflict-name.ts';
import { timeOfMtime } from '../../engine/compare/fingerprint.ts';
import { keyOf } from '../../sync/problems/attempt.ts';
import { ownOf } from './contested.ts';
import { compareText } from './file-query.ts';
import { holdingsOf } from './holdings.ts';
import { isFound, type KeptProblem } from '../../sync/ports/mirror/kept-problem.ts';
import { failingAsOne, isFolderAway } from '../../sync/problems/reported-problems.ts';
import type { Moment } from './moment.ts';
import type { SiteView } from './site-view.ts';
import { bytesToMove, isBeingSent, type ViewRow } from './view-row.ts';
import { briefOf, stopOf, stopWords } from './status.ts';
import { NEW_HERE } from './words.ts';
import { localKey } from '../../../shared/model/file-key.ts';

/** More than a person reads; the rest is counted. */
const NAMED = 500;

/** What waits, what needs a person, what is held: of one site or of several. */
export function outboxOf(views: readonly SiteView[], moment: Moment): Outbox {
  const issues = views.flatMap(issuesOf);
  return {
    pending: views.flatMap((view) => pendingOf(view, moment)).slice(0, NAMED),
    pendingTotal: views.reduce((sum, view) => sum + view.pending, 0),
    pendingBytes: views.reduce((sum, view) => sum + view.pendingBytes, 0),
    issues: mostUrgent(issues),
    issuesTotal: issues.length,
    issuesStuck: issues.filter(isStuck).length,
    conflicts: views.flatMap(conflictsOf),
    held: views.flatMap(heldOf),
    leftOut: views.flatMap(leftOutOf).slice(0, LEFT_OUT_NAMED),
    leftOutTotal: views.reduce((sum, { leftOut }) => sum + leftOut.length, 0),
  };
}

/** Fewer are named of what nobody has to do anything about. */
const LEFT_OUT_NAMED = 20;

function leftOutOf({ site, name, leftOut }: SiteView): readonly LeftOut[] {
  const named = leftOut.slice(0, LEFT_OUT_NAMED);
  return named.map(({ path, kind }) => ({ site: site.id, siteName: name, path, kind }));
}

/** The issues that are named: the oldest first, and those of one minute in the order of names. */
function mostUrgent(issues: readonly Issue[]): Issue[] {
  const byAge = (a: Issue, b: Issue): number => minuteOf(a) - minuteOf(b) || compareText(a.path, b.path);
  if (issues.length <= NAMED) return issues.toSorted(byAge);
  const place = (issue: Issue): number => (issue.code === 'disk-full' ? 0 : isStuck(issue) ? 1 : 2);
  const named = issues.toSorted((a, b) => place(a) - place(b)).slice(0, NAMED);
  return named.toSorted((a, b) => place(a) - place(b) || byAge(a, b));
}

function minuteOf({ since }: Issue): number {
  return Math.floor(since / 60_000);
}

/** What is too large may be tried once more on another day, and needs a person all the same. */
function isStuck({ code, nextAt }: Issue): boolean {
  return code === 'too-large' || (nextAt === null && code !== 'disk-full');
}

/** The pending items that are named: of 100,000, those that nobody reads are not written out. */
function pendingOf(view: SiteView, moment: Moment): readonly PendingItem[] {
  const running = new Map(
    moment.running.filter((each) => each.site === view.site.id).map((each) => [each.path, each]),
  );
  const unseen = new Set(
    view.problems.flatMap(({ key, code }) => (code === 'not-confirmed' ? [key.replace(/^id:/, '')] : [])),
  );
  // What a person has to decide comes first, then what runs.
  const asked: ViewRow[] = [];
  const runs: ViewRow[] = [];
  if (unseen.size > 0 || running.size > 0)
    for (const entry of view.pendingRows)
      if (unseen.has(entry.row.key)) asked.push(entry);
      else if (running.has(entry.row.path)) runs.push(entry);
  const ahead = new Set([...asked.slice(0, NAMED).sort(byPath), ...runs.slice(0, NAMED).sort(byPath)]);
  const named = [...ahead, ...firstPending(view).filter((entry) => !ahead.has(entry))].slice(0, NAMED);
  const problems = new Map(view.problems.map((problem) => [problem.key, problem]));
  return named.map((entry): PendingItem => {
    const { row, action, why } = entry;
    const transfer = running.get(row.path);
    const total = transfer?.total ?? row.size;
    const met = action === null ? undefined : problems.get(keyOf(action));
    const wait = transfer === undefined ? waitOf(view, entry, moment, met) : onTheWay(view, moment);
    return {
      site: view.site.id,
      siteName: view.name,
      key: row.key,
      path: row.path,
      before: action?.kind === 'update' && action.base.path !== row.path ? action.base.path : null,
      size: bytesToMove(entry),
      changedAt: row.changedAt,
      direction: action !== null && isBeingSent(action) ? 'up' : directionOf(action),
      action: action?.kind ?? 'none',
      reason: action !== null && isBeingSent(action) ? NEW_HERE : (why ?? ''),
      ...wait,
      share:
        transfer === undefined || total === null || total === 0 ? null : Math.min(1, transfer.done / total),
      review: unseen.has(row.key),
    };
  });
}

/** The first pending rows, in order, kept for each view: screens ask for them again and again. */
const firsts = new WeakMap<SiteView, readonly ViewRow[]>();

/** Of 100,000 rows, those that nobody reads are not sorted. */
function firstPending(view: SiteView): readonly ViewRow[] {
  const before = firsts.get(view);
  if (before !== undefined) return before;
  const first = view.pendingRows.slice(0, NAMED).sort(byPath);
  firsts.set(view, first);
  return first;
}

function byPath(a: ViewRow, b: ViewRow): number {
  return compareText(a.row.path, b.row.path);
}

type Wait = Pick<PendingItem, 'waiting' | 'waitsUntil'>;

const RUNS: Wait = { waiting: null, waitsUntil: null };

/** A transfer stands still while its site is paused. */
function onTheWay(view: SiteView, moment: Moment): Wait {
  const stop = stopOf({ siteStop: view.stop }, moment);
  const isPaused = stop === 'paused' || stop === 'site-paused';
  return isPaused ? { waiting: stopWords(stop), waitsUntil: null } : RUNS;
}

/** Why it waits, and until when. If everything is stopped, no end is known. */
function waitOf(
  view: SiteView,
  { waitWords, waitsFor }: ViewRow,
  moment: Moment,
  met: KeptProblem | undefined,
): Wait {
  const stop = stopOf({ siteStop: view.stop }, moment);
  const slowed = moment.slowed[view.site.id] ?? null;
  const around = stop ?? (slowed === null ? null : 'busy');
  const waiting = waitsFor !== null ? waitWords : around === null ? null : stopWords(around);
  if (stop !== null && stop !== 'busy') return { waiting, waitsUntil: null };
  return { waiting, waitsUntil: met?.nextAt ?? ((waitsFor ?? around) === 'busy' ? slowed : null) };
}

function directionOf(action: Action | null): PendingItem['direction'] {
  switch (action?.kind) {
    case 'create':
    case 'update':
      return 'up';
    case 'deleteRemote':
      return 'off';
    case 'download':
    case 'reconcile':
      return 'down';
    case 'free':
    case 'trashLocal':
      return 'away';
    default:
      return 'here';
  }
}

/**
 * Failures that soon end by themselves count as a wait, not as an issue. A locked file becomes an issue after three
 * tries, and so does one whose reply was lost, since that is looked up before anything is sent again.
 */
const QUIET: ReadonlySet<FailureCode> = new Set([
  'in-use',
  'still-changing',
  'just-sent',
  'changed-meanwhile',
  'busy',
  'offline',
  'timeout',
  'unknown-outcome',
]);
const PATIENCE = 3;

function isIssue(problem: KeptProblem): boolean {
  // It is not a fault, and trying again does not help: the outbox asks the person.
  if (problem.code === 'not-confirmed') return false;
  return !QUIET.has(problem.code) || problem.tries >= PATIENCE;
}

/** That the service fails at every file is one issue of the site; the files that wait for it are pending. */
export function issuesOf(view: SiteView): readonly Issue[] {
  return failingAsOne(view.problems.filter(isIssue)).map((problem): Issue => {
    const entry = problem.path === '' ? null : rowOf(view, problem);
    return {
      site: view.site.id,
      siteName: view.name,
      attempt: problem.key,
      key: entry?.row.key ?? null,
      path: problem.path,
      size: entry?.row.size ?? null,
      code: problem.code,
      brief: briefOf(problem),
      message: problem.message,
      hint: problem.hint,
      since: problem.since,
      tries: problem.tries,
      nextAt: problem.nextAt,
      isFound: isFound(problem),
    };
  });
}

function rowOf(view: SiteView, { key, path }: KeptProblem): ViewRow | null {
  const id = key.startsWith('id:') ? key.slice(3) : null;
  return view.byKey.get(id ?? localKey(path)) ?? rowAt(view, path);
}

/** The rows of a view by their places, made when first asked for: else each of many problems would search all rows. */
const places = new WeakMap<SiteView, ReadonlyMap<string, ViewRow>>();

function rowAt(view: SiteView, path: string): ViewRow | null {
  const before = places.get(view);
  if (before !== undefined) return before.get(path) ?? null;
  const rows = new Map(view.rows.toReversed().map((entry) => [entry.row.path, entry]));
  places.set(view, rows);
  return rows.get(path) ?? null;
}

/** The conflicts that were found, kept as long as `contested` is the same: finding them looks at every name. */
const known = new WeakMap<SiteView['contested'], readonly Conflict[]>();

export function conflictsOf(view: SiteView): readonly Conflict[] {
  const before = known.get(view.contested);
  if (before !== undefined) return before;
  const found = findConflicts(view);
  known.set(view.contested, found);
  return found;
}

function findConflicts(view: SiteView): readonly Conflict[] {
  const copies = view.rows.filter(({ local }) => local !== null && originalOf(local.path) !== null);
  if (copies.length === 0) return [];
  const byPath = filesByPath(view);
  const found = copies.flatMap((copy) => {
    const original = copy.local === null ? null : originalOf(copy.local.path);
    return original === null ? [] : [{ copy, original }];
  });
  const wanted = found.map(({ original }) => original);
  const { free } = holdingsOf(view, () => null, { wanted, leaving: [], sizes: [] });
  const conflicts = found.map(({ copy, original }, at): Conflict => {
    const file = byPath.get(pathKey(original));
    const known = ownOf(view.contested, copy.row.path as RelPath, original);
    // What lies here is called mine, not what was freed and lies on the service alone.
    const own = known === 'file' && (file?.local ?? null) === null ? 'neither' : known;
    return {
      site: view.site.id,
      siteName: view.name,
      category: copy.row.category,
      copy: copy.row.path,
      plain: free[at] ?? original,
      own,
      device: deviceOf(copy.row.path as RelPath) ?? '',
      ...sidesOf(own, versionOf(copy), file === undefined ? null : versionOf(file)),
      reason: own === 'copy' ? (view.contested.get(pathKey(original))?.reason ?? null) : null,
    };
  });
  return conflicts.toSorted((a, b) => compareText(a.copy, b.copy));
}

/** The files that copies may lie beside; those that were deleted here are gone, though the service does not know yet. */
function filesByPath({ rows }: SiteView): ReadonlyMap<PathKey, ViewRow> {
  const files = new Map<PathKey, ViewRow>();
  for (const entry of rows) {
    const { row, local, action } = entry;
    const key = pathKey(local?.path ?? (row.path as RelPath));
    if (local !== null || (action?.kind !== 'deleteRemote' && !files.has(key))) files.set(key, entry);
  }
  return files;
}

function sidesOf(
  own: OwnVersion,
  copy: Version,
  file: Version | null,
): { readonly mine: Version; readonly theirs: Version | null } {
  return own === 'file' && file !== null ? { mine: file, theirs: copy } : { mine: copy, theirs: file };
}

function versionOf({ row, local }: ViewRow): Version {
  const { key, path, by } = row;
  return {
    key,
    path,
    by,
    size: local?.size ?? row.size,
    changedAt: local === null ? row.changedAt : timeOfMtime(local.mtimeNs),
    hash: local?.hash ?? null,
    here: local !== null,
  };
}

export function heldOf(view: SiteView): readonly HeldDeletes[] {
  const { held } = view;
  if (held === null) return [];
  const { here, there } = heldOnEachSide(held);
  return [
    {
      site: view.site.id,
      siteName: view.name,
      direction: here > 0 && there > 0 ? 'both' : held.direction,
      count: held.count,
      of: held.of,
      why: held.why,
      folderAway: isFolderAway(view.problems),
      files: held.files
        .toSorted((a, b) => compareText(a.path, b.path))
        .map(({ id, path, direction }) => ({
          key: id,
          path,
          size: view.byKey.get(id)?.row.size ?? null,
          direction,
        })),
    },
  ];
}
