import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { choicesSuite } from './mirror-suite-choices.ts';
import {
  agreed,
  attempt,
  fileId,
  followed,
  hashOf,
  intent,
  local,
  opId,
  OTHER,
  path,
  record,
  scanned,
  site,
  SITE,
  version,
} from './samples.ts';

/** What every mirror must do. `open` gives a new, empty one; the suite closes it. */
export function mirrorSuite(name: string, open: () => Mirror): void {
  describe(name, () => {
    let mirror: Mirror;

    beforeEach(() => {
      mirror = open();
    });

    afterEach(() => {
      mirror.close();
    });

    function list(
      records: Parameters<ReturnType<Mirror['beginListing']>['add']>[0],
      complete = true,
    ): number {
      const listing = mirror.beginListing(SITE);
      listing.add(records);
      return listing.finish(complete, complete ? null : 'count changed', 1);
    }

    function scan(files: Parameters<ReturnType<Mirror['beginScan']>['add']>[0]): number {
      const scanning = mirror.beginScan(SITE);
      scanning.add(files);
      return scanning.finish([], null, 1);
    }

    describe('sites', () => {
      it('lists the catalogue by name and replaces what changed', () => {
        mirror.saveSites(
          [site('2', { name: 'beta' }), site('1', { name: 'Alpha', timezone: 'Europe/Rome' })],
          true,
        );
        mirror.saveSites([site('2', { name: 'Beta', city: 'Turin' })], false);
        expect(mirror.sites()).toEqual([
          site('1', { name: 'Alpha', timezone: 'Europe/Rome' }),
          site('2', { name: 'Beta', city: 'Turin' }),
        ]);
      });

      it('drops sites only where the listing is complete', () => {
        mirror.saveSites([site('1'), site('2')], true);
        mirror.saveSites([site('2')], false);
        expect(mirror.sites()).toHaveLength(2);
        mirror.saveSites([site('2')], true);
        expect(mirror.sites()).toEqual([site('2')]);
        expect(mirror.site(site('1').id)).toBeNull();
        expect(mirror.site(site('2').id)).toEqual(site('2'));
      });

      it('remembers what is followed and how', () => {
        mirror.follow(followed(SITE, { keep: ['kg-csv', 'other'] }));
        mirror.follow(followed(OTHER, { keep: 'none' }));
        mirror.follow(followed(SITE, { keep: 'all', paused: true }));
        expect(mirror.followed()).toEqual([
          followed(SITE, { keep: 'all', paused: true }),
          followed(OTHER, { keep: 'none' }),
        ]);
      });

      it('forgets everything of a site that is no longer followed, and nothing of another', () => {
        for (const id of [SITE, OTHER]) {
          mirror.follow(followed(id));
          mirror.commit(id, [{ base: agreed('1'), remote: record('1'), local: local('Spec Sheet/1.pdf') }]);
          mirror.saveIntents(id, [intent('op')]);
          mirror.saveAttempts(id, [attempt('x')]);
          mirror.setPin(id, fileId('1'), true);
          mirror.setSynced(id, 7);
        }
        mirror.unfollow(SITE);
        expect(mirror.followed()).toEqual([followed(OTHER)]);
        expect(mirror.counts(SITE)).toEqual({ base: 0, local: 0, remote: 0 });
        expect(mirror.intents(SITE)).toEqual([]);
        expect(mirror.attempts(SITE)).toEqual([]);
        expect(mirror.pins(SITE).size).toBe(0);
        expect(mirror.siteState(SITE).syncedAt).toBeNull();
        expect(mirror.counts(OTHER)).toEqual({ base: 1, local: 1, remote: 1 });
        expect(mirror.intents(OTHER)).toHaveLength(1);
      });

      it('does not take what outlived an unfollow for an agreement about the next folder', () => {
        mirror.follow(followed(SITE));
        const listing = mirror.beginListing(SITE);
        const scanning = mirror.beginScan(SITE);
        mirror.unfollow(SITE);
        mirror.commit(SITE, [{ base: agreed('1'), local: local('Spec Sheet/1.pdf') }]);
        mirror.saveIntents(SITE, [intent('late')]);
        mirror.follow(followed(SITE, { folder: '/elsewhere' }));
        expect(listing.add([record('1')])).toBe(0);
        expect(listing.finish(true, null, 9)).toBe(0);
        scanning.add([scanned('a.pdf')]);
        expect(scanning.finish([], null, 9)).toBe(0);
        expect(mirror.counts(SITE)).toEqual({ base: 0, local: 0, remote: 0 });
        expect(mirror.intents(SITE)).toEqual([]);
        expect(mirror.siteState(SITE)).toMatchObject({ listing: 0, listedAt: null, scannedAt: null });
      });
    });

    describe('a listing', () => {
      it('fills the remote tree with every field', () => {
        const full = record('1', {
          category: 'other',
          categoryText: 'drawing',
          size: null,
          contentType: 'application/pdf',
          uploadedBy: 'u',
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-02T00:00:00Z',
          downloadUrl: 'https://example.test/d',
          entityUri: 'urn:x',
          metadata: { sitesync: { path: 'Other/ä.pdf' }, tags: [1, null, true] },
          facts: { path: path('Other/ä.pdf'), sha256: hashOf('c'), mtimeMs: 1234.5, opId: opId('op') },
        });
        list([full]);
        expect(mirror.record(SITE, full.id)).toEqual(full);
        expect(mirror.record(OTHER, full.id)).toBeNull();
        const { id, category, name, size, facts, fingerprint, createdAt, updatedAt } = full;
        expect(mirror.trees(SITE).remote).toEqual(
          new Map([
            [id, { id, category, name, size, facts, fingerprint, createdAt, updatedAt, firstSeen: 1 }],
          ]),
        );
      });

      it('gives records by name, letters of either case together', () => {
        list(['b', 'C', 'a', 'ä'].map((name, at) => record(String(at), { name })));
        expect(mirror.records(SITE).map(({ name }) => name)).toEqual(['a', 'b', 'C', 'ä']);
      });

      it('writes nothing where nothing changed', () => {
        list([record('1'), record('2')]);
        const before = mirror.writes;
        expect(list([record('1'), record('2')])).toBe(0);
        expect(mirror.writes).toBe(before);
        expect(mirror.siteState(SITE).listing).toBe(2);
      });

      it('writes the records that changed and keeps when they were first seen', () => {
        list([record('1'), record('2')]);
        const listing = mirror.beginListing(SITE);
        const newer = record('2', { name: 'new.pdf', fingerprint: version('v2') });
        expect(listing.add([record('1'), newer, record('3')])).toBe(2);
        expect(listing.add([record('3')])).toBe(0);
        listing.finish(true, null, 2);
        expect(mirror.record(SITE, newer.id)).toEqual(newer);
        const { remote } = mirror.trees(SITE);
        expect([...remote.values()].map((file) => [file.id, file.firstSeen])).toEqual([
          ['1', 1],
          ['2', 1],
          ['3', 2],
        ]);
      });

      it('drops what was not listed only where it is complete', () => {
        list([record('1'), record('2')]);
        expect(list([record('1')], false)).toBe(0);
        expect(mirror.counts(SITE).remote).toBe(2);
        expect(mirror.siteState(SITE)).toMatchObject({ listing: 2, listingFault: 'count changed' });
        expect(list([record('1')])).toBe(1);
        expect(mirror.records(SITE)).toEqual([record('1')]);
        expect(mirror.siteState(SITE)).toMatchObject({ listing: 3, listingFault: null, listedAt: 1 });
      });

      it('keeps rows that are still there without a readable record', () => {
        list([record('1'), record('2'), record('3')]);
        const listing = mirror.beginListing(SITE);
        listing.add([record('1')]);
        listing.keep([fileId('2'), fileId('unknown')]);
        expect(listing.finish(true, null, 2)).toBe(1);
        expect(mirror.records(SITE).map(({ id }) => id)).toEqual(['1', '2']);
      });

      it('that never ends has added and dropped nothing', () => {
        list([record('1'), record('2')]);
        mirror.beginListing(SITE).add([record('3')]);
        expect(mirror.counts(SITE).remote).toBe(3);
        expect(mirror.siteState(SITE).listing).toBe(2);
        list([record('1'), record('2'), record('3')]);
        expect(mirror.trees(SITE).remote.get(fileId('3'))?.firstSeen).toBe(2);
        expect(mirror.siteState(SITE).listing).toBe(3);
      });

      it('leaves alone what was made while it ran', () => {
        list([record('1')]);
        const listing = mirror.beginListing(SITE);
        mirror.commit(SITE, [{ remote: record('mine') }]);
        listing.add([record('1')]);
        expect(listing.finish(true, null, 2)).toBe(0);
        expect(mirror.record(SITE, fileId('mine'))).toEqual(record('mine'));
      });
    });

    describe('a scan', () => {
      it('fills the local tree, to the nanosecond and the last bit of the inode', () => {
        const odd = scanned('Other/odd.txt', { mtimeNs: -1n, ino: 0xffff_ffff_ffff_fffen });
        const plain = scanned('a.pdf', { ino: 0n, size: 2 ** 40 });
        scan([odd, plain]);
        expect(mirror.trees(SITE).local).toEqual(
          new Map([
            [pathKey(odd.path), { ...odd, hash: null }],
            [pathKey(plain.path), { ...plain, hash: null }],
          ]),
        );
        expect(mirror.siteState(SITE).scannedAt).toBe(1);
      });

      it('keeps the hash of a file that is as it was, and writes nothing', () => {
        scan([scanned('a.pdf')]);
        mirror.setHashes(SITE, [{ file: scanned('a.pdf'), hash: hashOf('1') }]);
        const before = mirror.writes;
        scan([scanned('a.pdf')]);
        expect(mirror.writes).toBe(before);
        expect(mirror.trees(SITE).local.get(pathKey(path('a.pdf')))?.hash).toBe(hashOf('1'));
      });

      it.each([
        ['size', { size: 11 }],
        ['time by one nanosecond', { mtimeNs: 1_700_000_000_123_456_790n }],
        ['inode', { ino: 43n }],
      ])('forgets the hash where the %s changed', (_, change) => {
        scan([scanned('a.pdf')]);
        mirror.setHashes(SITE, [{ file: scanned('a.pdf'), hash: hashOf('1') }]);
        scan([scanned('a.pdf', change)]);
        expect([...mirror.trees(SITE).local.values()]).toEqual([local('a.pdf', { ...change, hash: null })]);
      });

      it('takes another Unicode spelling for the same file', () => {
        const composed = scanned('\u00e9.pdf');
        const decomposed = scanned('e\u0301.pdf');
        scan([composed]);
        mirror.setHashes(SITE, [{ file: composed, hash: hashOf('1') }]);
        expect(scan([decomposed])).toBe(0);
        expect([...mirror.trees(SITE).local]).toEqual([
          [pathKey(composed.path), { ...decomposed, hash: hashOf('1') }],
        ]);
      });

      it('drops what is gone, but nothing below a folder that could not be read', () => {
        scan(['a/1', 'a/2', 'ab/3', 'b/4'].map((name) => scanned(name)));
        const scanning = mirror.beginScan(SITE);
        scanning.add([scanned('a/1')]);
        expect(scanning.finish(['b'], null, 2)).toBe(2);
        expect([...mirror.trees(SITE).local.keys()].sort()).toEqual(['a/1', 'b/4']);
      });

      it('drops nothing at all where the folder itself could not be read', () => {
        scan([scanned('a/1'), scanned('2')]);
        expect(mirror.beginScan(SITE).finish([''], null, 2)).toBe(0);
        expect(mirror.counts(SITE).local).toBe(2);
      });

      it('of some folders judges only what lies in them', () => {
        scan(['a/1', 'a/sub/2', 'ab/3', 'c'].map((name) => scanned(name)));
        expect(mirror.beginScan(SITE).finish([], ['a', 'c'], 2)).toBe(2);
        expect([...mirror.trees(SITE).local.keys()].sort()).toEqual(['ab/3', 'c']);
        expect(mirror.beginScan(SITE).finish([], [''], 3)).toBe(2);
      });

      it('that never ends has dropped nothing', () => {
        scan([scanned('a'), scanned('b')]);
        mirror.beginScan(SITE).add([scanned('c')]);
        expect(mirror.counts(SITE).local).toBe(3);
      });
    });

    describe('hashes', () => {
      it('are taken for the version of the file that was read, not for a newer one', () => {
        scan([scanned('a', { size: 11 })]);
        mirror.setHashes(SITE, [{ file: scanned('a'), hash: hashOf('1') }]);
        expect(mirror.trees(SITE).local.get(pathKey(path('a')))?.hash).toBeNull();
      });

      it('come up for another reading in the order in which they were taken', () => {
        scan(['a', 'b', 'c', 'd'].map((name) => scanned(name)));
        mirror.setHashes(SITE, [{ file: scanned('b'), hash: hashOf('1') }]);
        mirror.setHashes(SITE, [{ file: scanned('a'), hash: hashOf('2') }]);
        mirror.commit(SITE, [{ local: local('c', { hash: hashOf('3'), size: 4 }) }]);
        const before = mirror.writes;
        expect(mirror.oldestHashes(SITE, 2).map((file) => file.path)).toEqual(['b', 'a']);
        mirror.setHashes(SITE, [{ file: scanned('b'), hash: hashOf('1') }]);
        expect(mirror.writes).toBe(before);
        expect(mirror.oldestHashes(SITE, 9).map((file) => file.path)).toEqual(['a', 'c', 'b']);
      });
    });

    describe('a commit', () => {
      it('writes both sides and what was agreed on', () => {
        mirror.saveIntents(SITE, [intent('op'), intent('other')]);
        mirror.saveAttempts(SITE, [attempt('k'), attempt('stays')]);
        list([record('0')]);
        const base = agreed('1', {
          opId: opId('op'),
          updatedAt: '2026-01-01T00:00:00Z',
          ino: 2n ** 64n - 1n,
        });
        mirror.commit(SITE, [
          {
            base,
            remote: record('1'),
            local: local(base.path, { hash: base.hash }),
            dropIntent: opId('op'),
            clearAttempts: ['k'],
            pin: { id: base.id, keep: true },
          },
        ]);
        const trees = mirror.trees(SITE);
        expect(trees.base).toEqual(new Map([[base.id, base]]));
        expect(trees.local.get(pathKey(base.path))).toEqual(local(base.path, { hash: base.hash }));
        expect(trees.remote.get(base.id)?.firstSeen).toBe(1);
        expect(mirror.intents(SITE)).toEqual([intent('other')]);
        expect(mirror.attempts(SITE)).toEqual([attempt('stays')]);
        expect(mirror.pins(SITE)).toEqual(new Map([[base.id, true]]));
      });

      it('drops before it puts, so that a move is one commit', () => {
        mirror.commit(SITE, [{ base: agreed('1'), local: local('old'), remote: record('1') }]);
        mirror.commit(SITE, [
          {
            dropLocal: path('old'),
            local: local('new'),
            dropBase: fileId('1'),
            base: agreed('1', { size: 11 }),
          },
          { dropRemote: fileId('1') },
        ]);
        const trees = mirror.trees(SITE);
        expect([...trees.local.keys()]).toEqual(['new']);
        expect([...trees.base.values()]).toEqual([agreed('1', { size: 11 })]);
        expect(trees.remote.size).toBe(0);
      });

      it('of what is so already writes nothing', () => {
        const same = { base: agreed('1'), local: local('a', { hash: hashOf('1') }), remote: record('1') };
        mirror.commit(SITE, [same]);
        const before = mirror.writes;
        mirror.commit(SITE, [same, { dropBase: fileId('unknown'), dropLocal: path('unknown') }]);
        expect(mirror.writes).toBe(before);
      });

      it('keeps sites apart', () => {
        mirror.commit(SITE, [{ base: agreed('1'), remote: record('1') }]);
        mirror.commit(OTHER, [{ base: agreed('1', { size: 99 }), remote: record('2') }]);
        expect([...mirror.trees(SITE).base.values()]).toEqual([agreed('1')]);
        mirror.dropAgreements(OTHER);
        expect(mirror.counts(OTHER)).toEqual({ base: 0, local: 0, remote: 1 });
        expect(mirror.counts(SITE)).toEqual({ base: 1, local: 0, remote: 1 });
      });

      it('hands out trees that later writes do not reach', () => {
        mirror.commit(SITE, [{ base: agreed('1') }]);
        const { base } = mirror.trees(SITE);
        mirror.commit(SITE, [{ base: agreed('2') }]);
        expect(base.size).toBe(1);
      });
    });

    choicesSuite(() => mirror);
  });
}
