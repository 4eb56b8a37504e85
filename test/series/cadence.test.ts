import { describe, expect, it } from 'vitest';
import { readSeries, type SeriesReading } from '../../main/series/read.ts';
import { ALL, DAY, HOUR, NOW, openDesk, SITE, type Desk } from './desk.ts';

const MINUTE = 60_000;

type Points = readonly (readonly [at: number, value: number])[];

/** The same numbers at each run, from 0 up to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Moments from one up to another, `next` ms apart each time. */
function moments(from: number, to: number, next: (at: number) => number): readonly number[] {
  const all: number[] = [];
  for (let at = from; at < to; at += Math.round(next(at))) all.push(at);
  return all;
}

const valued = (times: readonly number[]): Points => times.map((at, index) => [at, index % 100]);

const isWorkday = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

/** A valve: it moves every few minutes from six to eighteen on workdays, and rests at night and over the weekend. */
function valve(from: number, to: number): Points {
  const random = numbers(7);
  const all = moments(from, to, () => (1 + Math.floor(random() * random() * 30)) * MINUTE);
  return valued(all.filter((at) => isWorkday(at) && at % DAY >= 6 * HOUR && at % DAY < 18 * HOUR));
}

const every = (step: number, from: number, to: number): readonly number[] => moments(from, to, () => step);

/** A set point that somebody changes now and then. */
const setPoint = (from: number, to: number): Points => {
  const random = numbers(3);
  return valued(moments(from, to, () => random() * random() * 6 * DAY + 7 * MINUTE));
};

async function read(
  desk: Desk,
  {
    from,
    to,
    maxPoints = 4000,
    margin = 0,
  }: { from: number; to: number; maxPoints?: number; margin?: number },
): Promise<SeriesReading> {
  const { series } = await readSeries(
    desk.context,
    { site: SITE, ids: ['a'], from, to },
    { ...ALL, fetch: false, maxPoints, margin },
  );
  return series[0]!;
}

/** A desk that has fetched all of these. */
async function fetched(points: Points, from: number, to: number): Promise<Desk> {
  const desk = openDesk();
  desk.service.samples.set('a', points);
  await readSeries(desk.context, { site: SITE, ids: ['a'], from, to }, ALL);
  return desk;
}

const gapsOf = ({ times, values }: SeriesReading): readonly number[] =>
  [...times].filter((_, at) => Number.isNaN(values[at]!));

const MONTH = { from: NOW - 30 * DAY, to: NOW };

describe('what is sent on change', () => {
  it.each([
    ['a valve that rests at night', valve(MONTH.from, MONTH.to)],
    ['a set point', setPoint(MONTH.from, MONTH.to)],
    ['changes at any moment', valued(moments(MONTH.from, MONTH.to, exponential(10 * MINUTE)))],
    ['two in half a year', valued([NOW - 29 * DAY, NOW - 29 * DAY + MINUTE, NOW - HOUR])],
  ])('%s has no gap, thinned or not', async (_, points) => {
    const desk = await fetched(points, MONTH.from, MONTH.to);
    for (const maxPoints of [200, 100_000]) {
      const series = await read(desk, { ...MONTH, maxPoints });
      expect([series.cadence, gapsOf(series).length]).toEqual(['uneven', 0]);
      expect(series.stats.count).toBe(points.length);
    }
  });

  it('is told so of a single morning too, which alone would tell nothing', async () => {
    const desk = await fetched(valve(MONTH.from, MONTH.to), MONTH.from, MONTH.to);
    // A Sunday without a sample, and a Monday.
    for (const days of [3, 2]) {
      const day = Math.floor((NOW - days * DAY) / DAY) * DAY;
      const morning = await read(desk, { from: day + 7 * HOUR, to: day + 9 * HOUR });
      expect([days, morning.cadence]).toEqual([days, 'uneven']);
    }
  });

  it('is a line also where no sample is in view, from the one before to the one after', async () => {
    const points: Points = [...valve(MONTH.from, NOW - 10 * DAY), ...valve(NOW - 2 * DAY, NOW)];
    const desk = await fetched(points, MONTH.from, MONTH.to);
    const silent = { from: NOW - 6 * DAY, to: NOW - 5 * DAY, margin: DAY / 2 };
    const series = await read(desk, silent);
    const before = points.findLast(([at]) => at < NOW - 7 * DAY)!;
    const after = points.find(([at]) => at > NOW - 4 * DAY)!;
    expect([...series.times]).toEqual([before[0], after[0]]);
    expect([...series.values]).toEqual([before[1], after[1]]);
    expect(series.stats.count).toBe(0);
    // After the newest sample nobody knows whether it still holds.
    const end = await read(desk, { from: NOW + HOUR, to: NOW + 2 * HOUR });
    expect([...end.times]).toEqual([]);
  });

  it('is a line however long it held, as a heating valve does all summer', async () => {
    const begin = NOW - 100 * DAY;
    const points: Points = [...valve(begin, NOW - 70 * DAY), ...valve(NOW - 10 * DAY, NOW)];
    const desk = await fetched(points, begin, NOW);
    const before = points.findLast(([at]) => at < NOW - 70 * DAY)!;
    const after = points.find(([at]) => at > NOW - 11 * DAY)!;
    for (const days of [65, 60, 40, 20, 15]) {
      const { times } = await read(desk, { from: NOW - days * DAY, to: NOW - (days - 1) * DAY });
      expect([days, ...times]).toEqual([days, before[0], after[0]]);
    }
  });

  it('is a gap where something was never fetched', async () => {
    const desk = openDesk();
    desk.service.samples.set('a', valve(MONTH.from, MONTH.to));
    for (const [from, to] of [
      [MONTH.from, NOW - 20 * DAY],
      [NOW - 10 * DAY, NOW],
    ] as const)
      await readSeries(desk.context, { site: SITE, ids: ['a'], from, to }, ALL);
    for (const maxPoints of [200, 100_000]) {
      const series = await read(desk, { ...MONTH, maxPoints });
      expect([series.cadence, gapsOf(series).length]).toEqual(['uneven', 1]);
    }
    const silent = await read(desk, { from: NOW - 16 * DAY, to: NOW - 15 * DAY });
    expect([...silent.times]).toEqual([]);
  });

  it('is not asked for each night of it again, only for what is longer than usual', async () => {
    const away = (at: number): boolean => at > NOW - 14 * DAY && at < NOW - 7.5 * DAY;
    const points = valve(MONTH.from, MONTH.to).filter(([at]) => !away(at));
    const desk = await fetched(points, MONTH.from, MONTH.to);
    desk.now += 2 * HOUR;
    desk.service.asked.length = 0;
    await readSeries(desk.context, { site: SITE, ids: ['a'], ...MONTH }, ALL);
    expect(desk.service.asked.some(({ from, to }) => from < NOW - 13 * DAY && to > NOW - 8 * DAY)).toBe(true);
    // With the last day, and the weekends.
    expect(desk.service.asked.length).toBeLessThanOrEqual(5);
  });

  it('gives every sample and nothing else where all are asked for', async () => {
    const points = valve(MONTH.from, MONTH.to);
    const desk = await fetched(points, MONTH.from, MONTH.to);
    const { series } = await readSeries(
      desk.context,
      { site: SITE, ids: ['a'], ...MONTH },
      { ...ALL, fetch: false },
    );
    expect([...series[0]!.times]).toEqual(points.map(([at]) => at));
  });
});

function exponential(mean: number): () => number {
  const random = numbers(11);
  return () => 1 - Math.log(1 - random()) * mean;
}

describe('what is sent at equal pauses', () => {
  const random = numbers(5);
  const away = (at: number): boolean => at > NOW - 14 * DAY && at < NOW - 9 * DAY;

  it.each([
    ['each minute', every(MINUTE, MONTH.from, NOW)],
    ['every hour', every(HOUR, MONTH.from, NOW)],
    ['once a day', every(DAY, MONTH.from, NOW)],
    ['with jitter', moments(MONTH.from, NOW, () => MINUTE * (0.5 + random()))],
  ])('%s has an outage as a gap, thinned or not', async (_, times) => {
    const points = valued(times.filter((at) => !away(at)));
    const desk = await fetched(points, MONTH.from, MONTH.to);
    for (const maxPoints of [200, 100_000]) {
      const series = await read(desk, { ...MONTH, maxPoints });
      expect([series.cadence, gapsOf(series).length]).toEqual(['even', 1]);
    }
  });

  it('keeps the gaps of a radio that loses a third, and of a line that is away half of the time', async () => {
    const lossy = valued(every(MINUTE, MONTH.from, NOW).filter(() => random() > 0.35));
    const flapping = valued(every(MINUTE, MONTH.from, NOW).filter((at) => at % (20 * MINUTE) < 10 * MINUTE));
    for (const points of [lossy, flapping]) {
      const desk = await fetched(points, MONTH.from, MONTH.to);
      const series = await read(desk, { ...MONTH, maxPoints: 1_000_000 });
      expect(series.cadence).toBe('even');
      expect(gapsOf(series).length).toBeGreaterThan(100);
    }
  });

  it('is judged by what was fetched as one stretch, however many short ones were looked at', async () => {
    const desk = openDesk();
    desk.service.samples.set('a', valued(every(15 * MINUTE, MONTH.from, NOW)));
    for (let day = NOW - 10 * DAY; day < NOW - DAY; day += DAY)
      for (const hours of [0, 0.25, 0.5, 1, 1.5, 11]) {
        const from = day + hours * HOUR;
        await readSeries(desk.context, { site: SITE, ids: ['a'], from, to: from + MINUTE }, ALL);
      }
    expect((await read(desk, MONTH)).cadence).toBe('even');
  });

  it.each([
    ['two programs five seconds apart', [0, 5000]],
    ['a gateway that sends four at once', [0, 1000, 2000, 3000]],
  ])('is a line through the bursts of %s, and its outage a gap', async (_, offsets) => {
    const times = every(15 * MINUTE, MONTH.from, NOW).filter((at) => !away(at));
    const points = valued(times.flatMap((at) => offsets.map((offset) => at + offset)));
    const desk = await fetched(points, MONTH.from, MONTH.to);
    for (const maxPoints of [200, 100_000]) {
      const series = await read(desk, { ...MONTH, maxPoints });
      // Its coverage would be told as one in a hundred.
      expect([series.cadence, gapsOf(series).length, series.interval]).toEqual(['even', 1, null]);
    }
  });

  it('has each night as a gap where it is away at night', async () => {
    for (const step of [15 * MINUTE, HOUR, 2 * HOUR]) {
      const day = every(step, MONTH.from, NOW).filter((at) => at % DAY >= 8 * HOUR && at % DAY < 16 * HOUR);
      const desk = await fetched(valued(day), MONTH.from, MONTH.to);
      const series = await read(desk, { ...MONTH, maxPoints: 100_000 });
      expect([series.cadence, gapsOf(series).length]).toEqual(['even', 30]);
    }
  });

  it('is a gap within a view that holds nothing else', async () => {
    const points = valued(every(MINUTE, MONTH.from, NOW).filter((at) => !away(at)));
    const desk = await fetched(points, MONTH.from, MONTH.to);
    expect([...(await read(desk, { from: NOW - 11 * DAY, to: NOW - 10 * DAY })).times]).toEqual([]);
  });

  it('has its line also between two samples', async () => {
    const desk = await fetched(valued(every(HOUR, MONTH.from, NOW)), MONTH.from, MONTH.to);
    const from = NOW - 5 * DAY + 20 * MINUTE;
    const series = await read(desk, { from, to: from + 10 * MINUTE, margin: 5 * MINUTE });
    expect([...series.times]).toEqual([NOW - 5 * DAY, NOW - 5 * DAY + HOUR]);
  });

  it('has its outage as a gap also within a day of which but an hour came', async () => {
    const points = valued(
      every(MINUTE, MONTH.from, NOW).filter(
        (at) => at < NOW - 3 * DAY || at % DAY < HOUR || at % DAY > 20 * HOUR,
      ),
    );
    const desk = await fetched(points, MONTH.from, MONTH.to);
    expect(gapsOf(await read(desk, { ...MONTH, maxPoints: 1_000_000 })).length).toBeGreaterThanOrEqual(3);
  });

  it('has no gaps for being sent less often from a day on', async () => {
    const points = valued([
      ...every(MINUTE, MONTH.from, NOW - 15 * DAY),
      ...every(HOUR, NOW - 15 * DAY, NOW),
    ]);
    const desk = await fetched(points, MONTH.from, MONTH.to);
    const changed = NOW - 15 * DAY;
    for (const maxPoints of [200, 1_000_000]) {
      const gaps = gapsOf(await read(desk, { ...MONTH, maxPoints }));
      // But for the rest of that day.
      expect(gaps.filter((at) => at < changed - MINUTE || at > changed + DAY / 2)).toEqual([]);
    }
  });
});

it('what was even in one month and sent on change in the next is either in its place', async () => {
  const outage = (at: number): boolean => at > NOW - 50 * DAY && at < NOW - 48 * DAY;
  const begin = NOW - 60 * DAY;
  const points: Points = [
    ...valued(every(5 * MINUTE, begin, NOW - 30 * DAY).filter((at) => !outage(at))),
    ...valve(NOW - 30 * DAY, NOW),
  ];
  const desk = await fetched(points, begin, NOW);
  for (const maxPoints of [400, 1_000_000]) {
    const series = await read(desk, { from: begin, to: NOW, maxPoints });
    expect(series.cadence).toBe('mixed');
    const gaps = gapsOf(series);
    expect(gaps.filter((at) => at < NOW - 44 * DAY)).toHaveLength(1);
    expect(gaps.filter((at) => at > NOW - 16 * DAY)).toEqual([]);
  }
  expect((await read(desk, { from: NOW - 55 * DAY, to: NOW - 45 * DAY })).cadence).toBe('even');
  expect((await read(desk, { from: NOW - 15 * DAY, to: NOW - 5 * DAY })).cadence).toBe('uneven');
});

it('is judged of ten years with room for other work every few weeks', async () => {
  const begin = NOW - 3650 * DAY;
  const random = numbers(9);
  const all = moments(begin, NOW, () => (10 + random() ** 3 * 240) * MINUTE);
  const points = valued(all.filter((at) => at % DAY >= 6 * HOUR && at % DAY < 18 * HOUR));
  const desk = await fetched(points, begin, NOW);
  const { context } = desk;
  // Each day that is read takes a millisecond.
  const work = { read: 0, sinceBreath: 0, most: 0 };
  const read = context.store.points.bind(context.store);
  const store = Object.assign(Object.create(context.store) as typeof context.store, {
    points: (...asked: Parameters<typeof read>) => {
      const days = read(...asked);
      work.read += days.length;
      work.sinceBreath += days.length;
      work.most = Math.max(work.most, work.sinceBreath);
      return days;
    },
  });
  const env = { now: () => NOW + work.read, sleep: async () => void (work.sinceBreath = 0) };
  const options = { ...ALL, fetch: false, maxPoints: 4000 };
  const { series } = await readSeries(
    { ...context, store, env },
    { site: SITE, ids: ['a'], from: begin, to: NOW },
    options,
  );
  expect(series[0]!.cadence).toBe('uneven');
  // As many days as are drawn at a time.
  expect(work.most).toBeLessThanOrEqual(64 + 2 * 21);
});
