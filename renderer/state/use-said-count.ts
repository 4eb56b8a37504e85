import { useEffect, useRef } from 'react';
import { useText } from '../text/use-text.ts';
import { announce } from '../ui/telling/live-region.tsx';

/** So long after the last letter and the last answer, ms. */
const SETTLED = 800;

/** Once a list is narrowed otherwise (`by`), how much is left of it is said; null: the answer is to come. */
export function useSaidCount(by: string, count: number | null): void {
  const t = useText();
  const said = useRef(by);
  useEffect(() => {
    if (said.current === by || count === null) return undefined;
    const timer = setTimeout(() => {
      said.current = by;
      announce(t('ui.found', { count }));
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [by, count, t]);
}
