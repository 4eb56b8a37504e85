import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openMirror, type OpenedMirror } from '../../main/adapters/sqlite/mirror.ts';
import type { SeriesContext } from '../../main/series/context.ts';
import { readSeries, type ReadOptions, type SeriesAnswer } from '../../main/series/read.ts';
import type { SeriesPoints, SiteDataService } from '../../main/sync/ports/service.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';
import { parseSiteId, type SiteId } from '../../shared/model/ids.ts';

export const SITE: SiteId = parseSiteId('site-1')!;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Noon of a day, so that ranges begin and end within days. */
export const NOW: number = Date.UTC(2026, 4, 20, 12);

export interface Asked {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** A service that has a sample every `step` ms of each id that it knows, and says what it was asked. */
class SeriesService {
  readonly asked: Asked[] = [];
  readonly known = new Map<string, (at: number) => number>();
  /** Series with samples of their own, in order of time. */
  readonly samples = new Map<string, readonly (readonly [at: number, value: number])[]>();
  /** Where it is not null, it is the answer. */
  failure: Failure | null = null;
  /** Ids whose values cannot be read: alone they are no answer, beside others they are left out. */
  readonly unread = new Set<string>();
  /** Called before each answer. */
  onAsk: (asked: Asked) => Failure | null = () => null;
  /** What time it says it is; null: it says nothing of it. */
  time: number | null = null;
  step = 600_000;
  begins = 0;
  ends = NOW;

  querySeries(
    _site: SiteId,
    ids: readonly string[],
    { from, to }: { readonly from: number; readonly to: number },
  ): ReturnType<SiteDataService['querySeries']> {
    this.asked.push({ ids, from, to });
    const why = this.failure ?? this.onAsk({ ids, from, to });
    if (why !== null) return Promise.resolve(fail(why));
    const read = ids.filter((id) => !this.unread.has(id));
    if (read.length === 0) return Promise.resolve(fail(failure('not-understood')));
    return Promise.resolve(ok(read.map((id) => this.#points(id, from, to))));
  }

  #points(id: string, from: number, to: number): SeriesPoints {
    const own = this.samples.get(id)?.filter(([at]) => at >= from && at < to);
    if (own !== undefined)
      return {
        id,
        times: Float64Array.from(own, ([at]) => at),
        values: Float64Array.from(own, ([, value]) => value),
      };
    const value = this.known.get(id);
    const first = Math.ceil(Math.max(from, this.begins) / this.step) * this.step;
    const length =
      value === undefined ? 0 : Math.max(0, Math.ceil((Math.min(to, this.ends) - first) / this.step));
    const times = new Float64Array(length).map((_, at) => first + at * this.step);
    return { id, times, values: times.map((at) => value?.(at) ?? Number.NaN) };
  }
}

export interface Desk {
  readonly mirror: OpenedMirror;
  readonly service: SeriesService;
  readonly context: SeriesContext;
  /** The clock of this computer. */
  now: number;
}

/** A real mirror in a folder that is removed at the end, and a service in memory. */
export function openDesk(changes: Partial<SeriesContext> = {}): Desk {
  const dir = mkdtempSync(join(tmpdir(), 'series-'));
  const opened = openMirror(dir);
  if (!opened.ok) throw new Error(opened.failure.message);
  const mirror = opened.value;
  onTestFinished(() => {
    mirror.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const service = new SeriesService();
  const desk: Desk = {
    mirror,
    service,
    now: NOW,
    context: {
      store: mirror.series,
      service: service as unknown as SiteDataService,
      env: { now: () => desk.now, sleep: async () => undefined },
      origin: 'https://a.test',
      limitBytes: 1e9,
      keptSites: () => new Set(),
      ...changes,
    },
  };
  return desk;
}

export function failure(code: Failure['code'], changes: Partial<Failure> = {}): Failure {
  return { code, message: `It is ${code}.`, hint: 'Wait.', retry: 'later', ...changes };
}

const signal = new AbortController().signal;

/** Every sample, fetched where it is missing. */
export const ALL: ReadOptions = { maxPoints: null, fetch: true, signal };

/** The last seven days of some series. */
export const week = (
  desk: Desk,
  ids: readonly string[] = ['a'],
  options: ReadOptions = ALL,
): Promise<SeriesAnswer> =>
  readSeries(desk.context, { site: SITE, ids, from: desk.now - 7 * DAY, to: desk.now }, options);

/** A service that has these. */
export function deskWith(...ids: readonly string[]): Desk {
  const desk = openDesk();
  for (const id of ids) desk.service.known.set(id, (at) => (at / 600_000) % 1000);
  return desk;
}
