import { describe, expect, it } from 'vitest';
import { readSeries } from '../../main/series/read.ts';
import { splitQuery } from '../../main/series/split.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import { ALL, DAY, deskWith, failure, NOW, openDesk, SITE, week, type Desk } from './desk.ts';

describe('when the service makes trouble', () => {
  it('asks for less where an answer was too large', async () => {
    const desk = deskWith('a', 'b');
    desk.service.onAsk = ({ ids, from, to }) =>
      ids.length > 1 || to - from > 2 * DAY ? failure('too-large') : null;
    const { series, trouble } = await week(desk, ['a', 'b']);
    expect(trouble).toBeNull();
    expect(series.map(({ times }) => times.length)).toEqual([1008, 1008]);
  });

  it('asks for less where something on the way cuts answers off, and has the others of one that is always cut', async () => {
    const desk = deskWith('a', 'long', 'c');
    desk.service.onAsk = ({ ids }) =>
      ids.length > 1 || ids.includes('long') ? failure('timeout', { cut: true }) : null;
    const { series, trouble } = await week(desk, ['a', 'long', 'c']);
    expect([trouble?.code, trouble?.cut]).toEqual(['timeout', true]);
    expect(series.map(({ times }) => times.length)).toEqual([1008, 0, 1008]);
  });

  it('asks no more of a service of which every answer is cut off', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `id ${at}`);
    const desk = deskWith(...ids);
    desk.service.failure = failure('timeout', { cut: true });
    expect((await week(desk, ids)).trouble?.code).toBe('timeout');
    expect(desk.service.asked.length).toBeLessThan(40);
  });

  it('finds the one id that is refused, and has the others', async () => {
    const desk = deskWith('a', 'bad', 'c');
    desk.service.onAsk = ({ ids }) => (ids.includes('bad') ? failure('refused') : null);
    const { series, trouble, stale } = await week(desk, ['a', 'bad', 'c']);
    expect([trouble?.code, stale]).toEqual(['refused', true]);
    expect(series.map(({ times }) => times.length)).toEqual([1008, 0, 1008]);
  });

  it('asks for an id that is refused no more than once for each stretch of time', async () => {
    const desk = deskWith('bad');
    desk.service.failure = failure('refused');
    expect((await week(desk, ['bad'])).trouble?.code).toBe('refused');
    expect(desk.service.asked).toHaveLength(1);
  });

  it('asks for the parts of a large answer side by side, once one of them was small enough', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `s${n}`);
    const desk = deskWith(...ids);
    let [now, most, before] = [0, 0, 0];
    const { service } = desk;
    const answer = service.querySeries.bind(service);
    service.onAsk = ({ ids: some }) => (some.length > 2 ? failure('too-large') : null);
    service.querySeries = async (...asked) => {
      now += 1;
      if (service.asked.every((each) => each.ids.length > 2)) before = Math.max(before, now);
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return answer(...asked);
    };
    const day = { site: SITE, ids, from: NOW - DAY, to: NOW };
    expect((await readSeries(desk.context, day, ALL)).trouble).toBeNull();
    expect([before, most]).toEqual([1, 4]);
  });

  it('finds the one whose answer cannot be read, and has the others whether they have samples or none', async () => {
    const desk = deskWith('a', 'words', 'c');
    desk.service.unread.add('words').add('silent');
    desk.service.onAsk = ({ ids }) => {
      if (!ids.includes('words')) desk.service.unread.delete('silent');
      return null;
    };
    const { series, trouble } = await week(desk, ['a', 'words', 'silent', 'c']);
    expect(trouble?.code).toBe('not-understood');
    expect(series.map(({ times, coverage }) => [times.length, coverage[0]?.state])).toEqual([
      [1008, 'fetched'],
      [0, 'never'],
      [0, 'empty'],
      [1008, 'fetched'],
    ]);
  });

  it('takes a range of millennia for no more than it can ask for, and for nothing without a service', async () => {
    const desk = deskWith('a');
    desk.service.failure = failure('no-access');
    const millennia = { site: SITE, ids: ['a'], from: -8e15, to: 8e15 };
    expect((await readSeries(desk.context, millennia, ALL)).trouble?.code).toBe('no-access');
    const away = { ...desk.context, service: null };
    expect((await readSeries(away, millennia, ALL)).trouble?.code).toBe('sign-in');
    const wanted = [{ id: 'a', ranges: [{ from: -8e15, to: 8e15 }], step: 1 }];
    expect(splitQuery(wanted).length).toBeLessThanOrEqual(1200);
  });

  it('keeps no sample of days that have no place, least of all in that of another series', async () => {
    const desk = deskWith('a', 'b');
    const [first, end] = [-524_288 * DAY, 524_288 * DAY];
    desk.service.samples.set('a', [
      [first - 1, 7],
      [first, 1],
      [end - 1, 2],
      [end, 7],
    ]);
    const around = (at: number) => ({ site: SITE, ids: ['a'], from: at - DAY, to: at + DAY });
    for (const again of [false, true])
      for (const at of [first, end]) await readSeries(desk.context, around(at), { ...ALL, again });
    expect(desk.service.asked.filter(({ from, to }) => from < first || to > end)).toEqual([]);
    const beyond = await readSeries(desk.context, around(end + DAY), ALL);
    expect(beyond).toMatchObject({ stale: false, trouble: null });
    const all = { site: SITE, ids: ['a', 'b'], from: 2 * first, to: 2 * end };
    const { series } = await readSeries(desk.context, all, { ...ALL, fetch: false });
    expect(series.map(({ times }) => [...times])).toEqual([[first, end - 1], []]);
  });

  it('stops where even the smallest part is too large, or every id is refused', async () => {
    const desk = deskWith('a');
    desk.service.failure = failure('too-large');
    expect((await week(desk)).trouble?.code).toBe('too-large');
    // Halved thirteen times, a week is shorter than two minutes.
    expect(desk.service.asked.length).toBeLessThanOrEqual(15);
    desk.service.asked.length = 0;
    desk.service.failure = failure('refused');
    const ids = Array.from({ length: 500 }, (_, at) => `id ${at}`);
    expect((await week(desk, ids)).trouble?.code).toBe('refused');
    expect(desk.service.asked.length).toBeLessThan(100);
  });

  it('says of a series that cannot be read why, keeps it as it was, and has the others', async () => {
    const desk = deskWith('a', 'words', 'c');
    await week(desk, ['words']);
    desk.service.unread.add('words');
    const { series, trouble } = await week(desk, ['a', 'words', 'c']);
    expect(trouble?.code).toBe('not-understood');
    expect(series.map(({ times }) => times.length)).toEqual([1008, 1008, 1008]);
  });

  it('waits for a busy service, and stops asking where access is refused', async () => {
    const desk = deskWith('a');
    let busy = 2;
    desk.service.onAsk = () => (busy-- > 0 ? failure('busy', { retryAfterMs: 5 }) : null);
    expect((await week(desk)).trouble).toBeNull();
    desk.service.asked.length = 0;
    desk.service.failure = failure('no-access');
    const year = await readSeries(
      desk.context,
      { site: SITE, ids: ['b'], from: NOW - 900 * DAY, to: NOW },
      ALL,
    );
    expect(year.trouble?.code).toBe('no-access');
    expect(desk.service.asked.length).toBeLessThanOrEqual(4);
  });

  /** When a service that always says that it is busy for so long is asked for a week, ms from the first question on. */
  async function askedAt(retryAfterMs: number): Promise<readonly number[]> {
    let now = NOW;
    const desk = openDesk({ env: { now: () => now, sleep: async (ms) => void (now += ms) } });
    const at: number[] = [];
    desk.service.onAsk = () => {
      at.push(now - NOW);
      return failure('busy', { retryAfterMs });
    };
    expect((await week(desk)).trouble).toMatchObject({ code: 'busy', retryAfterMs });
    // Nobody waits for what is not asked again.
    expect(now - NOW).toBe(at.at(-1));
    return at;
  }

  it('asks a service no sooner again than it asks for, and gives up where that is long', async () => {
    const at = await askedAt(5000);
    expect(at.length).toBeGreaterThan(1);
    for (const [n, ms] of at.slice(1).entries()) expect(ms - at[n]!).toBeGreaterThanOrEqual(5000);
    expect(await askedAt(600_000)).toEqual([0]);
  });

  it('asks a service that names no time again after a pause, and after a longer one', async () => {
    expect(await askedAt(0)).toEqual([0, 1000, 3000]);
  });

  it('sends nothing once it is cancelled', async () => {
    const desk = deskWith('a');
    const { trouble } = await week(desk, ['a'], { ...ALL, signal: AbortSignal.abort() });
    expect(trouble?.code).toBe('cancelled');
    expect(desk.service.asked).toEqual([]);
  });
});

describe('where nothing can be written, as on a full disk', () => {
  /** The desk with a store from which all can be read. */
  function unwritable(desk: Desk, error: Error = new FailureError(failure('disk-full'))): Desk {
    const refuse = (): never => {
      throw error;
    };
    const store = { ...desk.context.store, write: refuse, touch: refuse, dropDays: refuse };
    return { ...desk, context: { ...desk.context, store } };
  }

  it('shows what is here, and says why no more of it came', async () => {
    const desk = deskWith('a', 'b');
    await week(desk, ['a']);
    const { series, trouble, stale } = await week(unwritable(desk), ['a', 'b']);
    expect([trouble?.code, stale]).toEqual(['disk-full', true]);
    expect(series.map(({ times }) => times.length)).toEqual([1008, 0]);
  });

  it('shows what is here where none of it is to be asked for, and a cache that is too large stays so', async () => {
    const desk = deskWith('a');
    await week(desk);
    const tight = unwritable({ ...desk, context: { ...desk.context, limitBytes: 0 } });
    const old = { site: SITE, ids: ['a'], from: NOW - 6 * DAY, to: NOW - 2 * DAY };
    for (const fetch of [true, false]) {
      const { series, trouble } = await readSeries(tight.context, old, { ...ALL, fetch });
      expect([trouble, series[0]?.times.length]).toEqual([null, 576]);
    }
    expect(desk.service.asked).toHaveLength(1);
  });

  it('asks for no more that could not be kept', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `id ${at}`);
    const desk = deskWith(...ids);
    expect((await week(unwritable(desk), ids)).trouble?.code).toBe('disk-full');
    expect(desk.service.asked.length).toBeLessThanOrEqual(4);
  });

  it('takes no fault of its own for that', async () => {
    const fault = new TypeError('No such column');
    await expect(week(unwritable(deskWith('a'), fault))).rejects.toBe(fault);
  });
});
