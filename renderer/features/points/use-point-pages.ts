import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Folding, PointFilter, PointPage, PointRow } from '../../../shared/ipc/datamodel.ts';
import { useBridge } from '../../state/engine.tsx';
import { lineIn, PAGE, stampOf, usePagesInView } from '../../state/pages.ts';

export interface PointQuery {
  readonly site: string;
  readonly filter: PointFilter;
  readonly folding: Folding;
}

/** Lines of the points browser, page by page: only what is in view is asked for. */
export interface PointLines {
  readonly count: number;
  /** Undefined while the line is on its way. */
  readonly at: (index: number) => PointRow | undefined;
  readonly onRange: (first: number, last: number) => void;
  /** Null before the first answer. */
  readonly first: PointPage | null;
}

export function usePointPages(query: PointQuery): PointLines {
  const { client } = useBridge();
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, offset: page * PAGE, limit: PAGE };
      return {
        queryKey: ['points.page', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => client.call('points.page', input, signal),
      };
    }),
  });
  const fresh = answers[0]?.data ?? null;
  // The list stays in its place while another filter or folding is on its way.
  const [kept, setKept] = useState<PointPage | null>(null);
  if (fresh !== null && fresh !== kept) setKept(fresh);
  const first = fresh ?? kept;
  const stamp = stampOf(pages, answers);
  return useMemo(() => {
    const byPage = new Map(pages.map((page, at) => [page, (at === 0 ? first : answers[at]?.data)?.rows]));
    return {
      count: first?.total ?? 0,
      at: (index) => lineIn(byPage, index),
      onRange,
      first,
    };
    // The stamp stands for the pages and their answers.
  }, [stamp, first]);
}
