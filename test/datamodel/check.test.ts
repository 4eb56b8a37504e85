import { describe, expect, it } from 'vitest';
import { askNewest, factsOf } from '../../main/datamodel/check.ts';
import type { SeriesStore } from '../../main/series/ports.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import { DAY, failure, HOUR, NOW, openDesk, SITE, type Desk } from '../series/desk.ts';

const never = new AbortController().signal;
const place = { origin: 'https://a.test', site: SITE };

async function known(
  desk: Desk,
  ids: readonly string[],
): Promise<Record<string, number | null | 'unchecked'>> {
  const facts = await factsOf(desk.context, place, ids);
  return Object.fromEntries(
    [...facts.values()].map(({ id, lastAt, checkedAt }) => [id, checkedAt === null ? 'unchecked' : lastAt]),
  );
}

/** A service that has samples of each id up to a moment. */
function deskWith(ends: Readonly<Record<string, number>>): Desk {
  const desk = openDesk();
  desk.service.step = HOUR;
  desk.service.begins = NOW - 4000 * DAY;
  desk.service.ends = NOW + DAY;
  const query = desk.service.querySeries.bind(desk.service);
  for (const id of Object.keys(ends)) desk.service.known.set(id, () => 1);
  desk.service.querySeries = async (site, ids, range) => {
    const answer = await query(site, ids, range);
    if (!answer.ok) return answer;
    const series = answer.value.map(({ id, times, values }) => {
      const count = times.filter((time) => time <= (ends[id] ?? -Infinity)).length;
      return { id, times: times.slice(0, count), values: values.slice(0, count) };
    });
    return { ok: true, value: series };
  };
  return desk;
}

describe('askNewest', () => {
  it('finds the newest sample, however long ago, and what never had any', async () => {
    const ends = {
      now: NOW,
      yesterday: NOW - DAY,
      month: NOW - 40 * DAY,
      years: NOW - 1900 * DAY,
    };
    const desk = deskWith(ends);
    expect(await askNewest(desk.context, SITE, [...Object.keys(ends), 'nobody'], never)).toBe(null);
    expect(await known(desk, [...Object.keys(ends), 'nobody'])).toEqual({ ...ends, nobody: null });
  });

  it('tells values from samples that have none', async () => {
    const desk = deskWith({ broken: NOW, never: NOW });
    desk.service.known.set('broken', (at) => (at <= NOW - 5 * DAY ? 1 : Number.NaN));
    desk.service.known.set('never', () => Number.NaN);
    await askNewest(desk.context, SITE, ['broken', 'never'], never);
    const facts = await factsOf(desk.context, place, ['broken', 'never']);
    expect([...facts.values()]).toMatchObject([
      { lastAt: NOW - 5 * DAY, emptyAt: NOW, checkedAt: NOW },
      { lastAt: null, emptyAt: NOW, checkedAt: NOW },
    ]);
  });

  it('says why what it learnt cannot be kept, and keeps what it knew', async () => {
    const desk = deskWith({ old: NOW - 100 * DAY });
    await askNewest(desk.context, SITE, ['old'], never);
    desk.now += DAY;
    const full = failure('disk-full');
    const setChecked: SeriesStore['setChecked'] = (_, reaches) => {
      if (reaches.length > 0) throw new FailureError(full);
    };
    const context = { ...desk.context, store: { ...desk.context.store, setChecked } };
    expect(await askNewest(context, SITE, ['old', 'nobody'], never)).toBe(full);
    expect(await known(desk, ['old', 'nobody'])).toEqual({ old: NOW - 100 * DAY, nobody: 'unchecked' });
  });

  it('asks for what it knows again only as far back as it knows', async () => {
    const desk = deskWith({ old: NOW - 100 * DAY, fresh: NOW });
    await askNewest(desk.context, SITE, ['old', 'fresh'], never);
    const before = desk.service.asked.length;
    await askNewest(desk.context, SITE, ['old', 'fresh'], never);
    const again = desk.service.asked.slice(before);
    expect(again.length).toBeLessThan(before);
    expect(Math.min(...again.map(({ from }) => from))).toBeGreaterThan(NOW - 100 * DAY - DAY);
    expect(await known(desk, ['old', 'fresh'])).toEqual({ old: NOW - 100 * DAY, fresh: NOW });
  });

  it('begins each stretch of time with a question that is small whatever there is: many ids for a day, one for years', async () => {
    const desk = deskWith({});
    const ids = Array.from({ length: 45 }, (_, at) => `id ${at}`);
    await askNewest(desk.context, SITE, ids, never);
    const first = new Map(desk.service.asked.toReversed().map((asked) => [asked.from, asked]));
    expect(first.size).toBe(16);
    for (const { ids: asked, from, to } of first.values())
      expect((asked.length * (to - from)) / DAY).toBeLessThanOrEqual(asked.length === 1 ? 740 : 40);
  });

  it('asks about more ids at once while answers are empty, also of another ten thousand', async () => {
    const desk = deskWith({ last: NOW - 100 * DAY });
    const ids = Array.from({ length: 12_000 }, (_, at) => `id ${at}`);
    expect(await askNewest(desk.context, SITE, [...ids, 'last'], never)).toBe(null);
    const sizes = desk.service.asked.map(({ ids: { length } }) => length);
    expect(Math.max(...sizes)).toBe(1000);
    // Some 13 for each of 16 stretches of time, and those that began small; one for each of 12 ids and stretches before.
    expect(sizes.length).toBeLessThan(16 * 35);
    expect(await known(desk, ['id 0', 'id 11999', 'last'])).toEqual({
      'id 0': null,
      'id 11999': null,
      last: NOW - 100 * DAY,
    });
  });

  it('asks about fewer ids at once when answers become large, and about more again after them', async () => {
    const full = Array.from({ length: 600 }, (_, at) => `full ${at}`);
    const none = (some: string): readonly string[] =>
      Array.from({ length: 5000 }, (_, at) => `${some} ${at}`);
    const desk = deskWith(Object.fromEntries(full.map((id) => [id, NOW - 30 * DAY])));
    const inVain: number[] = [];
    // One sample an hour: of these ids 51 days have 1224.
    const holds = (ids: readonly string[]): number => ids.filter((id) => id.startsWith('full')).length;
    desk.service.onAsk = ({ ids, from }) => {
      if (from !== NOW - 81 * DAY || holds(ids) <= 100) return null;
      inVain.push(ids.length);
      return failure('too-large');
    };
    expect(await askNewest(desk.context, SITE, [...none('a'), ...full, ...none('b')], never)).toBe(null);
    expect(inVain.length).toBeLessThan(8);
    const step = desk.service.asked.filter(({ from }) => from === NOW - 81 * DAY).map(({ ids }) => ids);
    const last = step.findLastIndex((ids) => holds(ids) > 0);
    expect(step[last]!.length).toBeLessThanOrEqual(125);
    expect(Math.max(...step.slice(last + 1).map(({ length }) => length))).toBe(1000);
    expect(await known(desk, ['full 599', 'b 2999'])).toEqual({ 'full 599': NOW - 30 * DAY, 'b 2999': null });
  });

  it('asks no slow service about more ids at once', async () => {
    const desk = deskWith({});
    desk.service.onAsk = ({ ids }) => {
      desk.now += ids.length * 1000;
      return null;
    };
    const ids = Array.from({ length: 100 }, (_, at) => `id ${at}`);
    await askNewest(desk.context, SITE, ids, never);
    // Four questions are under way at once, and each takes what all of them take.
    expect(Math.max(...desk.service.asked.map(({ ids: { length } }) => length))).toBe(20);
  });

  it('asks for less where an answer is too large, and misses nothing by it', async () => {
    const ends = { a: NOW, b: NOW - 500 * DAY, c: NOW - 2 * DAY };
    const desk = deskWith(ends);
    desk.service.onAsk = ({ ids, from, to }) =>
      ids.length > 1 || to - from > 100 * DAY ? failure('too-large') : null;
    expect(await askNewest(desk.context, SITE, ['a', 'b', 'c', 'nobody'], never)).toBe(null);
    expect(await known(desk, ['a', 'b', 'c', 'nobody'])).toEqual({ ...ends, nobody: null });
  });

  it('leaves what it could not ask about as it was, and says why', async () => {
    const desk = deskWith({ a: NOW });
    desk.service.failure = failure('offline');
    expect(await askNewest(desk.context, SITE, ['a', 'nobody'], never)).toMatchObject({ code: 'offline' });
    expect(await known(desk, ['a', 'nobody'])).toEqual({ a: 'unchecked', nobody: 'unchecked' });
  });

  it('asks nothing more once the service is away, however much there is to be asked', async () => {
    const desk = deskWith({});
    desk.service.failure = failure('offline');
    const ids = Array.from({ length: 12_000 }, (_, at) => `id ${at}`);
    expect(await askNewest(desk.context, SITE, ids, never)).toMatchObject({ code: 'offline' });
    expect(desk.service.asked.length).toBeLessThanOrEqual(4);
  });

  it('calls no id unknown that the service refuses to speak of', async () => {
    const desk = deskWith({ a: NOW });
    desk.service.onAsk = ({ ids }) => (ids.includes('secret') ? failure('refused') : null);
    expect(await askNewest(desk.context, SITE, ['a', 'secret', 'nobody'], never)).toMatchObject({
      code: 'refused',
    });
    expect(await known(desk, ['a', 'secret', 'nobody'])).toEqual({
      a: NOW,
      secret: 'unchecked',
      nobody: null,
    });
  });

  it('stops when nobody waits any more', async () => {
    const desk = deskWith({ a: NOW });
    const stop = new AbortController();
    desk.service.onAsk = () => {
      stop.abort();
      return null;
    };
    await askNewest(desk.context, SITE, ['a', 'nobody'], stop.signal);
    expect(desk.service.asked).toHaveLength(1);
    expect(await known(desk, ['nobody'])).toEqual({ nobody: 'unchecked' });
  });

  it.each([null, NOW])(
    'calls nothing checked that a clock asked for which was ahead (the service says %j)',
    async (time) => {
      const desk = deskWith({ a: NOW + 5 * DAY });
      desk.service.ends = 0;
      desk.service.time = time;
      desk.now = NOW + 60 * DAY;
      await askNewest(desk.context, SITE, ['a'], never);
      desk.service.time = null;
      desk.service.begins = NOW + 2 * DAY;
      desk.service.ends = NOW + 5 * DAY;
      desk.now = NOW + (time === null ? 20 : 70) * DAY;
      if (time === null) expect(await known(desk, ['a'])).toEqual({ a: 'unchecked' });
      await askNewest(desk.context, SITE, ['a'], never);
      expect(await known(desk, ['a'])).toEqual({ a: NOW + 5 * DAY - HOUR });
    },
  );
});
