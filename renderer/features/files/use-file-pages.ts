import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FileFilter, FilePage, FileRow, FileSort } from '../../../shared/ipc/files.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import { useBridge } from '../../state/engine.tsx';
import { lineIn, PAGE, stampOf, usePagesInView } from '../../state/use-pages.ts';
import { loadedKeys, type RowSource } from '../../ui/table/source.ts';

export interface FileQuery {
  readonly site: string;
  readonly filter: FileFilter;
  readonly sort: FileSort;
}

/** The rows of a site, page by page: only those in view are asked for. */
export function useFilePages(query: FileQuery): {
  readonly source: RowSource<FileRow>;
  readonly first: FilePage | null;
  /** The rows that are loaded. */
  readonly here: readonly FileRow[];
} {
  const { client } = useBridge();
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, offset: page * PAGE, limit: PAGE };
      return {
        queryKey: ['files.page', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => client.call('files.page', input, signal),
        placeholderData: keepPreviousData,
      };
    }),
  });
  const first = answers[0]?.data ?? null;
  const stamp = stampOf(pages, answers);
  return useMemo(() => {
    // An answer may still be one to an earlier question, so its own offset counts.
    const here = answers.flatMap(({ data }) => data ?? []);
    const byPage = new Map(here.map(({ offset, rows }) => [offset / PAGE, rows]));
    const rows: Pick<RowSource<FileRow>, 'rowAt' | 'keyOf' | 'wasCalled'> = {
      rowAt: (index) => lineIn(byPage, index),
      keyOf: (row) => row.key,
      // Since it was sent, a file goes by its record.
      wasCalled: (row, key) => row.here && localKey(row.path) === key,
    };
    const source: RowSource<FileRow> = {
      ...rows,
      count: first?.total ?? 0,
      list: JSON.stringify(query),
      textOf: (row) => row.name,
      // Those on screen are meant as they stand there: in the engine’s list others may lie at these places by now.
      keysOf: (first, last) =>
        loadedKeys(rows, first, last) ?? client.call('files.keys', { ...query, first, last }),
      indexOf: (key) => client.call('files.find', { ...query, key }),
      onRange,
    };
    return { source, first, here: here.flatMap(({ rows }) => rows) };
    // The stamp changes whenever an answer does.
  }, [stamp, client, query]);
}
