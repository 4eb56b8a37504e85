import { useEffect } from 'react';
import { useAnswer, useAskAnew } from '../../../state/engine.tsx';

/**
 * Samples that came for a chart also tell how its points are: `came` changes with each such arrival, and is null while
 * they are on their way. All points are counted again only if one of the charted ones changed.
 */
export function useFreshHealth(site: string, ids: readonly string[], came: number | null): void {
  const askAnew = useAskAnew();
  const { data } = useAnswer('points.get', { site, ids: [...ids] });
  const health = data?.map((point) => `${point.id} ${point.health}`).join('\n');
  useEffect(() => {
    if (came !== null) askAnew(site, ['points.get']);
  }, [askAnew, site, came]);
  useEffect(() => {
    if (health !== undefined) askAnew(site, ['points.page', 'health.summary', 'health.page']);
  }, [askAnew, site, health]);
}
