import { useEffect, useEffectEvent } from 'react';
import { useAnswer } from '../../../state/engine.tsx';
import { refine, useRoute } from '../../../state/route.ts';
import { pointsIndex } from './points.ts';

/**
 * Takes the series that an address names with `?series=ID` once its unit and those of `ids`, which are charted already,
 * are known: by their units it finds its chart.
 */
export function useWanted(
  site: string,
  ids: readonly string[],
  take: (id: string, unitOf: (id: string) => string | null) => void,
): void {
  const wanted = useRoute().params['series'];
  const asked = wanted === undefined ? [] : [...ids, wanted];
  const answer = useAnswer('points.get', { site, ids: asked }, { enabled: wanted !== undefined });
  const { data, isPlaceholderData, isError } = answer;
  // What cannot be looked up is charted by its id.
  const facts = isError ? NONE : isPlaceholderData ? undefined : data;
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (wanted === undefined || facts === undefined) return;
    const points = pointsIndex(facts);
    takeNow(wanted, (id) => points.of(id).unit);
    // Taken only once: a point that the person removes from the chart must not come back.
    refine({ screen: 'site', site, tab: 'data' });
  }, [wanted, facts, site]);
}

const NONE: readonly never[] = [];
