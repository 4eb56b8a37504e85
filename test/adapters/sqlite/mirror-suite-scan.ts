import { describe, expect, it } from 'vitest';
import type { ScannedFile, ScannedFolder } from '../../../main/sync/ports/disk.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { ScanWriter } from '../../../main/sync/ports/mirror/looks.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { finished, followed, hashOf, local, OTHER, path, scanned, SITE } from '../../support/model-values.ts';

/** The part of the mirror's suite that is about taking over what a scan sees. */
export function scanSuite(current: () => Mirror): void {
  function scan(files: Parameters<ReturnType<Mirror['beginScan']>['add']>[0]): number {
    const scanning = current().beginScan(SITE);
    scanning.add(files);
    return finished(scanning);
  }

  function scanFolders(files: readonly ScannedFile[], folders: readonly ScannedFolder[]): void {
    const scanning = current().beginScan(SITE);
    scanning.versions(null);
    scanning.add(files);
    scanning.addFolders(folders);
    finished(scanning);
  }

  function keys(): readonly string[] {
    return [...current().trees(SITE).local.keys()].sort();
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

    it('gives the conflict copies of its site, and no other file', () => {
      const copy = 'Other/a (conflict 2026-11-21 0942 MARA-T14).txt';
      const numbered = 'b (conflict 2026-11-21 0942 MARA-T14, 2).txt';
      const others = ['Other/a.txt', 'a (conflict of interest).txt', 'x (conflict 2026-11-21 0942 PC)/a.txt'];
      scan([copy, numbered, ...others].map((name) => scanned(name)));
      expect([...current().conflictCopies(SITE)].sort()).toEqual([copy, numbered]);
      expect(current().conflictCopies(OTHER)).toEqual([]);
      scan(others.map((name) => scanned(name)));
      expect(current().conflictCopies(SITE)).toEqual([]);
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

    it('knows a file by its name as the disk spelt it, composed or not', () => {
      const [composed, decomposed] = ['Other/é.txt'.normalize('NFC'), 'Other/é.txt'.normalize('NFD')];
      for (const spelt of [composed, decomposed]) {
        scan([scanned(spelt)]);
        const scanning = current().beginScan(SITE);
        expect([composed, decomposed, 'Other/e.txt'].map((each) => scanning.knownAs(each))).toEqual([
          spelt,
          spelt,
          null,
        ]);
      }
    });

    it('takes a file that is added over the other one of its name, and keeps no version of their folder', () => {
      const [composed, decomposed] = ['Other/é.txt'.normalize('NFC'), 'Other/é.txt'.normalize('NFD')];
      const other = { folder: 'Other', version: 'with the composed one' };
      scanFolders([scanned(composed)], [other]);
      expect(current().beginScan(SITE).versions(null).get('Other')).toBe(other.version);
      scanFolders(
        [scanned(composed, { size: 11 }), scanned(decomposed)],
        [other, { ...other, version: null }],
      );
      expect([...current().trees(SITE).local.values()].map(({ path: at }) => at)).toEqual([decomposed]);
      expect(current().beginScan(SITE).versions(null).get('Other')).toBeUndefined();
    });

    it('tells how many of the files below a folder were seen', () => {
      const all = ['P/a.txt', 'P/b.txt', 'P/deep/c.txt', 'Photos.txt', 'Pp/d.txt'];
      const deep = { folder: 'P/deep', version: 'v' };
      scanFolders(
        all.map((name) => scanned(name)),
        [{ folder: 'P', version: 'v' }, deep],
      );
      const below = (names: readonly string[], folders: readonly ScannedFolder[] = []): unknown => {
        const scanning = current().beginScan(SITE);
        scanning.versions(null);
        scanning.add(names.map((name) => scanned(name)));
        scanning.addFolders(folders);
        return ['P', 'P/deep', 'Pp', 'Q'].map((folder) => scanning.seenBelow(folder));
      };
      expect(below([])).toEqual(['none', 'none', 'none', 'all']);
      expect(below(['Pp/d.txt', 'P/new.txt'])).toEqual(['none', 'none', 'all', 'all']);
      expect(below(['P/b.txt'])).toEqual(['some', 'none', 'none', 'all']);
      expect(below([], [deep])).toEqual(['some', 'all', 'none', 'all']);
      expect(below(['P/a.txt', 'P/b.txt'], [deep])).toEqual(['all', 'all', 'none', 'all']);
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

    it('tells the places of the rows that it wrote, and of no other', () => {
      scan(['a/1', 'a/2', 'b/3'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      const files = [scanned('a/1', { size: 11 }), scanned('a/2'), scanned('b/e\u0301')];
      scanning.add(files);
      const steps = [...scanning.finish({ scope: null, standing: [], unreadable: [], at: 2 })];
      expect(steps.flatMap(({ written }) => written).toSorted()).toEqual(['a/1', 'b/\u00e9']);
      expect(steps.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(1);
    });

    it('drops what is gone, but nothing below a folder that could not be read', () => {
      scan(['a/1', 'a/2', 'ab/3', 'b/4'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('a/1')]);
      expect(finished(scanning, { unreadable: ['b'] })).toBe(2);
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
      expect(finished(scanning)).toBe(0);
      expect([...current().trees(SITE).local.keys()].sort()).toEqual(['a/two', 'z/one']);
      expect(scan([scanned('a/two')])).toBe(1);
    });

    it('drops nothing at all where the folder itself could not be read', () => {
      scan([scanned('a/1'), scanned('2')]);
      expect(finished(current().beginScan(SITE), { unreadable: [''] })).toBe(0);
      expect(current().counts(SITE).local).toBe(2);
    });

    it('of some folders judges only what lies in them', () => {
      scan(['a/1', 'a/sub/2', 'ab/3', 'c'].map((name) => scanned(name)));
      expect(finished(current().beginScan(SITE), { scope: { below: ['a', 'c'], directly: [] } })).toBe(2);
      expect([...current().trees(SITE).local.keys()].sort()).toEqual(['ab/3', 'c']);
      expect(finished(current().beginScan(SITE), { scope: { below: [''], directly: [] } })).toBe(2);
    });

    it('of a folder alone judges its own files, and all below a folder in it that is gone', () => {
      scan(
        [
          'X/1',
          'X/2',
          'X/10',
          'X/new',
          'X/old/3',
          'X/old/deep/4',
          'X/old0',
          'X/sub/5',
          'X/sub/deep/6',
          'Xx/7',
        ].map((name) => scanned(name)),
      );
      const scanning = current().beginScan(SITE);
      scanning.add(['X/1', 'X/new/8'].map((name) => scanned(name)));
      const scope = { below: [], directly: ['X'] };
      expect(finished(scanning, { scope, standing: ['X/sub', 'X/new'] })).toBe(6);
      expect(keys()).toEqual(['X/1', 'X/new/8', 'X/sub/5', 'X/sub/deep/6', 'Xx/7']);
    });

    it('of the site’s folder alone leaves what lies in its folders', () => {
      scan(['1', '2', 'a/3', 'b/4'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('1')]);
      expect(finished(scanning, { scope: { below: [], directly: [''] }, standing: ['a'] })).toBe(2);
      expect(keys()).toEqual(['1', 'a/3']);
    });

    it('of a folder and of one in it judges the files of both', () => {
      scan(['X/1', 'X/sub/2', 'X/sub/deep/3'].map((name) => scanned(name)));
      const scope = { below: [], directly: ['X', 'X/sub'] };
      const standing = ['X/sub', 'X/sub/deep'];
      expect(finished(current().beginScan(SITE), { scope, standing })).toBe(2);
      expect(keys()).toEqual(['X/sub/deep/3']);
    });

    it('of a folder alone judges nothing where that could not be read, or was written in another way', () => {
      scan(['\u00e9/1', '\u00e9/sub/2', 'X/3', 'X/sub/4'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('e\u0301/1')]);
      const scope = { below: [], directly: ['e\u0301', 'X'] };
      expect(finished(scanning, { scope, standing: ['e\u0301/sub'], unreadable: ['X'] })).toBe(0);
      expect(keys()).toEqual(['X/3', 'X/sub/4', '\u00e9/1', '\u00e9/sub/2']);
    });

    it('takes a name for a folder where a file was seen in it, wherever it looked', () => {
      scan(['X/1', 'X/d'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      scanning.add([scanned('X/d/deep/2')]);
      expect(finished(scanning, { scope: { below: ['X/d/deep'], directly: [] } })).toBe(1);
      expect(keys()).toEqual(['X/1', 'X/d/deep/2']);
    });

    it('drops nothing that it saw as a file and as a folder: it changed meanwhile', () => {
      scan([scanned('X/d')]);
      const scanning = current().beginScan(SITE);
      scanning.add(['X/d/2', 'X/d'].map((name) => scanned(name)));
      expect(finished(scanning)).toBe(0);
      expect(keys()).toEqual(['X/d', 'X/d/2']);
    });

    it('knows in which folders files are', () => {
      scan(['X/sub/1', 'X/sub0', 'o\u0308/1'].map((name) => scanned(name)));
      const scanning = current().beginScan(SITE);
      const folders = ['X', 'X/sub', 'X/su', 'X/sub0', 'sub', 'o\u0308', '\u00f6'];
      expect(folders.filter((folder) => scanning.knows(folder))).toEqual(['X', 'X/sub', 'o\u0308', '\u00f6']);
      expect(scanning.unknown(folders)).toEqual(['X/su', 'X/sub0', 'sub']);
      expect(scanning.unknown([])).toEqual([]);
    });

    it('takes thousands of files over in steps, each of which is whole', () => {
      const many = (size: number): readonly ScannedFile[] =>
        Array.from({ length: 3000 }, (_, n) => scanned(`d${n % 7}/${n}`, { size }));
      scan(many(10));
      const scanning = current().beginScan(SITE);
      scanning.add(many(11).slice(0, 2500));
      scanning.add([scanned('new')]);
      let steps = 0;
      const end = { scope: null, standing: [], unreadable: [], at: 2 };
      for (const _ of scanning.finish(end)) {
        steps += 1;
        // Between two steps others write; what they say is newer than the scan.
        if (steps === 1)
          current().commit(SITE, [{ local: local('d6/6', { size: 12 }) }, { dropLocal: path('new') }]);
      }
      const { local: tree } = current().trees(SITE);
      expect(tree.size).toBe(2500);
      expect(tree.get(pathKey(path('d6/6')))?.size).toBe(12);
      expect([...tree.values()].filter((file) => file.size === 11)).toHaveLength(2499);
    });

    it('stands for versions of folders, until a row in them is written by another hand', () => {
      const files = ['1', 'a/2', 'a/sub/3', 'b/4'].map((name) => scanned(name));
      const folders = ['', 'a', 'a/sub', 'b'].map((folder) => ({ folder, version: `v of ${folder}` }));
      const versions = (...scope: Parameters<ScanWriter['versions']>): readonly string[] =>
        [...current().beginScan(SITE).versions(scope[0])].map(([folder, version]) => `${folder}: ${version}`);
      scanFolders(files, folders);
      expect(versions(null).toSorted()).toEqual([': v of ', 'a/sub: v of a/sub', 'a: v of a', 'b: v of b']);
      expect(versions({ below: ['a'], directly: ['b'] }).toSorted()).toEqual([
        'a/sub: v of a/sub',
        'a: v of a',
        'b: v of b',
      ]);
      expect(versions({ below: [], directly: ['a', ''] }).toSorted()).toEqual([': v of ', 'a: v of a']);
      current().setHashes(SITE, [{ file: scanned('b/4'), hash: hashOf('1') }]);
      current().commit(SITE, [{ local: local('a/new') }, { dropLocal: path('1') }]);
      expect(versions(null).toSorted()).toEqual(['a/sub: v of a/sub', 'b: v of b']);
    });

    it('leaves the rows of a folder alone that has the version for which they stand', () => {
      const files = ['a/1', 'a/2', 'a/sub/3', 'b/4'].map((name) => scanned(name));
      scanFolders(files, [
        { folder: 'a', version: 'v1' },
        { folder: 'a/sub', version: 'v1' },
        { folder: 'b', version: 'v1' },
      ]);
      const scanning = current().beginScan(SITE);
      scanning.versions(null);
      const before = current().writes;
      scanning.addFolders([{ folder: 'a', version: 'v1' }]);
      scanning.add([scanned('b/4', { size: 11 }), scanned('b/5')]);
      scanning.addFolders([{ folder: 'b', version: 'v2' }]);
      expect(finished(scanning)).toBe(1);
      expect(current().writes).toBe(before + 3);
      expect(keys()).toEqual(['a/1', 'a/2', 'b/4', 'b/5']);
      expect(current().beginScan(SITE).versions(null)).toEqual(
        new Map([
          ['a', 'v1'],
          ['b', 'v2'],
        ]),
      );
    });

    it('takes no version of a folder into which something was committed meanwhile, or of which rows are left', () => {
      scanFolders(
        ['a/1', 'b/2', 'c/3'].map((name) => scanned(name)),
        ['a', 'b', 'c'].map((folder) => ({ folder, version: 'v1' })),
      );
      const scanning = current().beginScan(SITE);
      scanning.versions(null);
      current().commit(SITE, [{ local: local('a/new') }]);
      scanning.add([scanned('a/1'), scanned('c/3', { size: 11 })]);
      scanning.addFolders([
        { folder: 'a', version: 'v2' },
        { folder: 'b', version: 'v1' },
        { folder: 'c', version: null },
      ]);
      expect(finished(scanning)).toBe(0);
      expect(keys()).toEqual(['a/1', 'a/new', 'b/2', 'c/3']);
      expect(current().beginScan(SITE).versions(null)).toEqual(new Map([['b', 'v1']]));
    });

    it('of two folders whose names differ in spelling alone keeps the files of both, and no version', () => {
      const [composed, decomposed] = ['\u00e9', 'e\u0301'];
      scanFolders([scanned(`${composed}/1`)], [{ folder: composed, version: 'v1' }]);
      const scanning = current().beginScan(SITE);
      scanning.versions(null);
      scanning.addFolders([{ folder: composed, version: 'v1' }]);
      scanning.add([scanned(`${decomposed}/2`)]);
      scanning.addFolders([{ folder: decomposed, version: 'v2' }]);
      expect(finished(scanning)).toBe(0);
      expect(keys()).toEqual([`${composed}/1`, `${composed}/2`]);
      expect(current().beginScan(SITE).versions(null)).toEqual(new Map());
    });

    it('forgets the versions of a folder that is followed anew', () => {
      current().follow(followed(SITE));
      scanFolders([scanned('a/1')], [{ folder: 'a', version: 'v1' }]);
      current().unfollow(SITE);
      scanFolders([scanned('a/1')], [{ folder: 'a', version: 'v1' }]);
      current().follow(followed(SITE));
      expect(current().beginScan(SITE).versions(null)).toEqual(new Map());
    });

    it('that never ends has taken nothing over, and dropped nothing', () => {
      scan([scanned('a'), scanned('b')]);
      current()
        .beginScan(SITE)
        .add([scanned('c')]);
      expect(keys()).toEqual(['a', 'b']);
    });
  });
}
