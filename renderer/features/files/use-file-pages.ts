import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FileFilter, FilePage, FileRow, FileSort } from '../../../shared/ipc/files.ts';
import { useBridge } from '../../state/engine.tsx';
import { lineIn, PAGE, stampOf, usePagesInView } from '../../state/use-pages.ts';
import type { RowSource } from '../../ui/table/source.ts';

export interface FileQuery {
  readonly site: string;
  readonly filter: FileFilter;
  readonly sort: FileSort;
}

/** The rows of a site, page by page: only those in view are asked for. */
export function useFilePages(query: FileQuery): {
  readonly source: RowSource<FileRow>;
  readonly first: FilePage | null;
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
  const source = useMemo((): RowSource<FileRow> => {
    // An answer may still be one to an earlier question, so its own offset counts.
    const here = answers.flatMap(({ data }) => data ?? []);
    const byPage = new Map(here.map(({ offset, rows }) => [offset / PAGE, rows]));
    return {
      count: first?.total ?? 0,
      list: JSON.stringify(query),
      rowAt: (index) => lineIn(byPage, index),
      keyOf: (row) => row.key,
      textOf: (row) => row.name,
      keysOf: (from, to) => client.call('files.keys', { ...query, from, to }),
      indexOf: (key) => client.call('files.find', { ...query, key }),
      onRange,
    };
    // The stamp changes whenever an answer does.
  }, [stamp, client, query]);
  return { source, first };
}
