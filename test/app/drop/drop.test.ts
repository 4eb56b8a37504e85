import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome, type DropHome } from './drop-home.ts';

describe('dropping files of this computer', () => {
  let home: DropHome;

  beforeEach(async () => {
    home = await dropHome();
  });

  afterEach(() => home.close());

  const add = async (review: Awaited<ReturnType<DropHome['review']>>): Promise<number> => {
    value(await home.drops.handlers['drop.accept'](all(review), never));
    return value(await home.drops.handlers['drop.finish']({ drop: review.drop }, never)).added;
  };

  it('reviews a folder with the place, category and size of each file, and reads no more than it must', async () => {
    await home.put('Handover/plans/ground floor.pdf', 'plan');
    await home.put('Handover/Wartung/pump.pdf', 'log');
    await home.put('Handover/points.csv', 'timeseries_id,name\n1,a\n');
    await home.put('Handover/Models/house.glb', 'glTF 2');
    await home.put('Handover/.DS_Store', 'litter');
    await home.put('Handover/~$plan.docx', 'lock');
    await symlink('/etc', join(home.outside, 'Handover/link'));
    const review = await home.review(join(home.outside, 'Handover'));
    expect(Object.fromEntries(review.rows.map((row) => [row.path, row.target]))).toEqual({
      'Handover/plans/ground floor.pdf': 'Spec Sheet/Handover/plans/ground floor.pdf',
      'Handover/Wartung/pump.pdf': 'Maintenance Document/Handover/Wartung/pump.pdf',
      'Handover/points.csv': 'KG CSV Datamodel/Handover/points.csv',
      'Handover/Models/house.glb': '3D Model/Handover/Models/house.glb',
    });
    expect(review.skipped.map(({ path }) => path).sort()).toEqual([
      'Handover/.DS_Store',
      'Handover/link',
      'Handover/~$plan.docx',
    ]);
    expect(home.desk.progress).toEqual([]);
  });

  it('copies what was accepted with its time, shows it at once, and sends it with the next sync', async () => {
    const full = await home.put('plan.pdf', 'plan');
    await utimes(full, 1_700_000_000, 1_700_000_000.123);
    expect(await add(await home.review(full))).toBe(1);
    expect(await filesIn(home.desk.folder)).toEqual({ 'Spec Sheet/plan.pdf': 'plan' });
    expect((await stat(join(home.desk.folder, 'Spec Sheet/plan.pdf'))).mtimeMs).toBeCloseTo(
      1_700_000_000_123,
      -1,
    );
    expect(await home.desk.row('Spec Sheet/plan.pdf')).toMatchObject({ status: 'queued', here: true });
    expect(home.desk.syncs).toEqual([site]);
    expect(await home.staged()).toEqual([]);
    expect(await home.desk.sync()).toMatchObject({ created: 1, problems: [] });
    expect(await readFile(full, 'utf8')).toBe('plan');
  });

  it('takes the category that the person chose, singly and for the whole drop', async () => {
    const paths = [await home.put('a.pdf', 'a'), await home.put('b.pdf', 'b')];
    const input = { site, category: 'maintenance' as const, paths, files: null };
    const review = value(await home.drops.handlers['drop.review'](input, never));
    expect(review.rows.map((row) => row.category)).toEqual(['maintenance', 'maintenance']);
    const files = [{ index: 1, category: 'bim-source' as const }];
    value(await home.drops.handlers['drop.accept']({ drop: review.drop, files }, never));
    value(await home.drops.handlers['drop.finish']({ drop: review.drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({ 'BIM Source File/b.pdf': 'b' });
  });

  it('finds what the site holds already, whatever its name, here or only on the service', async () => {
    await home.desk.write('Other/known.txt', 'the very bytes');
    await home.desk.write('Other/away.txt', 'far far away!!');
    await home.desk.sync();
    home.desk.program.mirror.setPin(site, (await home.desk.keyOf('Other/away.txt')) as never, false);
    await home.desk.sync();
    // Written but not read by any cycle yet.
    await home.desk.write('Other/unread.txt', 'nobody read me');
    const { size, mtimeNs, ino } = await stat(join(home.desk.folder, 'Other/unread.txt'), { bigint: true });
    const unread = { path: 'Other/unread.txt' as never, size: Number(size), mtimeNs, ino, hash: null };
    home.desk.program.mirror.commit(site, [{ local: unread }]);
    const review = await home.review(
      await home.put('one.txt', 'the very bytes'),
      await home.put('two.txt', 'far far away!!'),
      await home.put('three.txt', 'nobody read me'),
      await home.put('four.txt', 'the same size!'),
      await home.put('five.txt', 'another size'),
    );
    expect(review.rows.map((row) => [row.path, row.sameSize, row.duplicateOf])).toEqual([
      ['one.txt', true, 'Other/known.txt'],
      ['two.txt', true, 'Other/away.txt'],
      ['three.txt', true, 'Other/unread.txt'],
      ['four.txt', true, null],
      ['five.txt', false, null],
    ]);
  });

  it('tells which dropped files are the same, unless the site has them anyway', async () => {
    await home.desk.write('Other/known.txt', 'known bytes');
    await home.desk.sync();
    const review = await home.review(
      await home.put('one.txt', 'twice in here'),
      await home.put('known.txt', 'known bytes'),
      await home.put('again.txt', 'known bytes'),
      await home.put('two.txt', 'twice in here'),
      await home.put('three.txt', 'once in here!'),
    );
    expect(review.rows.map((row) => [row.path, row.duplicateOf, row.twinOf])).toEqual([
      ['one.txt', null, null],
      ['known.txt', 'Other/known.txt', null],
      ['again.txt', 'Other/known.txt', null],
      ['two.txt', null, 'one.txt'],
      ['three.txt', null, null],
    ]);
  });

  it('gives a name beside what lies there, in any spelling, on this disk or only on the service', async () => {
    await home.desk.write('Spec Sheet/PLAN.pdf', 'there');
    await home.desk.sync();
    const first = await home.review(
      await home.put('x/plan.pdf', 'mine'),
      await home.put('y/plan.pdf', 'mine too'),
    );
    expect(first.rows.map((row) => [row.target, row.renamed])).toEqual([
      ['Spec Sheet/plan (2).pdf', true],
      ['Spec Sheet/plan (3).pdf', true],
    ]);
    // Taken after the review: the disk is asked last.
    value(await home.drops.handlers['drop.accept'](all(first), never));
    expect(value(await home.drops.handlers['drop.finish']({ drop: first.drop }, never)).added).toBe(2);
    await writeFile(join(home.desk.folder, 'Spec Sheet/late.pdf'), 'in the way');
    const second = await home.review(await home.put('late.pdf', 'mine'));
    await add(second);
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/PLAN.pdf': 'there',
      'Spec Sheet/plan (2).pdf': 'mine',
      'Spec Sheet/plan (3).pdf': 'mine too',
      'Spec Sheet/late.pdf': 'in the way',
      'Spec Sheet/late (2).pdf': 'mine',
    });
  });

  it('refuses what could not be sent, and takes the rest', async () => {
    const review = await home.review(await home.put('bad\\name.txt', 'x'), await home.put('good.txt', 'y'));
    expect(review.rows.map((row) => row.refused)).toEqual([
      expect.stringContaining('not allowed in names'),
      null,
    ]);
    const files = [{ index: 0, category: 'other' as const }];
    const refused = await home.drops.handlers['drop.accept']({ drop: review.drop, files }, never);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'bad-name' } });
    expect(await add(review)).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'says of names that are no Unicode that they have to be changed, also where a real one looks alike',
    async () => {
      const folder = join(home.outside, 'Photos');
      const named = (...bytes: readonly number[]): Buffer =>
        Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from(bytes), Buffer.from('.jpg')]);
      await home.put('Photos/a\ufffd.jpg', 'real');
      await writeFile(named(0xff), 'one');
      await writeFile(named(0xfe), 'two');
      await writeFile(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff])]), 'three');
      const review = await home.review(folder);
      expect(review.rows.map((row) => row.path)).toEqual(['Photos/a\ufffd.jpg']);
      const why = 'Its name is not valid Unicode. Rename it.';
      const skipped = review.skipped.toSorted((a, b) => a.path.localeCompare(b.path));
      expect(skipped).toEqual([
        { path: 'Photos/a\ufffd.jpg', why },
        { path: 'Photos/a\ufffd.jpg', why },
        { path: 'Photos/b\ufffd', why },
      ]);
    },
  );

  it('blames no ignore list of the person for a folder of version control', async () => {
    await home.put('Project/.git/config', '[core]');
    await home.put('Project/plan.pdf', 'plan');
    const { skipped } = await home.review(join(home.outside, 'Project'));
    expect(skipped).toEqual([{ path: 'Project/.git', why: expect.stringMatching(/^SiteSync never sends/) }]);
  });

  it('leaves out what lies in the site’s folder already', async () => {
    await home.desk.write('Other/here.txt', 'here');
    const review = await home.review(
      join(home.desk.folder, 'Other'),
      join(home.desk.folder, '..'),
      'relative.txt',
    );
    expect(review.rows).toEqual([]);
    expect(review.skipped.map(({ why }) => why)).toEqual([
      expect.stringContaining('already'),
      expect.stringContaining('already'),
      expect.stringContaining('not a path'),
    ]);
  });

  it('does so where that folder is reached by another name', async () => {
    await home.desk.write('Other/here.txt', 'here');
    const way = join(home.outside, 'way');
    await symlink(home.desk.folder, way);
    const review = await home.review(join(way, 'Other', 'here.txt'), join(way, 'Other'));
    expect(review.rows).toEqual([]);
    expect(review.skipped.map(({ why }) => why)).toEqual([
      expect.stringContaining('already'),
      expect.stringContaining('already'),
    ]);
  });

  it('is all or nothing where one file changes after the review', async () => {
    const review = await home.review(await home.put('a.txt', 'a'), await home.put('b.txt', 'b'));
    await home.put('b.txt', 'b, edited since');
    value(await home.drops.handlers['drop.accept'](all(review), never));
    const finished = await home.drops.handlers['drop.finish']({ drop: review.drop }, never);
    expect(finished).toMatchObject({
      ok: false,
      failure: { hint: expect.stringContaining('Nothing was added') as string },
    });
    expect(await filesIn(home.desk.folder)).toEqual({});
    expect(await home.staged()).toEqual([]);
    expect(home.desk.progress.at(-1)).toMatchObject({ phase: 'failed' });
  });

  it('is all or nothing where a place cannot be had', async () => {
    const review = await home.review(await home.put('a/one.txt', '1'), await home.put('b/two.txt', '2'));
    await rm(join(home.desk.folder, 'Other'), { recursive: true });
    await home.desk.write('Other/one.txt', 'in the way');
    const files = [
      { index: 0, category: 'other' as const },
      { index: 1, category: 'maintenance' as const },
    ];
    await rm(join(home.desk.folder, 'Maintenance Document'), { recursive: true });
    await symlink(home.outside, join(home.desk.folder, 'Maintenance Document'));
    value(await home.drops.handlers['drop.accept']({ drop: review.drop, files }, never));
    const finished = await home.drops.handlers['drop.finish']({ drop: review.drop }, never);
    expect(finished).toMatchObject({ ok: false, failure: { code: 'unsafe-path' } });
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/one.txt': 'in the way' });
    expect(await home.staged()).toEqual([]);
  });

  it('leaves nothing behind where it is cancelled in the middle', async () => {
    const paths: string[] = [];
    for (let number = 0; number < 40; number++)
      paths.push(await home.put(`big ${number}.bin`, new Uint8Array(2_000_000)));
    const review = await home.review(...paths);
    value(await home.drops.handlers['drop.accept'](all(review), never));
    expect(await home.staged()).toHaveLength(1);
    value(await home.drops.handlers['drop.cancel']({ drop: review.drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({});
    expect(await home.staged()).toEqual([]);
    expect(home.desk.progress.at(-1)).toMatchObject({ phase: 'cancelled' });
    expect(home.desk.progress.at(-1)?.filesDone).toBeLessThan(40);
    expect(await home.drops.handlers['drop.finish']({ drop: review.drop }, never)).toMatchObject({
      ok: false,
    });
  });

  it('asks for room before the first byte', async () => {
    const space = async () => ({
      ok: true as const,
      value: { freeBytes: 1_000_000_002, totalBytes: 1e12, disk: 'one' },
    });
    Object.assign(home.desk.app.disk, { space });
    const review = await home.review(await home.put('a.txt', 'abc'));
    const refused = await home.drops.handlers['drop.accept'](all(review), never);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'disk-full' } });
    expect(await home.staged()).toEqual([]);
    // When there is room the same review may be accepted.
    Object.assign(home.desk.app.disk, {
      space: async () => ({
        ok: true as const,
        value: { freeBytes: 1_000_000_003, totalBytes: 1e12, disk: 'one' },
      }),
    });
    expect(await add(review)).toBe(1);
  });

  it('works without a session, and answers for drops that are over', async () => {
    home.desk.signedIn = false;
    const review = await home.review(await home.put('a.txt', 'abc'));
    expect(await add(review)).toBe(1);
    expect(await home.drops.handlers['drop.accept'](all(review), never)).toMatchObject({ ok: false });
    expect(await home.drops.handlers['drop.finish']({ drop: 'none' }, never)).toMatchObject({ ok: false });
    expect(await home.review(join(home.outside, 'not there')).then((made) => made.skipped)).toMatchObject([
      { path: 'not there' },
    ]);
  });
});
