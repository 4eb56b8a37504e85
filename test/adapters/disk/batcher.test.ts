import { expect, it } from 'vitest';
import { Batcher } from '../../../main/adapters/disk/batcher.ts';

/** Work that ends when it is told to; `batches` are those that were begun. */
function slowly(): {
  readonly batcher: Batcher<number, string>;
  readonly batches: (readonly number[])[];
  readonly end: (error?: Error) => Promise<void>;
} {
  const batches: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const batcher = new Batcher<number, string>((items) => {
    batches.push(items);
    return new Promise((done, broken) => {
      ends.push((error) => (error === undefined ? done(items.map((item) => `done ${item}`)) : broken(error)));
    });
  });
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error);
    await new Promise((turn) => setImmediate(turn));
  };
  return { batcher, batches, end };
}

it('begins one at once, and takes together what comes meanwhile', async () => {
  const { batcher, batches, end } = slowly();
  const results = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
  expect(batches).toEqual([[1]]);
  await end();
  expect(batches).toEqual([[1], [2, 3]]);
  await end();
  expect(await results).toEqual(['done 1', 'done 2', 'done 3']);
});

it('takes no more than 64 at once', async () => {
  const { batcher, batches, end } = slowly();
  const results = Promise.all(Array.from({ length: 100 }, (_, item) => batcher.add(item)));
  for (let batch = 0; batch < 3; batch++) await end();
  expect(batches.map((batch) => batch.length)).toEqual([1, 64, 35]);
  expect((await results).at(-1)).toBe('done 99');
});

it('tells all of a batch of what broke it, and goes on with the next', async () => {
  const { batcher, end } = slowly();
  const [first, second, third] = [1, 2, 3].map((item) => batcher.add(item).catch(String));
  await end();
  await end(new Error('broken'));
  const fourth = batcher.add(4);
  await end();
  expect(await Promise.all([first, second, third])).toEqual(['done 1', 'Error: broken', 'Error: broken']);
  expect(await fourth).toBe('done 4');
});
