import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import nodePath from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findDamage } from '../../../main/adapters/sqlite/damage.ts';
import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { migrate, SCHEMA_VERSION } from '../../../main/adapters/sqlite/migrations/migrate.ts';
import { salvageChoices } from '../../../main/adapters/sqlite/salvage.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { PathKey } from '../../../shared/model/rel-path.ts';
import { MirrorHome, NOW, NOW_IN_NAMES } from './mirror-home.ts';
import { SmallDisk, whyNoExt4 } from '../../support/faults/bad-disk.ts';
import { agreed, fileId, followed, local, path, record, SITE, version } from '../../support/model-values.ts';

const noDisk = whyNoExt4();
const because = noDisk === null ? '' : ` (skipped: ${noDisk})`;
let home: MirrorHome;

beforeEach(() => {
  home = new MirrorHome();
});

afterEach(() => {
  home.remove();
});

/** What it reads is damaged, and the next start makes the mirror anew. */
function expectDamaged(read: (mirror: OpenedMirror) => unknown): void {
  const broken = home.open();
  expect(() => read(broken)).toThrow('damaged');
  broken.close();
  expect(home.open().rebuilt).not.toBeNull();
}

describe('a damaged home.file', () => {
  const aside = `mirror.damaged-${NOW_IN_NAMES}.sqlite`;

  it.each([
    ['is no database', () => Buffer.from('This is a shopping list, and a long one at that.'.repeat(40))],
    ['has a broken header', (good: Buffer) => Buffer.concat([Buffer.alloc(200, 7), good.subarray(200)])],
    ['was cut short', (good: Buffer) => good.subarray(0, 5000)],
    ['was emptied', () => Buffer.alloc(0)],
  ])('that %s is set aside, kept, and replaced', (_, damage) => {
    const mirror = home.open();
    mirror.commit(SITE, [{ base: agreed('1') }]);
    mirror.close();
    const damaged = damage(readFileSync(home.file));
    writeFileSync(home.file, damaged);
    const next = home.open();
    expect(next.rebuilt).toMatchObject({
      movedTo: nodePath.join(home.dir, aside),
      reason: expect.any(String),
    });
    expect(readFileSync(nodePath.join(home.dir, aside)).equals(damaged)).toBe(true);
    expect(next.counts(SITE).base).toBe(0);
    next.setSetting('works', 'yes');
    next.close();
    expect(home.open()).toMatchObject({ rebuilt: null });
  });

  it('without our tables is set aside', () => {
    const db = new Database(home.file);
    db.exec(`CREATE TABLE setting (nothing_of_ours); PRAGMA user_version = ${SCHEMA_VERSION}`);
    db.close();
    expect(home.open().rebuilt?.movedTo).toBe(nodePath.join(home.dir, aside));
  });

  it('that fails in use is looked at closely at the next start; choices that can be read are kept', () => {
    const mirror = home.open();
    mirror.setSetting('baseUrl', 'https://a.test');
    mirror.follow(followed(SITE, { keep: ['other'] }));
    mirror.setPin(SITE, fileId('1'), false);
    mirror.setApprovedDeletes(SITE, [fileId('1')]);
    mirror.commit(
      SITE,
      Array.from({ length: 2000 }, (_, n) => ({ base: agreed(`file ${n}`) })),
    );
    mirror.close();
    spoilTable('base');
    const broken = home.open();
    expect(broken.rebuilt).toBeNull();
    expect(() => broken.trees(SITE)).toThrow('damaged');
    broken.close();
    const next = home.open();
    expect(next.rebuilt?.movedTo).toBe(nodePath.join(home.dir, aside));
    expect(next.counts(SITE)).toEqual({ base: 0, local: 0, remote: 0 });
    expect(next.setting('baseUrl')).toBe('https://a.test');
    expect(next.followed()).toEqual([followed(SITE, { keep: ['other'] })]);
    expect(next.pins(SITE)).toEqual(new Map([[fileId('1'), false]]));
    expect(next.approvedDeletes(SITE).size).toBe(0);
  });

  it('whose rows are not what was written never shows a tree without them', () => {
    const mirror = home.open();
    mirror.commit(SITE, [{ local: local('a') }, { local: local('b') }]);
    mirror.close();
    const db = new Database(home.file);
    db.exec(`UPDATE local SET hash = 'not a hash' WHERE path = 'a'`);
    db.close();
    expectDamaged((mirror) => mirror.trees(SITE));
  });

  it.each([
    ['keep', 'not a choice'],
    ['folder', null],
  ])('with a row of a site kept here that cannot be read (%s) forgets that site alone', (column, value) => {
    const mirror = home.open();
    const other = followed('other-site' as SiteId, { folder: '/anna/Other House' });
    for (const site of [followed(SITE), other]) mirror.follow(site);
    mirror.close();
    const db = new Database(home.file);
    if (value === null) db.exec("UPDATE site_key SET site = '' WHERE site <> 'other-site'");
    else
      db.prepare(
        `UPDATE followed SET ${column} = ? WHERE site_key <> (SELECT key FROM site_key WHERE site = 'other-site')`,
      ).run(value);
    db.close();
    const broken = home.open();
    expect(() => broken.followed()).toThrow('damaged');
    broken.close();
    const next = home.open();
    expect(next.followed()).toEqual([other]);
    expect(next.rebuilt).toMatchObject({ sitesLost: 1 });
    next.close();
    expect(home.open().rebuilt).toBeNull();
  });

  it.each<[string, string, (mirror: OpenedMirror) => unknown]>([
    ['pin', "(1, '', 1)", (mirror) => mirror.pins(SITE)],
    ['chosen_category', "(1, 'Other/a', 'kg-csw')", (mirror) => mirror.chosenCategories(SITE)],
    ['saved_view', `('${SITE}', 'v', '{"id":')`, (mirror) => mirror.views.list(SITE)],
    ['column_mapping', `('${SITE}', 'k', '[]')`, (mirror) => mirror.datamodels.mappings(SITE)],
  ])('with a choice that cannot be read (%s) is made anew without it, and once', (table, row, read) => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    mirror.close();
    const db = new Database(home.file);
    db.exec(`INSERT INTO ${table} VALUES ${row}`);
    db.close();
    expectDamaged(read);
    home.close();
    const next = home.open();
    expect(next.rebuilt).toBeNull();
    expect(() => read(next)).not.toThrow();
    expect(next.followed()).toEqual([followed(SITE)]);
  });

  it('whose new records cannot be read any more is told as damaged, also where a plan looks in turns', async () => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    mirror.commit(SITE, [{ base: agreed('1'), remote: record('1') }, { remote: record('2') }]);
    mirror.close();
    const db = new Database(home.file);
    db.exec(`UPDATE remote SET id = '' WHERE id = '2'`);
    db.close();
    const broken = home.open();
    await expect(broken.unsettledInTurns(followed(SITE), async () => undefined)).rejects.toThrow('damaged');
    broken.close();
    expect(home.open().rebuilt).not.toBeNull();
  });

  it('that lacks a page of the last listing is told as damaged, once that page is recalled', () => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    const listing = mirror.beginListing(SITE);
    const rest = { limit: 1, rowHashes: [''], count: 2, next: null };
    const pages = ['0', '1'].map((id, offset) => ({ ...rest, offset, version: id, ids: [fileId(id)] }));
    listing.add(
      pages.flatMap(({ ids }) => ids.map((id) => record(id))),
      pages,
    );
    Array.from(listing.finish(true, null, 1, true));
    mirror.close();
    const db = new Database(home.file);
    db.exec('UPDATE listed_page SET row = row + 7 WHERE asked_offset > 0');
    db.close();
    expectDamaged((mirror) => mirror.beginListing(SITE).recall(1));
  });

  it('with a file’s name that rotted never shows a move', () => {
    const mirror = home.open();
    mirror.commit(SITE, [{ base: agreed('1'), remote: record('1'), local: local('Spec Sheet/1.pdf') }]);
    mirror.close();
    const db = new Database(home.file);
    db.exec(`UPDATE local SET path = 'Spec Sheet/5.pdf'`);
    db.close();
    expectDamaged((mirror) => mirror.trees(SITE));
  });

  it.each([
    ['row of a file', [9, 35, 35], 'PRIMARY KEY order'],
    ['row of an index', [4, 9, 15, 5], 'index'],
  ])('with a %s that rotted is found by the first start of a week, and choices are kept', (_, types, why) => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      mirror.commit(SITE, [{ base: agreed(name), local: local(`Other/${name}.txt`) }]);
    mirror.close();
    const bytes = readFileSync(home.file);
    const row = bytes.indexOf(Buffer.from(types));
    expect(row).toBeGreaterThan(0);
    // Of the site 0 instead of 1: the type of its column says that.
    bytes[row + types.indexOf(9)] = 8;
    writeFileSync(home.file, bytes);
    expect(home.open().rebuilt).toBeNull();
    home.close();
    const inAWeek = { now: () => NOW + 7 * 86_400_000 };
    const next = home.keep(openMirror(home.dir, inAWeek));
    expect(next.rebuilt?.reason).toContain(why);
    expect(next.followed()).toEqual([followed(SITE)]);
    next.close();
    expect(home.keep(openMirror(home.dir, inAWeek)).rebuilt).toBeNull();
  });

  it('whose ids rotted never shows an agreement about a record that nobody made', () => {
    const mirror = home.open();
    const id = 'c0ffee00-0000-4000-8000-000000000001';
    for (const each of ['1', '2']) mirror.commit(SITE, [{ base: agreed(each), remote: record(each) }]);
    mirror.commit(SITE, [
      {
        base: agreed(id, { path: path('a.txt') }),
        remote: record(id, { name: 'x', fingerprint: version('1') }),
      },
    ]);
    mirror.close();
    const good = readFileSync(home.file);
    const shown: string[] = [];
    for (let at = good.indexOf(id); at >= 0; at = good.indexOf(id, at + 1)) {
      const rotten = Buffer.from(good);
      rotten[at] = 0x64;
      writeFileSync(home.file, rotten);
      const next = home.open();
      for (const look of [() => next.trees(SITE), () => next.unsettled(followed(SITE))])
        try {
          const trees = look();
          const gone = [...(trees?.base.keys() ?? [])].filter((each) => !['1', '2', id].includes(each));
          shown.push(...gone.map((each) => `${at}: ${each}`));
        } catch (error) {
          expect(String(error)).toContain('damaged');
        }
      next.close();
      rmSync(`${home.file}.suspect`, { force: true });
    }
    expect(shown).toEqual([]);
  });

  it('whose paths rotted never shows an agreement about another place, nor a file without the one that it has', () => {
    const mirror = home.open();
    const at = 'Spec Sheet/Ground floor 15.pdf';
    const names = ['1', '2', '3'];
    for (const each of names)
      mirror.commit(SITE, [
        { base: agreed(each), remote: record(each), local: local(`Spec Sheet/${each}.pdf`) },
        { local: local(`Spec Sheet/${each} is new.pdf`) },
      ]);
    mirror.commit(SITE, [{ base: agreed('4', { path: path(at), size: 11 }), remote: record('4') }]);
    mirror.commit(SITE, [{ local: local(at) }]);
    mirror.close();
    const known = new Set<string>([at, ...names.map((each) => `Spec Sheet/${each}.pdf`)]);
    const good = readFileSync(home.file);
    const shown: string[] = [];
    for (let from = good.indexOf(at); from >= 0; from = good.indexOf(at, from + 1)) {
      const rotten = Buffer.from(good);
      rotten[from + at.indexOf('5')] = '7'.charCodeAt(0);
      writeFileSync(home.file, rotten);
      const next = home.open();
      for (const look of [() => next.trees(SITE), () => next.unsettled(followed(SITE))])
        try {
          const trees = look();
          const places = [...(trees?.base.values() ?? [])].map((each) => each.path);
          shown.push(...places.filter((each) => !known.has(each)).map((each) => `${from}: ${each}`));
          if (trees?.local.has(at as PathKey) === true && !places.includes(path(at)))
            shown.push(`${from}: ${at} as new`);
        } catch (error) {
          expect(String(error)).toContain('damaged');
        }
      next.close();
      rmSync(`${home.file}.suspect`, { force: true });
    }
    expect(shown).toEqual([]);
  });

  it('whose index SQLite finds at odds with its table is made anew with the next start', () => {
    const mirror = home.open();
    mirror.commit(SITE, [{ base: agreed('1') }]);
    mirror.close();
    const bytes = readFileSync(home.file);
    const inIndex = bytes.indexOf('Spec Sheet/1.pdf\0\u0001\0\0\0');
    expect(inIndex).toBeGreaterThan(0);
    bytes.write('2', inIndex + 'Spec Sheet/'.length);
    writeFileSync(home.file, bytes);
    const broken = home.open();
    expect(() => broken.commit(SITE, [{ dropBase: fileId('1') }])).toThrow('damaged');
    broken.close();
    const next = home.open();
    expect(next.rebuilt).not.toBeNull();
    next.commit(SITE, [{ base: agreed('1') }, { dropBase: fileId('1') }]);
  });

  it.skipIf(noDisk !== null).each([
    ['no room for another', (disk: SmallDisk) => disk.fill(100_000)],
    ['no room for a byte', async (disk: SmallDisk) => disk.fillToTheBrim()],
  ])(`stays where the disk has %s, and choices are kept once it has${because}`, async (_, fill) => {
    const dir = nodePath.join(home.dir, 'disk', 'data');
    const disk = await SmallDisk.ext4At(nodePath.dirname(dir), '16m');
    try {
      const mirror = home.open(dir);
      mirror.follow(followed(SITE));
      mirror.close();
      writeFileSync(nodePath.join(dir, 'mirror.sqlite.suspect'), 'Not a relative path');
      await fill(disk);
      for (let tries = 0; tries < 2; tries += 1)
        expect(openMirror(dir)).toMatchObject({ failure: { code: 'disk-full' } });
      expect(readdirSync(dir).sort()).toEqual(['lock', 'mirror.sqlite', 'mirror.sqlite.suspect']);
      await disk.empty();
      const next = home.open(dir);
      expect(next.rebuilt).toMatchObject({ reason: 'Not a relative path', sitesLost: 0 });
      expect(next.followed()).toEqual([followed(SITE)]);
      next.close();
      expect(home.open(dir).rebuilt).toBeNull();
    } finally {
      home.close();
      disk.unmount();
    }
  });

  it('gives none of its choices to another that cannot take all of them', () => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    for (const key of ['a', 'b']) mirror.setSetting(key, key.repeat(1_000_000));
    mirror.close();
    const into = new Database(':memory:');
    migrate(into);
    into.pragma(`max_page_count = ${Number(into.pragma('page_count', { simple: true })) + 50}`);
    expect(() => salvageChoices(home.file, into)).toThrow('The disk that holds SiteSync’s database is full.');
    into.pragma('max_page_count = 10000');
    expect(salvageChoices(home.file, into)).toBe(0);
    expect(into.prepare('SELECT count(*) FROM followed').pluck().get()).toBe(1);
    into.close();
  });

  it('that was suspected without cause stays', () => {
    const mirror = home.open();
    mirror.setSetting('a', 'b');
    mirror.close();
    writeFileSync(`${home.file}.suspect`, 'database disk image is malformed');
    expect(home.open()).toMatchObject({ rebuilt: null });
    expect(existsSync(`${home.file}.suspect`)).toBe(false);
  });

  it('that was suspected and cannot be looked at now stays', () => {
    mkdirSync(home.file);
    writeFileSync(`${home.file}.suspect`, 'database disk image is malformed');
    expect(() => home.open()).toThrow('cannot be read or written');
    expect(() => findDamage(home.file)).toThrow('unable to open');
    expect(readdirSync(home.dir).sort()).toEqual(['mirror.sqlite', 'mirror.sqlite.suspect']);
  });

  it('does not take the place of one that was set aside in the same second', () => {
    for (const name of [aside, `mirror.damaged-${NOW_IN_NAMES}-2.sqlite`]) {
      writeFileSync(home.file, 'not a database, '.repeat(100));
      const mirror = home.open();
      expect(mirror.rebuilt?.movedTo).toBe(nodePath.join(home.dir, name));
      mirror.close();
    }
  });

  it('that comes again and again leaves the newest three, and no file of anybody else', () => {
    const foreign = ['mirror.damaged-mine.sqlite', 'mirror.damaged.sqlite', 'notes.txt'];
    const old = ['20240101T000000Z.sqlite', '20250101T000000Z.sqlite'].map((end) => `mirror.damaged-${end}`);
    for (const name of [...foreign, ...old, `${old[0]}-wal`, `${old[0]}-shm`])
      writeFileSync(nodePath.join(home.dir, name), 'x');
    for (let day = 10; day <= 19; day++) {
      writeFileSync(home.file, `damage ${day}, `.repeat(100));
      home.keep(openMirror(home.dir, { now: () => Date.UTC(2026, 4, day) })).close();
    }
    const left = readdirSync(home.dir).filter((name) => name.includes('damaged') || name === 'notes.txt');
    const kept = [17, 18, 19].map((day) => `mirror.damaged-202605${day}T000000Z.sqlite`);
    expect(left.toSorted()).toEqual([...foreign, ...kept].toSorted());
    expect(readFileSync(nodePath.join(home.dir, kept[2] ?? ''), 'utf8')).toContain('damage 19');
  });

  /** Overwrites every page of a table but its first, as a failing disk would. */
  function spoilTable(table: string): void {
    const db = new Database(home.file);
    const pages = db
      .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pageno > 60')
      .pluck()
      .all(table) as number[];
    db.close();
    expect(pages.length).toBeGreaterThan(10);
    const bytes = readFileSync(home.file);
    for (const page of pages) bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(home.file, bytes);
  }
});
