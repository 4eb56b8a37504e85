import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { Freshness, touches } from '../../../renderer/state/freshness.ts';

describe('which answers a change makes old', () => {
  it.each([
    [['files.page', { site: 'a' }], 'a', true],
    [['files.page', { site: 'a' }], 'b', false],
    [['files.page', { site: 'a' }], null, true],
    [['outbox.get', { site: null }], 'a', true],
    [['sites.list', null], 'a', true],
    [['sites.measure', { site: 'a' }], 'a', false],
    [['account.check', {}], null, false],
  ] as const)('%j, change at %s: %s', (key, site, old) => {
    expect(touches(key, site)).toBe(old);
  });
});

describe('keeping answers fresh', () => {
  it('lets an answer arrive that is under way, and asks once more, however often something changes meanwhile', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const freshness = new Freshness(queries);
    const stop = freshness.start();
    let asked = 0;
    const answers: (() => void)[] = [];
    const observer = new QueryObserver(queries, {
      queryKey: ['files.page', { site: 'a' }],
      queryFn: () => {
        asked += 1;
        const count = asked;
        return new Promise<number>((resolve) => answers.push(() => resolve(count)));
      },
    });
    const seen: number[] = [];
    const leave = observer.subscribe(({ data, fetchStatus }) => {
      if (data !== undefined && fetchStatus === 'idle') seen.push(data);
    });
    for (let change = 0; change < 5; change += 1) freshness.changed('a');
    expect(asked).toBe(1);
    answers.shift()?.();
    await expect.poll(() => asked).toBe(2);
    answers.shift()?.();
    await expect.poll(() => seen.at(-1)).toBe(2);
    expect(asked).toBe(2);
    freshness.changed('b');
    expect(asked).toBe(2);
    leave();
    stop();
    queries.clear();
  });
});
