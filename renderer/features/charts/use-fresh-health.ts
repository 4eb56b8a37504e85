import { useEffect } from 'react';
import { useAnswer, useAskAnew } from '../../state/engine.tsx';

/**
 * Samples that came for a chart tell how its points stand, too: `came` changes whenever some did, null while they are on
 * their way. All points are counted anew only where one of the charted ones stands otherwise by now.
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
