import { useEffect, useState } from 'react';
import { useBridge } from '../../../state/engine.tsx';
import type { Range } from '../time/range.ts';
import { unpack, type SeriesView } from '../plot/series-view.ts';

/** The charts go first: both are read by one engine, and they are what people wait for. */
const AFTER_CHARTS_MS = 150;

/** One series as far as it is on this computer: nothing is fetched for an overview. */
export function useSeriesHere(
  site: string,
  id: string | null,
  { from, to }: Range,
  columns: number,
  version: unknown,
): SeriesView | null {
  const { client } = useBridge();
  const [data, setData] = useState<SeriesView | null>(null);
  useEffect(() => {
    setData((before) => (before?.id === id ? before : null));
    if (id === null) return undefined;
    const stop = new AbortController();
    const question = { site, ids: [id], from, to, columns, margin: 0, fetch: false };
    const ask = (): Promise<void> =>
      client.call('series.read', question, stop.signal).then(
        ({ series }) => {
          const [first] = series;
          if (!stop.signal.aborted && first !== undefined) setData(unpack(first));
        },
        // The charts themselves say what is wrong.
        () => undefined,
      );
    const timer = setTimeout(() => void ask(), AFTER_CHARTS_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // Another version: something was fetched meanwhile.
  }, [client, site, id, from, to, columns, version]);
  return data;
}
