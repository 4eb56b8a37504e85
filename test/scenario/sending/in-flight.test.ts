import { describe, expect, it } from 'vitest';
import type { Create, Download, Update, Wait } from '../../../main/engine/plan/actions.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function create(path: string, local: object = {}): Create {
  return { kind: 'create', path, gone: null, local: { ino: 0n, size: 1, mtimeNs: 1n, ...local } } as Create;
}

function update(id: string, path: string, from = path): Update {
  return { kind: 'update', id, path, base: { path: from }, local: { ino: 0n } } as Update;
}

const wait = (id: string | null, path: string): Wait => ({ kind: 'wait', id, path }) as Wait;

describe('a snapshot', () => {
  it('begins when no step is at the folder or in the mirror', async () => {
    const inFlight = new InFlight();
    const [sent, stays] = [create('a'), create('b')];
    const steps: string[] = [];
    inFlight.begin(sent);
    inFlight.begin(stays);
    const arrived = Promise.withResolvers<void>();
    void inFlight
      .transferPhaseOf(sent)(() => arrived.promise)
      .then(() => steps.push('local phase'));
    void inFlight.beginSnapshot().then(() => steps.push('snapshot'));
    await turn();
    expect(steps).toEqual([]);
    inFlight.end(stays);
    await turn();
    expect(steps).toEqual(['snapshot']);
    arrived.resolve();
    await turn();
    expect(steps).toEqual(['snapshot']);
    inFlight.endSnapshot();
    await turn();
    expect(steps).toEqual(['snapshot', 'local phase']);
  });

  it('waits for a step after its transfer until that has ended', async () => {
    const inFlight = new InFlight();
    const step = create('a');
    inFlight.begin(step);
    await inFlight.transferPhaseOf(step)(turn);
    let begun = false;
    void inFlight.beginSnapshot().then(() => (begun = true));
    await turn();
    expect(begun).toBe(false);
    inFlight.end(step);
    await turn();
    expect(begun).toBe(true);
  });

  it('lets a transfer that broke off enter its local phase afterwards as well', async () => {
    const inFlight = new InFlight();
    const step = create('a');
    inFlight.begin(step);
    const transferred = inFlight.transferPhaseOf(step)(() => Promise.reject(new Error('broken')));
    await inFlight.beginSnapshot();
    inFlight.endSnapshot();
    await expect(transferred).rejects.toThrow('broken');
  });
});

describe('a step in flight', () => {
  it('locks its record, each of its places, and its file', () => {
    const inFlight = new InFlight();
    inFlight.begin(update('1', 'B/new.txt', 'A/old.txt'));
    inFlight.begin(create('c.txt', { ino: 7n }));
    const locks = (...actions: Parameters<InFlight['locks']>): boolean => inFlight.locks(...actions);
    expect(locks(wait('1', 'other'))).toBe(true);
    expect(locks(wait('2', 'B/new.txt'))).toBe(true);
    expect(locks(wait('2', 'A/old.txt'))).toBe(true);
    expect(locks(create('moved.txt', { ino: 7n }))).toBe(true);
    expect(inFlight.locksPlace('c.txt' as RelPath)).toBe(true);
    expect(locks(wait('2', 'A'))).toBe(false);
    expect(locks(create('reused.txt', { ino: 7n, mtimeNs: 2n }))).toBe(false);
    expect(locks(create('numberless.txt'))).toBe(false);
  });

  it('locks nothing any more when it ended', () => {
    const inFlight = new InFlight();
    const step = {
      ...wait('1', 'a'),
      kind: 'download',
      basePath: 'b',
      replaces: null,
    } as unknown as Download;
    inFlight.begin(step);
    expect(inFlight.locks(wait('2', 'b'))).toBe(true);
    inFlight.end(step);
    expect(inFlight.locks(wait('2', 'b'))).toBe(false);
  });

  it('that is detached is waited for, and what it threw is thrown when the last has ended', async () => {
    const inFlight = new InFlight();
    const other = Promise.withResolvers<void>();
    const told: string[] = [];
    inFlight.detach(Promise.reject(new Error('broken')), () => told.push('one'));
    inFlight.detach(other.promise, () => told.push('other'));
    const ended = inFlight.settled().catch((error: unknown) => told.push(String(error)));
    inFlight.stopAll();
    await turn();
    expect(told).toEqual(['one', 'other']);
    expect(inFlight.hasDetached).toBe(true);
    other.resolve();
    await ended;
    expect(told).toEqual(['one', 'other', 'Error: broken']);
    expect(inFlight.hasDetached).toBe(false);
  });

  it('throws also what ended before anybody asked', async () => {
    const inFlight = new InFlight();
    inFlight.detach(Promise.reject(new Error('broken')), () => undefined);
    await turn();
    expect(inFlight.hasDetached).toBe(false);
    await expect(inFlight.settled()).rejects.toThrow('broken');
  });

  it('that is detached is waited for by the cycle that began it, and by no other', async () => {
    const inFlight = new InFlight();
    const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const told: string[] = [];
    const first = inFlight.beginCycle();
    inFlight.detach(long.promise, () => undefined);
    void first.whenEnded().then(() => told.push('first'));
    const second = inFlight.beginCycle();
    inFlight.detach(short.promise, () => undefined);
    void second.whenEnded().then(() => told.push('second'));
    await turn();
    expect(told).toEqual([]);
    short.reject(new Error('broken'));
    await turn();
    expect(told).toEqual(['second']);
    long.resolve();
    await turn();
    expect(told).toEqual(['second', 'first']);
  });
});
