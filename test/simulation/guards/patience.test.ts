import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Patience } from '../../../main/sync/pacing/patience.ts';
import type { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';
import { GuardWorld } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => {
  vi.restoreAllMocks();
  return world.close();
});

describe('rule 13: patience', () => {
  it('Retry-After is waited for before anything more is sent', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    await laptop.sync();
    laptop.put('Other/a.txt', 'a');
    laptop.put('Other/b.txt', 'b');
    world.service.faults.fail({ call: 'create', failure: { status: 429, retryAfter: 7 } });
    await laptop.sync();
    expect(Math.max(0, ...laptop.env.slept)).toBeGreaterThan(6_000);
    expect(world.contents()).toHaveLength(2);
  });

  it('what waits holds no slot that another site needs', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 2 });
    await laptop.sync();
    for (let n = 0; n < 6; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    world.service.faults.fail({ call: 'create', failure: { status: 429, retryAfter: 7 }, times: 2 });
    const sleep = laptop.env.sleep.bind(laptop.env);
    const startedMeanwhile: number[] = [];
    vi.spyOn(laptop.env, 'sleep').mockImplementation(async (ms) => {
      if (ms > 6000) startedMeanwhile.push(await startedOfTwo(laptop.context.slots));
      await sleep(ms);
    });
    expect(await laptop.sync()).toMatchObject({ created: 6, problems: [] });
    expect(Math.max(...startedMeanwhile)).toBe(2);
  });

  /** How many of two transfers of another site begin at once. */
  async function startedOfTwo(slots: TransferSlots): Promise<number> {
    let started = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const work = (): Promise<void> => {
      started += 1;
      return ended;
    };
    for (let n = 0; n < 2; n++) void slots.of('up').run('other', 1, work);
    await Promise.resolve();
    const atOnce = started;
    end();
    return atOnce;
  }

  it('all that is refused at the same time is one wait, also where it is as long as the patience', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 4 });
    await laptop.sync();
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    world.service.faults.fail({ call: 'create', failure: { status: 503, retryAfter: 30 }, times: 4 });
    // One is told a little after the other.
    const { asked } = Object.getOwnPropertyDescriptors(Patience.prototype);
    vi.spyOn(Patience.prototype, 'asked').mockImplementation(function (this: Patience, failure) {
      void laptop.env.sleep(10);
      return asked.value?.call(this, failure) === true;
    });
    // All but the four, whose own turn comes later.
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 16 });
    // What a person reads of it: no more than was done, and nothing that waits as if it were expected now.
    expect(laptop.context.progress.state).toMatchObject({ filesDone: 16, filesTotal: 16 });
  });

  it('a service that puts each third request off gets all files in one run', async () => {
    const laptop = await world.laptop();
    await laptop.sync();
    for (let n = 0; n < 150; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    let calls = 0;
    world.service.faults.onCall = (call) => {
      if (call === 'create' && ++calls % 3 === 0)
        world.service.faults.fail({ call, failure: { status: 503, retryAfter: 1 } });
    };
    expect(await laptop.sync()).toMatchObject({ created: 150, problems: [] });
    expect(world.contents()).toHaveLength(150);
    // 50 of 150, 16 of 50, 6 of 16, 2 of 6 and none of 2.
    expect(calls).toBe(150 + 50 + 16 + 6 + 2);
  });

  it('a service that only puts off is left alone when half a minute has gone, in both directions', async () => {
    for (const call of ['create', 'download'] as const) {
      const laptop = await world.laptop({ transfersAtOnce: 2 });
      await laptop.sync();
      for (let n = 0; n < 20; n++)
        if (call === 'create') laptop.put(`Other/${n}.txt`, `${n}`);
        else world.addFile(`d${n}.txt`, `${n}`);
      world.service.faults.fail({ call, failure: { status: 503, retryAfter: 5 }, times: 1000 });
      laptop.env.slept.length = 0;
      const { problems, created, downloaded } = await laptop.sync();
      expect([problems.map(({ code }) => code), created, downloaded]).toEqual([['busy'], 0, 0]);
      // Two wait for each of the seven waits that begin within it.
      expect(laptop.env.slept.filter((ms) => ms > 1000).length).toBeLessThanOrEqual(14);
      world.service.faults.forget();
      expect((await laptop.sync()).problems).toEqual([]);
    }
  });

  it.each([0, 1])(
    'a service that always asks for %i s is said to do so when half a minute has gone',
    async (retryAfter) => {
      const laptop = await world.laptop();
      await laptop.sync();
      for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
      world.service.faults.fail({ call: 'create', failure: { status: 429, retryAfter }, times: 1000 });
      laptop.env.slept.length = 0;
      const { problems } = await laptop.sync();
      expect(problems).toMatchObject([
        { code: 'busy', message: expect.stringContaining('asks to wait until') },
      ]);
      const waits = new Set(laptop.env.slept.filter((ms) => ms > 600).map((ms) => Math.ceil(ms / 1000)));
      // No time, or one that has gone: it is asked a second later, and then the less often.
      expect([...waits]).toEqual(retryAfter === 0 ? [1, 5] : [1]);
      world.service.faults.forget();
      await laptop.env.sleep(60_000);
      expect(await laptop.sync()).toMatchObject({ created: 20, problems: [] });
    },
  );

  it('a service that asks for no time and goes on is asked again at once', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    await laptop.sync();
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    let calls = 0;
    world.service.faults.onCall = (call) => {
      if (call === 'create' && ++calls % 2 === 0)
        world.service.faults.fail({ call, failure: { status: 429, retryAfter: 0 } });
    };
    const before = laptop.env.now();
    expect(await laptop.sync()).toMatchObject({ created: 20, problems: [] });
    expect(laptop.env.now() - before).toBeLessThan(25_000);
  });

  it('a service that counts requests and names no time gets all files in seconds, by as many at once as it takes', async () => {
    const laptop = await world.laptop();
    await laptop.sync();
    for (let n = 0; n < 100; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    // Three at once, and three more with each second.
    let [calls, left, second] = [0, 3, 0];
    world.service.faults.onCall = (call) => {
      if (call !== 'create') return;
      calls += 1;
      const now = Math.floor(laptop.env.now() / 1000);
      if (now > second) [second, left] = [now, 3];
      if (left-- <= 0) world.service.faults.fail({ call, failure: { status: 429 } });
    };
    const before = laptop.env.now();
    expect(await laptop.sync()).toMatchObject({ created: 100, problems: [] });
    expect(world.contents()).toHaveLength(100);
    expect(laptop.env.now() - before).toBeLessThan(60_000);
    // Eight at once, as at the beginning, would be refused five times for each three that are taken.
    expect(calls).toBeLessThan(190);
  });

  it('a busy list of files is waited for within the same patience', async () => {
    const laptop = await world.inStep('a.txt');
    laptop.put('Other/b.txt', 'b');
    world.service.faults.fail({ call: 'list', failure: { status: 503, retryAfter: 7 }, times: 2 });
    laptop.env.slept.length = 0;
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
    expect(laptop.env.slept.filter((ms) => ms > 6000 && ms <= 7000)).toHaveLength(2);
    for (const retryAfter of [0, 7, 3600]) {
      world.service.faults.fail({ call: 'list', failure: { status: 503, retryAfter }, times: 100 });
      laptop.env.slept.length = 0;
      expect((await laptop.sync()).problems).toMatchObject([{ code: 'busy' }]);
      expect(laptop.env.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(30_000);
      world.service.faults.forget();
      await laptop.env.sleep(2 * 60 * 60 * 1000);
    }
  });

  it('a site that refuses writes is asked a few times, not for each file', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    await laptop.sync();
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    world.service.faults.fail({ call: 'create', failure: { status: 403 }, times: 100 });
    const before = laptop.client.requests;
    const { problems } = await laptop.sync({ eager: false });
    expect(laptop.client.requests - before).toBeLessThan(8);
    expect(problems.map((problem) => problem.code)).toEqual(['no-access', 'no-access', 'no-access']);
    expect(problems[2]?.message).toContain('17 more files wait for the same reason.');
    const said = laptop.mirror.problems(world.site);
    expect(said.filter(({ path, message }) => message.includes(`${path} waits`)).length).toBeGreaterThan(15);
  });

  it('a service that asks for an hour is left alone, and that is said once', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    await laptop.sync();
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    world.service.faults.fail({ call: 'create', failure: { status: 503, retryAfter: 3600 }, times: 100 });
    const before = laptop.client.requests;
    const { problems } = await laptop.sync({ eager: false });
    expect(laptop.client.requests - before).toBeLessThan(8);
    expect(problems).toMatchObject([
      { code: 'busy', message: expect.stringContaining('19 more files wait for the same reason.') },
    ]);
    const said = laptop.mirror.problems(world.site).map(({ message }) => message);
    expect(
      said.filter((message) => message.includes('asks to wait until 09:42 before')).length,
    ).toBeGreaterThan(15);
    await laptop.env.sleep(2 * 60 * 60 * 1000);
    world.service.faults.forget();
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 20, problems: [] });
  });

  it('a dead network is one state, not a problem for each file', async () => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    await laptop.sync();
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    world.atCall('create', () => (laptop.client.offline = true));
    const before = laptop.client.requests;
    const report = await laptop.sync();
    expect(laptop.context.gate.stop?.kind).toBe('offline');
    expect(report.problems).toEqual([]);
    expect(laptop.client.requests - before).toBeLessThan(8);
    laptop.client.offline = false;
    await laptop.sync();
    expect(world.contents()).toHaveLength(20);
  });
});

describe('rule 13: a request that finds no way', () => {
  it.each([
    ['fetched', 'download'],
    ['sent', 'create'],
  ] as const)('is tried again by itself where the service answers others: %s', async (_, call) => {
    const laptop = await world.inStep();
    if (call === 'download') world.addFile('there.txt', 'there');
    else laptop.put('Other/here.txt', 'here');
    world.service.faults.fail({ call, failure: 'refuse-connection' });
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 0, downloaded: 0 });
    await laptop.env.sleep(24 * 60 * 60 * 1000);
    const report = await laptop.sync({ eager: false });
    expect([report.created + report.downloaded, report.problems]).toEqual([1, []]);
  });
});
