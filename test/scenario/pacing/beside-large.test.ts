import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import type { Failure } from '../../../shared/failure.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const BROKEN: Failure = { code: 'mirror-broken', message: 'It is broken.', hint: '', retry: 'on-change' };

type Call = 'createFile' | 'updateFile' | 'downloadFile';

/** A transfer that takes as long as the test likes. */
interface Slow {
  readonly reached: Promise<void>;
  readonly goOn: () => void;
}

let world: World;
let home: string;
let open: EngineHome | null = null;
let folder: string;
/** Asked at each transfer, before and after the service has done it. */
let onCall: (call: Call, when: 'before' | 'after', about: string) => Promise<void>;
let slow: Slow | null = null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-beside-'));
  world = await startWorld();
  onCall = async () => undefined;
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
});

afterEach(async () => {
  slow?.goOn();
  slow = null;
  await open?.close();
  open = null;
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<EngineHome> {
  open = await openEngine(world, home, { context: watched });
  folder = await open.follow(SITE);
  await open.atRest();
  return open;
}

function watched(context: SyncContext): SyncContext {
  const slowed = new Set<string>(['createFile', 'updateFile', 'downloadFile'] satisfies Call[]);
  const service = aroundCalls(context.service, async (name, args, call) => {
    if (!slowed.has(name)) return call();
    const about = typeof args[0] === 'string' ? args[0] : (args[0] as { name: string }).name;
    await onCall(name as Call, 'before', about);
    const reply = await call();
    await onCall(name as Call, 'after', about);
    return reply;
  });
  return { ...context, service };
}

/** The next call about this file or record stands still there until it is told to go on. */
function slowDown(call: Call, when: 'before' | 'after', about: string): Slow {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  onCall = async (...now) => {
    if (now[0] !== call || now[1] !== when || now[2] !== about) return;
    onCall = async () => undefined;
    reached.resolve();
    await held.promise;
  };
  slow = { reached: reached.promise, goOn: held.resolve };
  return slow;
}

const names = (): readonly string[] =>
  world.service.store
    .files(SITE)
    .map((file) => file.name)
    .toSorted();
const idOf = (name: string): string =>
  world.service.store.files(SITE).find((file) => file.name === name)?.id ?? '';
const contentOf = (name: string): string => world.service.store.readContent(idOf(name)).toString();
const here = (name: string): string => join(folder, 'Other', name);
const read = (name: string): Promise<string> => readFile(here(name), 'utf8');

/** Saved, and heard of. */
async function save(laptop: EngineHome, name: string, content: string): Promise<void> {
  await mkdir(join(folder, 'Other'), { recursive: true });
  await writeFile(here(name), content);
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
}

async function move(laptop: EngineHome, from: string, to: string): Promise<void> {
  await rename(here(from), here(to));
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
}

/** A file that was saved is on its way and has not arrived. */
async function sendSlowly(laptop: EngineHome, name: string, content: string): Promise<Slow> {
  const sending = slowDown('createFile', 'before', name);
  await save(laptop, name, content);
  await sending.reached;
  return sending;
}

async function fetchSlowly(laptop: EngineHome, name: string, content: string): Promise<Slow> {
  const { id } = world.service.store.addFile(SITE, { name, category: 'other', content });
  const fetching = slowDown('downloadFile', 'before', id);
  laptop.engine.syncNow(SITE);
  await fetching.reached;
  return fetching;
}

const createdBy = ({ reports }: EngineHome): number =>
  reports.reduce((sum, report) => sum + report.created, 0);

async function inStep(laptop: EngineHome): Promise<void> {
  laptop.engine.syncNow(SITE);
  await laptop.atRest();
  const { mirror } = laptop.program;
  expect(mirror.problems(SITE)).toEqual([]);
  expect(mirror.counts(SITE)).toEqual({
    base: names().length,
    local: names().length,
    remote: names().length,
  });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.sitesync'))
    .map((entry) => entry.name);
  expect(files.toSorted()).toEqual(names());
}

describe('while a file is sent', () => {
  it('others that are saved are sent, and those that come are fetched', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    world.service.store.addFile(SITE, { name: 'come.txt', category: 'other', content: 'come' });
    laptop.engine.syncNow(SITE);
    await until(async () => (await read('come.txt').catch(() => '')) === 'come');
    expect(names()).not.toContain('large.bin');
    expect(laptop.context.progress.state).toMatchObject({ phase: 'transferring', site: SITE });
    expect(laptop.program.mirror.problems(SITE)).toEqual([]);
    expect(laptop.program.mirror.intents(SITE).map((intent) => intent.name)).toEqual(['large.bin']);
    sending.goOn();
    await until(() => names().includes('large.bin'));
    await inStep(laptop);
    await until(() => createdBy(laptop) === 2);
    await laptop.atRest();
    expect(laptop.context.progress.state).toMatchObject({ filesTotal: 0, bytesTotal: 0 });
  });

  it('what is saved in it goes up after it, as a new version of one record', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'first');
    await save(laptop, 'late.txt', 'late');
    await save(laptop, 'large.bin', 'second version');
    await until(() => names().includes('late.txt'));
    sending.goOn();
    await until(() => names().includes('large.bin') && contentOf('large.bin') === 'second version');
    await inStep(laptop);
    expect(names()).toEqual(['large.bin', 'late.txt', 'plan.txt']);
  });

  it('it may be renamed: there is one record of it', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await move(laptop, 'large.bin', 'renamed.bin');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    expect(names()).not.toContain('renamed.bin');
    sending.goOn();
    await until(() => names().includes('renamed.bin'));
    await inStep(laptop);
    expect(names()).toEqual(['late.txt', 'plan.txt', 'renamed.bin']);
  });

  it('it may be deleted: it goes there as well', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await rm(here('large.bin'));
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    sending.goOn();
    await until(() => !names().includes('large.bin'));
    await laptop.atRest();
    await inStep(laptop);
    expect(names()).toEqual(['late.txt', 'plan.txt']);
  });

  it.each([true, false])(
    'its record may be listed before the reply comes (metadata dropped: %s)',
    async (dropsMetadata) => {
      world.service.set({ dropsMetadata });
      const laptop = await start();
      const sending = slowDown('createFile', 'after', 'large.bin');
      await save(laptop, 'large.bin', 'large');
      await sending.reached;
      world.service.store.addFile(SITE, { name: 'come.txt', category: 'other', content: 'come' });
      laptop.engine.syncNow(SITE);
      await until(async () => (await read('come.txt').catch(() => '')) === 'come');
      expect(laptop.program.mirror.counts(SITE).remote).toBe(3);
      sending.goOn();
      await laptop.atRest();
      await inStep(laptop);
      expect(names()).toEqual(['come.txt', 'large.bin', 'plan.txt']);
      expect(laptop.reports.flatMap((report) => report.problems)).toEqual([]);
      await until(() => createdBy(laptop) === 1);
    },
  );

  it('a new version that somebody else made of it is not overwritten', async () => {
    const laptop = await start();
    const sending = slowDown('updateFile', 'after', idOf('plan.txt'));
    await save(laptop, 'plan.txt', 'from here');
    await sending.reached;
    world.service.store.editFile(idOf('plan.txt'), { content: 'from there' });
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    laptop.engine.syncNow(SITE);
    sending.goOn();
    await until(async () => (await read('plan.txt')) === 'from there');
    await inStep(laptop);
  });

  it('what was listed meanwhile is listed again, also where it lands before the cycle that listed is over', async () => {
    const laptop = await start();
    const { mirror } = laptop.program;
    const id = idOf('plan.txt');
    const agreedOn = (): unknown =>
      [...mirror.trees(SITE).base.values()].find((base) => base.id === id)?.hash;
    const before = agreedOn();
    const sending = slowDown('updateFile', 'after', id);
    await save(laptop, 'plan.txt', 'from here');
    await sending.reached;
    world.service.store.editFile(id, { content: 'from there' });
    const other = slowDown('createFile', 'before', 'late.txt');
    await save(laptop, 'late.txt', 'late');
    laptop.engine.syncNow(SITE);
    await other.reached;
    sending.goOn();
    await until(() => agreedOn() !== before);
    other.goOn();
    await until(async () => (await read('plan.txt')) === 'from there');
    await inStep(laptop);
  });
});

describe('while a file is fetched', () => {
  it('others that are saved are sent', async () => {
    const laptop = await start();
    const fetching = await fetchSlowly(laptop, 'large.bin', 'large');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    expect(await readdir(join(folder, 'Other'))).not.toContain('large.bin');
    fetching.goOn();
    await until(async () => (await read('large.bin').catch(() => '')) === 'large');
    await inStep(laptop);
  });

  it('what is saved in its place meanwhile stays, beside it', async () => {
    const laptop = await start();
    const fetching = await fetchSlowly(laptop, 'large.bin', 'from there');
    await save(laptop, 'large.bin', 'from here');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    fetching.goOn();
    await until(() => names().length === 4);
    await inStep(laptop);
    expect(await read('large.bin')).toBe('from there');
    const copy = names().find((name) => name.includes('conflict')) ?? '';
    expect(await read(copy)).toBe('from here');
  });

  it('it may be deleted or renamed there', async () => {
    const laptop = await start();
    const fetching = await fetchSlowly(laptop, 'large.bin', 'large');
    world.service.store.editFile(idOf('large.bin'), { name: 'renamed.bin' });
    await save(laptop, 'late.txt', 'late');
    laptop.engine.syncNow(SITE);
    await until(() => names().includes('late.txt'));
    fetching.goOn();
    await until(async () => (await read('renamed.bin').catch(() => '')) === 'large');
    await inStep(laptop);
  });
});

describe('what goes on beside others', () => {
  it('stands still while the person pauses, and what is saved then is seen', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    laptop.engine.pauseAll();
    await save(laptop, 'late.txt', 'late');
    const { mirror } = laptop.program;
    await until(() => [...mirror.trees(SITE).local.values()].some((file) => file.path === 'Other/late.txt'));
    expect(names()).not.toContain('late.txt');
    laptop.engine.resumeAll();
    await until(() => names().includes('late.txt'));
    sending.goOn();
    await until(() => names().includes('large.bin'));
    await inStep(laptop);
  });

  it('is finished before the site is given up', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    let isReleased = false;
    const released = laptop.engine.release(SITE, async () => void (isReleased = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isReleased).toBe(false);
    sending.goOn();
    await released;
    expect(names()).toContain('large.bin');
    expect(laptop.program.mirror.intents(SITE)).toEqual([]);
  });

  it('is what is told of, also after a cycle that had nothing to do', async () => {
    const laptop = await start();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    const listed = (): number => laptop.program.mirror.listingNumber(SITE);
    const before = listed();
    laptop.engine.syncNow(SITE);
    await until(() => listed() > before);
    await until(() => laptop.context.progress.state.phase === 'transferring');
    sending.goOn();
    await laptop.atRest();
    await inStep(laptop);
  });

  it('ends the engine where the mirror cannot be written any more', async () => {
    let isBroken = false;
    open = await openEngine(world, home, {
      context: watched,
      mirror: (mirror) => ({
        ...mirror,
        commit: (site, commits) => {
          if (isBroken) throw new FailureError(BROKEN);
          mirror.commit(site, commits);
        },
      }),
    });
    const laptop = open;
    folder = await laptop.follow(SITE);
    await laptop.atRest();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    await save(laptop, 'late.txt', 'late');
    await until(() => names().includes('late.txt'));
    isBroken = true;
    sending.goOn();
    await until(() => laptop.notices.some((line) => line.includes('stopped keeping your sites in step')));
  });

  it('is heard of where it breaks while a further cycle sends', async () => {
    let broke: 'not' | 'next' | 'once' = 'not';
    open = await openEngine(world, home, {
      context: watched,
      mirror: (mirror) => ({
        ...mirror,
        commit: (site, commits) => {
          if (broke === 'next') {
            broke = 'once';
            throw new Error('EIO: i/o error, write');
          }
          mirror.commit(site, commits);
        },
      }),
    });
    const laptop = open;
    folder = await laptop.follow(SITE);
    await laptop.atRest();
    const sending = await sendSlowly(laptop, 'large.bin', 'large');
    const next = await sendSlowly(laptop, 'late.txt', 'late');
    broke = 'next';
    sending.goOn();
    await until(() => broke === 'once');
    next.goOn();
    await until(() =>
      laptop.notices.some((line) => line.endsWith('sites in step: EIO: i/o error, write. Start it again.')),
    );
  });
});
