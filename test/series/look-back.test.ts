import { describe, expect, it } from 'vitest';
import { readSeries, type SeriesReading } from '../../main/series/read.ts';
import { DAY, failure, HOUR, NOW, openDesk, SITE, type Desk } from './desk.ts';

const TODAY = { from: NOW - DAY, to: NOW };

async function today(desk: Desk, id = 'a', maxPoints: number | null = 2000): Promise<SeriesReading> {
  const { signal } = new AbortController();
  const question = { site: SITE, ids: [id], ...TODAY };
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

describe('what a series held when a range began', () => {
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
