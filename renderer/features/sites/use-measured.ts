import { useCallback, useEffect, useRef, useState } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAppFact, useBridge } from '../../state/engine.tsx';
import { showFailure, wordsOf } from '../../state/trouble.ts';

/** Sites that are counted at once: each costs the service a walk through its list of files. */
const AT_ONCE = 3;

export interface Measured {
  /** Known counts: of kept sites from their trees, of others from the last time they were counted. */
  readonly of: (site: SiteSummary) => readonly CategoryCount[] | null | 'failed';
  /** Why a site could not be counted; null where it could, or was not tried. */
  readonly whyNot: (site: SiteSummary) => string | null;
  /**
   * Counts those that are not known yet, and forgets what it counted of those whose trees tell by now, or the last measure;
   * what is under way is counted once. What failed is tried again when the connection
   * is another one: this is another function then.
   */
  readonly measure: (sites: readonly SiteSummary[]) => void;
  /** The same by the word of a person, who may have it tried again at any time and is told what it fails by. */
  readonly measureNow: (sites: readonly SiteSummary[]) => void;
  readonly busy: boolean;
}

interface NotCounted {
  readonly why: string;
}

/** Counts sites that are not kept here, a few at a time; what was counted stays known while the screen is open. */
export function useMeasured(): Measured {
  const { client } = useBridge();
  const connection = useAppFact((state) => state.connection);
  const [found, setFound] = useState<ReadonlyMap<string, readonly CategoryCount[] | NotCounted>>(new Map());
  const [busy, setBusy] = useState(false);
  /** Those that count now. */
  const workers = useRef(0);
  /** Those that are counted or wait for it. */
  const asked = useRef(new Set<string>());
  /** Those that could not be counted, with the connection of that moment. */
  const failed = useRef(new Map<string, typeof connection>());
  const latest = useRef(connection);
  useEffect(() => {
    latest.current = connection;
  });
  const queue = useRef<string[]>([]);
  const stop = useStop();

  const count = useCallback(
    (ids: readonly string[], onFailed: (error: unknown) => void) => {
      if (ids.length === 0) return;
      for (const id of ids) {
        asked.current.add(id);
        queue.current.push(id);
      }
      setFound((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
      const work = async (): Promise<void> => {
        for (let site = queue.current.shift(); site !== undefined; site = queue.current.shift()) {
          const { signal } = stop.current;
          const id = site;
          const counts = await client
            .call('sites.measure', { site: id }, signal)
            .catch((error: unknown): NotCounted => {
              if (signal.aborted) return { why: '' };
              asked.current.delete(id);
              failed.current.set(id, latest.current);
              onFailed(error);
              return { why: wordsOf(error) };
            });
          if (signal.aborted) return;
          setFound((known) => new Map(known).set(id, counts));
        }
      };
      const begin = async (): Promise<void> => {
        workers.current += 1;
        setBusy(true);
        await work();
        workers.current -= 1;
        setBusy(workers.current > 0);
      };
      const more = Math.min(AT_ONCE - workers.current, ids.length);
      for (let worker = 0; worker < more; worker++) void begin();
    },
    [client, stop],
  );
  /** What is counted otherwise by now: should that go, they are counted anew. */
  const forget = useCallback((sites: readonly SiteSummary[]) => {
    const counted = new Set(sites.flatMap(({ id, categories }) => (categories === null ? [] : id)));
    for (const id of counted) {
      asked.current.delete(id);
      failed.current.delete(id);
    }
    setFound((known) =>
      [...known.keys()].some((id) => counted.has(id))
        ? new Map([...known].filter(([id]) => !counted.has(id)))
        : known,
    );
  }, []);
  const measure = useCallback(
    (sites: readonly SiteSummary[]) => {
      forget(sites);
      const isNew = (id: string): boolean => !failed.current.has(id) || failed.current.get(id) !== connection;
      count(
        uncounted(sites, asked.current).filter((id) => isNew(id)),
        () => undefined,
      );
    },
    [count, forget, connection],
  );
  const measureNow = useCallback(
    (sites: readonly SiteSummary[]) => {
      let isTold = false;
      count(uncounted(sites, asked.current), (error) => {
        // What one fails by is often what they all fail by.
        if (!isTold) showFailure(error);
        isTold = true;
      });
    },
    [count],
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

function uncounted(sites: readonly SiteSummary[], asked: ReadonlySet<string>): readonly string[] {
  return sites.filter(({ id, categories }) => categories === null && !asked.has(id)).map(({ id }) => id);
}

type Found = readonly CategoryCount[] | NotCounted | undefined;

function countsIn(found: Found): readonly CategoryCount[] | null | 'failed' {
  if (found === undefined) return null;
  return 'why' in found ? 'failed' : found;
}

function whyIn(found: Found): string | null {
  return found !== undefined && 'why' in found ? found.why : null;
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
