import { describe, expect, it } from 'vitest';
import { Slots } from '../../../main/sync/pacing/slots.ts';
import { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';

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

/** Begins work of this weight; what it returns ends it. */
function one(slots: Slots, started: string[], name: string, weight: number, owner = 'site'): () => void {
  const held = Promise.withResolvers<void>();
  void slots.run(owner, weight, () => {
    started.push(name);
    return held.promise;
  });
  return held.resolve;
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

describe('an owner whose service has had enough', () => {
  it('has half of its work at once from there on, and one piece more for each thirty that go well', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    const ends = Array.from({ length: 8 }, (_, n) => one(slots, started, `first ${n}`, 1));
    await turn();
    slots.narrow('site');
    for (let n = 0; n < 9; n++) one(slots, started, `later ${n}`, 1);
    for (const end of ends) end();
    await turn();
    expect(started.slice(8)).toEqual(['later 0', 'later 1', 'later 2', 'later 3']);
    for (let n = 0; n < 29; n++) slots.wentWell('site');
    await turn();
    expect(started).toHaveLength(12);
    slots.wentWell('site');
    await turn();
    expect(started.slice(12)).toEqual(['later 4']);
    for (let n = 0; n < 1000; n++) slots.wentWell('site');
    await turn();
    expect(started.slice(13)).toEqual(['later 5', 'later 6', 'later 7']);
  });

  it('has one piece of work at least, and keeps nothing from others', async () => {
    const slots = new Slots(4);
    for (let n = 0; n < 5; n++) slots.narrow('narrowed');
    const started = begin(slots, 'narrowed', 3);
    const others = begin(slots, 'other', 4);
    await turn();
    expect(started).toEqual(['narrowed 0']);
    expect(others).toEqual(['other 0', 'other 1', 'other 2']);
  });
});

describe('large ones', () => {
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

describe('a small one', () => {
  it('is served beside larger ones that have all slots, one at a time', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    for (let n = 1; n <= 5; n++) one(slots, started, `photo ${n}`, 2);
    const end = one(slots, started, 'note 1', 1);
    one(slots, started, 'note 2', 1);
    await turn();
    expect(started).toEqual(['photo 1', 'photo 2', 'photo 3', 'photo 4', 'note 1']);
    end();
    await turn();
    expect(started.slice(5)).toEqual(['note 2']);
  });

  it('keeps no larger one from its turn, however many come after it', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    const [endPhoto] = [1, 2, 3, 4].map((n) => one(slots, started, `photo ${n}`, 2));
    const endNote = one(slots, started, 'note 1', 1);
    one(slots, started, 'photo 5', 2);
    one(slots, started, 'note 2', 1);
    endPhoto?.();
    endNote();
    await turn();
    expect(started.slice(5)).toEqual(['photo 5', 'note 2']);
  });

  it('waits for no large ones, where those of several sites take more than all slots', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    for (const owner of ['site', 'site', 'other']) one(slots, started, 'film', 3, owner);
    for (const owner of ['site', 'other']) one(slots, started, `photo of ${owner}`, 2, owner);
    for (const owner of ['site', 'other']) one(slots, started, `note of ${owner}`, 1, owner);
    await turn();
    expect(started.slice(3)).toEqual(['photo of site', 'photo of other', 'note of site', 'note of other']);
  });

  it('does not start where its owner stands still', async () => {
    const slots = new Slots(8);
    const started: string[] = [];
    one(slots, started, 'photo', 2);
    slots.park('site', 'paused');
    one(slots, started, 'note', 1);
    await turn();
    expect(started).toEqual(['photo']);
    slots.unpark('site', 'paused');
    await turn();
    expect(started).toEqual(['photo', 'note']);
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

it.each(['up', 'down'] as const)('of a site that stands still hold nobody up: %s', async (direction) => {
  const slots = new TransferSlots(2);
  const of = slots.of(direction);
  const started = begin(of, 'site', 2);
  const other = begin(of, 'other', 3);
  slots.park('site', 'paused');
  await turn();
  expect([started.length, other.length]).toEqual([2, 2]);
  slots.unpark('site', 'paused');
  await turn();
  expect(other).toHaveLength(2);
});
