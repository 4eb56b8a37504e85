import { useCallback, useEffect, useRef, useState } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { useBridge } from '../../state/engine.tsx';

/** Sites that are counted at once: each costs the service a walk through its list of files. */
const AT_ONCE = 3;

export interface Measured {
  /** Known counts: of kept sites from their trees, of others from the last time they were counted. */
  readonly of: (site: SiteSummary) => readonly CategoryCount[] | null | 'failed';
  /** Counts those that are not known yet; what is under way or failed before is counted once. */
  readonly measure: (sites: readonly SiteSummary[]) => void;
  readonly busy: boolean;
}

/** Counts sites that are not kept here, a few at a time; what was counted stays known while the screen is open. */
export function useMeasured(): Measured {
  const { client } = useBridge();
  const [found, setFound] = useState<ReadonlyMap<string, readonly CategoryCount[] | 'failed'>>(new Map());
  const [running, setRunning] = useState(0);
  const asked = useRef(new Set<string>());
  const queue = useRef<string[]>([]);
  const stop = useStop();

  const measure = useCallback(
    (sites: readonly SiteSummary[]) => {
      const fresh = sites.filter(({ id, categories }) => categories === null && !asked.current.has(id));
      if (fresh.length === 0) return;
      for (const { id } of fresh) {
        asked.current.add(id);
        queue.current.push(id);
      }
      const work = async (): Promise<void> => {
        setRunning((count) => count + 1);
        for (let site = queue.current.shift(); site !== undefined; site = queue.current.shift()) {
          const { signal } = stop.current;
          const id = site;
          const counts = await client
            .call('sites.measure', { site: id }, signal)
            .catch((): 'failed' => 'failed');
          if (signal.aborted) return;
          setFound((known) => new Map(known).set(id, counts));
        }
        setRunning((count) => count - 1);
      };
      for (let worker = 0; worker < Math.min(AT_ONCE, fresh.length); worker++) void work();
    },
    [client, stop],
  );
  // What the trees say is newer than any count.
  return { of: ({ id, categories }) => categories ?? found.get(id) ?? null, measure, busy: running > 0 };
}

/** Ends with the screen. */
function useStop() {
  const stop = useRef(new AbortController());
  useEffect(() => {
    if (stop.current.signal.aborted) stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  return stop;
}
