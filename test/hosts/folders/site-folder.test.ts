import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderFor } from '../../../main/hosts/folders/site-folder.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { RunningService } from '../../service/service.ts';
import { openAppHome, type AppHome } from '../../support/app-home.ts';
import { SITE } from '../../support/laptop.ts';

const OTHER = 'site-2';
const PATIENCE = { timeout: 45_000 };

let opened: AppHome;
let home: string;
let root: string;
let service: RunningService;
let ask: AppHome['ask'];
let tryTo: AppHome['tryTo'];

beforeEach(async () => {
  opened = await openAppHome(({ store }) => void store.addSite({ id: OTHER, name: 'Mill' }));
  ({ home, root, service, ask, tryTo } = opened);
  await ask('sites.refresh', null);
});

afterEach(() => opened.close());

const follow = (site: string, folder: string | null = null): Promise<null> =>
  ask('sites.follow', { site, folder, keep: 'all' });

async function folderOf(site: string): Promise<string | undefined> {
  const sites = await ask('sites.list', null);
  return sites.find(({ id }) => id === site)?.followed?.folder;
}

async function renameOnService(site: string, name: string): Promise<void> {
  service.store.siteTable.rename(site, name);
  await ask('sites.refresh', null);
}

describe('the folder of a site that is kept from the app', () => {
  it('stays the same where it is kept once more under another name, also with another root', async () => {
    await follow(SITE);
    const folder = join(root, 'Harbour House');
    writeFileSync(join(folder, 'Other', 'note.txt'), 'mine');
    await renameOnService(SITE, 'Wharf');
    await ask('settings.set', { root: join(home, 'elsewhere') });
    await ask('sites.follow', { site: SITE, folder: null, keep: ['other'] });
    const [site] = (await ask('sites.list', null)).filter(({ id }) => id === SITE);
    expect(site?.followed).toMatchObject({ folder, keep: ['other'] });
    expect(readdirSync(home)).not.toContain('elsewhere');
    await vi.waitFor(() => {
      expect(service.store.files(SITE).map(({ name }) => name)).toEqual(['note.txt']);
    }, PATIENCE);
  });

  it('is not made again where it is away', async () => {
    await follow(SITE);
    renameSync(root, join(home, 'away'));
    await follow(SITE);
    expect(readdirSync(home)).not.toContain('root');
  });

  it('is found again by its marker where the site got another name since it was left', async () => {
    await follow(SITE);
    await ask('sites.unfollow', { site: SITE });
    await renameOnService(SITE, 'Wharf');
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, 'Harbour House'));
    expect(readdirSync(root)).toEqual(['Harbour House']);
  });

  it('is not the one that another site has, whose name it has now', async () => {
    await follow(SITE);
    await renameOnService(SITE, 'Wharf');
    await renameOnService(OTHER, 'Harbour House');
    await follow(OTHER);
    expect(await folderOf(OTHER)).toBe(join(root, `Harbour House ${OTHER}`));
    await ask('sites.unfollow', { site: OTHER });
    rmSync(join(root, `Harbour House ${OTHER}`), { recursive: true });
    // Its drive may be away as well.
    renameSync(join(root, 'Harbour House'), join(home, 'away'));
    await follow(OTHER);
    expect(await folderOf(OTHER)).toBe(join(root, `Harbour House ${OTHER}`));
  });

  it('is never in another site’s folder, nor around it', async () => {
    await follow(SITE);
    const folder = join(root, 'Harbour House');
    for (const above of [folder, join(folder, 'Other', 'Sites')]) {
      const refused = await tryTo('settings.set', { root: above });
      expect(refused).toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining(`Harbour House is kept in ${folder}`) },
      });
    }
    const inside = await tryTo('sites.follow', { site: OTHER, folder: join(folder, 'Mill'), keep: 'all' });
    expect(inside).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(`Harbour House is kept in ${folder}`) },
    });
    const around = await tryTo('sites.follow', { site: OTHER, folder: root, keep: 'all' });
    expect(around).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(await folderOf(OTHER)).toBeUndefined();
    expect(readdirSync(folder)).not.toContain('Mill');
    await follow(OTHER, `${folder} Mill`);
    expect(await folderOf(OTHER)).toBe(`${folder} Mill`);
  });

  it('is in no other site’s folder by way of a link either', async () => {
    await follow(SITE);
    const folder = join(root, 'Harbour House');
    const link = join(home, 'shortcut');
    symlinkSync(folder, link);
    const message = expect.stringContaining(`Harbour House is kept in ${folder}`);
    for (const other of [link, join(link, 'Other'), join(link, 'not', 'there', 'yet')]) {
      const inside = await tryTo('sites.follow', { site: OTHER, folder: other, keep: 'all' });
      expect(inside).toMatchObject({ ok: false, failure: { code: 'bad-input', message } });
    }
    symlinkSync(root, join(home, 'kept'));
    const around = await tryTo('sites.follow', { site: OTHER, folder: join(home, 'kept'), keep: 'all' });
    expect(around).toMatchObject({ ok: false, failure: { code: 'bad-input', message } });
    await follow(OTHER, join(home, 'kept', 'Mill'));
    expect(await folderOf(OTHER)).toBe(join(home, 'kept', 'Mill'));
    expect(readdirSync(folder)).not.toContain('not');
  });

  it('is the one that it was where it is named in another way, as by another case or a link', async () => {
    await follow(SITE);
    const folder = join(root, 'Harbour House');
    symlinkSync(root, join(home, 'kept'));
    for (const named of [join(home, 'kept', 'Harbour House'), `${folder}/`]) {
      await follow(SITE, named);
      expect(await folderOf(SITE)).toBe(folder);
    }
    // A link that leads elsewhere by now names another one.
    rmSync(join(home, 'kept'));
    symlinkSync(join(home), join(home, 'kept'));
    await follow(SITE, join(home, 'kept', 'Harbour House'));
    expect(await folderOf(SITE)).toBe(join(home, 'kept', 'Harbour House'));
  });

  it('is never around what the program keeps for itself', async () => {
    const data = join(home, 'data');
    const message = expect.stringContaining(`SiteSync keeps its own data in ${data}`);
    symlinkSync(home, join(home, 'link'));
    for (const folder of [home, data, '/', join(home, 'link')]) {
      const refused = await tryTo('sites.follow', { site: SITE, folder, keep: 'all' });
      expect(refused).toMatchObject({ ok: false, failure: { code: 'bad-input', message } });
    }
    mkdirSync(`${data} of the site`);
    await follow(SITE, `${data} of the site`);
    expect(await folderOf(SITE)).toBe(`${data} of the site`);
  });
});

describe('a folder that is there already and has the name of a site', () => {
  const put = (path: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'mine');
  };
  const names = (): readonly string[] => service.store.files(SITE).map(({ name }) => name);

  it('is none of the site’s where a person keeps other things beside it', async () => {
    put('.bashrc');
    put('Harbour House/deep/private.txt');
    // Its id is what the service likes too.
    put(`Harbour House ${SITE}/private.txt`);
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, `Harbour House ${SITE} 2`));
    await vi.waitFor(async () => {
      const [site] = (await ask('sites.list', null)).filter(({ id }) => id === SITE);
      expect(site?.syncedAt).toEqual(expect.any(Number));
    }, PATIENCE);
    expect(names()).toEqual([]);
    expect(readdirSync(join(root, 'Harbour House'))).toEqual(['deep']);
    // Found again by its marker.
    await ask('sites.unfollow', { site: SITE });
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, `Harbour House ${SITE} 2`));
  });

  it('is the site’s where it is named', async () => {
    put('.bashrc');
    put('Harbour House/Other/note.txt');
    await follow(SITE, join(root, 'Harbour House'));
    await vi.waitFor(() => expect(names()).toEqual(['note.txt']), PATIENCE);
  });

  it('is the site’s where the root is there for sites alone', async () => {
    await follow(OTHER);
    put('Harbour House/Other/note.txt');
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, 'Harbour House'));
    await vi.waitFor(() => expect(names()).toEqual(['note.txt']), PATIENCE);
  });

  it('is the site’s where nothing lies in it that would be sent', async () => {
    put('.bashrc');
    put('Harbour House/.DS_Store');
    mkdirSync(join(root, 'Harbour House', 'Other', 'deep'), { recursive: true });
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, 'Harbour House'));
  });

  it('is none where it is a link, also among sites alone', async () => {
    await follow(OTHER);
    mkdirSync(join(home, '.ssh'));
    writeFileSync(join(home, '.ssh', 'id_rsa'), 'secret');
    symlinkSync(join(home, '.ssh'), join(root, 'Harbour House'));
    await follow(SITE);
    expect(await folderOf(SITE)).toBe(join(root, `Harbour House ${SITE}`));
  });

  it('is never a hidden one, not even a new one', async () => {
    await renameOnService(SITE, '.ssh');
    await renameOnService(OTHER, '\u200b.config');
    put('.ssh/id_rsa');
    await follow(SITE);
    await follow(OTHER);
    expect(await folderOf(SITE)).toBe(join(root, '_ssh'));
    expect(await folderOf(OTHER)).toBe(join(root, '\u200b_config'));
  });
});

describe('the folder of a site that shares its name', () => {
  const site = (id: string, name = 'Mill'): Site => ({ id: id as SiteId, name }) as Site;
  const folders = (...sites: readonly Site[]): readonly string[] =>
    sites.map((each) => folderFor('/home/anna', each, sites, 'darwin'));

  it('has the beginning of its id', () => {
    const [long = ''] = folders(site('8d2c1f7e-51aa-4c0e'), site('b'));
    expect(long).toBe('/home/anna/Mill 8d2c1f7e-51a');
  });

  it('has as much of its id as tells it from the others', () => {
    expect(folders(site('building-00017'), site('building-00018'), site('building-0001'))).toEqual([
      '/home/anna/Mill building-00017',
      '/home/anna/Mill building-00018',
      '/home/anna/Mill building-0001',
    ]);
  });

  it('has its id also where only a disk takes the two names for one', () => {
    expect(folders(site('a', 'Café'), site('b', 'CAFE\u0301'))).toEqual([
      '/home/anna/Café a',
      '/home/anna/CAFE\u0301 b',
    ]);
  });
});
