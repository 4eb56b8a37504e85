import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packSamples } from '../../main/app/series/pack.ts';
import { exportPiece } from '../../main/series/export.ts';
import { readSeries } from '../../main/series/read.ts';
import { Turns } from '../support/measures/turns.ts';
import { DAY, NOW, openDesk, SITE, type Desk } from './desk.ts';

/** Longest that the rest of the program may wait, ms. */
const TURN = 50;
const DAYS = 120;
const IDS = ['a', 'b', 'c'];
const signal = new AbortController().signal;

describe('half a million samples', { timeout: 90_000 }, () => {
  let turns: Turns;

  beforeAll(() => {
    turns = new Turns();
  });

  afterAll(() => turns.stop());

  /** A reading a minute; waits take real time, so that others get their turns. */
  const filled = async (): Promise<Desk> => {
    const env = { now: () => Date.now(), sleep: (ms: number) => delay(ms) };
    const desk = openDesk({ env });
    desk.service.step = 60_000;
    for (const id of IDS) desk.service.known.set(id, (at) => (((at / 60_000) * 7919) % 1000) / 10);
    const answer = desk.service.querySeries.bind(desk.service);
    desk.service.querySeries = (...asked) => turns.without(() => answer(...asked));
    turns.reset();
    await readSeries(
      desk.context,
      { site: SITE, ids: IDS, from: NOW - DAYS * DAY, to: NOW },
      {
        maxPoints: 4000,
        fetch: true,
        signal,
      },
    );
    return desk;
  };

  // The best of three: code that is still being compiled, or memory that is tidied up, may take a turn of its own.
  it('are stored, thinned, packed and exported, and others have their turns', async () => {
    const desk = await filled();
    expect(turns.longest, 'fetched and stored').toBeLessThan(TURN);
    for (const [days, maxPoints] of [
      [DAYS, 4800],
      [30, 4800],
      [30, 40_000],
    ] as const) {
      turns.reset();
      const options = { maxPoints, margin: (days * DAY) / 2, fetch: false, signal };
      const { series } = await readSeries(
        desk.context,
        { site: SITE, ids: IDS, from: NOW - days * DAY, to: NOW },
        options,
      );
      for (const each of series) packSamples(each);
      expect(turns.longest, `read ${days} days for ${maxPoints}`).toBeLessThan(TURN);
      expect(series[0]!.stats.count).toBe(days * 1440);
    }
    turns.reset();
    const series = IDS.map((id) => ({ id, label: null, unit: null }));
    const range = { from: NOW - 20 * DAY, to: NOW };
    const table = { site: SITE, series, range, zone: 'Europe/Berlin' };
    for (let at: number | null = null; ;) {
      at = (await exportPiece(desk.context, table, at, signal)).next;
      if (at === null) break;
    }
    expect(turns.longest, 'exported').toBeLessThan(TURN);
  });
});
