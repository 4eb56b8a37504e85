import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorHome } from './mirror-home.ts';
import {
  agreed,
  allSteps,
  fileId,
  finished,
  followed,
  local,
  openUpdate,
  path,
  record,
  scanned,
  SITE,
} from '../../support/model-values.ts';

describe('a commit that comes to nothing', () => {
  let home: MirrorHome;

  beforeEach(() => {
    home = new MirrorHome();
  });

  afterEach(() => home.remove());

  const NO_NUMBER = 0.5;

  it('leaves the version of the folder to the next one, which outdates it', () => {
    const mirror = home.open();
    const scanning = mirror.beginScan(SITE);
    scanning.versions(null);
    scanning.add([scanned('a/1'), scanned('a/2')]);
    scanning.addFolders([{ folder: 'a', version: 'v1' }]);
    finished(scanning);
    const versions = (): unknown => mirror.beginScan(SITE).versions(null);
    const failing = [{ dropLocal: path('a/1') }, { local: local('a/2', { size: NO_NUMBER }) }];
    expect(() => mirror.commit(SITE, failing)).toThrow();
    expect(versions()).toEqual(new Map([['a', 'v1']]));
    mirror.commit(SITE, [{ dropLocal: path('a/1') }, { dropLocal: path('a/2') }]);
    expect(versions()).toEqual(new Map());
  });

  it('leaves the pages of the listing to the next one, for which they stand no more', () => {
    const mirror = home.open();
    const known = (): number => mirror.beginListing(SITE).known.length;
    const page = {
      offset: 0,
      limit: 100,
      version: 'v',
      ids: [fileId('0')],
      rowHashes: ['m'],
      count: 1,
      next: null,
    };
    const listing = mirror.beginListing(SITE);
    listing.add([record('0')], [page]);
    allSteps(listing.finish(true, null, 1, true));
    // So many that the pages are given up for them, and then one that cannot be written.
    const many = Array.from({ length: 2500 }, (_, n) => ({ remote: record(`new ${n}`) }));
    expect(() => mirror.commit(SITE, [...many, { base: agreed('bad', { size: NO_NUMBER }) }])).toThrow();
    expect([known(), mirror.counts(SITE).remote]).toEqual([1, 1]);
    mirror.commit(SITE, [{ remote: record('1') }]);
    expect(known()).toBe(0);
  });

  it('leaves the updates of which no reply came as they were', () => {
    const mirror = home.open();
    const open = (): readonly string[] => mirror.openUpdates(SITE).map(({ id }) => id);
    const bad = { base: agreed('bad', { size: NO_NUMBER }) };
    const [one, other] = [openUpdate('1', 'op'), openUpdate('2', 'op')];
    expect(open()).toEqual([]);
    expect(() => mirror.commit(SITE, [{ openUpdate: one }, bad])).toThrow();
    expect(open()).toEqual([]);
    mirror.commit(SITE, [{ openUpdate: one }]);
    expect(open()).toEqual(['1']);
    expect(() => mirror.commit(SITE, [{ dropUpdates: one.id }, bad])).toThrow();
    expect(open()).toEqual(['1']);
    mirror.commit(SITE, [{ dropUpdates: one.id }]);
    expect(open()).toEqual([]);
    mirror.commit(SITE, [{ openUpdate: other }, { openUpdate: one }, { dropUpdates: other.id }]);
    expect(open()).toEqual(['1']);
  });

  it('leaves a site and its settings as they were, where one of these cannot be dropped', () => {
    const mirror = home.open();
    mirror.follow(followed(SITE));
    for (const key of ['a', 'b']) mirror.setSetting(key, '1');
    const state = (): unknown => [mirror.followed().length, mirror.setting('a'), mirror.setting('b')];
    expect(state()).toEqual([1, '1', '1']);
    const other = new Database(home.file);
    other.exec(`CREATE TRIGGER no BEFORE DELETE ON setting WHEN old.key = 'b'
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
    expect(() => mirror.unfollow(SITE, ['a', 'b'])).toThrow();
    expect(state()).toEqual([1, '1', '1']);
    other.exec('DROP TRIGGER no');
    other.close();
    mirror.unfollow(SITE, ['a', 'b']);
    expect(state()).toEqual([0, null, null]);
  });
});
