import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HealthFilter, HealthRow } from '../../../shared/ipc/datamodel.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { useBridge } from '../../state/engine.tsx';
import type { RowSource } from '../../ui/table/source.ts';

const PAGE = 200;

export interface HealthQuery {
  readonly site: string;
  readonly file: string | null;
  readonly filter: HealthFilter;
}

/** Rows of model health, page by page. */
export function useHealthPages(query: HealthQuery): RowSource<HealthRow> | null {
  const { client } = useBridge();
  const [view, setView] = useState({ first: 0, last: 0 });
  const wanted = new Set([0]);
  for (let page = view.first; page <= view.last; page += 1) wanted.add(page);
  const pages = [...wanted];
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
  const stamp = answers.map((answer) => `${answer.dataUpdatedAt}`).join();
  const held = pages.join();
  return useMemo((): RowSource<HealthRow> | null => {
    if (first === undefined) return null;
    const byPage = new Map(pages.map((page, at) => [page, (at === 0 ? first : answers[at]?.data)?.rows]));
    const at = (index: number): HealthRow | undefined => byPage.get(Math.floor(index / PAGE))?.[index % PAGE];
    return {
      count: first.total,
      rowAt: at,
      keyOf,
      textOf: (row) => row.label,
      keysOf: (from, to) =>
        Array.from({ length: to - from }, (_, step) => at(from + step)).flatMap((row) =>
          row === undefined ? [] : [keyOf(row)],
        ),
      onRange: (from, to) => {
        const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
        setView((now) => (now.first === next.first && now.last === next.last ? now : next));
      },
    };
    // The stamp and the list of pages stand for the answers.
  }, [stamp, held, first]);
}

function keyOf({ file, line }: HealthRow): string {
  return `${file}\n${line}`;
}
