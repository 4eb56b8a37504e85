import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HealthFilter, HealthRow } from '../../../shared/ipc/datamodel.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { useBridge } from '../../state/engine.tsx';
import { lineIn, PAGE, stampOf, usePagesInView } from '../../state/pages.ts';
import type { RowSource } from '../../ui/table/source.ts';

export interface HealthQuery {
  readonly site: string;
  readonly file: string | null;
  readonly filter: HealthFilter;
}

/** Rows of model health, page by page. */
export function useHealthPages(query: HealthQuery): RowSource<HealthRow> | null {
  const { client } = useBridge();
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, offset: page * PAGE, limit: PAGE };
      return {
        queryKey: ['health.page', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => client.call('health.page', input, signal),
      };
    }),
  });
  const fresh = answers[0]?.data;
  // The table stays in its place while another filter is on its way.
  const [kept, setKept] = useState<Output<'health.page'>>();
  if (fresh !== undefined && fresh !== kept) setKept(fresh);
  const first = fresh ?? kept;
  const stamp = stampOf(pages, answers);
  return useMemo((): RowSource<HealthRow> | null => {
    if (first === undefined) return null;
    const byPage = new Map(pages.map((page, at) => [page, (at === 0 ? first : answers[at]?.data)?.rows]));
    const at = (index: number): HealthRow | undefined => lineIn(byPage, index);
    return {
      count: first.total,
      rowAt: at,
      keyOf,
      textOf: (row) => row.label,
      keysOf: (from, to) =>
        Array.from({ length: to - from }, (_, step) => at(from + step)).flatMap((row) =>
          row === undefined ? [] : [keyOf(row)],
        ),
      onRange,
    };
    // The stamp stands for the pages and their answers.
  }, [stamp, first]);
}

function keyOf({ file, line }: HealthRow): string {
  return `${file}\n${line}`;
}
