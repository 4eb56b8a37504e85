import { describe, expect, it } from 'vitest';
import type { Create, Download, Update, Wait } from '../../main/engine/actions.ts';
import { UnderWay } from '../../main/sync/cycle/under-way.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function create(path: string, local: object = {}): Create {
  return { kind: 'create', path, gone: null, local: { ino: 0n, size: 1, mtimeNs: 1n, ...local } } as Create;
}

function update(id: string, path: string, from = path): Update {
  return { kind: 'update', id, path, base: { path: from }, local: { ino: 0n } } as Update;
}

const wait = (id: string | null, path: string): Wait => ({ kind: 'wait', id, path }) as Wait;

describe('a look', () => {
  it('begins when no step is at the folder or in the mirror', async () => {
    const underWay = new UnderWay();
    const [sent, stays] = [create('a'), create('b')];
    const steps: string[] = [];
    underWay.begin(sent);
    underWay.begin(stays);
    const arrived = Promise.withResolvers<void>();
    void underWay
      .travelOf(sent)(() => arrived.promise)
      .then(() => steps.push('landed'));
    void underWay.look().then(() => steps.push('looks'));
    await turn();
    expect(steps).toEqual([]);
    underWay.end(stays);
    await turn();
    expect(steps).toEqual(['looks']);
    arrived.resolve();
    await turn();
    expect(steps).toEqual(['looks']);
    underWay.looked();
    await turn();
    expect(steps).toEqual(['looks', 'landed']);
  });

  it('waits for what landed until that has ended', async () => {
    const underWay = new UnderWay();
    const step = create('a');
    underWay.begin(step);
    await underWay.travelOf(step)(turn);
    let looks = false;
    void underWay.look().then(() => (looks = true));
    await turn();
    expect(looks).toBe(false);
    underWay.end(step);
    await turn();
    expect(looks).toBe(true);
  });

  it('lets what broke off land afterwards as well', async () => {
    const underWay = new UnderWay();
    const step = create('a');
    underWay.begin(step);
    const travelled = underWay.travelOf(step)(() => Promise.reject(new Error('broken')));
    await underWay.look();
    underWay.looked();
    await expect(travelled).rejects.toThrow('broken');
  });
});

describe('what is under way', () => {
  it('is held by its record, each of its places, and its file', () => {
    const underWay = new UnderWay();
    underWay.begin(update('1', 'B/new.txt', 'A/old.txt'));
    underWay.begin(create('c.txt', { ino: 7n }));
    const holds = (...actions: Parameters<UnderWay['holds']>): boolean => underWay.holds(...actions);
    expect(holds(wait('1', 'other'))).toBe(true);
    expect(holds(wait('2', 'B/new.txt'))).toBe(true);
    expect(holds(wait('2', 'A/old.txt'))).toBe(true);
    expect(holds(create('moved.txt', { ino: 7n }))).toBe(true);
    expect(underWay.holdsPlace('c.txt' as RelPath)).toBe(true);
    expect(holds(wait('2', 'A'))).toBe(false);
    expect(holds(create('reused.txt', { ino: 7n, mtimeNs: 2n }))).toBe(false);
    expect(holds(create('numberless.txt'))).toBe(false);
  });

  it('is held no longer when it ended', () => {
    const underWay = new UnderWay();
    const step = {
      ...wait('1', 'a'),
      kind: 'download',
      basePath: 'b',
      replaces: null,
    } as unknown as Download;
    underWay.begin(step);
    expect(underWay.holds(wait('2', 'b'))).toBe(true);
    underWay.end(step);
    expect(underWay.holds(wait('2', 'b'))).toBe(false);
  });

  it('is waited for, and what it threw is thrown when the last has ended', async () => {
    const underWay = new UnderWay();
    const other = Promise.withResolvers<void>();
    const told: string[] = [];
    underWay.goOn(Promise.reject(new Error('broken')), () => told.push('one'));
    underWay.goOn(other.promise, () => told.push('other'));
    const ended = underWay.ended().catch((error: unknown) => told.push(String(error)));
    underWay.endAll();
    await turn();
    expect(told).toEqual(['one', 'other']);
    expect(underWay.isGoingOn).toBe(true);
    other.resolve();
    await ended;
    expect(told).toEqual(['one', 'other', 'Error: broken']);
    expect(underWay.isGoingOn).toBe(false);
  });

  it('throws also what ended before anybody asked', async () => {
    const underWay = new UnderWay();
    underWay.goOn(Promise.reject(new Error('broken')), () => undefined);
    await turn();
    expect(underWay.isGoingOn).toBe(false);
    await expect(underWay.ended()).rejects.toThrow('broken');
  });

  it('is waited for by the cycle that began it, and by no other', async () => {
    const underWay = new UnderWay();
    const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const told: string[] = [];
    const first = underWay.beginCycle();
    underWay.goOn(long.promise, () => undefined);
    void first.whenEnded().then(() => told.push('first'));
    const second = underWay.beginCycle();
    underWay.goOn(short.promise, () => undefined);
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
