import { useMemo, useState } from 'react';
import type { FileFilter, FilePage, FileRow, FileSelection, FileSort } from '../../../shared/ipc/files.ts';
import { useKept } from '../../state/use-kept.ts';
import { useSaidCount } from '../../state/use-said-count.ts';
import { refine, useRoute } from '../../state/route.ts';
import { sortOf, type Sort } from '../../ui/table/columns.ts';
import { countSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import type { RowSource } from '../../ui/table/source.ts';
import { filterOf, paramsOf } from './file-filter.ts';
import { useFilePages } from './use-file-pages.ts';

const SORTS: readonly FileSort['by'][] = ['name', 'status', 'category', 'path', 'size', 'changed', 'by'];
const NEWEST_FIRST: Sort = { by: 'changed', descending: true };

/** The files of a site as they are narrowed, sorted and picked. */
export interface FileList {
  readonly filter: FileFilter;
  readonly narrow: (filter: FileFilter) => void;
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
  readonly source: RowSource<FileRow>;
  /** Null until it came. */
  readonly first: FilePage | null;
  readonly picked: Selection;
  readonly setPicked: (picked: Selection) => void;
  /** How many are picked. */
  readonly count: number;
  /** These, as the engine takes them. */
  readonly selection: FileSelection;
}

export function useFileList(site: string): FileList {
  const { params } = useRoute();
  const filter = useMemo(() => filterOf(params), [params]);
  const [sort, setSort] = useKept<Sort>('files.sort', NEWEST_FIRST, sortOf(SORTS));
  const [picked, setPicked] = usePicked(filter);
  const query = useMemo(() => {
    const by = SORTS.find((each) => each === sort.by) ?? 'name';
    return { site, filter, sort: { by, descending: sort.descending } };
  }, [site, filter, sort]);
  const { source, first } = useFilePages(query);
  useSaidCount(JSON.stringify(filter), first?.total ?? null);
  return {
    filter,
    narrow: (next) => {
      // The file beside the list stays, unless it is no part of it any more.
      const file = params['file'];
      const beside = file === undefined ? {} : { file };
      refine({ screen: 'site', site, tab: 'files', params: { ...paramsOf(next), ...beside } });
    },
    sort,
    setSort,
    source,
    first,
    picked,
    setPicked,
    count: countSelected(picked, source.count),
    selection: selectionOf(picked, filter),
  };
}

/** What is picked holds for the list that it was picked from: however that is narrowed anew, nothing is. */
function usePicked(filter: FileFilter): readonly [Selection, (selection: Selection) => void] {
  const list = JSON.stringify(filter);
  const [picked, setPicked] = useState({ selection: NOTHING, list });
  const set = useMemo(() => (selection: Selection) => setPicked({ selection, list }), [list]);
  return [picked.list === list ? picked.selection : NOTHING, set];
}

function selectionOf(selection: Selection, filter: FileFilter): FileSelection {
  return selection.all ? { filter, except: [...selection.except] } : { keys: [...selection.keys] };
}
