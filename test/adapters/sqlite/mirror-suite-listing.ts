import { describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { fileId, hashOf, opId, OTHER, path, record, SITE, version } from './samples.ts';

/** The part of the mirror's suite that is about taking over what the service lists. */
export function listingSuite(current: () => Mirror): void {
  function list(records: Parameters<ReturnType<Mirror['beginListing']>['add']>[0], complete = true): number {
    const listing = current().beginListing(SITE);
    listing.add(records);
    return listing.finish(complete, complete ? null : 'count changed', 1);
  }

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
      expect(current().record(SITE, full.id)).toEqual(full);
      expect(current().record(OTHER, full.id)).toBeNull();
      const { id, category, name, size, facts, fingerprint, createdAt, updatedAt } = full;
      expect(current().trees(SITE).remote).toEqual(
        new Map([[id, { id, category, name, size, facts, fingerprint, createdAt, updatedAt, firstSeen: 1 }]]),
      );
    });

    it('gives records by name, letters of either case together', () => {
      list(['b', 'C', 'a', 'ä'].map((name, at) => record(String(at), { name })));
      expect(
        current()
          .records(SITE)
          .map(({ name }) => name),
      ).toEqual(['a', 'b', 'C', 'ä']);
    });

    it('writes nothing where nothing changed', () => {
      list([record('1'), record('2')]);
      const before = current().writes;
      expect(list([record('1'), record('2')])).toBe(0);
      expect(current().writes).toBe(before);
      expect(current().siteState(SITE).listing).toBe(2);
    });

    it('writes the records that changed and keeps when they were first seen', () => {
      list([record('1'), record('2')]);
      const listing = current().beginListing(SITE);
      const newer = record('2', { name: 'new.pdf', fingerprint: version('v2') });
      expect(listing.add([record('1'), newer, record('3')])).toBe(2);
      expect(listing.add([record('3')])).toBe(0);
      listing.finish(true, null, 2);
      expect(current().record(SITE, newer.id)).toEqual(newer);
      const { remote } = current().trees(SITE);
      expect([...remote.values()].map((file) => [file.id, file.firstSeen])).toEqual([
        ['1', 1],
        ['2', 1],
        ['3', 2],
      ]);
    });

    it('drops what was not listed only where it is complete', () => {
      list([record('1'), record('2')]);
      expect(list([record('1')], false)).toBe(0);
      expect(current().counts(SITE).remote).toBe(2);
      expect(current().siteState(SITE)).toMatchObject({ listing: 2, listingFault: 'count changed' });
      expect(list([record('1')])).toBe(1);
      expect(current().records(SITE)).toEqual([record('1')]);
      expect(current().siteState(SITE)).toMatchObject({ listing: 3, listingFault: null, listedAt: 1 });
    });

    it('keeps rows that are still there without a readable record', () => {
      list([record('1'), record('2'), record('3')]);
      const listing = current().beginListing(SITE);
      listing.add([record('1')]);
      listing.keep([fileId('2'), fileId('unknown')]);
      expect(listing.finish(true, null, 2)).toBe(1);
      expect(
        current()
          .records(SITE)
          .map(({ id }) => id),
      ).toEqual(['1', '2']);
    });

    it('that never ends has added and dropped nothing', () => {
      list([record('1'), record('2')]);
      current()
        .beginListing(SITE)
        .add([record('3')]);
      expect(current().counts(SITE).remote).toBe(3);
      expect(current().siteState(SITE).listing).toBe(2);
      list([record('1'), record('2'), record('3')]);
      expect(current().trees(SITE).remote.get(fileId('3'))?.firstSeen).toBe(2);
      expect(current().siteState(SITE).listing).toBe(3);
    });

    it('leaves alone what was made while it ran', () => {
      list([record('1')]);
      const listing = current().beginListing(SITE);
      current().commit(SITE, [{ remote: record('mine') }]);
      listing.add([record('1')]);
      expect(listing.finish(true, null, 2)).toBe(0);
      expect(current().record(SITE, fileId('mine'))).toEqual(record('mine'));
    });
  });
}
