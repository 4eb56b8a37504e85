import { link, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { createDrops } from '../../../main/app/drop/drop-commands.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome, type DropHome } from './drop-home.ts';

describe('a drop whose process was killed', () => {
  let home: DropHome;
  let stage: string;

  beforeEach(async () => {
    home = await dropHome();
    stage = join(home.desk.folder, '.sitesync', 'tmp', 'drop-dead');
    await mkdir(stage, { recursive: true });
    await writeFile(join(stage, '0'), 'one');
    await writeFile(join(stage, '1'), 'two');
  });

  afterEach(() => home.close());

  const recovered = async (underWay: string | null = null): Promise<readonly string[]> =>
    value(await home.desk.dropDisk.recover(home.desk.folder, (drop) => drop === underWay)).placed;

  it.each([
    ['was killed', ['0', 'about.json'], async () => undefined],
    ['ended', ['about.json'], () => home.drops.close()],
  ])('while a browser sent a folder and it %s is told of with the next start', async (_, left, end) => {
    await rm(stage, { recursive: true });
    const announced = ['a.txt', 'deep/b.txt', 'c.txt'].map((name) => ({
      path: `Photos/${name}`,
      size: 3,
      modifiedAt: null,
      head: null,
    }));
    const input = { site, category: null, paths: null, files: announced };
    const made = value(await home.drops.handlers['drop.review'](input, never));
    value(await home.drops.handlers['drop.accept'](all(made), never));
    value(await home.drops.upload(made.drop, 0, new Blob(['abc']).stream()));
    await end();
    expect((await readdir(join(stage, '..', `drop-${made.drop}`))).toSorted()).toEqual(left);
    const next = createDrops(home.desk.app, home.desk.fresh, home.desk.dropDisk);
    await expect.poll(() => home.staged()).toEqual([]);
    await expect
      .poll(() => home.desk.notices)
      .toEqual([
        'The folder Photos was not added to Harbour House. SiteSync was ended when 1 of 3 files had come or were ' +
          'coming, and kept none. Drop them again: they are still where you took them from.',
      ]);
    expect(await filesIn(home.desk.folder)).toEqual({});
    await writeFile(join(home.outside, 'new.txt'), 'new');
    const again = { site, category: null, paths: [home.outside], files: null };
    const other = value(await next.handlers['drop.review'](again, never));
    value(await next.handlers['drop.accept'](all(other), never));
    value(await next.handlers['drop.finish']({ drop: other.drop }, never));
    expect(home.desk.notices).toEqual([]);
    await next.close();
  });

  it('while it was copied leaves nothing', async () => {
    expect(await recovered()).toEqual([]);
    expect(await home.staged()).toEqual([]);
    expect(await filesIn(home.desk.folder)).toEqual({});
  });

  it('while it was placed is finished, and its files are known at once', async () => {
    // File 0 was placed before the end came, and something else took the place of file 1.
    await home.desk.write('Other/a.txt', 'one');
    await home.desk.write('Other/b.txt', 'in the way');
    const plan = [
      { index: 2, target: 'Other/a.txt' },
      { index: 1, target: 'Other/b.txt' },
      { index: 0, target: 'Other/c.txt' },
    ];
    await writeFile(join(stage, 'plan.json'), JSON.stringify(plan));
    createDrops(home.desk.app, home.desk.fresh, home.desk.dropDisk);
    await expect.poll(() => home.staged()).toEqual([]);
    expect(await filesIn(home.desk.folder)).toEqual({
      'Other/a.txt': 'one',
      'Other/b.txt': 'in the way',
      'Other/b (2).txt': 'two',
      'Other/c.txt': 'one',
    });
    await expect.poll(() => home.desk.row('Other/b (2).txt').catch(() => null)).toMatchObject({ here: true });
  });

  it('between the new name of a file and the end of its old one has it once, wherever it was moved since', async () => {
    await home.desk.write('Other/kept.txt', '');
    await link(join(stage, '0'), join(home.desk.folder, 'Other', 'a.txt'));
    await link(join(stage, '1'), join(home.desk.folder, 'Other', 'renamed.txt'));
    const plan = [
      { index: 0, target: 'Other/a.txt' },
      { index: 1, target: 'Other/b.txt' },
    ];
    await writeFile(join(stage, 'plan.json'), JSON.stringify(plan));
    expect(await recovered()).toEqual([]);
    expect(await filesIn(home.desk.folder)).toEqual({
      'Other/a.txt': 'one',
      'Other/kept.txt': '',
      'Other/renamed.txt': 'two',
    });
    expect((await stat(join(home.desk.folder, 'Other', 'a.txt'))).nlink).toBe(1);
    expect(await home.staged()).toEqual([]);
  });

  it('that cannot be finished keeps none of the others', async () => {
    const other = join(home.desk.folder, '.sitesync', 'tmp', 'drop-other');
    await mkdir(other);
    await writeFile(join(other, '0'), 'three');
    await writeFile(join(other, 'plan.json'), JSON.stringify([{ index: 0, target: 'Other/c.txt' }]));
    await home.desk.write('Other/plans', 'a file where a folder is needed');
    await writeFile(join(stage, 'plan.json'), JSON.stringify([{ index: 0, target: 'Other/plans/a.txt' }]));
    expect(await recovered()).toEqual(['Other/c.txt']);
    expect(await home.staged()).toEqual(['drop-dead']);
  });

  it('is tried again with the next drop where the mirror failed', async () => {
    await writeFile(join(stage, 'plan.json'), JSON.stringify([{ index: 0, target: 'Other/a.txt' }]));
    const full = new FailureError({ code: 'disk-full', message: 'full', hint: '', retry: 'later' });
    const commit = vi.spyOn(home.desk.app.mirror, 'commit').mockImplementation(() => {
      throw full;
    });
    const drops = createDrops(home.desk.app, home.desk.fresh, home.desk.dropDisk);
    await expect.poll(() => commit).toHaveBeenCalled();
    commit.mockRestore();
    await writeFile(join(home.outside, 'new.txt'), 'new');
    const input = { site, category: null, paths: [home.outside], files: null };
    await expect.poll(() => drops.handlers['drop.review'](input, never)).toMatchObject({ ok: true });
    await drops.close();
  });

  it('is told from one that is under way', async () => {
    expect(await recovered('dead')).toEqual([]);
    expect(await home.staged()).toEqual(['drop-dead']);
  });

  it('cannot be made to place anything outside by a plan that somebody wrote', async () => {
    const plan = [
      { index: 0, target: '../../out.txt' },
      { index: 1, target: '.sitesync/site.json' },
      5,
      null,
    ];
    await writeFile(join(stage, 'plan.json'), JSON.stringify(plan));
    await home.desk.dropDisk.recover(home.desk.folder, () => false);
    expect(await filesIn(home.desk.folder)).toEqual({});
    expect((await stat(join(home.desk.folder, '.sitesync', 'site.json'))).size).toBeGreaterThan(10);
  });

  it('is removed by the purge where nobody comes back to it', async () => {
    await utimes(stage, 1, 1);
    await home.desk.app.disk.purge(home.desk.folder, Date.now() - 1000);
    expect(await readdir(join(home.desk.folder, '.sitesync', 'tmp'))).toEqual([]);
  });
});
