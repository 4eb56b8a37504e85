import { describe, expect, it } from 'vitest';
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

describe('large ones', () => {
  /** Begins work of this weight; `end` ends it. */
  function one(slots: Slots, started: string[], name: string, weight: number): () => void {
    const held = Promise.withResolvers<void>();
    void slots.run('site', weight, () => {
      started.push(name);
      return held.promise;
    });
    return held.resolve;
  }

  it('leave slots to small ones, which pass those that wait for large ones to end', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    const [end] = ['large 1', 'large 2', 'large 3'].map((name) => one(slots, started, name, 3));
    one(slots, started, 'small', 2);
    await turn();
    expect(started).toEqual(['large 1', 'large 2', 'small']);
    end?.();
    await turn();
    expect(started).toEqual(['large 1', 'large 2', 'small', 'large 3']);
  });

  it('come in their turn, however many small ones come after them', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    const ends = Array.from({ length: 8 }, (_, n) => one(slots, started, `small ${n}`, 1));
    one(slots, started, 'large', 3);
    for (let n = 8; n < 12; n++) one(slots, started, `small ${n}`, 1);
    ends[0]?.();
    await turn();
    expect(started).toHaveLength(8);
    for (const end of ends) end();
    await turn();
    expect(started.slice(8)).toEqual(['large', 'small 8', 'small 9', 'small 10', 'small 11']);
  });

  it('may have the slots where there are few', async () => {
    const slots = new Slots(2);
    const started: string[] = [];
    one(slots, started, 'small', 1)();
    await turn();
    one(slots, started, 'large', 3);
    await turn();
    expect(started).toEqual(['small', 'large']);
  });
});

it('what is dismissed is not started, and keeps none from its turn', async () => {
  const slots = new Slots(2);
  const group = {};
  const held = Promise.withResolvers<void>();
  void slots.run('site', 1, () => held.promise);
  const dismissed = slots.run('site', 2, () => Promise.resolve('ran'), group);
  const other = slots.run('site', 1, () => Promise.resolve('ran'));
  slots.dismiss(group);
  expect(await dismissed).toBeNull();
  expect(await other).toBe('ran');
  held.resolve();
});
