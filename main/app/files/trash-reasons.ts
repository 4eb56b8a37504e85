import { originalOf } from '../../engine/names/conflict-name.ts';
import { CONFIRMED } from '../../sync/apply/commit/journal.ts';
import type { Activity, HistoryReader } from '../../sync/ports/mirror/history.ts';
import type { TrashEntry } from '../../sync/ports/disk.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { DELETED, REPLACED, RESOLVED } from '../views/words.ts';

/**
 * A line of the history is written this soon, ms, after its file went into the trash. The moment of the trash may be a
 * second older than that, since files that go there together share it.
 */
const SOON = 10_000;

/** Moments of the trash that differ by less, ms, do not tell what went there first. */
const TOGETHER = 1000;

/** Of more entries of one path that went within seconds of each other nothing is said. */
const MOST = 5;

type Line = Pick<Activity, 'at' | 'path' | 'action' | 'reason' | 'bytes'>;

/** Both sides of a conflict go by one line, so what the other one was is told by the path. */
const OF_COPY: Readonly<Record<string, string>> = {
  theirs: 'You kept theirs; this was yours',
  mine: 'You kept yours; this was theirs',
  file: 'You kept the file; this was the copy',
};
const OF_FILE: Readonly<Record<string, string>> = {
  theirs: 'You kept theirs; this was yours',
  mine: 'You kept yours; this was theirs',
  copy: 'You kept the copy; this was the file',
};

/**
 * Why each entry of one site's trash lies there, in plain words, by its id. An entry is missing where that is not known
 * for sure: the history no longer reaches back to it, or tells of another number of moves into the trash of that path at
 * that time than there are entries, as where one of them was put back.
 *
 * @param lines of this site's history, in any order; others than those of moves into the trash count for nothing
 */
export function trashReasons(
  entries: readonly TrashEntry[],
  lines: readonly Line[],
): ReadonlyMap<string, string> {
  const byPath = linesByPath(lines);
  const reasons = new Map<string, string>();
  for (const [path, all] of Map.groupBy(entries, (entry) => entry.path)) {
    const told = byPath.get(path) ?? [];
    if (told.length === 0) continue;
    for (const together of closeInTime(all.toSorted((one, other) => one.trashedAt - other.trashedAt)))
      for (const [id, why] of certain(together, told, path)) reasons.set(id, why);
  }
  return reasons;
}

/** As `trashReasons`, by what the history of the site says. */
export function reasonsIn(
  mirror: Pick<HistoryReader, 'removals'>,
  site: SiteId,
  entries: readonly TrashEntry[],
): ReadonlyMap<string, string> {
  if (entries.length === 0) return new Map();
  const oldest = entries.reduce((least, { trashedAt }) => Math.min(least, trashedAt), Infinity);
  return trashReasons(entries, mirror.removals(site, oldest));
}

/** By the paths of what they may have moved into the trash; the oldest first. */
function linesByPath(lines: readonly Line[]): ReadonlyMap<string, readonly Line[]> {
  const found = new Map<string, Line[]>();
  for (const line of lines.toSorted((a, b) => a.at - b.at))
    for (const path of pathsOf(line)) {
      const there = found.get(path);
      if (there === undefined) found.set(path, [line]);
      else there.push(line);
    }
  return found;
}

function pathsOf({ action, path, reason }: Line): readonly string[] {
  switch (action) {
    case 'trashLocal':
    case 'free':
    case DELETED:
    case REPLACED:
      return [path];
    case 'download':
      return reason === 'changed-on-service' ? [path] : [];
    case RESOLVED: {
      const original = originalOf(path as RelPath);
      return [
        ...(OF_COPY[reason] === undefined ? [] : [path]),
        ...(OF_FILE[reason] === undefined || original === null ? [] : [original]),
      ];
    }
    default:
      return [];
  }
}

/** Entries of which one line may tell more than one. */
function closeInTime(entries: readonly TrashEntry[]): readonly (readonly TrashEntry[])[] {
  const groups: TrashEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const before = last?.at(-1)?.trashedAt ?? -Infinity;
    if (last !== undefined && entry.trashedAt - before <= SOON) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Of entries of one path the words by their ids, as far as each way in which the lines may belong to them says the same. */
function certain(
  entries: readonly TrashEntry[],
  lines: readonly Line[],
  path: string,
): ReadonlyMap<string, string> {
  const from = entries[0]?.trashedAt ?? Infinity;
  const until = (entries.at(-1)?.trashedAt ?? -Infinity) + SOON;
  const near = lines.filter(({ at }) => at >= from && at <= until);
  if (near.length !== entries.length || entries.length > MOST) return new Map();
  const ways = pairings(entries, near);
  const [way = []] = ways;
  const words = way.map((line) => whyTrashed(line, path));
  const isSame = (nth: number): boolean =>
    ways.every((other) => other.slice(nth, nth + 1).every((line) => whyTrashed(line, path) === words[nth]));
  return new Map(
    entries.flatMap(({ id }, nth) => {
      const why = words[nth] ?? null;
      return why !== null && isSame(nth) ? [[id, why] as const] : [];
    }),
  );
}

/** Each way to give every entry a line of its own: the lines in the order of the entries. */
function pairings(entries: readonly TrashEntry[], lines: readonly Line[]): readonly (readonly Line[])[] {
  const [entry, ...others] = entries;
  if (entry === undefined) return [[]];
  return lines.flatMap((line) => {
    if (!fits(entry, line)) return [];
    // Those that are surely later have later lines; the moments of two threads of ours may be in another order than what
    // they did.
    const rest = lines.filter((other) => other !== line);
    return pairings(others, rest)
      .filter((way) =>
        way.every((other, nth) => {
          const later = others[nth]?.trashedAt ?? Infinity;
          return later - entry.trashedAt < TOGETHER || other.at >= line.at;
        }),
      )
      .map((way) => [line, ...way]);
  });
}

function fits({ trashedAt, size }: TrashEntry, { at, action, bytes }: Line): boolean {
  if (at < trashedAt || at > trashedAt + SOON) return false;
  // A download counts what came, and a decision counts nothing.
  return action === 'download' || action === RESOLVED || bytes === size;
}

function whyTrashed({ action, reason, path: about }: Line, path: string): string | null {
  switch (action) {
    case DELETED:
      return 'You deleted it here';
    case REPLACED:
      return 'You put another file in its place';
    case 'trashLocal':
      return reason === CONFIRMED ? 'Deleted on the service; you said yes' : 'Deleted on the service';
    case 'free':
      return 'Made online only; other size on the service';
    case 'download':
      return 'Replaced by a newer version';
    case RESOLVED:
      return (path === about ? OF_COPY[reason] : OF_FILE[reason]) ?? null;
    default:
      return null;
  }
}
