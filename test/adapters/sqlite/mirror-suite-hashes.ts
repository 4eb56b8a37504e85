import { describe, expect, it } from 'vitest';
import type { ScannedFile } from '../../../main/sync/ports/disk.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { agreed, finished, hashOf, local, path, scanned, SITE } from '../../support/model-values.ts';

/** The part of the mirror's suite that is about the hashes of scanned files. */
export function hashesSuite(current: () => Mirror): void {
  function scan(files: readonly ScannedFile[]): void {
    const scanning = current().beginScan(SITE);
    scanning.add(files);
    finished(scanning);
  }

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

    it('come up, too, where a look between two writes forgot them and the next saw what was agreed on', () => {
      const file = scanned('a');
      current().commit(SITE, [{ base: agreed('1', { ...file, hash: hashOf('1') }) }]);
      scan([file, scanned('b')]);
      const other = { ...scanned('b'), hash: hashOf('2') };
      current().setHashes(SITE, [{ file: scanned('b'), hash: other.hash }]);
      current().setHashes(SITE, [{ file, hash: hashOf('1') }]);
      scan([scanned('a', { size: 11 }), scanned('b')]);
      expect(current().oldestHashes(SITE, 9)).toEqual([other]);
      scan([file, scanned('b')]);
      expect(current().oldestHashes(SITE, 9)).toEqual([{ ...file, hash: hashOf('1') }, other]);
    });

    it('stay as they are, the file last in the line, where it could not be read', () => {
      scan([scanned('a'), scanned('b')]);
      current().setHashes(SITE, [
        { file: scanned('a'), hash: hashOf('1') },
        { file: scanned('b'), hash: hashOf('2') },
      ]);
      const before = current().writes;
      current().setHashes(SITE, [{ file: scanned('a'), hash: null }]);
      expect(current().writes).toBe(before);
      expect(current().oldestHashes(SITE, 9)).toEqual([
        { ...scanned('b'), hash: hashOf('2') },
        { ...scanned('a'), hash: hashOf('1') },
      ]);
    });
  });
}
