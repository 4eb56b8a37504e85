import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAppFact, useBridge } from '../../state/engine.tsx';
import { showFailure, wordsOf } from '../../state/show-failure.ts';
import { MeasureQueue, type MeasureState } from './measure-queue.ts';

export interface Measured {
  /** Known counts: of kept sites from their trees, of others from the last time they were counted. */
  readonly of: (site: SiteSummary) => readonly CategoryCount[] | null | 'failed';
  /** Why a site could not be counted; null where it could, or was not tried. */
  readonly whyNot: (site: SiteSummary) => string | null;
  /**
   * Counts those that are not known yet, and forgets what it counted of those whose trees tell by now, or the last measure;
   * what is under way is counted once. What failed is tried again when the connection is another one: this is another
   * function then.
   */
  readonly measure: (sites: readonly SiteSummary[]) => void;
  /** The same by the word of a person, who may have it tried again at any time and is told what it fails by. */
  readonly measureNow: (sites: readonly SiteSummary[]) => void;
  readonly busy: boolean;
}

/** Counts sites that are not kept here, a few at a time; what was counted stays known while the screen is open. */
export function useMeasured(): Measured {
  const { client } = useBridge();
  const connection = useAppFact((state) => state.connection);
  const [queue] = useState(
    () =>
      new MeasureQueue({
        count: (site, signal) => client.call('sites.measure', { site }, signal),
        wordsOf,
      }),
  );
  const { found, busy } = useSyncExternalStore(queue.subscribe, queue.get);
  useLayoutEffect(() => queue.connected(connection), [queue, connection]);
  useEffect(() => {
    queue.start();
    return () => queue.stop();
  }, [queue]);
  const measure = useCallback(
    (sites: readonly SiteSummary[]) => queue.measure(sites),
    // Another connection is another function, by which what failed is tried again.
    [queue, connection],
  );
  const measureNow = useCallback(
    (sites: readonly SiteSummary[]) => queue.measureNow(sites, showFailure),
    [queue],
  );
  return {
    // What the trees say is newer than any count.
    of: ({ id, categories }) => categories ?? countsIn(found.get(id)),
    whyNot: ({ id, categories }) => (categories === null ? whyIn(found.get(id)) : null),
    measure,
    measureNow,
    busy,
  };
}

type Found = ReturnType<MeasureState['found']['get']>;

function countsIn(found: Found): readonly CategoryCount[] | null | 'failed' {
  if (found === undefined) return null;
  return 'why' in found ? 'failed' : found;
}

function whyIn(found: Found): string | null {
  return found !== undefined && 'why' in found ? found.why : null;
}
