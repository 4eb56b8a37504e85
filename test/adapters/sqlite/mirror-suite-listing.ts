import { describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { KnownPage, ListedPage } from '../../../main/sync/ports/mirror/looks.ts';
import {
  agreed,
  allSteps,
  fileId,
  hashOf,
  mark,
  opId,
  OTHER,
  path,
  record,
  SITE,
  version,
} from '../../support/model-values.ts';

/** The part of the mirror's suite that is about taking over what the service lists. */
export function listingSuite(current: () => Mirror): void {
  function list(records: Parameters<ReturnType<Mirror['beginListing']>['add']>[0], complete = true): number {
    const listing = current().beginListing(SITE);
    listing.add(records);
    return allSteps(listing.finish(complete, complete ? null : 'count changed', 1));
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
        facts: {
          path: path('Other/ä.pdf'),
          sha256: hashOf('c'),
          mtimeMs: 1234.5,
          opId: opId('op'),
          basedOn: [mark('op before'), mark('the fingerprint of a version that bears no mark')],
        },
      });
      list([full]);
      expect(current().record(SITE, full.id)).toEqual(full);
      expect(current().record(OTHER, full.id)).toBeNull();
      const { id, category, name, size, facts, fingerprint, createdAt, updatedAt } = full;
      expect(current().trees(SITE).remote).toEqual(
        new Map([[id, { id, category, name, size, facts, fingerprint, createdAt, updatedAt, firstSeen: 1 }]]),
      );
    });

    it('says who sent a record, where the service does', () => {
      list([
        record('1', { uploadedBy: 'ada' }),
        record('2', { uploadedBy: null }),
        record('3', { uploadedBy: 'bo' }),
      ]);
      expect(current().uploaders(SITE)).toEqual(
        new Map([
          [fileId('1'), 'ada'],
          [fileId('3'), 'bo'],
        ]),
      );
      expect(current().uploaders(OTHER)).toEqual(new Map());
    });

    it('gives the models among its records that may name a site model', () => {
      const model = { category: 'model-3d', categoryText: 'model-3d' } as const;
      list([
        record('1', { ...model, metadata: { 'Site Model': { ID: 7 } } }),
        record('2', { ...model, metadata: { note: 'x' } }),
        record('3', { metadata: { modelId: 'tower' } }),
        record('4', { ...model, metadata: { 'm-o-del': 'tower' } }),
      ]);
      expect(
        current()
          .modelRecords(SITE)
          .map(({ id, metadata }) => [id, metadata]),
      ).toEqual([
        ['1', { 'Site Model': { ID: 7 } }],
        ['4', { 'm-o-del': 'tower' }],
      ]);
      expect(current().modelRecords(OTHER)).toEqual([]);
    });

    it('writes nothing where nothing changed', () => {
      list([record('1'), record('2')]);
      const before = current().writes;
      expect(list([record('1'), record('2')])).toBe(0);
      expect(current().writes).toBe(before);
      expect(current().siteState(SITE).listing).toBe(2);
      expect([SITE, OTHER].map((site) => current().listingNumber(site))).toEqual([2, 0]);
    });

    it('writes the records that changed and keeps when they were first seen', () => {
      list([record('1'), record('2')]);
      const listing = current().beginListing(SITE);
      const newer = record('2', { name: 'new.pdf', fingerprint: version('v2') });
      expect(listing.add([record('1'), newer, record('3')])).toBe(2);
      expect(listing.add([record('3')])).toBe(0);
      allSteps(listing.finish(true, null, 2));
      expect(current().record(SITE, newer.id)).toEqual(newer);
      const { remote } = current().trees(SITE);
      expect([...remote.values()].map((file) => [file.id, file.firstSeen])).toEqual([
        ['1', 1],
        ['2', 1],
        ['3', 2],
      ]);
      expect(['2', '3', '4'].map((id) => current().firstSeen(SITE, fileId(id)))).toEqual([1, 2, null]);
      expect(current().firstSeen(OTHER, fileId('2'))).toBeNull();
    });

    it('tells the newest records about which nothing is agreed', () => {
      const facts = { ...record('2').facts, path: path('Other/2.pdf'), opId: opId('op') };
      list([record('1'), record('2', { facts }), record('3')]);
      current().commit(SITE, [{ base: agreed('3') }]);
      const newest = (most: number): unknown =>
        current()
          .newestUnagreed(SITE, most)
          .map((each) => [each.id, each.facts.path, each.facts.opId]);
      expect(newest(3)).toEqual([
        ['2', 'Other/2.pdf', 'op'],
        ['1', record('1').facts.path, record('1').facts.opId],
      ]);
      expect(newest(2)).toEqual([['2', 'Other/2.pdf', 'op']]);
      expect(current().newestUnagreed(OTHER, 3)).toEqual([]);
    });

    it('drops what was not listed only where it is complete', () => {
      list([record('1'), record('2')]);
      expect(list([record('1')], false)).toBe(0);
      expect(current().counts(SITE).remote).toBe(2);
      expect(current().siteState(SITE)).toMatchObject({ listing: 2, listingFault: 'count changed' });
      expect(list([record('1')])).toBe(1);
      expect([...current().trees(SITE).remote.keys()]).toEqual(['1']);
      expect(current().siteState(SITE)).toMatchObject({ listing: 3, listingFault: null, listedAt: 1 });
    });

    it('keeps rows that are still there without a readable record', () => {
      list([record('1'), record('2'), record('3')]);
      const listing = current().beginListing(SITE);
      listing.add([record('1')]);
      listing.keep([fileId('2'), fileId('unknown')]);
      expect(allSteps(listing.finish(true, null, 2))).toBe(1);
      expect([...current().trees(SITE).remote.keys()].sort()).toEqual(['1', '2']);
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

    it('leaves alone what was made, changed or removed while it ran', () => {
      list(['1', '2', '3', '4'].map((id) => record(id)));
      const listing = current().beginListing(SITE);
      const ours = record('2', { fingerprint: version('ours') });
      current().commit(SITE, [{ remote: record('mine') }, { remote: ours }, { dropRemote: fileId('3') }]);
      // As the service had them before: the page was on its way.
      listing.add(['1', '2', '3'].map((id) => record(id)));
      expect(allSteps(listing.finish(true, null, 2))).toBe(1);
      expect(current().record(SITE, fileId('mine'))).toEqual(record('mine'));
      expect(current().record(SITE, fileId('2'))).toEqual(ours);
      expect([...current().trees(SITE).remote.keys()].sort()).toEqual(['1', '2', 'mine']);
    });

    it('drops many in short steps', () => {
      const ids = Array.from({ length: 4500 }, (_, n) => String(n));
      list(ids.map((id) => record(id)));
      const listing = current().beginListing(SITE);
      listing.add([record('4499')]);
      const steps = [...listing.finish(true, null, 2)];
      expect(steps.reduce((sum, dropped) => sum + dropped, 0)).toBe(4499);
      expect([...current().trees(SITE).remote.keys()]).toEqual(['4499']);
    });

    describe('of known pages', () => {
      const pages: readonly ListedPage[] = [
        page(0, ['1', '2'], { count: 3, next: { offset: 2, limit: null } }),
        page(1, ['2', '3'], { count: 3 }),
      ];
      const known = (): readonly KnownPage[] => current().beginListing(SITE).known;

      function listPages(recallable = true, listed = pages): void {
        const listing = current().beginListing(SITE);
        listing.add(['1', '2', '3'].map((id) => record(id)));
        listing.add([], listed);
        allSteps(listing.finish(true, null, 1, recallable));
      }

      it('gives those of the last complete one, and what they list', () => {
        expect(known()).toEqual([]);
        listPages();
        const listing = current().beginListing(SITE);
        expect(listing.known).toEqual(
          pages.map(({ offset, limit, version }) => ({ offset, limit, version })),
        );
        expect(listing.recall(0)).toEqual({ ids: ['1', '2'], count: 3, next: { offset: 2, limit: null } });
        expect(listing.recall(1)).toEqual({ ids: ['2', '3'], count: 3, next: null });
        expect(allSteps(listing.finish(true, null, 2))).toBe(0);
        expect(current().counts(SITE).remote).toBe(3);
      });

      it('drops what neither a recalled page nor a new one lists', () => {
        listPages();
        const listing = current().beginListing(SITE);
        listing.recall(0);
        listing.add([record('4')], [page(0, ['1', '2']), page(1, ['2', '4'])]);
        expect(allSteps(listing.finish(true, null, 2, true))).toBe(1);
        expect([...current().trees(SITE).remote.keys()].sort()).toEqual(['1', '2', '4']);
        expect(known()).toHaveLength(2);
      });

      it('ends without a look at any record where all are as they were', () => {
        listPages();
        const before = current().writes;
        current().beginListing(SITE).finishUnchanged(7);
        expect(current().writes).toBe(before);
        expect(current().siteState(SITE)).toMatchObject({ listing: 2, listedAt: 7, listingFault: null });
        expect(current().counts(SITE).remote).toBe(3);
        expect(known()).toHaveLength(2);
      });

      it('gives no row of a page that is on another one as well', () => {
        const three = ['1', '2', '3'].map((id) =>
          page(Number(id) - 1, [id, `${id}½`, String(Number(id) + 1)]),
        );
        listPages(true, three);
        const listing = current().beginListing(SITE);
        expect([0, 1, 2].map((place) => [...listing.rows(place).values()])).toEqual([
          ['1', '1½'],
          ['2½'],
          ['3½', '4'],
        ]);
      });

      it('names the records that another hand wrote, and gives all other rows by their hashes', () => {
        const rewritten = (): readonly string[] => [...current().beginListing(SITE).rewritten].sort();
        const rows = (place: number): readonly (readonly [string, string])[] => [
          ...current().beginListing(SITE).rows(place),
        ];
        const [one, three] = ['1', '3'].map((id) => [`hash of ${id}`, id] as const);
        expect(rows(0)).toEqual([]);
        listPages();
        expect([rewritten(), rows(0), rows(1), rows(2)]).toEqual([[], [one], [three], []]);
        current().commit(SITE, [{ remote: record('2') }, { dropRemote: fileId('unknown') }]);
        expect(rewritten()).toEqual([]);
        current().commit(SITE, [{ remote: record('2', { fingerprint: version('ours') }) }]);
        current().commit(SITE, [{ dropRemote: fileId('3') }, { remote: record('4') }]);
        expect([rewritten(), rows(0), rows(1)]).toEqual([['2', '3', '4'], [one], []]);
        expect(known()).toHaveLength(2);
        // The next complete listing is what all of them are.
        listPages();
        expect([rewritten(), rows(1)]).toEqual([[], [three]]);
      });

      it('gives no rows of a page whose hashes it does not have', () => {
        listPages(true, [
          page(0, ['1', '2'], { rowHashes: [] }),
          page(1, ['2', '3'], { rowHashes: ['', 'm'] }),
        ]);
        const listing = current().beginListing(SITE);
        expect([[...listing.rows(0)], [...listing.rows(1)]]).toEqual([[], [['m', '3']]]);
      });

      it('keeps the hashes of a page that is recalled', () => {
        listPages();
        const listing = current().beginListing(SITE);
        const [first, second] = pages.map((each) => ({ ...each, rowHashes: [] }));
        listing.recall(0);
        listing.add([], first === undefined ? [] : [first]);
        listing.add([record('3')], [{ ...second, ...page(1, ['2', '3'], { version: 'v2' }) }]);
        expect(allSteps(listing.finish(true, null, 2, true))).toBe(0);
        expect([...current().beginListing(SITE).rows(0).values()]).toEqual(['1']);
      });

      it('knows none any more where so many records were written that all may as well be read', () => {
        listPages();
        const many = Array.from({ length: 2001 }, (_, n) => ({ remote: record(`many-${n}`) }));
        current().commit(SITE, many.slice(0, 2000));
        const listing = current().beginListing(SITE);
        expect([listing.known.length, listing.rewritten.size]).toEqual([2, 2000]);
        current().commit(SITE, many.slice(2000));
        expect(known()).toEqual([]);
        listPages();
        expect([known().length, current().beginListing(SITE).rewritten.size]).toEqual([2, 0]);
      });

      it('knows none after a listing that is not complete', () => {
        const spoilers: readonly (() => void)[] = [
          () =>
            current()
              .beginListing(SITE)
              .add([record('2', { fingerprint: version('theirs') })]),
          () =>
            current()
              .beginListing(SITE)
              .add([], [page(0, ['1'])]),
          () => listPages(false),
        ];
        for (const spoil of spoilers) {
          list([record('1'), record('2'), record('3')]);
          listPages();
          expect(known()).toHaveLength(2);
          spoil();
          expect(known()).toEqual([]);
        }
      });

      it('names what was written while it listed', () => {
        listPages();
        const unchanged = current().beginListing(SITE);
        current().commit(SITE, [{ remote: record('4') }]);
        unchanged.finishUnchanged(3);
        expect(known()).toHaveLength(2);
        expect(current().counts(SITE).remote).toBe(4);
        const listing = current().beginListing(SITE);
        expect([...listing.rewritten]).toEqual(['4']);
        listing.add(
          ['1', '2', '3', '4'].map((id) => record(id)),
          pages,
        );
        current().commit(SITE, [{ remote: record('5') }]);
        expect(allSteps(listing.finish(true, null, 4, true))).toBe(0);
        expect(known()).toHaveLength(2);
        expect([...current().beginListing(SITE).rewritten]).toEqual(['5']);
      });

      it('forgets the pages that a shorter listing has no more', () => {
        listPages();
        listPages(true, [page(0, ['1', '2', '3'])]);
        expect(known()).toEqual([{ offset: 0, limit: 2, version: 'v of 1,2,3' }]);
        current().unfollow(SITE);
        expect(known()).toEqual([]);
      });
    });
  });
}

function page(place: number, ids: readonly string[], fields: Partial<ListedPage> = {}): ListedPage {
  return {
    offset: place,
    limit: 2,
    version: `v of ${ids.join(',')}`,
    ids: ids.map((id) => fileId(id)),
    rowHashes: ids.map((id) => `hash of ${id}`),
    count: null,
    next: null,
    ...fields,
  };
}
