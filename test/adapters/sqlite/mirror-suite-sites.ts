import { describe, expect, it } from 'vitest';

import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import {
  agreed,
  allSteps,
  attempt,
  fileId,
  finished,
  followed,
  intent,
  local,
  OTHER,
  record,
  scanned,
  site,
  SITE,
} from '../../support/model-values.ts';

/** The part of the mirror's suite that is about the catalogue of sites and about following them. */
export function sitesSuite(current: () => Mirror): void {
  describe('sites', () => {
    it('lists the catalogue by name and replaces what changed', () => {
      current().saveSites(
        [site('2', { name: 'beta' }), site('1', { name: 'Alpha', timezone: 'Europe/Rome' })],
        true,
      );
      current().saveSites([site('2', { name: 'Beta', city: 'Turin' })], false);
      expect(current().sites()).toEqual([
        site('1', { name: 'Alpha', timezone: 'Europe/Rome' }),
        site('2', { name: 'Beta', city: 'Turin' }),
      ]);
    });

    it('drops sites only where the listing is complete', () => {
      current().saveSites([site('1'), site('2')], true);
      current().saveSites([site('2')], false);
      expect(current().sites()).toHaveLength(2);
      current().saveSites([site('2')], true);
      expect(current().sites()).toEqual([site('2')]);
      expect(current().site(site('1').id)).toBeNull();
      expect(current().site(site('2').id)).toEqual(site('2'));
    });

    it('remembers what is followed and how', () => {
      current().follow(followed(SITE, { keep: ['kg-csv', 'other'] }));
      current().follow(followed(OTHER, { keep: 'none' }));
      current().follow(followed(SITE, { keep: 'all', paused: true }));
      expect(current().followed()).toEqual([
        followed(SITE, { keep: 'all', paused: true }),
        followed(OTHER, { keep: 'none' }),
      ]);
    });

    it('forgets everything of a site that is no longer followed, and nothing of another', async () => {
      for (const id of [SITE, OTHER]) {
        current().follow(followed(id));
        current().commit(id, [{ base: agreed('1'), remote: record('1'), local: local('Spec Sheet/1.pdf') }]);
        await current().saveIntents(id, [intent('op')]);
        current().saveProblems(id, [attempt('x')]);
        current().setPin(id, fileId('1'), true);
        current().setSynced(id, 7);
      }
      current().unfollow(SITE);
      expect(current().followed()).toEqual([followed(OTHER)]);
      expect(current().counts(SITE)).toEqual({ base: 0, local: 0, remote: 0 });
      expect(current().intents(SITE)).toEqual([]);
      expect(current().problems(SITE)).toEqual([]);
      expect(current().pins(SITE).size).toBe(0);
      expect(current().siteState(SITE).syncedAt).toBeNull();
      expect(current().counts(OTHER)).toEqual({ base: 1, local: 1, remote: 1 });
      expect(current().intents(OTHER)).toHaveLength(1);
    });

    it('forgets with a site the settings that are named, and no others', () => {
      current().follow(followed(SITE));
      for (const key of ['a', 'b', 'c']) current().setSetting(key, '1');
      const kept = (): readonly (string | null)[] => ['a', 'b', 'c'].map((key) => current().setting(key));
      expect(kept()).toEqual(['1', '1', '1']);
      current().unfollow(SITE, ['a', 'c', 'never set']);
      expect(kept()).toEqual([null, '1', null]);
    });

    it('does not take what outlived an unfollow for an agreement about the next folder', async () => {
      current().follow(followed(SITE));
      const listing = current().beginListing(SITE);
      const scanning = current().beginScan(SITE);
      current().unfollow(SITE);
      current().commit(SITE, [{ base: agreed('1'), local: local('Spec Sheet/1.pdf') }]);
      await current().saveIntents(SITE, [intent('late')]);
      current().follow(followed(SITE, { folder: '/elsewhere' }));
      expect(listing.add([record('1')])).toBe(0);
      expect(allSteps(listing.finish(true, null, 9))).toBe(0);
      scanning.add([scanned('a.pdf')]);
      expect(finished(scanning, { at: 9 })).toBe(0);
      expect(current().counts(SITE)).toEqual({ base: 0, local: 0, remote: 0 });
      expect(current().intents(SITE)).toEqual([]);
      expect(current().siteState(SITE)).toMatchObject({ listing: 0, listedAt: null, scannedAt: null });
    });
  });
}
