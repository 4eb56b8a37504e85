import { describe, expect, it } from 'vitest';
import { askNewest } from '../../main/datamodel/check.ts';
import { healthAt } from '../../main/datamodel/health.ts';
import { KnownPoints } from '../../main/datamodel/known-points.ts';
import { readSeries } from '../../main/series/read.ts';
import { ALL, DAY, HOUR, NOW, openDesk, SITE, type Desk } from '../series/desk.ts';

const MINUTE = 60_000;
const never = new AbortController().signal;
const place = { origin: 'https://a.test', site: SITE };
/** A Monday morning. */
const MONDAY = Date.UTC(2026, 4, 18, 6);
const FRIDAY_EVENING = MONDAY - 2.5 * DAY;

type Points = readonly (readonly [at: number, value: number])[];

const every = (step: number, from: number, to: number): Points =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, at) => [from + at * step, at % 7]);

/** It moves now and then, mostly after a few minutes, at times after an hour, from six to eighteen on workdays. */
function valve(from: number, to: number): Points {
  const points: [number, number][] = [];
  let state = 7;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let at = from; at < to; at += (1 + Math.floor(random() ** 3 * 60)) * MINUTE) {
    const isRest = [0, 6].includes(new Date(at).getUTCDay()) || at % DAY < 6 * HOUR || at % DAY > 18 * HOUR;
    if (!isRest) points.push([at, points.length % 5]);
  }
  return points;
}

async function healths(desk: Desk, points = new KnownPoints()): Promise<Record<string, string>> {
  const ids = [...desk.service.samples.keys()];
  const known = await points.of(desk.context, place, ids);
  return Object.fromEntries(ids.map((id) => [id, healthAt(known.get(id), desk.now)]));
}

function monday(): Desk {
  const desk = openDesk();
  desk.now = MONDAY;
  desk.service.samples.set('valve', valve(MONDAY - 60 * DAY, FRIDAY_EVENING));
  desk.service.samples.set('sensor', every(15 * MINUTE, MONDAY - 60 * DAY, FRIDAY_EVENING));
  desk.service.samples.set('set point', [[FRIDAY_EVENING, 21]]);
  desk.service.samples.set('fresh', every(15 * MINUTE, MONDAY - 60 * DAY, MONDAY));
  return desk;
}

describe('points on a Monday', () => {
  it('tell a valve that rests from a sensor that is silent, by what comes with their newest samples', async () => {
    const desk = monday();
    expect(await askNewest(desk.context, SITE, [...desk.service.samples.keys()], never)).toBe(null);
    expect(await healths(desk)).toEqual({
      valve: 'held',
      sensor: 'silent',
      'set point': 'unclear',
      fresh: 'data',
    });
    // The last day, and the two days before it.
    expect(desk.service.asked).toHaveLength(2);
    // Of a sensor that sent for years no more is kept than is needed.
    const heads = desk.context.store.heads(place, 'sensor', 0, 30_000);
    expect(heads.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(300);
  });

  it('are judged by all that a chart brought as well', async () => {
    const desk = monday();
    await readSeries(desk.context, { site: SITE, ids: ['valve'], from: MONDAY - 60 * DAY, to: MONDAY }, ALL);
    desk.now += 7 * DAY;
    await askNewest(desk.context, SITE, [...desk.service.samples.keys()], never);
    // It never rested for more than a weekend.
    expect((await healths(desk))['valve']).toBe('silent');
  });

  it('are not silent where they send some values at once each week', async () => {
    const desk = monday();
    const bursts = every(7 * DAY, FRIDAY_EVENING - 70 * DAY, MONDAY).flatMap(([at]) =>
      [0, 5000, 10_000].map((offset): [number, number] => [at + offset, 1]),
    );
    desk.service.samples.set('reader', bursts);
    await readSeries(desk.context, { site: SITE, ids: ['reader'], from: MONDAY - 80 * DAY, to: MONDAY }, ALL);
    await askNewest(desk.context, SITE, [...desk.service.samples.keys()], never);
    expect((await healths(desk))['reader']).toBe('data');
  });

  it('are judged anew only where more of them came', async () => {
    const desk = monday();
    const known = new KnownPoints();
    await askNewest(desk.context, SITE, [...desk.service.samples.keys()], never);
    await healths(desk, known);
    let looks = 0;
    const { store } = desk.context;
    const heads = store.heads.bind(store);
    Object.assign(store, {
      heads: (...asked: Parameters<typeof heads>) => {
        looks += 1;
        return heads(...asked);
      },
    });
    expect((await healths(desk, known))['valve']).toBe('held');
    expect(looks).toBe(0);
    await readSeries(desk.context, { site: SITE, ids: ['valve'], from: MONDAY - 60 * DAY, to: MONDAY }, ALL);
    looks = 0;
    expect((await healths(desk, known))['valve']).toBe('held');
    expect(looks).toBeGreaterThan(0);
  });
});

it('a point that sends words is asked about once, beside others, and told by them', async () => {
  const desk = openDesk();
  desk.service.samples.set('sensor', every(15 * MINUTE, NOW - 5 * DAY, NOW));
  desk.service.samples.set('state', []);
  const query = desk.service.querySeries.bind(desk.service);
  desk.service.querySeries = async (site, ids, range) => {
    const answer = await query(site, ids, range);
    if (!answer.ok) return answer;
    const at = [NOW - 3 * HOUR, NOW - HOUR].filter((time) => time >= range.from && time < range.to);
    const state = {
      id: 'state',
      times: Float64Array.from(at),
      values: Float64Array.from(at, () => Number.NaN),
      words: at.length === 0 ? [] : ['open', 'closed'],
    };
    return { ok: true, value: answer.value.map((series) => (series.id === 'state' ? state : series)) };
  };
  await askNewest(desk.context, SITE, ['sensor', 'state'], never);
  expect(desk.service.asked).toHaveLength(1);
  expect(await healths(desk)).toEqual({ sensor: 'data', state: 'data' });
  const known = await new KnownPoints().of(desk.context, place, ['state']);
  expect(known.get('state')).toMatchObject({ lastAt: null, emptyAt: NOW - HOUR, words: ['open', 'closed'] });
  // What once sent numbers keeps its newest one, and is in trouble.
  desk.context.store.setChecked(
    place,
    [{ id: 'state', lastAt: NOW - 9 * DAY, emptyAt: null }],
    NOW - 9 * DAY,
  );
  await askNewest(desk.context, SITE, ['sensor', 'state'], never);
  expect(await healths(desk)).toEqual({ sensor: 'data', state: 'silent' });
});
