import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startListing, takePage, verdict } from '../../main/engine/guards/listing-check.ts';
import { Slots } from '../../main/sync/pacing/slots.ts';
import { ok } from '../../shared/failure.ts';
import type { FileId } from '../../shared/model/ids.ts';
import { filesIn } from '../support/laptop.ts';
import { GuardWorld } from '../simulation/guards/guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('a download that crawls', () => {
  it('gives its slot back, keeps what came, and goes on from there', async () => {
    world.addFile('a.bin', 'x'.repeat(2000));
    const laptop = await world.laptop();
    const real = laptop.client.downloadFile.bind(laptop.client);
    const offsets: number[] = [];
    laptop.client.downloadFile = async (id, resume, options) => {
      const answer = await real(id, resume, options);
      if (!answer.ok) return answer;
      offsets.push(answer.value.offset);
      const crawling = (async function* () {
        for await (const chunk of answer.value.stream)
          for (const byte of chunk) {
            await laptop.env.sleep(1000);
            yield Uint8Array.of(byte);
          }
      })();
      return ok({ ...answer.value, stream: offsets.length === 1 ? crawling : answer.value.stream });
    };
    expect((await laptop.sync({ eager: false })).problems.map((problem) => problem.code)).toEqual([
      'timeout',
    ]);
    expect(await laptop.sync({ eager: true })).toMatchObject({ downloaded: 1, problems: [] });
    expect(offsets).toEqual([0, 300]);
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.bin': 'x'.repeat(2000) });
  });
});

it('a download that a person paused for longer goes on where it is', async () => {
  world.addFile('a.bin', 'x'.repeat(2000));
  const laptop = await world.laptop();
  const { pauseSwitch } = laptop.context;
  const real = laptop.client.downloadFile.bind(laptop.client);
  const offsets: number[] = [];
  laptop.client.downloadFile = async (id, resume, options) => {
    const answer = await real(id, resume, options);
    if (!answer.ok) return answer;
    offsets.push(answer.value.offset);
    const paused = (async function* () {
      for await (const chunk of answer.value.stream) {
        yield chunk.subarray(0, 1000);
        pauseSwitch.hold();
        await laptop.env.sleep(10 * 60_000);
        pauseSwitch.release();
        yield chunk.subarray(1000);
      }
    })();
    return ok({ ...answer.value, stream: paused });
  };
  expect(await laptop.sync({ eager: false })).toMatchObject({ downloaded: 1, problems: [] });
  expect(offsets).toEqual([0]);
});

describe('slots', () => {
  /** Work that ends when told. */
  function held(): { readonly work: () => Promise<void>; readonly end: () => void } {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { work: () => ended, end };
  }

  it('an owner of whom nothing runs is served although others hold every slot', async () => {
    const slots = new Slots(2);
    const hogs = [held(), held(), held()];
    const runs = hogs.map((hog) => slots.run('bad', 1, hog.work));
    let served = 0;
    await slots.run('good', 2, async () => void (served += 1));
    await slots.run('good', 1, async () => void (served += 1));
    expect(served).toBe(2);
    for (const hog of hogs) hog.end();
    await Promise.all(runs);
  });

  it('an owner that stands still for two reasons goes on when both are over', async () => {
    const slots = new Slots(2);
    const [mine, others] = [
      [held(), held()],
      [held(), held()],
    ];
    const runs = mine.map((each) => slots.run('mine', 1, each.work));
    const busy = Symbol('busy');
    slots.park('mine', 'paused');
    slots.park('mine', busy);
    slots.park('mine', busy);
    slots.unpark('mine', busy);
    runs.push(...others.map((each) => slots.run('other', 1, each.work)));
    let queued = 0;
    runs.push(slots.run('mine', 1, async () => void (queued += 1)));
    others[0]?.end();
    await runs[2];
    expect(queued).toBe(0);
    slots.unpark('mine', 'paused');
    for (const each of [...mine, ...others]) each.end();
    await Promise.all(runs);
    expect(queued).toBe(1);
  });

  /** The most of 200 pieces of two owners that run at once in three slots. */
  async function mostOf(weightOf: (n: number) => number): Promise<number> {
    const slots = new Slots(3);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 200 }, (_, n) => slots.run(`site ${n % 2}`, weightOf(n), work)));
    expect(running).toBe(0);
    return most;
  }

  it('never more run than fit, but for the first of each owner', async () => {
    for (const weight of [1, 2, 3]) expect(await mostOf(() => weight)).toBeLessThanOrEqual(4);
  });

  it('never more run beyond what fits than one of each weight of each owner', async () => {
    expect(await mostOf((n) => 1 + (n % 3))).toBeLessThanOrEqual(6);
  });
});

describe('a list without end', () => {
  it('ends after twenty thousand pages, as one that is not whole', () => {
    let state = startListing(500);
    let ask: { offset: number; limit: number } | null = { offset: 0, limit: 500 };
    let pages = 0;
    while (ask !== null) {
      const next: { offset: number; limit: null } = { offset: ask.offset + 500, limit: null };
      const step = takePage(state, ask, { ids: [`id ${pages++}` as FileId], count: null, next });
      state = step.state;
      ask = step.next;
    }
    expect(pages).toBe(20_000);
    expect(verdict(state).complete).toBe(false);
  });
});
