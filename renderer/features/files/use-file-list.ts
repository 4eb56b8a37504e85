import { useCallback, useMemo, useState } from 'react';
import type { FileFilter, FilePage, FileRow, FileSelection, FileSort } from '../../../shared/ipc/files.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import { useKept } from '../../state/use-kept.ts';
import { useSaidCount } from '../../state/use-said-count.ts';
import { refine, useRoute } from '../../state/route.ts';
import { sortOf, type Sort } from '../../ui/table/columns.ts';
import { countSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import type { RowSource } from '../../ui/table/source.ts';
import { sameNames } from '../../ui/words/same-names.ts';
import { filterOf, paramsOf } from './file-filter.ts';
import { selectionAfter, type NewPath } from './moved-keys.ts';
import { useFilePages } from './use-file-pages.ts';

const SORTS: readonly FileSort['by'][] = ['name', 'status', 'category', 'path', 'size', 'changed', 'by'];
const NEWEST_FIRST: Sort = { by: 'changed', descending: true };

/** The files of a site, filtered, sorted and selected. */
export interface FileList {
  readonly filter: FileFilter;
  readonly narrow: (filter: FileFilter) => void;
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
  readonly source: RowSource<FileRow>;
  /** The first page; null until it is loaded. */
  readonly first: FilePage | null;
  /** Names that several of the loaded files have. */
  readonly same: ReadonlySet<string>;
  readonly picked: Selection;
  readonly setPicked: (picked: Selection) => void;
  /** Files were moved here: what is picked stays so. */
  readonly follow: (newPath: NewPath) => void;
  /** The number of selected files. */
  readonly count: number;
  /** The selection as the engine takes it. */
  readonly selection: FileSelection;
}

export function useFileList(site: string): FileList {
  const { params } = useRoute();
  const filter = useMemo(() => filterOf(params), [params]);
  const [sort, setSort] = useKept<Sort>('files.sort', NEWEST_FIRST, sortOf(SORTS));
  const [pickedBefore, setPicked, follow] = usePicked(filter);
  const query = useMemo(() => {
    const by = SORTS.find((each) => each === sort.by) ?? 'name';
    return { site, filter, sort: { by, descending: sort.descending } };
  }, [site, filter, sort]);
  const { source, first, here } = useFilePages(query);
  const picked = useMemo(() => byKeysOfNow(pickedBefore, here), [pickedBefore, here]);
  // Kept: by its former key a file that comes to lie in its place later would be picked.
  if (picked !== pickedBefore) setPicked(picked);
  useSaidCount(JSON.stringify(filter), first?.total ?? null);
  return {
    filter,
    narrow: (next) => {
      // The current file stays, unless the new list does not contain it.
      const file = params['file'];
      const beside = file === undefined ? {} : { file };
      refine({ screen: 'site', site, tab: 'files', params: { ...paramsOf(next), ...beside } });
    },
    sort,
    setSort,
    source,
    first,
    same: useSameNames(here),
    picked,
    setPicked,
    follow,
    count: countSelected(picked, source.count),
    selection: selectionOf(picked, filter),
  };
}

/** The same object while they are the same names: with another one all rows would be rendered again. */
function useSameNames(rows: readonly FileRow[]): ReadonlySet<string> {
  const names = useMemo(() => JSON.stringify([...sameNames(rows)]), [rows]);
  return useMemo(() => new Set(JSON.parse(names) as readonly string[]), [names]);
}

/** A selection belongs to its list: with another filter nothing is selected. */
function usePicked(
  filter: FileFilter,
): readonly [Selection, (selection: Selection) => void, (newPath: NewPath) => void] {
  const list = JSON.stringify(filter);
  const [picked, setPicked] = useState({ selection: NOTHING, list });
  const set = useMemo(() => (selection: Selection) => setPicked({ selection, list }), [list]);
  const follow = useCallback(
    (newPath: NewPath) => setPicked((now) => ({ ...now, selection: selectionAfter(now.selection, newPath) })),
    [],
  );
  return [picked.list === list ? picked.selection : NOTHING, set, follow];
}

/** A file that was sent since it was picked, or left out, goes by another key now. */
function byKeysOfNow(selection: Selection, rows: readonly FileRow[]): Selection {
  const keys = selection.all ? selection.except : selection.keys;
  const sent = rows.filter(
    ({ key, path, here }) => here && key !== localKey(path) && keys.has(localKey(path)),
  );
  if (sent.length === 0) return selection;
  const now = new Set(keys);
  for (const { key, path } of sent) {
    now.delete(localKey(path));
    now.add(key);
  }
  return selection.all ? { all: true, except: now } : { all: false, keys: now };
}

function selectionOf(selection: Selection, filter: FileFilter): FileSelection {
  return selection.all ? { filter, except: [...selection.except] } : { keys: [...selection.keys] };
}
