import { describe, expect, it } from 'vitest';
import type { Range } from '../../main/series/coverage.ts';
import { readSeries, type SeriesReading } from '../../main/series/read.ts';
import { DAY, failure, HOUR, NOW, openDesk, SITE, type Desk } from './desk.ts';

const TODAY = { from: NOW - DAY, to: NOW };

function today(desk: Desk, id = 'a', maxPoints: number | null = 2000): Promise<SeriesReading> {
  return read(desk, TODAY, id, maxPoints);
}

async function read(
  desk: Desk,
  range: Range,
  id = 'a',
  maxPoints: number | null = 2000,
): Promise<SeriesReading> {
  const { signal } = new AbortController();
  const question = { site: SITE, ids: [id], ...range };
  const { series, stale, trouble } = await readSeries(desk.context, question, {
    maxPoints,
    fetch: true,
    signal,
  });
  expect([stale, trouble]).toEqual([false, null]);
  return series[0]!;
}

/** How far each question reached, in days before now. */
const asked = ({ service }: Desk): readonly (readonly [from: number, to: number])[] =>
  service.asked.map(({ from, to }) => [(NOW - from) / DAY, (NOW - to) / DAY]);

describe('what a series held at the ends of a range', () => {
  it.each([
    [
      'days',
      3,
      [
        [1, 0],
        [8, 1],
      ],
    ],
    [
      'weeks',
      20,
      [
        [1, 0],
        [8, 1],
        [36, 8],
      ],
    ],
  ])('is fetched where it is %s old', async (_, days, questions) => {
    const desk = openDesk();
    desk.service.samples.set('a', [
      [NOW - days * DAY, 50],
      [NOW - 6 * HOUR, 70],
      [NOW - HOUR, 40],
    ]);
    const { times, values, stats } = await today(desk);
    expect([...times]).toEqual([NOW - days * DAY, NOW - 6 * HOUR, NOW - HOUR]);
    expect([...values]).toEqual([50, 70, 40]);
    expect(stats.count).toBe(2);
    expect(asked(desk)).toEqual(questions);
    // And is here from then on.
    desk.service.asked.length = 0;
    await today(desk);
    expect(asked(desk)).toEqual([[1, 0]]);
  });

  it('is fetched from both sides where the range lies in the past', async () => {
    const desk = openDesk();
    desk.service.samples.set('a', [
      [NOW - 30 * DAY, 40],
      [NOW - 16 * DAY, 60],
      [NOW - 9 * DAY, 70],
    ]);
    const day = { from: NOW - 13 * DAY, to: NOW - 12 * DAY };
    const { times, values } = await read(desk, day);
    expect([...times]).toEqual([NOW - 16 * DAY, NOW - 9 * DAY]);
    expect([...values]).toEqual([60, 70]);
    const questions = [
      [13, 12],
      [12, 5],
      [20, 13],
    ];
    expect(asked(desk)).toEqual(questions);
    await read(desk, day);
    expect(asked(desk)).toEqual(questions);
    // Of the newest sample nobody knows how long it held: not even after the rest of the time until now was asked for.
    desk.service.samples.set('b', [[NOW - 16 * DAY, 60]]);
    expect([...(await read(desk, day, 'b')).times]).toEqual([]);
    desk.service.asked.length = 0;
    await read(desk, day, 'b');
    expect(asked(desk)).toEqual([]);
  });

  it('is not looked for further back than five weeks, nor twice', async () => {
    const desk = openDesk();
    desk.service.samples.set('a', [
      [NOW - 60 * DAY, 50],
      [NOW - HOUR, 40],
    ]);
    expect([...(await today(desk)).times]).toEqual([NOW - HOUR]);
    expect(asked(desk)).toEqual([
      [1, 0],
      [8, 1],
      [36, 8],
    ]);
    desk.service.asked.length = 0;
    await today(desk);
    expect(asked(desk)).toEqual([[1, 0]]);
  });

  it('is not looked for where nothing would be drawn from it: at even pauses, at rest, and in a table', async () => {
    const desk = openDesk();
    desk.service.known.set('a', () => 20);
    desk.service.samples.set(
      'new',
      Array.from({ length: 60 }, (_, n) => [NOW - 15 * HOUR + (n * HOUR) / 4, n] as const),
    );
    desk.service.samples.set('resting', [[NOW - 3 * DAY, 50]]);
    desk.service.samples.set('moving', [
      [NOW - 3 * DAY, 50],
      [NOW - HOUR, 40],
    ]);
    await today(desk);
    await today(desk, 'new');
    await today(desk, 'resting');
    await today(desk, 'moving', null);
    expect(asked(desk)).toEqual(Array.from({ length: 4 }, () => [1, 0]));
  });

  it('is left out where the service does not answer that', async () => {
    const desk = openDesk();
    desk.service.samples.set('a', [[NOW - HOUR, 40]]);
    desk.service.onAsk = ({ from }) => (from < TODAY.from ? failure('offline') : null);
    expect([...(await today(desk)).times]).toEqual([NOW - HOUR]);
    expect(asked(desk)).toEqual([
      [1, 0],
      [8, 1],
    ]);
  });
});
