import { describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { hashOf, local, path, scanned, SITE } from './samples.ts';

/** The part of the mirror's suite that is about taking over what a scan sees, and the hashes of it. */
export function scanSuite(current: () => Mirror): void {
  function scan(files: Parameters<ReturnType<Mirror['beginScan']>['add']>[0]): number {
    const scanning = current().beginScan(SITE);
    scanning.add(files);
    return scanning.finish([], null, 1);
  }

  describe('a scan', () => {
    it('fills the local tree, to the nanosecond and the last bit of the inode', () => {
      const odd = scanned('Other/odd.txt', { mtimeNs: -1n, ino: 0xffff_ffff_ffff_fffen });
      const plain = scanned('a.pdf', { ino: 0n, size: 2 ** 40 });
      scan([odd, plain]);
      expect(current().trees(SITE).local).toEqual(
        new Map([
          [pathKey(odd.path), { ...odd, hash: null }],
          [pathKey(plain.path), { ...plain, hash: null }],
        ]),
      );
      expect(current().siteState(SITE).scannedAt).toBe(1);
    });

    it('keeps the hash of a file that is as it was, and writes nothing', () => {
      scan([scanned('a.pdf')]);
      current().setHashes(SITE, [{ file: scanned('a.pdf'), hash: hashOf('1') }]);
      const before = current().writes;
      scan([scanned('a.pdf')]);
      expect(current().writes).toBe(before);
      expect(
        current()
          .trees(SITE)
          .local.get(pathKey(path('a.pdf')))?.hash,
      ).toBe(hashOf('1'));
    });

    it.each([
      ['size', { size: 11 }],
      ['time by one nanosecond', { mtimeNs: 1_700_000_000_123_456_790n }],
      ['inode', { ino: 43n }],
    ])('forgets the hash where the %s changed', (_, change) => {
      scan([scanned('a.pdf')]);
      current().setHashes(SITE, [{ file: scanned('a.pdf'), hash: hashOf('1') }]);
      scan([scanned('a.pdf', change)]);
      expect([...current().trees(SITE).local.values()]).toEqual([local('a.pdf', { ...change, hash: null })]);
    });

    it('takes another Unicode spelling for the same file', () => {
      const composed = scanned('\u00e9.pdf');
      const decomposed = scanned('e\u0301.pdf');
      scan([composed]);
      current().setHashes(SITE, [{ file: composed, hash: hashOf('1') }]);
      expect(scan([decomposed])).toBe(0);
      expect([...current().trees(SITE).local]).toEqual([
        [pathKey(composed.path), { ...decomposed, hash: hashOf('1') }],
      ]);
    });

    it('drops what is gone, but nothing below a folder that could not be read', () => {
      scan(['a/1', 'a/2', 'ab/3', 'b/4'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('a/1')]);
      expect(scanning.finish(['b'], null, 2)).toBe(2);
      expect([...current().trees(SITE).local.keys()].sort()).toEqual(['a/1', 'b/4']);
    });

    it('says nothing of a file that was moved while it looked, whatever it saw of it', () => {
      scan(['a/seen', 'b/missed'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('a/seen')]);
      current().commit(SITE, [
        { dropLocal: path('a/seen'), local: local('z/one') },
        { dropLocal: path('b/missed'), local: local('a/two') },
      ]);
      scanning.add([scanned('b/missed')]);
      expect(scanning.finish([], null, 2)).toBe(0);
      expect([...current().trees(SITE).local.keys()].sort()).toEqual(['a/two', 'z/one']);
      expect(scan([scanned('a/two')])).toBe(1);
    });

    it('drops nothing at all where the folder itself could not be read', () => {
      scan([scanned('a/1'), scanned('2')]);
      expect(current().beginScan(SITE).finish([''], null, 2)).toBe(0);
      expect(current().counts(SITE).local).toBe(2);
    });

    it('of some folders judges only what lies in them', () => {
      scan(['a/1', 'a/sub/2', 'ab/3', 'c'].map((name) => scanned(name)));
      expect(current().beginScan(SITE).finish([], ['a', 'c'], 2)).toBe(2);
      expect([...current().trees(SITE).local.keys()].sort()).toEqual(['ab/3', 'c']);
      expect(current().beginScan(SITE).finish([], [''], 3)).toBe(2);
    });

    it('that never ends has dropped nothing', () => {
      scan([scanned('a'), scanned('b')]);
      current()
        .beginScan(SITE)
        .add([scanned('c')]);
      expect(current().counts(SITE).local).toBe(3);
    });
  });

  describe('hashes', () => {
    it('are taken for the version of the file that was read, not for a newer one', () => {
      scan([scanned('a', { size: 11 })]);
      current().setHashes(SITE, [{ file: scanned('a'), hash: hashOf('1') }]);
      expect(
        current()
          .trees(SITE)
          .local.get(pathKey(path('a')))?.hash,
      ).toBeNull();
    });

    it('come up for another reading in the order in which they were taken', () => {
      scan(['a', 'b', 'c', 'd'].map((name) => scanned(name)));
      current().setHashes(SITE, [{ file: scanned('b'), hash: hashOf('1') }]);
      current().setHashes(SITE, [{ file: scanned('a'), hash: hashOf('2') }]);
      current().commit(SITE, [{ local: local('c', { hash: hashOf('3'), size: 4 }) }]);
      const before = current().writes;
      expect(
        current()
          .oldestHashes(SITE, 2)
          .map((file) => file.path),
      ).toEqual(['b', 'a']);
      current().setHashes(SITE, [{ file: scanned('b'), hash: hashOf('1') }]);
      expect(current().writes).toBe(before);
      expect(
        current()
          .oldestHashes(SITE, 9)
          .map((file) => file.path),
      ).toEqual(['a', 'c', 'b']);
    });
  });
}
