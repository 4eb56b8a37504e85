import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CommandName } from '../../shared/ipc/contract.ts';

/** Lines of a long list that are asked for at a time. */
export const PAGE = 200;

interface View {
  readonly first: number;
  readonly last: number;
}

/** Which pages of a long list are in view; the first, which tells how many lines there are, is always among them. */
export function usePagesInView(): {
  readonly pages: readonly number[];
  /** Tells the first and last line in view. */
  readonly onRange: (from: number, to: number) => void;
} {
  const [view, setView] = useState<View>({ first: 0, last: 0 });
  const onRange = useCallback((from: number, to: number) => {
    const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
    setView((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, []);
  return { pages: pagesIn(view), onRange };
}

function pagesIn({ first, last }: View): readonly number[] {
  const pages = new Set([0]);
  for (let page = first; page <= last; page += 1) pages.add(page);
  return [...pages];
}

/**
 * Identifies these answers: the text differs if one is newer or belongs to another page, even within the same
 * millisecond.
 */
export function stampOf(
  pages: readonly number[],
  answers: readonly { readonly dataUpdatedAt: number }[],
): string {
  return pages.map((page, at) => `${page} ${answers[at]?.dataUpdatedAt ?? 0}`).join();
}

/** The line of this number, as far as its page is here. */
export function lineIn<R>(
  byPage: ReadonlyMap<number, readonly R[] | undefined>,
  index: number,
): R | undefined {
  return byPage.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/** One page of a long list. */
interface Page<R> {
  /** Lines of the whole list. */
  readonly total: number;
  readonly rows: readonly R[];
}

/** A long list page by page: only what is in view is asked for. */
export interface Paged<P extends Page<unknown>> {
  readonly count: number;
  /** Undefined while the line is on its way. */
  readonly at: (index: number) => P['rows'][number] | undefined;
  /** The lines that are here, of the pages in view. */
  readonly here: P['rows'];
  /** Tells the first and last line in view. */
  readonly onRange: (from: number, to: number) => void;
  /** Null before the first answer. */
  readonly first: P | null;
}

/** The pages of a list that stays in its place while the answer to another question is on its way. */
export function usePages<Q extends object, P extends Page<unknown>>(
  name: CommandName,
  query: Q,
  ask: (input: Q & { offset: number; limit: number }, signal: AbortSignal) => Promise<P>,
): Paged<P> {
  const { pages, onRange } = usePagesInView();
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, offset: page * PAGE, limit: PAGE };
      return {
        queryKey: [name, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask(input, signal),
      };
    }),
  });
  const fresh = answers[0]?.data ?? null;
  const [kept, setKept] = useState<P | null>(null);
  if (fresh !== null && fresh !== kept) setKept(fresh);
  const first = fresh ?? kept;
  const stamp = stampOf(pages, answers);
  return useMemo(() => {
    const byPage = new Map(pages.map((page, at) => [page, (at === 0 ? first : answers[at]?.data)?.rows]));
    return {
      count: first?.total ?? 0,
      at: (index) => lineIn(byPage, index),
      here: [...byPage.values()].flatMap((rows) => rows ?? []),
      onRange,
      first,
    };
    // The stamp stands for the pages and their answers.
  }, [stamp, first]);
}
