import { describe, expect, it } from 'vitest';
import { MeasureQueue } from '../../../renderer/features/sites/measure-queue.ts';
import type { CategoryCount } from '../../../shared/ipc/sites.ts';

const COUNTS: readonly CategoryCount[] = [
  { category: 'other', files: 2, here: 0, bytes: 20, bytesHere: 0, unread: 0, unsent: 0 },
];
const unknown = (...ids: readonly string[]) => ids.map((id) => ({ id, categories: null }));
const known = (id: string) => ({ id, categories: [...COUNTS] });

/** A service that answers when it is told to, and a queue that asks it. */
function openQueue() {
  const asked: string[] = [];
  const open = new Map<string, PromiseWithResolvers<readonly CategoryCount[]>>();
  const queue = new MeasureQueue({
    count: (site) => {
      asked.push(site);
      const answer = Promise.withResolvers<readonly CategoryCount[]>();
      open.set(site, answer);
      return answer.promise;
    },
    wordsOf: (error) => `It is ${String(error)}.`,
  });
  const settle = async (site: string, failure?: string): Promise<void> => {
    const answer = open.get(site);
    if (failure === undefined) answer?.resolve(COUNTS);
    else answer?.reject(failure);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { queue, asked, settle };
}

describe('sites that are counted', () => {
  it('are three at a time, each once', async () => {
    const { queue, asked, settle } = openQueue();
    queue.measure(unknown('a', 'b', 'c', 'd'));
    queue.measure(unknown('a', 'd', 'e'));
    expect([asked, queue.get().busy]).toEqual([['a', 'b', 'c'], true]);
    await settle('b');
    expect([asked.at(-1), queue.get().found]).toEqual(['d', new Map([['b', COUNTS]])]);
    for (const site of ['a', 'c', 'd', 'e']) await settle(site);
    expect([asked, queue.get().busy]).toEqual([['a', 'b', 'c', 'd', 'e'], false]);
    expect([...queue.get().found.keys()].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are counted anew once what was known otherwise has gone', async () => {
    const { queue, asked, settle } = openQueue();
    queue.measure(unknown('a'));
    await settle('a');
    queue.measure([known('a')]);
    expect(queue.get().found).toEqual(new Map());
    queue.measure(unknown('a'));
    expect(asked).toEqual(['a', 'a']);
  });

  it('say why they are not, and are tried again by another connection, or by the word of a person', async () => {
    const { queue, asked, settle } = openQueue();
    const told: unknown[] = [];
    queue.connected('online');
    queue.measure(unknown('a'));
    await settle('a', 'ill');
    expect(queue.get().found.get('a')).toEqual({ why: 'It is ill.' });
    queue.measure(unknown('a'));
    expect(asked).toEqual(['a']);
    queue.connected('offline');
    queue.measure(unknown('a'));
    await settle('a', 'ill');
    queue.measureNow(unknown('a', 'b'), (error) => told.push(error));
    for (const site of ['a', 'b']) await settle(site, 'worse');
    // What one fails by is often what they all fail by.
    expect([asked, told]).toEqual([['a', 'a', 'a', 'b'], ['worse']]);
  });

  it('are no more while nobody looks, and are asked for anew by who looks again', async () => {
    const { queue, asked, settle } = openQueue();
    queue.measure(unknown('a', 'b', 'c', 'd'));
    queue.stop();
    for (const site of ['a', 'b', 'c']) await settle(site, 'broken off');
    expect([asked, queue.get()]).toEqual([['a', 'b', 'c'], { found: new Map(), busy: false }]);
    queue.start();
    queue.measure(unknown('a', 'd'));
    expect(asked).toEqual(['a', 'b', 'c', 'a', 'd']);
  });

  it('tell who listens of each change, and of nothing else', async () => {
    const { queue, settle } = openQueue();
    let told = 0;
    const end = queue.subscribe(() => (told += 1));
    queue.measure(unknown('a'));
    expect(told).toBe(1);
    await settle('a');
    expect(told).toBe(3);
    queue.measure([known('b')]);
    expect(told).toBe(3);
    end();
    queue.measure([known('a')]);
    expect(told).toBe(3);
  });
});
