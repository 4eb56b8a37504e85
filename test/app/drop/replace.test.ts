import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { trashCommands } from '../../../main/app/trash/trash-commands.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrops } from '../../../main/app/drop/drop-commands.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome, type DropHome } from './drop-home.ts';

type Review = Awaited<ReturnType<DropHome['review']>>;

describe('a dropped file that is to replace one of the site', () => {
  let home: DropHome;

  beforeEach(async () => {
    home = await dropHome();
    await home.desk.write('Spec Sheet/pump.pdf', 'revision E');
    await home.desk.sync();
  });

  afterEach(() => home.close());

  /** Every file that may replace another one does. */
  const replacing = (review: Review) => {
    const holders = new Map(review.rows.map(({ index, holder }) => [index, holder?.path]));
    const files = all(review).files.map((file) => ({ ...file, replaces: holders.get(file.index) }));
    return { drop: review.drop, files };
  };
  const add = async (review: Review, chosen = replacing(review)) => {
    value(await home.drops.handlers['drop.accept'](chosen, never));
    return home.drops.handlers['drop.finish']({ drop: review.drop }, never);
  };
  const inTrash = async (): Promise<Record<string, string>> => {
    const entries = value(await home.desk.app.disk.listTrash(home.desk.folder));
    const texts = await Promise.all(
      entries.map(({ id }) => readFile(join(home.desk.folder, '.sitesync', 'trash', id), 'utf8')),
    );
    return Object.fromEntries(entries.map(({ path }, at) => [path, texts[at] ?? '']));
  };
  const records = () => home.world.service.store.files(site);

  it('is told of what has its name, as it lies on the disk', async () => {
    await home.desk.write('Spec Sheet/pump.pdf', 'revision E, edited and not scanned');
    const review = await home.review(await home.put('pump.pdf', 'revision F'));
    expect(review.rows).toMatchObject([
      {
        target: 'Spec Sheet/pump (2).pdf',
        renamed: true,
        holder: { path: 'Spec Sheet/pump.pdf', here: { size: 34, modifiedAt: expect.any(Number) } },
      },
    ]);
    expect(await add(review)).toMatchObject({ value: { replaced: 1 } });
    expect(await inTrash()).toEqual({ 'Spec Sheet/pump.pdf': 'revision E, edited and not scanned' });
  });

  it('is the next version of its record, and the old one lies in the trash', async () => {
    const [before] = records();
    const done = value(await add(await home.review(await home.put('pump.pdf', 'revision F'))));
    expect(done).toEqual({ added: 1, replaced: 1, beside: [] });
    expect(await filesIn(home.desk.folder)).toEqual({ 'Spec Sheet/pump.pdf': 'revision F' });
    expect(await inTrash()).toEqual({ 'Spec Sheet/pump.pdf': 'revision E' });
    expect(await home.desk.row('Spec Sheet/pump.pdf')).toMatchObject({ status: 'queued', here: true });
    expect(await home.desk.sync()).toMatchObject({ created: 0, updated: 1, deletedRemote: 0, problems: [] });
    expect(records().map(({ id }) => id)).toEqual([before!.id]);
    expect(home.world.service.store.readContent(before!.id).toString()).toBe('revision F');
    expect(await home.staged()).toEqual([]);
    // And back: the old one comes beside it.
    const [entry] = value(await home.desk.app.disk.listTrash(home.desk.folder));
    value(await home.desk.app.disk.restore(home.desk.folder, entry!.id));
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/pump.pdf': 'revision F',
      'Spec Sheet/pump (restored).pdf': 'revision E',
    });
  });

  it('is kept beside it where nobody asked, and where it was changed or moved since', async () => {
    const asBefore = await home.review(await home.put('pump.pdf', 'revision F'));
    const both = value(await add(asBefore, all(asBefore) as never));
    expect(both).toEqual({ added: 1, replaced: 0, beside: [] });

    const changed = await home.review(await home.put('pump.pdf', 'revision G'));
    await home.desk.write('Spec Sheet/pump.pdf', 'revision E with notes');
    const beside = [{ path: 'Spec Sheet/pump (3).pdf', over: 'Spec Sheet/pump.pdf' }];
    expect(value(await add(changed))).toEqual({ added: 1, replaced: 0, beside });

    // Of the same length, with the time of before: the number tells.
    const swapped = await home.review(await home.put('pump.pdf', 'revision H'));
    const place = join(home.desk.folder, 'Spec Sheet/pump.pdf');
    const { atime, mtime } = await stat(place);
    await writeFile(`${place}.new`, 'REVISION E WITH NOTES');
    await utimes(`${place}.new`, atime, mtime);
    await rename(`${place}.new`, place);
    expect(value(await add(swapped))).toMatchObject({ replaced: 0, beside: [{ over: beside[0]!.over }] });

    const moved = await home.review(await home.put('pump.pdf', 'revision I'));
    await rename(place, join(home.desk.folder, 'Spec Sheet/old pump.pdf'));
    expect(value(await add(moved))).toMatchObject({ replaced: 0, beside: [{ over: beside[0]!.over }] });
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/old pump.pdf': 'REVISION E WITH NOTES',
      'Spec Sheet/pump (2).pdf': 'revision F',
      'Spec Sheet/pump (3).pdf': 'revision G',
      'Spec Sheet/pump (4).pdf': 'revision H',
      'Spec Sheet/pump (5).pdf': 'revision I',
    });
    expect(await inTrash()).toEqual({});
  });

  it('is told in the trash as what it was: in the place of which the person put another', async () => {
    await home.desk.write('Spec Sheet/pump.pdf', 'revision E');
    const review = await home.review(await home.put('pump.pdf', 'revision F, longer'));
    expect(value(await add(review))).toMatchObject({ replaced: 1 });
    const trash = trashCommands(home.desk.app, home.desk.fresh);
    expect(value(await trash['trash.list']({ site }, never))).toMatchObject([
      { path: 'Spec Sheet/pump.pdf', size: 10, why: 'You put another file in its place' },
    ]);
  });

  it('may be of another case; of two of one drop the first replaces, and both stay', async () => {
    const review = await home.review(
      await home.put('x/PUMP.pdf', 'revision F'),
      await home.put('y/pump.pdf', 'revision G'),
    );
    expect(review.rows.map(({ holder }) => holder?.path)).toEqual([
      'Spec Sheet/pump.pdf',
      'Spec Sheet/pump.pdf',
    ]);
    expect(value(await add(review))).toEqual({
      added: 2,
      replaced: 1,
      beside: [{ path: 'Spec Sheet/pump (3).pdf', over: 'Spec Sheet/pump.pdf' }],
    });
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/pump.pdf': 'revision F',
      'Spec Sheet/pump (3).pdf': 'revision G',
    });
  });

  it('of several that differ in case alone is offered the one that is spelled alike', async () => {
    await home.desk.write('Spec Sheet/Pump.pdf', 'another pump');
    await home.desk.sync();
    const review = await home.review(
      await home.put('x/Pump.pdf', 'revision F'),
      await home.put('y/PUMP.pdf', 'revision G'),
    );
    expect(review.rows.map(({ holder }) => holder?.path)).toEqual(['Spec Sheet/Pump.pdf', undefined]);
  });

  it('cannot replace what is only on the service', async () => {
    home.desk.program.mirror.setPin(site, (await home.desk.keyOf('Spec Sheet/pump.pdf')) as never, false);
    await home.desk.sync();
    const review = await home.review(await home.put('pump.pdf', 'revision F'));
    expect(review.rows).toMatchObject([
      { renamed: true, holder: { path: 'Spec Sheet/pump.pdf', here: null } },
    ]);
    expect(value(await add(review))).toMatchObject({ replaced: 0, beside: [{}] });
    expect(await home.desk.sync()).toMatchObject({ created: 1, updated: 0, deletedRemote: 0 });
  });

  it('replaces in the category that was chosen, and nothing in the one that was suggested', async () => {
    await home.desk.write('Other/pump.pdf', 'another pump');
    await home.desk.sync();
    const review = await home.review(
      await home.put('pump.pdf', 'revision F'),
      await home.put('new.pdf', 'n'),
    );
    const places = async (category: 'other' | 'maintenance') =>
      value(
        await home.drops.handlers['drop.places'](
          { drop: review.drop, files: [{ index: 0, category }] },
          never,
        ),
      );
    expect(await places('maintenance')).toEqual([]);
    expect(await places('other')).toMatchObject([
      { index: 0, category: 'other', target: 'Other/pump (2).pdf', holder: { path: 'Other/pump.pdf' } },
    ]);
    const files = [{ index: 0, category: 'other' as const, replaces: 'Spec Sheet/pump.pdf' }];
    expect(value(await add(review, { drop: review.drop, files }))).toEqual({
      added: 1,
      replaced: 0,
      beside: [{ path: 'Other/pump (2).pdf', over: 'Spec Sheet/pump.pdf' }],
    });
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/pump.pdf': 'revision E',
      'Other/pump.pdf': 'another pump',
      'Other/pump (2).pdf': 'revision F',
    });
  });

  it('gives way to an edit of another laptop as any edit: their version keeps the name, and all three stay', async () => {
    const [record] = records();
    home.world.service.store.editFile(record!.id, { content: 'revision E of another one' });
    value(await add(await home.review(await home.put('pump.pdf', 'revision F'))));
    const report = await home.desk.sync();
    expect(report.conflicts).toHaveLength(1);
    await home.desk.sync();
    const files = await filesIn(home.desk.folder);
    expect(files['Spec Sheet/pump.pdf']).toBe('revision E of another one');
    expect(Object.values(files)).toContain('revision F');
    expect(Object.values(await inTrash())).toContain('revision E');
  });

  it('replaces one that is being sent: the end of that tells of the old one, and a scan of the new one', async () => {
    await home.desk.write('Spec Sheet/pump.pdf', 'revision E, edited');
    await home.desk.sync();
    const { session } = home.desk.app;
    const running = [{ site, path: 'Spec Sheet/pump.pdf' }];
    Object.assign(home.desk.app, { session: () => ({ progress: { state: { running } } }) });
    expect(value(await add(await home.review(await home.put('pump.pdf', 'revision F')))).replaced).toBe(1);
    expect(home.desk.program.mirror.trees(site).local.get('Spec Sheet/pump.pdf' as never)?.size).toBe(18);
    Object.assign(home.desk.app, { session });
    expect(await home.desk.sync()).toMatchObject({ created: 0, updated: 1, deletedRemote: 0, conflicts: [] });
    expect(await inTrash()).toEqual({ 'Spec Sheet/pump.pdf': 'revision E, edited' });
  });

  it('comes with all others or not at all: what it replaced is back in its place', async () => {
    await home.desk.write('Other/z', 'a file where a folder is needed');
    const before = await stat(join(home.desk.folder, 'Spec Sheet/pump.pdf'), { bigint: true });
    await home.put('z/deep.bin', 'x');
    const review = await home.review(await home.put('pump.pdf', 'revision F'), join(home.outside, 'z'));
    expect(await add(review)).toMatchObject({ ok: false });
    expect(await filesIn(home.desk.folder)).toEqual({
      'Spec Sheet/pump.pdf': 'revision E',
      'Other/z': 'a file where a folder is needed',
    });
    const after = await stat(join(home.desk.folder, 'Spec Sheet/pump.pdf'), { bigint: true });
    expect([after.ino, after.mtimeNs, after.nlink]).toEqual([before.ino, before.mtimeNs, 1n]);
    expect(await inTrash()).toEqual({});
  });

  it.each([
    ['in-use', 'Close it there.', /^Close it there\. Nothing was added to the site: .*keep both\.$/],
    ['read-only', 'Check that you may write.', /^Check that you may write\. Nothing was added to the site/],
  ] as const)('says what to do where one cannot be replaced (%s)', async (code, hint, told) => {
    const { dropDisk } = home.desk;
    const message = 'Spec Sheet/pump.pdf is open in another program.';
    const place = async () => fail({ code, message, hint, retry: 'later' });
    const refusing: typeof dropDisk = {
      ...dropDisk,
      stage: async (...asked) => ok({ ...value(await dropDisk.stage(...asked)), place }),
    };
    const drops = createDrops(home.desk.app, home.desk.fresh, refusing);
    const paths = [await home.put('pump.pdf', 'revision F')];
    const input = { site, category: null, paths, files: null };
    const review = value(await drops.handlers['drop.review'](input, never));
    value(await drops.handlers['drop.accept'](replacing(review), never));
    expect(await drops.handlers['drop.finish']({ drop: review.drop }, never)).toMatchObject({
      failure: { code, message, hint: expect.stringMatching(told) as string },
    });
    expect(await filesIn(home.desk.folder)).toEqual({ 'Spec Sheet/pump.pdf': 'revision E' });
  });

  describe('whose process was killed', () => {
    const killed = async (steps: { readonly isKept: boolean }): Promise<string> => {
      const stage = join(home.desk.folder, '.sitesync', 'tmp', 'drop-dead');
      await mkdir(stage, { recursive: true });
      await writeFile(join(stage, '0'), 'revision F');
      const old = join(home.desk.folder, 'Spec Sheet/pump.pdf');
      const { size, mtimeNs, ino } = await stat(old, { bigint: true });
      const over = { path: 'Spec Sheet/pump.pdf', size: Number(size), mtimeNs: `${mtimeNs}`, ino: `${ino}` };
      const plan = [{ index: 0, target: 'Spec Sheet/pump (2).pdf', over }];
      await writeFile(join(stage, 'plan.json'), JSON.stringify(plan));
      const kept = join(home.desk.folder, '.sitesync/trash/2026-11-21T09-42-10.123Z/Spec Sheet');
      await mkdir(kept, { recursive: true });
      if (steps.isKept) await link(old, join(kept, 'pump.pdf'));
      return stage;
    };
    const recovered = async (): Promise<readonly RelPath[]> =>
      value(await home.desk.dropDisk.recover(home.desk.folder, () => false)).placed;

    it.each([true, false])('before it was in its place is put there (in the trash: %s)', async (isKept) => {
      await killed({ isKept });
      expect(await recovered()).toEqual(['Spec Sheet/pump.pdf']);
      expect(await filesIn(home.desk.folder)).toEqual({ 'Spec Sheet/pump.pdf': 'revision F' });
      expect(await inTrash()).toEqual({ 'Spec Sheet/pump.pdf': 'revision E' });
      createDrops(home.desk.app, home.desk.fresh, home.desk.dropDisk);
      expect(await home.desk.sync()).toMatchObject({ created: 0, updated: 1, deletedRemote: 0 });
    });

    it('once it was there leaves it there', async () => {
      const stage = await killed({ isKept: true });
      await rename(join(stage, '0'), join(home.desk.folder, 'Spec Sheet/pump.pdf'));
      expect(await recovered()).toEqual([]);
      expect(await filesIn(home.desk.folder)).toEqual({ 'Spec Sheet/pump.pdf': 'revision F' });
      expect(await inTrash()).toEqual({ 'Spec Sheet/pump.pdf': 'revision E' });
      expect(await home.staged()).toEqual([]);
    });

    it('is kept beside what was saved there since, or where the plan names something of ours', async () => {
      const stage = await killed({ isKept: true });
      await home.desk.write('Spec Sheet/pump.pdf', 'revision E with notes');
      const drops = createDrops(home.desk.app, home.desk.fresh, home.desk.dropDisk);
      await expect
        .poll(() => home.desk.notices)
        .toEqual([
          'Spec Sheet/pump.pdf of Harbour House was changed or moved meanwhile and not replaced: yours is ' +
            'Spec Sheet/pump (2).pdf.',
        ]);
      await drops.close();
      await killed({ isKept: false });
      const over = { path: '.sitesync/site.json', size: 1, mtimeNs: '1', ino: '1' };
      await writeFile(join(stage, 'plan.json'), JSON.stringify([{ index: 0, target: 'Other/a.pdf', over }]));
      expect(await recovered()).toEqual(['Other/a.pdf']);
      expect(await filesIn(home.desk.folder)).toEqual({
        'Spec Sheet/pump.pdf': 'revision E with notes',
        'Spec Sheet/pump (2).pdf': 'revision F',
        'Other/a.pdf': 'revision F',
      });
      await rm(stage, { recursive: true, force: true });
    });
  });
});
