import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterAccount } from '../../../main/sync/settings/account.ts';
import { followSite } from '../../../main/sync/following/follow.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

function edit(file: string, from: RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

/** Number and birth of the marker that lies there. */
function selfOf(folder: string): { readonly ino: bigint; readonly birth: bigint } {
  const { ino, birthtimeNs: birth } = statSync(join(folder, '.sitesync/site.json'), { bigint: true });
  return { ino, birth };
}

/** The marker's word, as it stands in it. */
const WORD = /"generation": [^,]*/;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('rule 6: the marker', () => {
  it('a cycle without it does not even scan', async () => {
    world.addFile('a.txt', 'a');
    let scans = 0;
    const laptop = await world.laptop({
      disk: (disk) => ({
        scan: (...args) => {
          scans += 1;
          return disk.scan(...args);
        },
      }),
    });
    await laptop.sync();
    rmSync(join(laptop.folder, '.sitesync/site.json'));
    const before = scans;
    expect((await laptop.sync()).problems.map((problem) => problem.code)).toEqual(['folder-missing']);
    expect(scans).toBe(before);
  });

  it('a scan without it does not count', async () => {
    const laptop = await world.inStep('a.txt');
    rmSync(join(laptop.folder, '.sitesync/site.json'));
    const scan = await laptop.context.disk.scan(laptop.folder, { ignore: [], scope: null }, () => undefined);
    expect(scan).toMatchObject({ ok: false, failure: { code: 'folder-missing' } });
  });

  it('of another folder of the same site is not this folder', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    edit(join(laptop.folder, '.sitesync/site.json'), /folder-\d+/, 'folder-of-a-copy');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect((await laptop.sync()).problems.map((problem) => problem.code)).toEqual(['folder-missing']);
    expect(world.contents()).toHaveLength(2);
  });

  it('that vanishes in mid-cycle stops the deletes', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    world.atCall('list', () => rmSync(join(laptop.folder, '.sitesync/site.json')));
    await laptop.sync();
    expect(world.contents()).toHaveLength(2);
  });

  it('of another service, which a SiteSync with another data folder left, merges and deletes nothing', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    edit(join(laptop.folder, '.sitesync/site.json'), /"baseUrl": "[^"]*"/, '"baseUrl": "http://other"');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
    expect(world.contents()).toHaveLength(2);
    // From now on it is this service's folder.
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
  });

  it('with a word that the mirror does not know merges and deletes nothing', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    edit(join(laptop.folder, '.sitesync/site.json'), WORD, '"generation": "later"');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
    expect(world.contents()).toHaveLength(2);
    // From now on the mirror knows its word.
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
  });

  it('with a word that the mirror does not know merges also where it is followed once more', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    edit(join(laptop.folder, '.sitesync/site.json'), WORD, '"generation": "later"');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    const known = laptop.mirror.site(world.site);
    if (known === null) throw new Error('The site is not known');
    expect(await followSite(laptop.context, known, laptop.folder, 'all')).toMatchObject({ ok: true });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  });

  it('without a word, as those before it had none, is that of a mirror without one', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    edit(join(laptop.folder, '.sitesync/site.json'), /\s*"generation": [^,]*,/, '');
    laptop.mirror.setGeneration(world.site, { now: null, before: null });
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, problems: [] });
  });

  it('of a site that is followed anew has another word, which a mirror that had followed it does not know', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const other = await world.laptop();
    const known = other.mirror.site(world.site);
    if (known === null) throw new Error('The site is not known');
    other.mirror.unfollow(world.site);
    expect(await followSite(other.context, known, laptop.folder, 'none')).toMatchObject({ ok: true });
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  });

  it('another account merges and deletes nothing', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    enterAccount(laptop.mirror, 'anna');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    enterAccount(laptop.mirror, 'ben');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    expect(world.contents()).toHaveLength(2);
  });

  it('another account merges also where the process was killed when it was half entered', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    enterAccount(laptop.mirror, 'anna');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    vi.spyOn(laptop.context.mirror, 'dropAgreements').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect(() => enterAccount(laptop.mirror, 'ben')).toThrow('killed');
    enterAccount(laptop.mirror, 'ben');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  });

  it('another account is told nothing of what the service listed no more for the one before', async () => {
    const laptop = await world.inStep('a.txt');
    enterAccount(laptop.mirror, 'anna');
    const said = {
      action: 'create',
      message: 'It said so.',
      hint: '',
      tries: 1,
      nextAt: null,
      since: 1,
    } as const;
    const place = { key: 'Other/b.txt', path: 'Other/b.txt', state: '' } as const;
    laptop.mirror.saveProblems(world.site, [
      { ...said, ...place, code: 'no-access', reason: 'unlisted' },
      { ...said, ...place, key: 'Other/c.txt', code: 'too-large' },
    ]);
    enterAccount(laptop.mirror, 'ben');
    expect(laptop.mirror.problems(world.site).map(({ key }) => key)).toEqual(['Other/c.txt']);
  });

  it('another account does not say yes to the deletes that were approved before', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `${n}.txt`);
    const laptop = await world.inStep(...names);
    enterAccount(laptop.mirror, 'anna');
    laptop.mirror.setApprovedDeletes(
      world.site,
      names.map((name) => world.idOf(name)),
    );
    enterAccount(laptop.mirror, 'ben');
    await laptop.sync();
    for (const name of names) unlinkSync(join(laptop.folder, 'Other', name));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 6 } });
  });

  /** Of a folder that was put back from before a.txt was edited and new.txt was added: all that was sent stays and comes back. */
  async function expectMerged(laptop: GuardLaptop): Promise<void> {
    const contents = world.contents();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, updated: 0, downloaded: 1 });
    expect(world.contents()).toEqual(expect.arrayContaining([...contents]));
    expect(await filesIn(laptop.folder)).toMatchObject({
      'Other/new.txt': 'new',
      'Other/a.txt': 'a of today',
    });
    // From then on it is the site's folder as any other.
    unlinkSync(join(laptop.folder, 'Other/new.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1 });
  }

  it('a folder that was put back from a copy merges, and deletes and replaces nothing', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const aside = `${laptop.folder} of last week`;
    cpSync(laptop.folder, aside, { recursive: true, preserveTimestamps: true });
    laptop.put('Other/new.txt', 'new');
    laptop.put('Other/a.txt', 'a of today');
    expect(await laptop.sync()).toMatchObject({ created: 1, updated: 1 });
    rmSync(laptop.folder, { recursive: true });
    renameSync(aside, laptop.folder);
    await expectMerged(laptop);
  });

  it('a folder that was put back from a copy merges also where it is followed once more', async () => {
    const laptop = await world.inStep('a.txt');
    const aside = `${laptop.folder} of last week`;
    cpSync(laptop.folder, aside, { recursive: true, preserveTimestamps: true });
    laptop.put('Other/new.txt', 'new');
    await laptop.sync();
    rmSync(laptop.folder, { recursive: true });
    renameSync(aside, laptop.folder);
    const known = laptop.mirror.site(world.site);
    if (known === null) throw new Error('The site is not known');
    expect(await followSite(laptop.context, known, laptop.folder, 'all')).toMatchObject({ ok: true });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  });

  it('a folder that was put back from a copy lacks no file that was sent, and whose reply was lost', async () => {
    const laptop = await world.inStep('a.txt');
    const aside = `${laptop.folder} of last week`;
    cpSync(laptop.folder, aside, { recursive: true, preserveTimestamps: true });
    laptop.put('Other/new.txt', 'new');
    world.service.faults.fail({ call: 'create', failure: 'lose-after' });
    world.atCall('create', () =>
      world.service.faults.fail({ call: 'list', failure: 'lose-before', times: 1 }),
    );
    await laptop.sync({ eager: false });
    expect(laptop.mirror.intents(world.site)).toHaveLength(1);
    rmSync(laptop.folder, { recursive: true });
    renameSync(aside, laptop.folder);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    expect(world.contents()).toEqual(['a.txt v1', 'new']);
  });

  describe('a folder whose whole disk was put back from an image, so that each file has its number and birth again', () => {
    const MARKER = '.sitesync/site.json';

    /** Notes what an image of the disk would hold of these files. Returns what puts it back. */
    function imageOf(folder: string, ...paths: readonly string[]): () => void {
      const files = [MARKER, ...paths].map((path) => {
        const full = join(folder, path);
        return { full, bytes: readFileSync(full), mtime: statSync(full).mtime };
      });
      return () => {
        for (const { full, bytes, mtime } of files) {
          writeFileSync(full, bytes);
          utimesSync(full, mtime, mtime);
        }
      };
    }

    it('merges, and deletes and replaces nothing', async () => {
      const laptop = await world.inStep('a.txt', 'b.txt');
      const self = selfOf(laptop.folder);
      const putBack = imageOf(laptop.folder, 'Other/a.txt');
      laptop.put('Other/new.txt', 'new');
      laptop.put('Other/a.txt', 'a of today');
      expect(await laptop.sync()).toMatchObject({ created: 1, updated: 1 });
      putBack();
      unlinkSync(join(laptop.folder, 'Other/new.txt'));
      expect(selfOf(laptop.folder)).toEqual(self);
      await expectMerged(laptop);
    });

    it('is as it was left where nothing was agreed on since: what is missing was deleted by a person', async () => {
      const laptop = await world.inStep('a.txt', 'b.txt');
      const putBack = imageOf(laptop.folder);
      await laptop.sync();
      putBack();
      unlinkSync(join(laptop.folder, 'Other/a.txt'));
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
    });

    it('is the other way round as before: of a mirror that was put back, or ended while it counted', async () => {
      const laptop = await world.inStep('a.txt', 'b.txt');
      edit(join(laptop.folder, MARKER), /"edition": "0/, '"edition": "1');
      unlinkSync(join(laptop.folder, 'Other/a.txt'));
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
    });
  });

  it('a site that is followed into another folder merges and deletes nothing', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const known = laptop.mirror.site(world.site);
    if (known === null) throw new Error('The site is not known');
    const other = `${laptop.folder} elsewhere`;
    expect(await followSite(laptop.context, known, other, 'all')).toMatchObject({ ok: true });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 2 });
    expect(Object.keys(await filesIn(other))).toHaveLength(2);
  });

  it('a folder that a person moved is the same one: what was done in it is sent', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt', 'c.txt');
    const known = laptop.mirror.site(world.site)!;
    const other = `${laptop.folder} moved`;
    renameSync(laptop.folder, other);
    unlinkSync(join(other, 'Other/a.txt'));
    writeFileSync(join(other, 'Other/b.txt'), 'b.txt v2, longer');
    renameSync(join(other, 'Other/c.txt'), join(other, 'Other/d.txt'));
    expect(await followSite(laptop.context, known, other, 'all')).toMatchObject({ ok: true });
    expect(await laptop.sync()).toMatchObject({
      deletedRemote: 1,
      updated: 1,
      moved: 1,
      created: 0,
      downloaded: 0,
      conflicts: [],
    });
    expect(world.contents()).toEqual(['b.txt v2, longer', 'c.txt v1']);
  });

  it.each<[string, (folder: string, other: string) => void]>([
    ['was copied', (folder, other) => cpSync(folder, other, { recursive: true, preserveTimestamps: true })],
    [
      'was copied to where nobody knows the birth of a file, and is alone there',
      (folder, other) => {
        cpSync(folder, other, { recursive: true, preserveTimestamps: true });
        edit(join(other, '.sitesync/site.json'), /,\s*"self": "[^"]*"/, '');
        rmSync(folder, { recursive: true });
      },
    ],
    [
      'was copied with the births of its files, and is alone there',
      (folder, other) => {
        cpSync(folder, other, { recursive: true, preserveTimestamps: true });
        edit(join(other, '.sitesync/site.json'), /"self": "[^"]*"/, `"self": "1:${selfOf(other).birth}"`);
        rmSync(folder, { recursive: true });
      },
    ],
    [
      'was copied block by block, and lies in its old place as well,',
      (folder, other) => {
        cpSync(folder, other, { recursive: true, preserveTimestamps: true });
        const { ino, birth } = selfOf(other);
        edit(join(other, '.sitesync/site.json'), /"self": "[^"]*"/, `"self": "${ino}:${birth}"`);
      },
    ],
    [
      'is one that this mirror did not leave so',
      (folder, other) => {
        renameSync(folder, other);
        edit(join(other, '.sitesync/site.json'), WORD, '"generation": "later"');
      },
    ],
  ])('a folder that %s merges and deletes nothing', async (_, change) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const known = laptop.mirror.site(world.site)!;
    const other = `${laptop.folder} moved`;
    change(laptop.folder, other);
    unlinkSync(join(other, 'Other/a.txt'));
    expect(await followSite(laptop.context, known, other, 'all')).toMatchObject({ ok: true });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  });
});
