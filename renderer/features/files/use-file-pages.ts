import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FileFilter, FilePage, FileRow, FileSort } from '../../../shared/ipc/files.ts';
import { useBridge } from '../../state/engine.tsx';
import type { RowSource } from '../../ui/table/source.ts';

const PAGE = 200;

export interface FileQuery {
  readonly site: string;
  readonly filter: FileFilter;
  readonly sort: FileSort;
}

/** The rows of a site page by page: only what is in view is asked for, however many there are. */
export function useFilePages(query: FileQuery): {
  readonly source: RowSource<FileRow>;
  readonly first: FilePage | null;
} {
  const { client } = useBridge();
  const [view, setView] = useState({ first: 0, last: 0 });
  const wanted = new Set([0]);
  for (let page = view.first; page <= view.last; page++) wanted.add(page);
  const answers = useQueries({
    queries: [...wanted].map((page) => {
      const input = { ...query, offset: page * PAGE, limit: PAGE };
      return {
        queryKey: ['files.page', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => client.call('files.page', input, signal),
        placeholderData: keepPreviousData,
      };
    }),
  });
  const pages = answers.flatMap((answer) => answer.data ?? []);
  const first = answers[0]?.data ?? null;
  const stamp = answers.map((answer) => answer.dataUpdatedAt).join();
  const source = useMemo((): RowSource<FileRow> => {
    const byPage = new Map(pages.map((page) => [page.offset / PAGE, page.rows]));
    return {
      count: first?.total ?? 0,
      rowAt: (index) => byPage.get(Math.floor(index / PAGE))?.[index % PAGE],
      keyOf: (row) => row.key,
      textOf: (row) => row.name,
      keysOf: (from, to) => client.call('files.keys', { ...query, from, to }),
      indexOf: (key) => client.call('files.find', { ...query, key }),
      onRange: (from, to) => {
        const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
        setView((now) => (now.first === next.first && now.last === next.last ? now : next));
      },
    };
    // The stamp stands for the pages.
  }, [stamp, client, query]);
  return { source, first };
}
