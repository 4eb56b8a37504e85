import { useCallback, useState } from 'react';

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

/** Stands for these answers: another text where one is newer, or is that of another page, come in the same millisecond. */
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
