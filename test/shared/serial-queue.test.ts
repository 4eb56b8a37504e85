import { expect, it } from 'vitest';
import { SerialQueue } from '../../shared/serial-queue.ts';

it('does one work after another, also behind one that failed', async () => {
  const queue = new SerialQueue();
  const went: string[] = [];
  const work = (name: string, held: Promise<void>) => async (): Promise<string> => {
    went.push(`${name} begins`);
    await held.finally(() => went.push(`${name} ends`));
    return name;
  };
  const first = Promise.withResolvers<void>();
  const failing = Promise.reject(new Error('no room'));
  failing.catch(() => undefined);
  const done = [
    queue.run(work('one', first.promise)),
    queue.run(work('two', failing)),
    queue.run(work('three', Promise.resolve())),
  ];
  await Promise.resolve();
  expect(went).toEqual(['one begins']);
  first.resolve();
  await queue.idle();
  expect(went).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  expect(await Promise.allSettled(done)).toMatchObject([
    { value: 'one' },
    { reason: { message: 'no room' } },
    { value: 'three' },
  ]);
});
