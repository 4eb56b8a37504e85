import { expect, it } from 'vitest';
import { Slots } from '../../main/sync/slots.ts';

/** Work that goes on until the test ends. */
const forever = (): Promise<never> => new Promise(() => undefined);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Begins so many pieces of work of one weight; returns those that have started. */
function begin(slots: Slots, owner: string, pieces: number): string[] {
  const started: string[] = [];
  for (let n = 0; n < pieces; n++)
    void slots.run(owner, 1, () => {
      started.push(`${owner} ${n}`);
      return forever();
    });
  return started;
}

it('work that waits for an owner who stands still keeps no other from the slots that are free', async () => {
  const slots = new Slots(4);
  begin(slots, 'paused', 6);
  slots.park('paused', 'paused');
  const started = begin(slots, 'other', 4);
  await turn();
  expect(started).toEqual(['other 0', 'other 1', 'other 2', 'other 3']);
});

it('of an owner who stands still nothing more starts, and nothing passes what waits for it', async () => {
  const slots = new Slots(4);
  const started = begin(slots, 'paused', 6);
  slots.park('paused', 'paused');
  for (const each of begin(slots, 'paused', 1)) started.push(each);
  await turn();
  expect(started).toEqual(['paused 0', 'paused 1', 'paused 2', 'paused 3']);
  slots.unpark('paused', 'paused');
  await turn();
  expect(started).toHaveLength(4);
});
