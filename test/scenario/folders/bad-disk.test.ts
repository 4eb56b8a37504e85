import { chmod, mkdir, rename, rm, rmdir, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncReport } from '../../../main/sync/sync-once.ts';
import type { Problem } from '../../../main/sync/problems/problem.ts';
import {
  onService,
  partsIn,
  readText,
  SmallDisk,
  syncAsPerson,
  whyNoMount,
  whyNoPermissions,
} from '../../support/faults/bad-disk.ts';
import { startCli } from '../../support/command-line.ts';
import {
  filesIn,
  siteOf,
  SITE,
  startWorld,
  TOKEN,
  trashIn,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

const MIB = 1024 * 1024;
const noMount = whyNoMount();
const noPermissions = whyNoPermissions();
const because = (why: string | null): string => (why === null ? '' : ` (skipped: ${why})`);

let world: World;
let anna: Laptop;

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
});

afterEach(() => world.close());

/** A file that was saved a minute ago, so that no sync waits for it to be still. */
async function put(path: string, content: string | Uint8Array): Promise<void> {
  const full = join(anna.folder, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
  const aMinuteAgo = Date.now() / 1000 - 60;
  await utimes(full, aMinuteAgo, aMinuteAgo);
}

function addThere(name: string, content: string | Uint8Array): void {
  world.service.store.addFile(SITE, { name, category: 'other', content });
}

/** The only problem of a report: it names the path, says what happened, and what to do. */
function onlyProblem(report: SyncReport, code: string, path: string): Problem {
  const { problems } = siteOf(report);
  expect(problems.map((problem) => [problem.code, problem.path])).toEqual([[code, path]]);
  const [problem] = problems;
  expect(problem?.message).toContain(path === '' ? anna.folder : path);
  expect(problem?.hint.length).toBeGreaterThan(20);
  expect(report.state).toBe('problems');
  return problem as Problem;
}

async function expectInStep(): Promise<void> {
  expect(siteOf(await anna.sync())).toMatchObject({ problems: [], held: null });
  const quiet = await anna.sync();
  expect([quiet.state, quiet.bytesUp, quiet.bytesDown]).toEqual(['in-sync', 0, 0]);
  const here = Object.entries(await filesIn(anna.folder)).map(([path, text]) => [
    path.split('/').at(-1),
    text,
  ]);
  expect(Object.fromEntries(here)).toEqual(onService(world));
}

/** What `doctor` says of the folder of the site. */
async function doctor(): Promise<{ readonly status: number | null; readonly folder: string | undefined }> {
  const env = { SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN };
  const { status, stdout } = await startCli(['doctor', '--json', '--data', anna.data], { env }).ended;
  const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] };
  return { status, folder: checks.find(({ name }) => name === `folder of ${SITE}`)?.detail };
}

describe.skipIf(noMount !== null)(`a disk that is full or write-protected${because(noMount)}`, () => {
  let disk: SmallDisk;

  beforeEach(async () => {
    disk = await SmallDisk.at(dirname(anna.folder), '16m');
    await put('Other/mine.txt', 'mine');
    expect((await anna.sync()).state).toBe('in-sync');
  });

  afterEach(() => disk.unmount());

  it('does not begin a download that it has no room for, and sends what is here all the same', async () => {
    addThere('large.bin', new Uint8Array(20 * MIB));
    await put('Other/second.txt', 'second');
    const report = await anna.sync();
    const { message, hint } = onlyProblem(report, 'disk-full', 'Other/large.bin');
    expect(message).toContain('it needs 21.0 MB, ');
    expect(message).toContain(` is free on the disk of ${anna.folder}, and `);
    expect(hint).toMatch(/[Ff]ree some space/);
    expect(siteOf(report)).toMatchObject({ created: 1, downloaded: 0, trashed: 0, deletedRemote: 0 });
    expect(world.service.requests.downloads()).toEqual([]);
    disk.change('size=64m');
    await expectInStep();
  });

  it('leaves nothing half-written where the disk fills up on the way', async () => {
    // Each has room by itself; together they have not.
    for (let n = 0; n < 6; n++) addThere(`large ${n}.bin`, new Uint8Array(5 * MIB).fill(n + 1));
    const report = await anna.sync();
    const { problems, downloaded } = siteOf(report);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) {
      expect(problem).toMatchObject({
        code: 'disk-full',
        path: expect.stringMatching(/^Other\/large \d/) as string,
      });
      expect(problem.message).toContain('disk');
      expect(problem.hint).toMatch(/[Ff]ree some space/);
    }
    expect(await partsIn(anna.folder)).toEqual([]);
    const here = await filesIn(anna.folder);
    expect(Object.keys(here)).toHaveLength(downloaded + 1);
    for (const [path, text] of Object.entries(here)) expect(text).toBe(onService(world)[path.slice(6)]);
    disk.change('size=64m');
    await expectInStep();
  });

  it('keeps the old version where there is no room for the new one', async () => {
    addThere('plan.bin', 'v1');
    await anna.sync();
    await writeFile(join(anna.folder, '.sitesync', 'filler'), new Uint8Array(12 * MIB));
    const id = world.service.store.files(SITE).find((file) => file.name === 'plan.bin')?.id ?? '';
    world.service.store.editFile(id, { content: new Uint8Array(8 * MIB).fill(7) });
    onlyProblem(await anna.sync(), 'disk-full', 'Other/plan.bin');
    expect(await readText(anna, 'Other/plan.bin')).toBe('v1');
    await unlink(join(anna.folder, '.sitesync', 'filler'));
    await expectInStep();
    expect(await trashIn(anna.folder)).toEqual(['v1']);
  });

  it('sends from a write-protected drive, and names what it cannot write there', async () => {
    addThere('there.txt', 'there');
    await put('Other/second.txt', 'second');
    disk.change('ro');
    const report = await anna.sync();
    onlyProblem(report, 'read-only', 'Other/there.txt');
    expect(siteOf(report)).toMatchObject({ created: 1, downloaded: 0, deletedRemote: 0 });
    expect(Object.keys(onService(world)).sort()).toEqual(['mine.txt', 'second.txt', 'there.txt']);
    const said = `${anna.folder} could not be changed: its folder or drive does not allow it.`;
    expect(await doctor()).toEqual({ status: 1, folder: expect.stringContaining(said) });
    disk.change('rw');
    await expectInStep();
    expect(await doctor()).toEqual({ status: 0, folder: anna.folder });
  });
});

describe.skipIf(noMount !== null)(`a data folder on a full disk${because(noMount)}`, () => {
  it.each([0, 40_000])(
    'is told of in words, loses nothing, and goes on with room: %i bytes left',
    async (left) => {
      const disk = await SmallDisk.at(anna.data, '32m');
      try {
        await put('Other/mine.txt', 'mine');
        expect((await syncAsPerson(world, anna)).status).toBe(0);
        for (let n = 0; n < 150; n++) addThere(`${n} ${'x'.repeat(200)}.txt`, `content ${n}`);
        await put('Other/edited here.txt', 'edited');
        await disk.fill(left);
        const { status, report } = await syncAsPerson(world, anna);
        expect(status).toBe(1);
        const { error } = report as unknown as { readonly error: Problem };
        expect(error.code).toBe('disk-full');
        expect(error.message).toContain('database');
        expect(error.message).toContain(anna.data);
        expect(error.hint).toMatch(/Free some space.*run the command again/);
        await disk.empty();
        expect((await syncAsPerson(world, anna)).status).toBe(0);
        await expectInStep();
        expect(Object.keys(onService(world))).toHaveLength(152);
      } finally {
        disk.unmount();
      }
    },
  );
});

describe.skipIf(noPermissions !== null)(`permissions that are missing${because(noPermissions)}`, () => {
  beforeEach(async () => {
    await put('Other/mine.txt', 'mine');
    await put('Other/locked/deep.txt', 'deep');
    addThere('there.txt', 'there');
    expect((await anna.sync()).state).toBe('in-sync');
  });

  it('names a file that cannot be read, new or edited, and sends the others', async () => {
    await put('Other/mine.txt', 'mine, edited');
    await put('Other/new.txt', 'new');
    await put('Other/fine.txt', 'fine');
    await chmod(join(anna.folder, 'Other/mine.txt'), 0o000);
    await chmod(join(anna.folder, 'Other/new.txt'), 0o000);
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    const { problems, created, deletedRemote } = siteOf(report);
    expect(problems.map((problem) => problem.path).sort()).toEqual(['Other/mine.txt', 'Other/new.txt']);
    for (const problem of problems) {
      expect(problem.code).toBe('unreadable');
      expect(problem.message).toBe(`${problem.path} could not be read: permission is missing.`);
      expect(problem.hint).toMatch(/may open it/);
    }
    expect([created, deletedRemote]).toEqual([1, 0]);
    expect(onService(world)).toMatchObject({ 'mine.txt': 'mine', 'fine.txt': 'fine' });
    await chmod(join(anna.folder, 'Other/mine.txt'), 0o644);
    await chmod(join(anna.folder, 'Other/new.txt'), 0o644);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
    await expectInStep();
  });

  it.each([
    ['cannot be listed', 0o000],
    ['can be listed and not entered', 0o444],
  ])('deletes nothing below a folder that %s', async (_, mode) => {
    await chmod(join(anna.folder, 'Other/locked'), mode);
    await put('Other/fine.txt', 'fine');
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    onlyProblem(report, 'unreadable', 'Other/locked');
    expect(siteOf(report)).toMatchObject({ created: 1, deletedRemote: 0, held: null });
    expect(onService(world)['deep.txt']).toBe('deep');
    await chmod(join(anna.folder, 'Other/locked'), 0o755);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
    await expectInStep();
  });

  it('names what it can neither place, replace nor remove in a folder that may not be written', async () => {
    const { store } = world.service;
    const id = (name: string): string => store.files(SITE).find((file) => file.name === name)?.id ?? '';
    addThere('new.txt', 'new');
    store.editFile(id('there.txt'), { content: 'there, edited' });
    store.deleteFile(id('mine.txt'));
    await chmod(join(anna.folder, 'Other'), 0o555);
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    const { problems } = siteOf(report);
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      'Other/mine.txt',
      'Other/new.txt',
      'Other/there.txt',
    ]);
    for (const problem of problems) {
      expect(problem.code).toBe('read-only');
      expect(problem.message).toContain(problem.path);
      expect(problem.hint).toMatch(/may write there/);
    }
    expect(await filesIn(anna.folder)).toEqual({
      'Other/mine.txt': 'mine',
      'Other/there.txt': 'there',
      'Other/locked/deep.txt': 'deep',
    });
    expect(await partsIn(anna.folder)).toEqual([]);
    await chmod(join(anna.folder, 'Other'), 0o755);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
    await expectInStep();
  });

  it('sends nothing while it cannot read what is to be left out', async () => {
    await put('.siteignore', 'private/');
    await put('private/diary.txt', 'mine alone');
    await chmod(join(anna.folder, '.siteignore'), 0o000);
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    expect(siteOf(report).problems[0]?.message).toContain('.siteignore');
    expect(onService(world)['diary.txt']).toBeUndefined();
    await chmod(join(anna.folder, '.siteignore'), 0o644);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
    expect(onService(world)['diary.txt']).toBeUndefined();
  });

  it('takes a folder that it may not enter for one that is not there', async () => {
    await chmod(anna.folder, 0o000);
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    expect(siteOf(report).problems[0]?.message).toContain(anna.folder);
    expect(Object.keys(onService(world))).toHaveLength(3);
    await chmod(anna.folder, 0o755);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
    await expectInStep();
  });
});

describe('a folder that is not there', () => {
  it('is not made again nor taken for deletes where the whole root is gone', async () => {
    await anna.sync();
    await put('Other/mine.txt', 'mine');
    await anna.sync();
    const root = dirname(anna.folder);
    await rename(root, `${root} elsewhere`);
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(1);
    expect(onlyProblem(report, 'folder-missing', '').hint).toMatch(/Reconnect the drive/);
    await expect(filesIn(root)).rejects.toThrow('ENOENT');
    expect(Object.keys(onService(world))).toEqual(['mine.txt']);
    await rename(`${root} elsewhere`, root);
    await expectInStep();
  });

  it('cannot be made where a file stands in its way', async () => {
    const root = dirname(anna.folder);
    await mkdir(dirname(root), { recursive: true });
    await writeFile(root, 'a file');
    const { status, report } = await syncAsPerson(world, anna);
    expect(status).toBe(2);
    expect(report).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect((report as unknown as { error: Problem }).error.message).toContain(anna.folder);
    await rm(root);
    expect((await syncAsPerson(world, anna)).status).toBe(0);
  });

  it('gets no file when it goes away in mid-run, and is in step when it is back', async () => {
    await anna.sync();
    for (let n = 0; n < 60; n++) addThere(`${n}.txt`, `content ${n}`);
    const report = await pulledOutDuring(() => world.service.requests.downloads().length >= 12);
    expect(siteOf(report).downloaded).toBeLessThan(60);
    await putBack();
    await expectInStep();
    expect(Object.keys(onService(world))).toHaveLength(60);
  });

  it('loses no file that was to be sent or deleted when it goes away in mid-run', async () => {
    // Twice 256 small files are read ahead of their POST: of 560 some are still to be read.
    await prepare(560);
    const report = await pulledOutDuring(() => world.service.requests.writes().length >= 12);
    expect(siteOf(report).created).toBeLessThan(560);
    await putBack();
    await expectInStep();
    expect(Object.keys(onService(world))).toHaveLength(563);
  });

  it('sends what was read before it went away, each file once, and says so at the next look', async () => {
    // As many as are read first, in one go.
    await prepare(30);
    const report = await pullOutDuring(() => world.service.requests.writes().length >= 12);
    expect(siteOf(report)).toMatchObject({ created: 30, deletedRemote: 1, trashed: 0, held: null });
    await expectGone();
    await putBack();
    await expectInStep();
    expect(world.service.store.files(SITE)).toHaveLength(33);
  });

  /** Four files in step, of which one is deleted, and so many to be sent. */
  async function prepare(files: number): Promise<void> {
    for (let n = 0; n < 4; n++) await put(`Other/old ${n}.txt`, `old ${n}`);
    await anna.sync();
    for (let n = 0; n < files; n++) await put(`Other/${n}.txt`, `content ${n}`);
    await unlink(join(anna.folder, 'Other/old 0.txt'));
  }

  /** A sync that meets the pulled drive, and says so. */
  async function pulledOutDuring(moment: () => boolean): Promise<SyncReport> {
    const report = await pullOutDuring(moment);
    onlyProblem(report, 'folder-missing', '');
    expect(siteOf(report)).toMatchObject({ trashed: 0, held: null });
    await expectGone();
    return report;
  }

  /** A sync during which the drive is pulled: the mount point is there, and empty. */
  async function pullOutDuring(moment: () => boolean): Promise<SyncReport> {
    world.service.set({ latencyMs: 15 });
    world.service.requests.clear();
    const running = anna.sync();
    while (!moment()) await delay(2);
    // On a busy machine the drive takes a while to go: no request is answered meanwhile.
    world.service.set({ latencyMs: 1000 });
    await rename(anna.folder, `${anna.folder} on the drive`);
    await mkdir(anna.folder);
    world.service.set({ latencyMs: 15 });
    return running;
  }

  /** Nothing is put where the drive was, and nothing there is taken for a wish. */
  async function expectGone(): Promise<void> {
    expect(await filesIn(anna.folder)).toEqual({});
    const before = Object.keys(onService(world)).length;
    const meanwhile = await anna.sync();
    onlyProblem(meanwhile, 'folder-missing', '');
    expect(siteOf(meanwhile)).toMatchObject({ deletedRemote: 0, downloaded: 0, created: 0 });
    expect(Object.keys(onService(world))).toHaveLength(before);
  }

  async function putBack(): Promise<void> {
    // Empty: nothing was made where the drive was not.
    await rmdir(anna.folder);
    await rename(`${anna.folder} on the drive`, anna.folder);
    world.service.reset();
  }
});
