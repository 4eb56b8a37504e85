import { describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import {
  agreed,
  allSteps,
  fileId,
  hashOf,
  intent,
  local,
  mark,
  openUpdate,
  opId,
  OTHER,
  path,
  record,
  SITE,
  version,
} from '../../support/model-values.ts';

/** The part of the mirror's suite that is about what one applied action changes. */
export function commitsSuite(current: () => Mirror): void {
  describe('a commit', () => {
    it('writes both sides and what was agreed on', async () => {
      await current().saveIntents(SITE, [intent('op'), intent('other')]);
      const listing = current().beginListing(SITE);
      listing.add([record('0')]);
      allSteps(listing.finish(true, null, 1));
      const base = agreed('1', {
        opId: opId('op'),
        updatedAt: '2026-01-01T00:00:00Z',
        ino: 2n ** 64n - 1n,
      });
      current().commit(SITE, [
        {
          base,
          remote: record('1'),
          local: local(base.path, { hash: base.hash }),
          dropIntent: opId('op'),
          pin: { id: base.id, keep: true },
        },
      ]);
      const trees = current().trees(SITE);
      expect(trees.base).toEqual(new Map([[base.id, base]]));
      expect(trees.local.get(pathKey(base.path))).toEqual(local(base.path, { hash: base.hash }));
      expect(trees.remote.get(base.id)?.firstSeen).toBe(1);
      expect(current().intents(SITE)).toEqual([intent('other')]);
      expect(current().pins(SITE)).toEqual(new Map([[base.id, true]]));
    });

    it('has a record of a create whose answer was lost seen by the listing before it', () => {
      for (const id of ['0', '1', '1', '1']) {
        const listing = current().beginListing(SITE);
        listing.add(id === '0' ? [record('0')] : [record('0'), record('1')]);
        allSteps(listing.finish(true, null, 1));
      }
      const seen = (): unknown => current().trees(SITE).remote.get(fileId('1'))?.firstSeen;
      expect(seen()).toBe(2);
      const before = current().writes;
      current().commit(SITE, [
        { madeAfter: { id: fileId('1'), listing: 3 } },
        { madeAfter: { id: fileId('none'), listing: 1 } },
      ]);
      expect([seen(), current().writes]).toEqual([2, before]);
      current().commit(SITE, [{ madeAfter: { id: fileId('1'), listing: 1 } }]);
      expect(seen()).toBe(1);
    });

    it('drops before it puts, so that a move is one commit', () => {
      current().commit(SITE, [{ base: agreed('1'), local: local('old'), remote: record('1') }]);
      current().commit(SITE, [
        {
          dropLocal: path('old'),
          local: local('new'),
          dropBase: fileId('1'),
          base: agreed('1', { size: 11 }),
        },
        { dropRemote: fileId('1') },
      ]);
      const trees = current().trees(SITE);
      expect([...trees.local.keys()]).toEqual(['new']);
      expect([...trees.base.values()]).toEqual([agreed('1', { size: 11 })]);
      expect(trees.remote.size).toBe(0);
    });

    it('tells which agreements are about files of an inode, of its site alone', () => {
      const large = 2n ** 64n - 1n;
      current().commit(SITE, [
        { base: agreed('1', { ino: large }) },
        { base: agreed('2', { ino: 7n }) },
        { base: agreed('3', { ino: large }) },
        { base: agreed('4', { ino: 0n }) },
      ]);
      current().commit(OTHER, [{ base: agreed('5', { ino: large }) }]);
      const idsWith = (ino: bigint): readonly string[] =>
        current()
          .agreedWith(SITE, ino)
          .map(({ id }) => id);
      expect(idsWith(large)).toEqual(['1', '3']);
      expect(current().agreedWith(SITE, 7n)).toMatchObject([{ id: '2', path: agreed('2').path }]);
      for (const none of [0n, 8n]) expect(idsWith(none)).toEqual([]);
      current().commit(SITE, [{ base: agreed('1', { ino: 8n }) }, { dropBase: fileId('3') }]);
      expect([idsWith(large), idsWith(8n)]).toEqual([[], ['1']]);
    });

    it('of what is so already writes nothing', () => {
      const same = { base: agreed('1'), local: local('a', { hash: hashOf('1') }), remote: record('1') };
      current().commit(SITE, [same]);
      const before = current().writes;
      current().commit(SITE, [same, { dropBase: fileId('unknown'), dropLocal: path('unknown') }]);
      expect(current().writes).toBe(before);
    });

    it('drops what was noted of a placing with each new word about its agreement, and that alone', async () => {
      const noted = (id: string, digit: string) =>
        ({ id: fileId(id), hash: hashOf(digit), size: 5, remote: version(digit) }) as const;
      const open = (): readonly string[] =>
        current()
          .notedBytes(SITE)
          .map(({ id, remote }) => `${id} ${remote}`);
      await current().saveNotedBytes(SITE, noted('2', 'b'));
      for (const digit of ['b', 'a', 'b']) await current().saveNotedBytes(SITE, noted('1', digit));
      await current().saveNotedBytes(SITE, { ...noted('3', 'c'), remote: version('c before') });
      await current().saveNotedBytes(SITE, noted('3', 'c'));
      expect(current().notedBytes(SITE)).toEqual([
        noted('1', 'a'),
        noted('1', 'b'),
        noted('2', 'b'),
        noted('3', 'c'),
      ]);
      expect(current().notedBytes(OTHER)).toEqual([]);
      current().commit(SITE, [{ remote: record('1'), local: local('a') }, { base: agreed('4') }]);
      current().commit(OTHER, [{ base: agreed('1') }]);
      expect(open()).toHaveLength(4);
      current().commit(SITE, [{ base: agreed('1') }]);
      expect(open()).toEqual(['2 b', '3 c']);
      current().commit(SITE, [{ dropBase: fileId('2') }]);
      expect(open()).toEqual(['3 c']);
      current().dropAgreements(SITE);
      expect(open()).toEqual([]);
    });

    it('keeps what was sent over a record as long as there is an agreement about it', () => {
      const sent = (id: string, digit: string) => ({
        id: fileId(id),
        opId: opId(`op of ${digit}`),
        hash: hashOf(digit),
        before: hashOf('0'),
        line: [mark(`op of ${digit}`), mark('a version that was there before')],
      });
      const open = () => ['1', '2', '3'].map((id) => current().sentBytes(SITE, fileId(id)));
      expect(open()).toEqual([null, null, null]);
      current().commit(SITE, [
        { base: agreed('1'), sent: sent('1', 'a') },
        { base: agreed('2'), sent: { ...sent('2', 'b'), line: [] } },
      ]);
      current().commit(SITE, [
        { base: agreed('1', { size: 9 }), sent: sent('1', 'c') },
        { base: agreed('2') },
      ]);
      expect(open()).toEqual([sent('1', 'c'), { ...sent('2', 'b'), line: [] }, null]);
      expect(current().sentBytes(OTHER, fileId('1'))).toBeNull();
      current().commit(SITE, [{ dropBase: fileId('2') }]);
      expect(open()).toEqual([sent('1', 'c'), null, null]);
      current().dropAgreements(SITE);
      expect(open()).toEqual([null, null, null]);
    });

    it('keeps updates of which nobody knows what came of them, as long as there is an agreement', () => {
      const moving = openUpdate('1', 'op a', {
        path: path('Other/moved.pdf'),
        ino: 2n ** 64n - 1n,
        basedOn: [mark('v1'), mark('v0')],
      });
      const all = [
        moving,
        openUpdate('1', 'op b', { due: null }),
        openUpdate('2', 'op'),
        openUpdate('3', 'op'),
      ];
      current().commit(
        SITE,
        ['1', '2', '3'].map((id) => ({ base: agreed(id) })),
      );
      for (const one of all.toReversed()) current().commit(SITE, [{ openUpdate: one }]);
      const { writes } = current();
      current().commit(SITE, [{ openUpdate: moving }, { dropUpdates: fileId('unknown') }]);
      expect(current().writes).toBe(writes);
      expect(current().openUpdates(SITE)).toEqual(all);
      expect(current().openUpdates(OTHER)).toEqual([]);
      // Another word about the same version says nothing of them.
      current().commit(SITE, [{ base: agreed('1', { mtimeNs: 5n }) }]);
      expect(current().openUpdates(SITE)).toEqual(all);
      current().commit(SITE, [{ base: agreed('1', { size: 11 }), dropUpdates: fileId('1') }]);
      expect(current().openUpdates(SITE)).toEqual(all.slice(2));
      current().commit(SITE, [{ dropBase: fileId('2') }]);
      expect(current().openUpdates(SITE)).toEqual(all.slice(3));
      current().dropAgreements(SITE);
      expect(current().openUpdates(SITE)).toEqual([]);
    });

    it('tells what is agreed on about one record, and at one place', () => {
      const place = agreed('1').path;
      current().commit(SITE, [{ base: agreed('1') }, { base: agreed('2', { path: place }) }]);
      current().commit(OTHER, [{ base: agreed('3', { path: place }) }]);
      expect(current().agreement(SITE, fileId('1'))).toEqual(agreed('1'));
      expect(current().agreement(SITE, fileId('3'))).toBeNull();
      expect(current().agreedAt(SITE, place)).toEqual(['1', '2']);
      expect(current().agreedAt(SITE, path('Other/none'))).toEqual([]);
    });

    it('keeps sites apart', () => {
      current().commit(SITE, [{ base: agreed('1'), remote: record('1') }]);
      current().commit(OTHER, [{ base: agreed('1', { size: 99 }), remote: record('2') }]);
      expect([...current().trees(SITE).base.values()]).toEqual([agreed('1')]);
      current().dropAgreements(OTHER);
      expect(current().counts(OTHER)).toEqual({ base: 0, local: 0, remote: 1 });
      expect(current().counts(SITE)).toEqual({ base: 1, local: 0, remote: 1 });
    });

    it('hands out trees that later writes do not reach', () => {
      current().commit(SITE, [{ base: agreed('1') }]);
      const { base } = current().trees(SITE);
      current().commit(SITE, [{ base: agreed('2') }]);
      expect(base.size).toBe(1);
    });
  });
}
