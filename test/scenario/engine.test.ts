import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncSite } from '../../main/sync/cycle.ts';
import { Gate } from '../../main/sync/gate.ts';
import { MirrorError } from '../../main/sync/ports/mirror-error.ts';
import type { Mirror } from '../../main/sync/ports/mirror.ts';
import { fail, type Failure, type Result } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { openEngine, until, type EngineHome, type EngineHomeOptions } from '../support/engine-home.ts';
import { SITE, startWorld, type World } from '../support/laptop.ts';

const site = SITE as SiteId;
const OTHER = 'site-2' as SiteId;

let world: World;
let home: string;
const open: EngineHome[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-engine-'));
  world = await startWorld();
  world.service.store.addSite({ id: OTHER, name: 'Mill' });
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(options?: EngineHomeOptions): Promise<EngineHome> {
  const opened = await openEngine(world, home, options);
  open.push(opened);
  return opened;
}

const names = (of: string = SITE): readonly string[] =>
  world.service.store.files(of).map((file) => file.name);

describe('sites that come and go', () => {
  it('are taken up when they are followed and let go when they are not', async () => {
    const laptop = await start();
    await laptop.engine.refresh();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    await laptop.engine.release(site, async () => laptop.program.mirror.unfollow(site));
    expect([...laptop.watched]).toEqual([]);
    world.service.requests.clear();
    laptop.engine.syncNow(null);
    laptop.engine.wake();
    await delay(200);
    expect(world.service.requests.all).toEqual([]);
    expect(await readFile(join(folder, 'Other', 'plan.txt'), 'utf8')).toBe('plan');
    expect(laptop.program.mirror.counts(site)).toEqual({ base: 0, local: 0, remote: 0 });
  });

  it('are left alone until the change that they were let go for is made, whoever looks anew', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    let looked: Promise<void> = Promise.resolve();
    await laptop.engine.release(site, async () => {
      looked = laptop.engine.refresh();
      await delay(100);
      expect([...laptop.watched]).toEqual([]);
      laptop.program.mirror.unfollow(site);
    });
    await looked;
    expect([...laptop.watched]).toEqual([]);
  });

  it('are taken up again where the change fails', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE);
    const released = laptop.engine.release(site, () => Promise.reject(new Error('no room')));
    await expect(released).rejects.toThrow('no room');
    await until(() => laptop.watched.has(folder));
  });

  it('are watched in their new folder when they are moved', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    const followed = laptop.program.mirror.followed()[0]!;
    const moved = join(home, 'elsewhere');
    await rename(folder, moved);
    laptop.program.mirror.follow({ ...followed, folder: moved });
    await laptop.engine.refresh();
    await until(() => laptop.watched.has(moved));
    expect([...laptop.watched]).toEqual([moved]);
    await writeFile(join(moved, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    laptop.engine.syncNow(site);
    await until(() => names().includes('note.txt'));
  });

  it('fetch what a new choice adds at once', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE, 'none');
    await laptop.atRest();
    expect(existsSync(join(folder, 'Other', 'plan.txt'))).toBe(false);
    laptop.program.mirror.follow({ ...laptop.program.mirror.followed()[0]!, keep: 'all' });
    await laptop.engine.refresh();
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
  });

  it('send what another ignore setting lets through', async () => {
    const laptop = await start();
    laptop.program.mirror.setSetting('ignore', '*.raw\n');
    const folder = await laptop.follow(SITE);
    await writeFile(join(folder, 'Other', 'scan.raw'), 'points');
    laptop.engine.syncNow(null);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    expect(names()).toEqual(['plan.txt']);
    laptop.program.mirror.setSetting('ignore', null);
    await laptop.engine.refresh();
    await until(() => names().includes('scan.raw'));
  });
});

describe('a folder that was away', () => {
  it('is worked on as soon as it is scanned again, before the service is next listed', async () => {
    const laptop = await start();
    laptop.engine.pauseAll();
    const folder = await laptop.follow(SITE);
    const options = { confirmDeletes: false, eager: true, scope: null, list: true };
    const [followed] = laptop.program.mirror.followed();
    await syncSite(laptop.context, followed!, options);
    laptop.context.gate.refuse(site, {
      code: 'folder-missing',
      message: 'Gone.',
      hint: '',
      retry: 'on-change',
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    const { report } = await syncSite(laptop.context, followed!, { ...options, list: false });
    expect(report).toMatchObject({ created: 1, problems: [] });
  });
});

describe('a site of which only some files are kept in step', () => {
  it('is deleted nothing of by a hint about a folder that holds them', async () => {
    const laptop = await start();
    world.service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
    const folder = await laptop.follow(SITE);
    await writeFile(join(folder, '.siteignore'), '*\n!*/\n!*.pdf\n');
    await until(() => existsSync(join(folder, 'Spec Sheet', 'pump.pdf')));
    await laptop.atRest();
    await writeFile(join(folder, 'Spec Sheet', 'note.txt'), 'stays here');
    await writeFile(join(folder, 'Spec Sheet', 'fan.pdf'), 'fan');
    laptop.hint(SITE, { kind: 'changed', folder: 'Spec Sheet', deep: false });
    await until(() => names().includes('fan.pdf') || !names().includes('pump.pdf'));
    await laptop.atRest();
    expect(names().toSorted()).toEqual(['fan.pdf', 'plan.txt', 'pump.pdf']);
  });

  it('is watched in the folders that hold them', async () => {
    const laptop = await start();
    laptop.program.mirror.setSetting('ignore', '*\n!*/\n!*.pdf\ndrafts/\n');
    const folder = await laptop.follow(SITE);
    await until(() => laptop.watched.has(folder));
    const paths = ['Spec Sheet', 'Spec Sheet/fan.pdf', 'drafts/fan.pdf'];
    expect(paths.map((path) => laptop.leavesOut(SITE, path))).toEqual([false, false, true]);
  });
});

describe('a person who does not wait', () => {
  it('is served at once by "sync now" and by waking up', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    for (const [name, ask] of [
      ['now.txt', () => laptop.engine.syncNow(site)],
      ['woken.txt', () => laptop.engine.wake()],
    ] as const) {
      world.service.store.addFile(SITE, { name, category: 'other', content: name });
      await delay(100);
      expect(existsSync(join(folder, 'Other', name))).toBe(false);
      ask();
      await until(() => existsSync(join(folder, 'Other', name)));
      await laptop.atRest();
    }
  });

  it('ends a back-off with "sync now", which waking up leaves alone', async () => {
    const laptop = await start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status: 500 },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => laptop.program.mirror.attempts(site).length === 1);
    await laptop.atRest();
    expect(laptop.reports.at(-1)?.problems).toEqual([expect.objectContaining({ path: 'Other/note.txt' })]);
    laptop.engine.wake();
    await laptop.atRest();
    expect(names()).toEqual(['plan.txt']);
    laptop.engine.syncNow(site);
    await until(() => names().includes('note.txt'));
    await laptop.atRest();
    expect(laptop.program.mirror.attempts(site)).toEqual([]);
  });
});

describe('a service that is busy', () => {
  /** Answers the next file that is sent so, and one is saved. */
  async function refuse(retryAfter: number, options: EngineHomeOptions): Promise<EngineHome> {
    const laptop = await start(options);
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status: 503, retryAfter },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => laptop.program.mirror.attempts(site).length === 1);
    return laptop;
  }

  it('is tried again when it asked to be, not with the next look at all of it', async () => {
    const laptop = await refuse(1, {
      context: (context) => ({ ...context, settings: { ...context.settings, patienceMs: 0 } }),
    });
    world.service.requests.clear();
    await until(() => names().includes('note.txt'));
    expect(world.service.requests.all.filter(({ path }) => path.startsWith('/api/v1/files/?'))).toEqual([]);
    await laptop.atRest();
    expect(laptop.program.mirror.attempts(site)).toEqual([]);
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

describe('a service that is not reached', () => {
  it('is told of once, and once more when it is back', async () => {
    let isAway = false;
    const away: Failure = { code: 'offline', message: 'No network.', hint: 'Wait.', retry: 'on-connect' };
    const laptop = await start({
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
    await laptop.follow(OTHER);
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
    const laptop = await start({
      context: (context) => {
        const { env } = context;
        const sleep: typeof env.sleep = (ms, signal) => env.sleep(ms === 5000 ? 10 : ms, signal);
        return { ...context, env: { ...env, sleep } };
      },
    });
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status: 401 },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => names().includes('note.txt'));
    await until(() => laptop.stops.length === 2);
    expect(laptop.stops).toEqual(['sign-in', null]);
  });
});

describe('a clock that is set back by a day', () => {
  it('does not put off the next look at the service by as much', async () => {
    let ahead = 86_400_000;
    const laptop = await start({
      faster: 1000,
      context: (context) => {
        const { env } = context;
        return { ...context, env: { ...env, now: () => env.now() + ahead } };
      },
    });
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    ahead = 0;
    world.service.store.addFile(SITE, { name: 'later.txt', category: 'other', content: 'later' });
    await until(() => existsSync(join(folder, 'Other', 'later.txt')));
  });
});

describe('an end', () => {
  it('comes though a transfer crawls, and keeps what came of it', async () => {
    const content = 'x'.repeat(1_000_000);
    world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content });
    world.service.set({ downloadBytesPerSecond: 100_000 });
    const first = await start({ faster: 10 });
    const folder = await first.follow(SITE);
    await until(() => first.context.progress.state.bytesDown > 100_000);
    const before = Date.now();
    await first.engine.stop();
    expect(Date.now() - before).toBeLessThan(2000);
    await first.close();
    open.splice(0);
    expect(await readdir(join(folder, '.sitesync', 'tmp'))).not.toEqual([]);
    world.service.set({ downloadBytesPerSecond: 0 });
    world.service.requests.clear();
    await (await start()).engine.refresh();
    await until(() => existsSync(join(folder, 'Other', 'big.bin')));
    expect(await readFile(join(folder, 'Other', 'big.bin'), 'utf8')).toBe(content);
    expect(world.service.requests.downloads().map((request) => request.status)).toEqual([206]);
  });

  /** A mirror that takes no scan while `failure` says so. */
  const failing =
    (failure: () => Failure | null) =>
    (mirror: Mirror): Mirror =>
      new Proxy(mirror, {
        get: (target, name): unknown => {
          const member: unknown = Reflect.get(target, name, target);
          const found = name === 'beginScan' ? failure() : null;
          if (found !== null) throw new MirrorError(found);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });

  it('waits where the disk of the mirror is full, says so once, and goes on when there is room', async () => {
    const full: Failure = {
      code: 'disk-full',
      message: 'The disk that holds SiteSync’s database is full.',
      hint: 'Free some space; SiteSync goes on by itself.',
      retry: 'later',
    };
    let tries = 0;
    let hasRoom = false;
    const laptop = await start({
      mirror: failing(() => (++tries > 0 && hasRoom ? null : full)),
      faster: 1000,
    });
    world.service.store.addFile(SITE, { name: 'there.txt', category: 'other', content: 'there' });
    const folder = await laptop.follow(SITE);
    await until(() => tries > 2);
    expect(laptop.notices).toEqual([`${full.message} ${full.hint}`]);
    expect(laptop.over).toEqual([]);
    hasRoom = true;
    await until(() => existsSync(join(folder, 'Other', 'there.txt')));
    await until(() => laptop.over.length > 0);
    expect(laptop.over).toEqual(laptop.notices);
  });

  it('comes to all where the mirror is broken, and says so', async () => {
    const failure: Failure = {
      code: 'mirror-broken',
      message: 'SiteSync’s database is damaged.',
      hint: 'Start SiteSync again.',
      retry: 'on-change',
    };
    const laptop = await start({ mirror: failing(() => failure) });
    const run = laptop.engine.run();
    const ended = expect(run).rejects.toThrow(failure.message);
    await laptop.follow(SITE);
    await ended;
    expect(laptop.notices.join()).toContain(failure.message);
  });
});
