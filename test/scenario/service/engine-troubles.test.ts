import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { fail, type Failure, type Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { until, type EngineHome, type EngineHomeOptions } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { engineRig, OTHER, type EngineRig } from '../engine-rig.ts';

const site = SITE;
const other = OTHER as SiteId;

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig();
});
afterEach(() => rig.close());

describe('a service that is busy', () => {
  const impatient: EngineHomeOptions = {
    context: (context) => ({ ...context, settings: { ...context.settings, patienceMs: 0 } }),
  };

  /** Answers the next file that is sent so, and one is saved. */
  async function refuse(retryAfter: number, options: EngineHomeOptions, status = 503): Promise<EngineHome> {
    const laptop = await rig.start(options);
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    rig.world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status, retryAfter },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => laptop.program.mirror.problems(site).length === 1);
    return laptop;
  }

  it('is tried again when it asked to be, not with the next look at all of it', async () => {
    const laptop = await refuse(1, impatient, 429);
    rig.world.service.requests.clear();
    await until(() => rig.names().includes('note.txt'));
    expect(rig.world.service.requests.all.filter(({ path }) => path.startsWith('/api/v1/files/?'))).toEqual(
      [],
    );
    await laptop.atRest();
    expect(laptop.program.mirror.problems(site)).toEqual([]);
  });

  it('is asked when it said whether it has the file, where a gateway may have spoken', async () => {
    const laptop = await refuse(1, impatient);
    const began = Date.now();
    await until(() => rig.names().includes('note.txt'));
    // The usual time for the next list is a minute.
    expect(Date.now() - began).toBeLessThan(30_000);
    await laptop.atRest();
    expect(laptop.program.mirror.problems(site)).toEqual([]);
    expect(rig.names().filter((name) => name === 'note.txt')).toHaveLength(1);
  });

  it('is not asked all the time until then', async () => {
    let plans = 0;
    const laptop = await refuse(3600, {
      context: (context) => ({
        ...context,
        plan: (question) => {
          plans += 1;
          return context.plan(question);
        },
      }),
    });
    await laptop.atRest();
    plans = 0;
    await delay(300);
    expect(plans).toBe(0);
  });
});

describe('a look at the folder that failed', () => {
  it.each(['while it syncs', 'while all is paused'])(
    'is made up for by the next one, wherever that is to look: %s',
    async (when) => {
      let fails = false;
      const laptop = await rig.start({
        context: ({ disk, ...context }) => ({
          ...context,
          disk: { ...disk, scan: async (...asked) => (fails ? fail(NOT_NOW) : disk.scan(...asked)) },
        }),
      });
      const folder = await laptop.follow(SITE);
      await laptop.atRest();
      if (when === 'while all is paused') laptop.engine.pauseAll();
      await laptop.atRest();
      await writeFile(join(folder, 'Other', 'note.txt'), 'note');
      const seen = (): boolean => laptop.program.mirror.trees(site).local.has(NOTE);
      for (const at of ['Other', 'Spec Sheet']) {
        fails = at === 'Other';
        laptop.hint(SITE, { kind: 'changed', folder: at, deep: false });
        await laptop.atRest();
        expect(seen()).toBe(!fails);
      }
    },
  );

  const NOTE = pathKey('Other/note.txt' as RelPath);
  const NOT_NOW: Failure = { code: 'unreadable', message: 'Not now.', hint: '', retry: 'later' };
});

describe('a service that is not reached', () => {
  it('is told of once, and once more when it is back', async () => {
    let isAway = false;
    const away: Failure = { code: 'offline', message: 'No network.', hint: 'Wait.', retry: 'on-connect' };
    const laptop = await rig.start({
      context: (context) => {
        const missing = (): Promise<Result<never>> => Promise.resolve(fail(away));
        const service = new Proxy(context.service, {
          get: (target, name) => {
            const member: unknown = Reflect.get(target, name, target);
            if (typeof member !== 'function') return member;
            return isAway ? missing : (member.bind(target) as unknown);
          },
        });
        return { ...context, service, gate: new Gate(service, context.env) };
      },
    });
    await laptop.follow(SITE);
    await laptop.follow(other);
    await laptop.atRest();
    expect(laptop.stops).toEqual([]);
    isAway = true;
    for (let n = 0; n < 2; n++) {
      laptop.engine.wake();
      await until(() => laptop.stops.length === 1);
      await laptop.atRest();
    }
    isAway = false;
    laptop.engine.wake();
    await until(() => laptop.stops.length === 2);
    expect(laptop.stops).toEqual(['offline', null]);
  });
});

describe('a service that refuses the token for a moment', () => {
  it('gets what changed here a few seconds later, not with the next listing', async () => {
    const laptop = await rig.start({
      context: (context) => {
        const { env } = context;
        const sleep: typeof env.sleep = (ms, signal) => env.sleep(ms === 5000 ? 10 : ms, signal);
        return { ...context, env: { ...env, sleep } };
      },
    });
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    rig.world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status: 401 },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => rig.names().includes('note.txt'));
    await until(() => laptop.stops.length === 2);
    expect(laptop.stops).toEqual(['sign-in', null]);
  });
});

describe('a clock that is set back', () => {
  /** A laptop in step whose clock is ahead by so many ms until it is set right. */
  async function startAhead(
    ms: number,
  ): Promise<{ laptop: EngineHome; folder: string; setRight: () => void }> {
    let ahead = ms;
    const laptop = await rig.start({
      faster: 1000,
      context: (context) => {
        const { env } = context;
        return { ...context, env: { ...env, now: () => env.now() + ahead } };
      },
    });
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    return { laptop, folder, setRight: () => void (ahead = 0) };
  }

  it('does not put off the next look at the service by as much', async () => {
    const { folder, setRight } = await startAhead(86_400_000);
    setRight();
    rig.world.service.store.addFile(SITE, { name: 'later.txt', category: 'other', content: 'later' });
    await until(() => existsSync(join(folder, 'Other', 'later.txt')));
  });

  it.each([
    ['is sent', 1],
    ['waits as long as ever where it fails again', 2],
  ])('does not put off a file that failed before by as much: it %s', async (_how, times) => {
    // As on a computer that starts with the time of its zone, and is corrected.
    const { laptop, folder, setRight } = await startAhead(10 * 3_600_000);
    const posts = { method: 'POST', pathPrefix: '/api/v1/files/' };
    rig.world.service.failNext({ match: posts, times, action: { status: 500 } });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    const problems = () => laptop.program.mirror.problems(site);
    await until(() => problems().length === 1);
    await laptop.atRest();
    setRight();
    if (times === 1) return until(() => rig.names().includes('note.txt'));
    await until(() => problems()[0]?.tries === 2);
    const [{ since, nextAt } = { since: Infinity, nextAt: 0 }] = problems();
    expect(since).toBeLessThanOrEqual(Date.now());
    expect(nextAt).toBeGreaterThan(Date.now() + 60_000);
  });
});

describe('an end', () => {
  it('comes though a transfer crawls, and keeps what came of it', async () => {
    const content = 'x'.repeat(10_000_000);
    rig.world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content });
    rig.world.service.set({ downloadBytesPerSecond: 100_000 });
    const first = await rig.start({ faster: 10 });
    const folder = await first.follow(SITE);
    await until(() => first.context.progress.state.bytesDown > 100_000);
    const before = Date.now();
    await first.engine.stop();
    // All of it takes over a minute and a half more.
    expect(Date.now() - before).toBeLessThan(45_000);
    await first.close();
    expect(await readdir(join(folder, '.sitesync', 'tmp'))).not.toEqual([]);
    rig.world.service.set({ downloadBytesPerSecond: 0 });
    rig.world.service.requests.clear();
    await (await rig.start()).engine.refresh();
    await until(() => existsSync(join(folder, 'Other', 'big.bin')));
    expect(await readFile(join(folder, 'Other', 'big.bin'), 'utf8')).toBe(content);
    expect(rig.world.service.requests.downloads().map((request) => request.status)).toEqual([206]);
  });

  /** A mirror that takes no scan while `failure` says so. */
  const failing =
    (failure: () => Failure | null) =>
    (mirror: Mirror): Mirror =>
      new Proxy(mirror, {
        get: (target, name): unknown => {
          const member: unknown = Reflect.get(target, name, target);
          const found = name === 'beginScan' ? failure() : null;
          if (found !== null) throw new FailureError(found);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });

  it.each([
    ['the disk of the mirror is full', 'disk-full', 'The disk that holds SiteSync’s database is full.'],
    ['another program keeps the mirror locked', 'mirror-locked', 'A backup keeps it locked.'],
    ['a thread ended without memory left', 'unreadable', 'A part of SiteSync ended by itself.'],
  ] as const)('waits where %s, says so once, and goes on when it can', async (_what, code, message) => {
    const failure: Failure = { code, message, hint: 'Do something.', retry: 'later' };
    let tries = 0;
    let isWell = false;
    const laptop = await rig.start({
      mirror: failing(() => (++tries > 0 && isWell ? null : failure)),
      faster: 1000,
    });
    rig.world.service.store.addFile(SITE, { name: 'there.txt', category: 'other', content: 'there' });
    const folder = await laptop.follow(SITE);
    await until(() => tries > 2);
    expect(laptop.notices).toEqual([`${message} Do something.`]);
    expect(laptop.over).toEqual([]);
    expect(new Set(laptop.hindered)).toEqual(new Set([code]));
    isWell = true;
    await until(() => existsSync(join(folder, 'Other', 'there.txt')));
    await until(() => laptop.over.length > 0);
    expect(laptop.over).toEqual(laptop.notices);
    expect(laptop.hindered.at(-1)).toBeNull();
  });

  it('comes to all where the mirror is broken, and says so', async () => {
    const failure: Failure = {
      code: 'mirror-broken',
      message: 'SiteSync’s database is damaged.',
      hint: 'Start SiteSync again.',
      retry: 'on-change',
    };
    const laptop = await rig.start({ mirror: failing(() => failure) });
    const run = laptop.engine.run();
    const ended = expect(run).rejects.toThrow(failure.message);
    await laptop.follow(SITE);
    await ended;
    expect(laptop.notices.join()).toContain(failure.message);
  });
});
