import { expect, it } from 'vitest';
import { aroundEach } from '../../main/app/around-each.ts';
import { inWords } from '../../main/app/in-words.ts';
import { ChangeFeed } from '../../main/app/feed/change-feed.ts';
import type { Moment } from '../../main/app/views/moment.ts';
import type { Views } from '../../main/app/views/views.ts';
import { realEnvironment } from '../../main/hosts/system/environment.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import type { Failure } from '../../shared/failure.ts';
import { until } from '../support/engine-home.ts';

const broken: Failure = {
  code: 'mirror-broken',
  message: 'SiteSync’s database is damaged.',
  hint: 'Start SiteSync again.',
  retry: 'on-change',
};

it('answers a mirror that fails in its words, and throws on what is a bug', async () => {
  const told: Failure[] = [];
  const functions = aroundEach(
    {
      good: async (n: number) => ({ ok: true as const, value: n + 1 }),
      damaged: async () => {
        throw new FailureError(broken);
      },
      buggy: async () => {
        throw new TypeError('no such thing');
      },
    },
    (call) => inWords(call, (failure) => told.push(failure)),
  );
  expect(await functions.good(1)).toEqual({ ok: true, value: 2 });
  expect(await functions.damaged()).toEqual({ ok: false, failure: broken });
  expect(told).toEqual([broken]);
  await expect(functions.buggy()).rejects.toThrow('no such thing');
});

it('tells the screens of a mirror that cannot be read, and goes on when it can', async () => {
  let fails = true;
  const told: string[] = [];
  const changed: (string | null)[] = [];
  const env = realEnvironment();
  const views: Pick<Views, 'at' | 'counts'> = {
    at: () => Promise.resolve(),
    counts: () => (fails ? Promise.reject(new FailureError(broken)) : Promise.resolve([])),
  };
  const feed = new ChangeFeed({
    env: { ...env, sleep: (_ms, signal) => env.sleep(5, signal) },
    views: views as Views,
    moment: () => Promise.resolve({} as Moment),
    tick: () => Promise.resolve(),
    tell: (site) => changed.push(site),
    onTrouble: (failure) => told.push(failure.message),
  });
  feed.start();
  await until(() => told.length > 1);
  expect(changed).toEqual([]);
  fails = false;
  await until(() => changed.length === 1);
  await feed.stop();
});
