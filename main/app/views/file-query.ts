import type { FileFilter, FilePage, FileSelection, FileSort, FileStatus } from '../../../shared/ipc/files.ts';
import { localKey, pathOfKey } from '../../../shared/model/file-key.ts';
import { folded, typedWords } from '../../../shared/typed-words.ts';
import { exchange, type Order } from './ordered-rows.ts';
import type { SiteView } from './site-view.ts';
import type { ViewRow } from './view-row.ts';

/** The rows of a site that pass a filter, in the order asked for; and how many there are of each kind. */
export interface FileList {
  readonly rows: readonly ViewRow[];
  readonly byCategory: FilePage['byCategory'];
  readonly byStatus: FilePage['byStatus'];
}

/** A list that its holder may change. */
export interface OwnList extends FileList {
  readonly rows: ViewRow[];
}

/** In the order in which a person should deal with them. */
const STATUS_ORDER: readonly FileStatus[] = [
  'conflict',
  'failed',
  'waiting',
  'uploading',
  'downloading',
  'queued',
  'out-of-date',
  'available-offline',
  'up-to-date',
  'online-only',
];
const RANK = new Map(STATUS_ORDER.map((status, index) => [status, index]));

/** Names as people count: without case, `2` before `10`. */
export const compareText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/**
 * Filters, counts and sorts. Chips count what the other filters leave, so that no chip promises what it does not show.
 * `before` is the same list of an earlier view: sorting what mostly is in order takes a fifth of the time.
 */
export function listFiles(
  view: Pick<SiteView, 'rows'>,
  filter: FileFilter,
  sort: FileSort,
  before: FileList | null = null,
): OwnList {
  const byCategory: FilePage['byCategory'] = {};
  const byStatus: FilePage['byStatus'] = {};
  const passes = passing(filter, byCategory, byStatus);
  const found = view.rows.filter((entry) => passes(entry, 1));
  const rows = before === null ? found : asOrderedBefore(found, before.rows);
  rows.sort(ordering(sort));
  return { rows, byCategory, byStatus };
}

/** Puts rows into the places of those that they replace. Do not use `list` afterwards. */
export function changeList(
  list: OwnList,
  { filter, sort }: { readonly filter: FileFilter; readonly sort: FileSort },
  replaced: ReadonlyMap<ViewRow, ViewRow>,
): OwnList {
  if (replaced.size === 0) return list;
  const byCategory = { ...list.byCategory };
  const byStatus = { ...list.byStatus };
  const passes = passing(filter, byCategory, byStatus);
  const gone = [...replaced.keys()].filter((entry) => passes(entry, -1));
  const fresh = [...replaced.values()].filter((entry) => passes(entry, 1));
  exchange(list.rows, gone, fresh, ordering(sort));
  return { rows: list.rows, byCategory, byStatus };
}

/** Does a row pass? Counts it (1), or takes it out of the counts (-1), for each chip that it would be shown under. */
function passing(
  filter: FileFilter,
  byCategory: FilePage['byCategory'],
  byStatus: FilePage['byStatus'],
): (entry: ViewRow, sign: 1 | -1) => boolean {
  const words = typedWords(folded(filter.text));
  const statuses = new Set(filter.status);
  return ({ row, needle }, sign) => {
    if (!words.every((word) => needle.includes(word)) || !isIn(row.path, filter.folder)) return false;
    const rightCategory = filter.category === null || row.category === filter.category;
    const rightStatus = statuses.size === 0 || statuses.has(row.status);
    if (rightStatus) count(byCategory, row.category, sign);
    if (rightCategory) count(byStatus, row.status, sign);
    return rightCategory && rightStatus;
  };
}

function count<K extends string>(counts: Partial<Record<K, number>>, of: K, sign: 1 | -1): void {
  const number = (counts[of] ?? 0) + sign;
  if (number === 0) delete counts[of];
  else counts[of] = number;
}

function ordering(sort: FileSort): Order<ViewRow> {
  const compare = comparing(sort.by);
  const sign = sort.descending ? -1 : 1;
  return (a, b) => sign * compare(a, b) || compareText(a.row.path, b.row.path);
}

function asOrderedBefore(rows: readonly ViewRow[], before: readonly ViewRow[]): ViewRow[] {
  const places = new Map(before.map(({ row }, place) => [row.key, place]));
  const known: (ViewRow | undefined)[] = Array.from(before, () => undefined);
  const fresh: ViewRow[] = [];
  for (const entry of rows) {
    const place = places.get(entry.row.key);
    if (place === undefined) fresh.push(entry);
    else known[place] = entry;
  }
  return [...known.filter((entry) => entry !== undefined), ...fresh];
}

function comparing(by: FileSort['by']): (a: ViewRow, b: ViewRow) => number {
  switch (by) {
    case 'name':
      return (a, b) => compareText(a.row.name, b.row.name);
    case 'path':
      return () => 0;
    case 'category':
      return (a, b) => compareText(a.row.category, b.row.category);
    case 'by':
      return (a, b) => compareText(a.row.by ?? '', b.row.by ?? '');
    case 'size':
      return (a, b) => (a.row.size ?? -1) - (b.row.size ?? -1);
    case 'changed':
      return (a, b) => (a.row.changedAt ?? 0) - (b.row.changedAt ?? 0);
    case 'status':
      return (a, b) => (RANK.get(a.row.status) ?? 0) - (RANK.get(b.row.status) ?? 0);
    default:
      return by satisfies never;
  }
}

function isIn(path: string, folder: string | null): boolean {
  return folder === null || folder === '' || path.startsWith(`${folder}/`);
}

/** The rows that a selection names, each once. */
export function select(view: SiteView, selection: FileSelection): readonly ViewRow[] {
  if ('keys' in selection) return [...new Set(rowsByKey(view, selection.keys).values())];
  const except = new Set(rowsByKey(view, selection.except).values());
  return listFiles(view, selection.filter, { by: 'path', descending: false }).rows.filter(
    (entry) => !except.has(entry),
  );
}

/**
 * The row of each of these keys that still names one. A file that nobody had sent when a screen asked for its key goes by its
 * record once it was sent: what a person picked, left out or looks at is the same file all the same, in the same place.
 */
export function rowsByKey(
  { byKey, rows }: Pick<SiteView, 'byKey' | 'rows'>,
  keys: readonly string[],
): ReadonlyMap<string, ViewRow> {
  const places = new Set<string>();
  for (const key of keys) {
    const path = byKey.has(key) ? null : pathOfKey(key);
    if (path !== null) places.add(path);
  }
  const sent = new Map<string, ViewRow>();
  if (places.size > 0)
    for (const entry of rows)
      if (entry.local !== null && places.has(entry.local.path)) sent.set(localKey(entry.local.path), entry);
  const found = keys.flatMap((key): readonly (readonly [string, ViewRow])[] => {
    const entry = byKey.get(key) ?? sent.get(key);
    return entry === undefined ? [] : [[key, entry]];
  });
  return new Map(found);
}
