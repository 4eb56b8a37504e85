import { useEffect, useRef } from 'react';
import { useText } from '../text/use-text.ts';
import { announce } from '../ui/telling/live-region.tsx';

/** How long after the last key and the last answer, ms. */
const SETTLED = 800;

/** Announces how much is left of a list when its filter (`by`) changes. Null: the answer has not come yet. */
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
