import { describe, expect, it } from 'vitest';
import { ChangeFeed, type ChangeFeedOptions } from '../../../main/app/feed/change-feed.ts';
import type { Moment } from '../../../main/app/views/moment.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

/** A clock that only counting and sleeping move; the feed ends by itself after so many ms. */
function run(
  until: number,
  countTakes: (nth: number) => number,
  onTick: (feed: ChangeFeed, now: number) => void,
  {
    setBackBy = () => 0,
    onTrouble = () => undefined,
    tell = () => undefined,
    counts = () => [],
  }: {
    readonly setBackBy?: () => number;
    readonly onTrouble?: (failure: Failure) => void;
    readonly tell?: (site: SiteId | null) => void;
    readonly counts?: (feed: ChangeFeed) => readonly { readonly site: SiteId }[];
  } = {},
) {
  let now = 0;
  const counted: number[] = [];
  let feed: ChangeFeed;
  const finished = new Promise<void>((resolve) => {
    const options = {
      env: {
        now: () => now - setBackBy(),
        sleep: async (ms: number) => {
          now += ms;
          if (now < until) return;
          resolve();
          void feed.stop();
        },
      },
      views: {
        at: async () => undefined,
        counts: async () => {
          now += countTakes(counted.length);
          counted.push(now);
          return counts(feed);
        },
      },
      moment: async () => ({}) as Moment,
      tick: async () => onTick(feed, now),
      tell,
      onTrouble,
    };
    feed = new ChangeFeed(options as unknown as ChangeFeedOptions);
    feed.start();
  });
  return finished.then(() => counted);
}

describe('how often screens are counted anew', () => {
  const always = (feed: ChangeFeed): void => feed.changed(null);

  it('is four times a second at most, and so are screens told', async () => {
    const ticks: number[] = [];
    const counted = await run(
      2000,
      () => 0,
      (feed, now) => {
        ticks.push(now);
        feed.changed(null);
      },
    );
    for (const times of [ticks, counted]) {
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(...pauses)).toBe(250);
    }
  });

  it('is not held up by a slow start', async () => {
    const counted = await run(12_000, (nth) => (nth === 0 ? 10_000 : 0), always);
    expect(counted[1]).toBeLessThanOrEqual(10_250);
  });

  it('is a fifth of the time at most, while everything changes all the time', async () => {
    const counted = await run(20_000, () => 500, always);
    const pauses = counted.slice(2).map((at, index) => at - (counted[index + 1] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2500);
  });

  it('is not put off by a clock that is set back by a day', async () => {
    let before = 0;
    const counted = await run(
      20_000,
      () => 500,
      (feed, now) => {
        feed.changed(null);
        before ||= now;
      },
      { setBackBy: () => (before > 0 ? 86_400_000 : 0) },
    );
    expect(counted.length).toBeGreaterThan(2);
  });

  it('leaves no screen old for long, however long counting takes', async () => {
    const counted = await run(60_000, () => 8000, always);
    const pauses = counted.slice(2).map((at, index) => at - 8000 - (counted[index + 1] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5250);
  });
});

it('goes on where counting met a fault of ours, and tells of it', async () => {
  const told: Failure[] = [];
  const fail = (nth: number): number => {
    if (nth > 0 || told.length > 0) return 0;
    throw new Error('no such column');
  };
  const counted = await run(12_000, fail, () => undefined, { onTrouble: (failure) => told.push(failure) });
  expect(told).toMatchObject([{ detail: expect.stringContaining('no such column'), retry: 'later' }]);
  expect(counted).toHaveLength(1);
});

it('makes the screens of other sites ask nothing anew where one site changed', async () => {
  const told: (SiteId | null)[] = [];
  const changeAt = (feed: ChangeFeed, now: number): void => {
    if (now === 5000) feed.changed('tower' as SiteId);
    if (now === 10_000) feed.changed(null);
  };
  await run(20_000, () => 0, changeAt, { tell: (site) => told.push(site) });
  // The first is of the start.
  expect(told).toEqual([null, 'tower', null]);
});

it('tells of everything where it met trouble before it could tell of one site', async () => {
  const told: (SiteId | null)[] = [];
  let troubled = false;
  const fail = (nth: number): number => {
    if (nth !== 1 || troubled) return 0;
    troubled = true;
    throw new Error('no such column');
  };
  const changeAt = (feed: ChangeFeed, now: number): void => {
    if (now === 5000) feed.changed('tower' as SiteId);
  };
  await run(20_000, fail, changeAt, { tell: (site) => told.push(site) });
  expect(told).toEqual([null, null]);
});

describe('a site that is kept no more', () => {
  const [kept, other] = ['kept' as SiteId, 'other' as SiteId];
  const both = [{ site: kept }, { site: other }];

  it('has no counts from then on, until it is counted anew', async () => {
    const seen: (readonly SiteId[])[] = [];
    const onTick = (feed: ChangeFeed): void => {
      seen.push([...feed.counts.keys()]);
      if (seen.length === 1) feed.forget(kept);
      seen.push([...feed.counts.keys()]);
    };
    await run(600, () => 0, onTick, { counts: () => both });
    expect(seen.slice(0, 3)).toEqual([[kept, other], [other], [kept, other]]);
  });

  it('gets none from a count that began before', async () => {
    const seen: (readonly SiteId[])[] = [];
    const onTick = (feed: ChangeFeed): void => void seen.push([...feed.counts.keys()]);
    let isCounted = false;
    const counts = (feed: ChangeFeed): typeof both => {
      if (!isCounted) feed.forget(kept);
      isCounted = true;
      return both;
    };
    await run(600, () => 0, onTick, { counts });
    expect(seen.slice(0, 2)).toEqual([[other], [kept, other]]);
  });
});
