import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorHome } from './mirror-home.ts';
import { agreed, allSteps, fileId, finished, local, path, record, scanned, SITE } from './samples.ts';

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
      marks: ['m'],
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
});
