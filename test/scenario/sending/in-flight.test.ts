import { describe, expect, it } from 'vitest';
import type { Create, Download, Update, Wait } from '../../../main/engine/plan/actions.ts';
import { InFlight, type TransferPhase } from '../../../main/sync/steps/in-flight.ts';
import type { Step } from '../../../main/sync/steps/step.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function create(path: string, local: object = {}): Create {
  return { kind: 'create', path, gone: null, local: { ino: 0n, size: 1, mtimeNs: 1n, ...local } } as Create;
}

function update(id: string, path: string, from = path): Update {
  return { kind: 'update', id, path, base: { path: from }, local: { ino: 0n } } as Update;
}

const wait = (id: string | null, path: string): Wait => ({ kind: 'wait', id, path }) as Wait;

/** Begins a step; returns its transfer phase, and what ends it. */
function begun(
  inFlight: InFlight,
  step: Step,
): { readonly transfer: TransferPhase; readonly end: () => void } {
  const over = Promise.withResolvers<void>();
  let transfer: TransferPhase | null = null;
  void inFlight.run(step, (begin) => {
    transfer = begin();
    return over.promise;
  });
  return { transfer: transfer!, end: over.resolve };
}

describe('a snapshot', () => {
  it('begins when no step is at the folder or in the mirror', async () => {
    const inFlight = new InFlight();
    const [sent, stays] = [begun(inFlight, create('a')), begun(inFlight, create('b'))];
    const steps: string[] = [];
    const [arrived, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void sent.transfer(() => arrived.promise).then(() => steps.push('local phase'));
    void inFlight.snapshot(() => {
      steps.push('snapshot');
      return seen.promise;
    });
    await turn();
    expect(steps).toEqual([]);
    stays.end();
    await turn();
    expect(steps).toEqual(['snapshot']);
    arrived.resolve();
    await turn();
    expect(steps).toEqual(['snapshot']);
    seen.resolve();
    await turn();
    expect(steps).toEqual(['snapshot', 'local phase']);
  });

  it('waits for a step after its transfer until that has ended', async () => {
    const inFlight = new InFlight();
    const step = begun(inFlight, create('a'));
    await step.transfer(turn);
    let isMade = false;
    void inFlight.snapshot(() => Promise.resolve()).then(() => (isMade = true));
    await turn();
    expect(isMade).toBe(false);
    step.end();
    await turn();
    expect(isMade).toBe(true);
  });

  it('lets a transfer that broke off enter its local phase afterwards as well', async () => {
    const inFlight = new InFlight();
    const step = begun(inFlight, create('a'));
    const transferred = step.transfer(() => Promise.reject(new Error('broken')));
    await inFlight.snapshot(() => Promise.resolve());
    await expect(transferred).rejects.toThrow('broken');
  });

  it('is left while steps are carried out, and made again when none of them is at the folder', async () => {
    const inFlight = new InFlight();
    const steps: string[] = [];
    const carryOut = async (): Promise<void> => {
      const sent = begun(inFlight, create('a'));
      setImmediate(() => {
        steps.push('step');
        sent.end();
      });
    };
    await inFlight.snapshot(async () => {
      await inFlight.outsideSnapshot(carryOut);
      steps.push('snapshot');
    });
    expect(steps).toEqual(['step', 'snapshot']);
  });

  it('begins no step, and is left only where one is made', async () => {
    const inFlight = new InFlight();
    const beginOne = (): Promise<void> =>
      inFlight.run(create('a'), (begin) => {
        begin();
        return Promise.resolve();
      });
    await expect(inFlight.snapshot(async () => beginOne())).rejects.toThrow('during a snapshot: create a');
    await expect(inFlight.outsideSnapshot(beginOne)).rejects.toThrow('No snapshot');
    expect([...inFlight.steps]).toEqual([]);
    await beginOne();
    await inFlight.snapshot(() => Promise.resolve());
  });
});

describe('a step in flight', () => {
  it('locks its record, each of its places, and its file', () => {
    const inFlight = new InFlight();
    begun(inFlight, update('1', 'B/new.txt', 'A/old.txt'));
    begun(inFlight, create('c.txt', { ino: 7n }));
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

  it('locks nothing any more when it ended', async () => {
    const inFlight = new InFlight();
    const step = {
      ...wait('1', 'a'),
      kind: 'download',
      basePath: 'b',
      replaces: null,
    } as unknown as Download;
    const { end } = begun(inFlight, step);
    expect(inFlight.locks(wait('2', 'b'))).toBe(true);
    end();
    await turn();
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
    expect(inFlight.hasThrown).toBe(true);
    await expect(inFlight.settled()).rejects.toThrow('broken');
  });

  it('that threw holds up all until the end has told of it, and nothing that begins after that', async () => {
    const inFlight = new InFlight();
    inFlight.detach(Promise.reject(new Error('broken')), () => undefined);
    await turn();
    expect(() => inFlight.rethrow()).toThrow('broken');
    expect(inFlight.hasThrown).toBe(true);
    await expect(inFlight.end()).rejects.toThrow('broken');
    expect(inFlight.hasThrown).toBe(false);
    inFlight.rethrow();
    await inFlight.end();
  });

  it('that is detached is waited for by the cycle that began it, and by no other', async () => {
    const inFlight = new InFlight();
    const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const told: string[] = [];
    const first = inFlight.detachedFromNow();
    inFlight.detach(long.promise, () => undefined);
    void first().then(() => told.push('first'));
    const second = inFlight.detachedFromNow();
    inFlight.detach(short.promise, () => undefined);
    void second().then(() => told.push('second'));
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
