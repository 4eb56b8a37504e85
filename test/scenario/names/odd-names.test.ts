import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { tookIn } from '../../../main/sync/observe/scan.ts';
import type { ScanScope } from '../../../main/sync/ports/disk.ts';
import { openEngine } from '../../support/engine-home.ts';
import { put, SITE, siteOf, startWorld } from '../../support/laptop.ts';

// Other systems keep no such name.
it.runIf(process.platform === 'linux')(
  'what a look at one folder found wrong is said at once, and until that folder is looked at again',
  async () => {
    const world = await startWorld();
    const home = await mkdtemp(join(tmpdir(), 'sitesync-names-'));
    const laptop = await openEngine(world, home);
    try {
      laptop.engine.pauseAll();
      const folder = await laptop.follow(SITE);
      const [site] = laptop.program.mirror.followed();
      const found = async (scope: ScanScope | null, list: boolean): Promise<readonly string[]> => {
        const options = { confirmDeletes: false, eager: false, scope, list, watching: true };
        const { report } = await syncSite(laptop.context, site!, options);
        return report.problems.map(({ code, path }) => `${code} ${path}`);
      };
      const other: ScanScope = { below: [], directly: ['Other'] };
      const nothing: ScanScope = { below: [], directly: [] };
      expect(await found(null, true)).toEqual([]);
      const odd = Buffer.concat([Buffer.from(join(folder, 'Other', 'plan ')), Buffer.from([0xff])]);
      await writeFile(odd, 'not sent');
      const said = ['bad-name Other/plan \uFFFD'];
      expect(await found(other, false)).toEqual(said);
      expect(await found(nothing, true)).toEqual(said);
      expect(await found({ below: [], directly: ['Spec Sheet', ''] }, false)).toEqual(said);
      await rm(odd);
      expect(await found(other, false)).toEqual([]);
    } finally {
      await laptop.close();
      await world.close();
      await rm(home, { recursive: true, force: true });
    }
  },
);

it('a name that holds the mark of what is no Unicode is one as any other', async () => {
  const world = await startWorld();
  try {
    const laptop = world.laptop('one');
    world.service.store.addFile(SITE, { name: 'plan \uFFFD.txt', category: 'other', content: 'theirs' });
    await laptop.sync();
    await put(laptop, 'Other/d\uFFFDj\u00e0/vu \uFFFD.txt', 'unpacked here');
    expect(siteOf(await laptop.sync())).toMatchObject({ created: 1, deletedRemote: 0, problems: [] });
    await put(laptop, 'Other/plan \uFFFD.txt', 'edited here');
    expect(siteOf(await laptop.sync())).toMatchObject({ updated: 1, deletedRemote: 0, problems: [] });
    if (process.platform !== 'linux') return;
    const odd = Buffer.concat([Buffer.from(join(laptop.folder, 'Other', 'plan ')), Buffer.from([0xff])]);
    await writeFile(Buffer.concat([odd, Buffer.from('.txt')]), 'not sent');
    expect(siteOf(await laptop.sync())).toMatchObject({
      created: 0,
      updated: 0,
      deletedRemote: 0,
      problems: [{ path: 'Other/plan \uFFFD.txt', code: 'bad-name' }],
    });
    expect(world.service.store.files(SITE)).toHaveLength(2);
  } finally {
    await world.close();
  }
});

it('a file that has the name of the folder for models is named until it has another one', async () => {
  const world = await startWorld();
  try {
    const laptop = world.laptop('one');
    await laptop.sync();
    await writeFile(join(laptop.folder, 'Models'), 'important notes');
    expect(await laptop.sync()).toMatchObject({
      state: 'problems',
      sites: [{ created: 0, problems: [{ path: 'Models', hint: 'Rename it, then it is sent.' }] }],
    });
    await rename(join(laptop.folder, 'Models'), join(laptop.folder, 'Notes'));
    expect(await laptop.sync()).toMatchObject({ state: 'in-sync', sites: [{ created: 1, problems: [] }] });
  } finally {
    await world.close();
  }
});

it('a folder that could not be read is judged anew where it, or one above it, was entered, or is gone', () => {
  const judged = (below: string[], directly: string[], folders: string[] = []): boolean =>
    tookIn({ below, directly }, { folders })('Other/a/b');
  expect(tookIn(null, { folders: [] })('Other/a/b')).toBe(true);
  for (const below of ['', 'Other', 'Other/a', 'Other/a/b']) expect(judged([below], [])).toBe(true);
  expect(judged([], ['Other/a/b'])).toBe(true);
  expect(judged([], ['Other/a'], ['Other/a/b'])).toBe(false);
  expect(judged([], ['Other/a'])).toBe(true);
  const [composed, decomposed] = ['Other/é'.normalize('NFC'), 'Other/é'.normalize('NFD')];
  expect(tookIn({ below: [composed], directly: [] }, { folders: [] })(`${decomposed}/a`)).toBe(true);
  expect(tookIn({ below: [], directly: ['Other'] }, { folders: [composed] })(decomposed)).toBe(false);
  expect(judged(['Other/ab', 'Other/a/b/c'], ['', 'Other'], ['Other/a'])).toBe(false);
});
