import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallFailed, type Client } from '../../../../shared/ipc/client.ts';
import type { Output } from '../../../../shared/ipc/contract.ts';
import { useAppFact, useBridge } from '../../../state/engine.tsx';
import { leastTold } from './lacking-words.ts';
import type { Range } from '../time/range.ts';
import { unpack, type SeriesView } from '../plot/series-view.ts';

type Trouble = NonNullable<Output<'series.read'>['trouble']>;

export interface Readings {
  readonly byId: ReadonlyMap<string, SeriesView>;
  /** The stretch that statistics are of; null before anything came. */
  readonly range: Range | null;
  /** True if something could not be asked again. */
  readonly stale: boolean;
  readonly fetchedAt: number | null;
  readonly trouble: Trouble | null;
  readonly loading: boolean;
}

const NOTHING: Readings = {
  byId: new Map(),
  range: null,
  stale: false,
  fetchedAt: null,
  trouble: null,
  loading: false,
};

export interface SeriesQuestion {
  readonly site: string;
  readonly ids: readonly string[];
  readonly range: Range;
  /** Of the screen. */
  readonly columns: number;
}

/** While much is fetched, what came so far is shown this often. */
const PROGRESS_MS = 1500;

/**
 * Series for a range: at once what is here, then, if that is not all, what was fetched. A question that the next one
 * overtakes is cancelled. Asked again by `again`, and when the network or SiteSync itself comes back.
 */
export function useSeries(question: SeriesQuestion): {
  readonly readings: Readings;
  readonly again: () => void;
} {
  const { client, reach } = useBridge();
  const answers = useSyncExternalStore(reach.subscribe, reach.get) === 'there';
  const connection = useAppFact((state) => state.connection);
  const away = connection === 'offline' || connection === 'sign-in';
  const [readings, setReadings] = useState(NOTHING);
  const [turn, setTurn] = useState(0);
  const { site, range, columns } = question;
  const { from, to } = range;
  const key = JSON.stringify(question.ids);
  const ids = useRef(question.ids);
  const wasAway = useRef(away);
  const last = useRef<Asked | null>(null);
  useEffect(() => {
    ids.current = question.ids;
  });
  useEffect(() => {
    const asked = { site, ids: ids.current, range: { from, to }, columns };
    // Nobody asked for that, and nothing will come, or the last moments alone: what is said of the chart stays as it is
    // meanwhile.
    const isQuiet = (away && !wasAway.current) || isNextTick(last.current, { key, range: { from, to } });
    wasAway.current = away;
    last.current = { key, range: { from, to } };
    if (asked.ids.length === 0) {
      setReadings(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    void ask(client, asked, { signal: stop.signal, show: setReadings, isQuiet });
    return () => stop.abort();
    // `away`, `answers` and `turn` ask again by changing; the ids are read from their key.
  }, [client, site, key, from, to, columns, away, answers, turn]);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  return { readings, again };
}

interface Asked {
  readonly key: string;
  readonly range: Range;
}

/** Is this the same live stretch, as the clock has moved it on? */
function isNextTick(last: Asked | null, { key, range }: Asked): boolean {
  if (last === null || last.key !== key) return false;
  const moved = range.to - last.range.to;
  return moved > 0 && moved <= leastTold(range) && range.from - last.range.from === moved;
}

interface Asking {
  readonly signal: AbortSignal;
  readonly show: (change: (before: Readings) => Readings) => void;
  /** Without a word that it is asked. */
  readonly isQuiet: boolean;
}

async function ask(
  client: Client,
  question: SeriesQuestion,
  { signal, show, isQuiet }: Asking,
): Promise<void> {
  const take = (answer: Output<'series.read'>, isPart: boolean): void => {
    if (signal.aborted) return;
    const byId = new Map(answer.series.map((series) => [series.id, unpack(series)]));
    const { stale, fetchedAt, trouble } = answer;
    show((before) => ({
      byId,
      range: question.range,
      // What is here alone says nothing yet of whether the rest can be had.
      stale: isPart ? before.stale : stale,
      trouble: isPart ? before.trouble : trouble,
      fetchedAt,
      loading: isPart && (!isQuiet || before.loading),
    }));
  };
  let progress: ReturnType<typeof setInterval> | undefined;
  // With `charts.drawn` the time to the first paint, for the tools of a browser and for `npm run bench:charts`.
  performance.mark('charts.asked');
  try {
    const here = await readSeries(client, question, false, signal);
    // Not stale: all of it is here and settled, so there is nothing to fetch.
    take(here, here.stale);
    if (!here.stale) return;
    const look = async (): Promise<void> => {
      const soFar = await readSeries(client, question, false, signal).catch(() => null);
      if (progress !== undefined && soFar !== null) take(soFar, true);
    };
    progress = setInterval(() => void look(), PROGRESS_MS);
    const whole = await readSeries(client, question, true, signal);
    clearInterval(progress);
    progress = undefined;
    take(whole, false);
  } catch (error) {
    if (signal.aborted || !(error instanceof CallFailed)) return;
    const { failure } = error;
    show((before) => ({ ...before, loading: false, trouble: failure }));
  } finally {
    clearInterval(progress);
    progress = undefined;
  }
}

/** Half of what is in view on either side, so that a pan does not run into the void. */
const MARGIN = 0.5;

function readSeries(
  client: Client,
  { site, ids, range, columns }: SeriesQuestion,
  fetch: boolean,
  signal: AbortSignal,
): Promise<Output<'series.read'>> {
  const margin = Math.round((range.to - range.from) * MARGIN);
  return client.call('series.read', { site, ids: [...ids], ...range, columns, margin, fetch }, signal);
}
