import { chmod, mkdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED_USER } from '../../service/store/store.ts';
import {
  filesIn,
  put,
  siteOf,
  SITE,
  startTwoLaptops,
  TOKEN,
  trashIn,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
});

afterEach(() => world.close());

/** Both in step, then both folders equal and a further sync of each without a write or a download. */
async function settle(): Promise<void> {
  for (const laptop of [anna, ben, anna, ben]) await laptop.sync();
  expect(await filesIn(anna.folder)).toEqual(await filesIn(ben.folder));
  world.service.requests.clear();
  for (const laptop of [anna, ben]) {
    const report = await laptop.sync();
    expect(report.state).toBe('in-sync');
    expect(report.bytesUp + report.bytesDown).toBe(0);
  }
  expect(world.service.requests.writes()).toEqual([]);
  expect(world.service.requests.all.filter((request) => request.path.includes('/download'))).toEqual([]);
}

describe('two laptops and one service', () => {
  it('carries creates, edits, renames, moves between categories and deletes both ways', async () => {
    await anna.sync();
    await put(anna, 'Spec Sheet/pump.pdf', 'pump v1');
    await put(anna, 'Maintenance Document/log.txt', 'monday');
    await put(anna, 'Site visit/notes.txt', 'roof hatch is stuck');
    await put(anna, 'Other/old.txt', 'old');
    expect(siteOf(await anna.sync()).created).toBe(4);
    expect(siteOf(await ben.sync()).downloaded).toBe(4);
    await put(ben, 'Spec Sheet/pump.pdf', 'pump v2');
    await rename(
      join(ben.folder, 'Maintenance Document/log.txt'),
      join(ben.folder, 'Maintenance Document/log 2026.txt'),
    );
    await rename(join(ben.folder, 'Site visit/notes.txt'), join(ben.folder, 'Spec Sheet/notes.txt'));
    await unlink(join(ben.folder, 'Other/old.txt'));
    const sent = siteOf(await ben.sync());
    expect(sent).toMatchObject({ created: 0, updated: 1, moved: 2, deletedRemote: 1, problems: [] });
    await settle();
    expect(await filesIn(anna.folder)).toEqual({
      'Spec Sheet/pump.pdf': 'pump v2',
      'Spec Sheet/notes.txt': 'roof hatch is stuck',
      'Maintenance Document/log 2026.txt': 'monday',
    });
    expect(
      world.service.store
        .files(SITE)
        .map((file) => [file.name, file.category])
        .map((pair) => pair.join(' · '))
        .toSorted(),
    ).toEqual(['log 2026.txt · maintenance', 'notes.txt · spec-sheet', 'pump.pdf · spec-sheet']);
    expect(await trashIn(anna.folder)).toEqual(expect.arrayContaining(['old', 'pump v1']));
  });

  it('keeps the place that a file has for all where one laptop holds it under an alias and edits it', async () => {
    await put(anna, 'Other/plan\\east.txt', 'a');
    expect(siteOf(await anna.sync()).created).toBe(1);
    await ben.sync();
    const [alias = ''] = Object.keys(await filesIn(ben.folder));
    expect(alias).toContain(' ~');
    await put(ben, alias, 'edited');
    expect(siteOf(await ben.sync()).updated).toBe(1);
    const [record] = world.service.store.files(SITE);
    expect(JSON.parse(record?.metadata ?? '')).toMatchObject({ sitesync: { path: 'Other/plan\\east.txt' } });
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual({ 'Other/plan\\east.txt': 'edited' });
  });

  it('keeps both versions of a file that both edited offline', async () => {
    await put2('Other/plan.txt', 'v1');
    await put(anna, 'Other/plan.txt', 'from anna');
    await put(ben, 'Other/plan.txt', 'from ben');
    await anna.sync();
    const report = siteOf(await ben.sync());
    expect(report.conflicts).toHaveLength(1);
    expect(report.conflicts[0]?.copy).toMatch(/^Other\/plan \(conflict \d{4}-\d\d-\d\d \d{4} .+\)\.txt$/);
    await settle();
    expect(Object.values(await filesIn(anna.folder)).sort()).toEqual(['from anna', 'from ben']);
  });

  it('adopts the same bytes silently', async () => {
    await anna.sync();
    await ben.sync();
    await put(anna, 'Other/same.txt', 'equal');
    await put(ben, 'Other/same.txt', 'equal');
    await anna.sync();
    const report = siteOf(await ben.sync());
    expect(report).toMatchObject({ adopted: 1, downloaded: 0, created: 0, conflicts: [] });
    await settle();
  });

  it('lets an edit beat a delete, either way', async () => {
    await put2('Other/a.txt', 'a');
    await put2('Other/b.txt', 'b');
    await put(anna, 'Other/a.txt', 'a edited');
    await unlink(join(ben.folder, 'Other/a.txt'));
    await unlink(join(anna.folder, 'Other/b.txt'));
    await put(ben, 'Other/b.txt', 'b edited');
    await anna.sync();
    await settle();
    expect(await filesIn(ben.folder)).toEqual({ 'Other/a.txt': 'a edited', 'Other/b.txt': 'b edited' });
  });

  it('holds mass deletes until they are confirmed, and goes on with all else', async () => {
    for (let n = 0; n < 30; n++)
      world.service.store.addFile(SITE, { name: `f${n}.txt`, category: 'other', content: `${n}` });
    await anna.sync();
    await rm(join(anna.folder, 'Other'), { recursive: true });
    await put(anna, 'Spec Sheet/new.txt', 'new');
    const report = await anna.sync();
    expect(report.state).toBe('held');
    expect(siteOf(report)).toMatchObject({
      held: { direction: 'remote', count: 30 },
      created: 1,
      deletedRemote: 0,
    });
    expect(world.service.store.files(SITE)).toHaveLength(31);
    expect(siteOf(await anna.sync({ confirmDeletes: true })).deletedRemote).toBe(30);
    expect(world.service.store.files(SITE)).toHaveLength(1);
  });

  it('takes a missing marker as a missing folder, never as deletes', async () => {
    await put2('Other/a.txt', 'a');
    await rename(anna.folder, `${anna.folder} (unmounted)`);
    const gone = await anna.sync();
    expect(gone.state).toBe('problems');
    expect(siteOf(gone).problems[0]?.code).toBe('folder-missing');
    await mkdir(anna.folder);
    expect(siteOf(await anna.sync()).problems[0]?.code).toBe('folder-missing');
    expect(world.service.store.files(SITE)).toHaveLength(1);
  });

  it('stops at a revoked token and loses nothing', async () => {
    await put2('Other/a.txt', 'a');
    await put(anna, 'Other/a.txt', 'edited');
    world.service.tokens.revoke(TOKEN);
    expect((await anna.sync()).state).toBe('sign-in');
    expect(await readFile(join(anna.folder, 'Other/a.txt'), 'utf8')).toBe('edited');
    world.service.tokens.add(TOKEN, { user: SEED_USER, sites: 'all' });
    await anna.sync();
    expect((await anna.sync()).state).toBe('in-sync');
  });

  it('makes one record where the reply to a create is lost', async () => {
    await anna.sync();
    await put(anna, 'Other/a.txt', 'a');
    world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      times: 1,
      action: 'drop-after',
    });
    const report = await anna.sync();
    expect(report.state).toBe('in-sync');
    expect(siteOf(report).created).toBe(1);
    expect(world.service.store.files(SITE)).toHaveLength(1);
    await settle();
  });

  it.each<[string, () => Promise<unknown>, Record<string, string>]>([
    ['edited', () => put(ben, 'Other/a.txt', 'a v2'), { 'Other/a.txt': 'a v2' }],
    ['renamed', () => move(ben, 'Other/a.txt', 'Other/b.txt'), { 'Other/b.txt': 'a' }],
    ['moved', () => move(ben, 'Other/a.txt', 'Spec Sheet/1/a.txt'), { 'Spec Sheet/1/a.txt': 'a' }],
  ])('makes one record where others %s it before its reply was missed', async (_what, change, left) => {
    await anna.sync();
    await put(anna, 'Other/a.txt', 'a');
    const files = { pathPrefix: '/api/v1/files/' };
    // Nothing that she could look it up in comes either.
    world.service.failNext({ match: { method: 'POST', ...files }, action: 'drop-after' });
    world.service.failNext({
      match: { method: 'GET', ...files },
      after: 1,
      times: 1000,
      action: { status: 500 },
    });
    expect((await anna.sync()).state).toBe('problems');
    world.service.reset();
    await ben.sync();
    await change();
    await ben.sync();
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, conflicts: [], files: 1 });
    expect(await filesIn(anna.folder)).toEqual(left);
    await settle();
  });

  it('never deletes by a listing that skipped a row', async () => {
    for (let n = 0; n < 12; n++)
      world.service.store.addFile(SITE, { name: `f${n}.txt`, category: 'other', content: `${n}` });
    await anna.sync();
    world.service.set({ skipRow: 10 });
    const report = siteOf(await anna.sync());
    expect(report.trashed).toBe(0);
    expect(Object.keys(await filesIn(anna.folder))).toHaveLength(12);
    world.service.reset();
    expect((await anna.sync()).state).toBe('in-sync');
  });

  it('keeps what a restored older backup of the service lacks', async () => {
    await put2('Other/a.txt', 'a v1');
    const backup = world.service.store.snapshot();
    await put(anna, 'Other/a.txt', 'a v2');
    await put(anna, 'Other/late.txt', 'late');
    await anna.sync();
    world.service.store.restore(backup);
    const report = await anna.sync();
    expect(siteOf(report).trashed).toBe(0);
    expect(siteOf(await anna.sync()).held).toMatchObject({ direction: 'local', count: 1 });
    expect(Object.values(await filesIn(anna.folder))).toEqual(expect.arrayContaining(['a v2', 'late']));
  });

  it('gives unsafe, reserved and equal names a place of their own inside the folder', async () => {
    const names = [
      '../../x',
      'a/b.txt',
      'twin.txt',
      'twin.txt',
      'Twin.txt',
      'é.txt'.normalize('NFD'),
      '..',
      'n'.repeat(250) + '.txt',
    ];
    for (const [n, name] of names.entries())
      world.service.store.addFile(SITE, { name, category: 'other', content: `${n}` });
    const report = siteOf(await anna.sync());
    expect(report.downloaded).toBe(names.length);
    const files = await filesIn(anna.folder);
    expect(Object.values(files).sort()).toEqual(names.map((_, n) => `${n}`).sort());
    expect(Object.keys(files).every((path) => path.startsWith('Other/'))).toBe(true);
    expect(files['Other/twin.txt']).toBe('2');
    await settle();
  });

  it.runIf(process.platform !== 'win32')(
    'lets nobody else read a file, or run it, for a new version',
    async () => {
      await anna.sync();
      const sizes = { 'Other/private.txt': 10, 'Other/script.sh': 10, 'Other/large.bin': 2 * 1024 * 1024 };
      for (const [path, size] of Object.entries(sizes)) await put(anna, path, 'a'.repeat(size));
      for (const laptop of [anna, ben]) await laptop.sync();
      const modes = { 'Other/private.txt': 0o600, 'Other/script.sh': 0o755, 'Other/large.bin': 0o640 };
      for (const [path, mode] of Object.entries(modes)) await chmod(join(ben.folder, path), mode);
      for (const [path, size] of Object.entries(sizes)) await put(anna, path, 'b'.repeat(size));
      for (const laptop of [anna, ben]) await laptop.sync();
      for (const [path, mode] of Object.entries(modes)) {
        expect((await readFile(join(ben.folder, path), 'utf8'))[0]).toBe('b');
        expect((await stat(join(ben.folder, path))).mode & 0o777, path).toBe(mode);
      }
      await settle();
    },
  );

  it('follows no symbolic link, neither to read nor to write', async () => {
    await anna.sync();
    const outside = join(dirname(anna.folder), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.txt'), 'secret');
    await symlink(outside, join(anna.folder, 'Linked'));
    await rm(join(anna.folder, 'Spec Sheet'), { recursive: true });
    await symlink(outside, join(anna.folder, 'Spec Sheet'));
    world.service.store.addFile(SITE, { name: 'new.pdf', category: 'spec-sheet', content: 'new' });
    const report = siteOf(await anna.sync());
    expect(report.created).toBe(0);
    expect(report.problems.map((problem) => problem.code)).toEqual(['unsafe-path']);
    expect(await filesIn(outside)).toEqual({ 'secret.txt': 'secret' });
  });

  it('brings 2,000 files up and down', async () => {
    await anna.sync();
    for (let n = 0; n < 2000; n++) await put(anna, `Other/photos ${n % 20}/IMG_${n}.txt`, `photo ${n}`);
    expect(siteOf(await anna.sync()).created).toBe(2000);
    expect(siteOf(await ben.sync()).downloaded).toBe(2000);
    expect(await filesIn(ben.folder)).toEqual(await filesIn(anna.folder));
  });

  async function move({ folder }: Laptop, from: string, to: string): Promise<void> {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await rename(join(folder, from), join(folder, to));
  }

  /** A file that both laptops have. */
  async function put2(path: string, text: string): Promise<void> {
    await anna.sync();
    await put(anna, path, text);
    await anna.sync();
    await ben.sync();
  }
});
