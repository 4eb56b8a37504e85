import { describe, expect, it } from 'vitest';

import type { HeldDeletes } from '../../../main/engine/guards/mass-delete-guard.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { Activity } from '../../../main/sync/ports/mirror/history.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import {
  activity,
  attempt,
  fileId,
  followed,
  intent,
  local,
  opId,
  OTHER,
  path,
  SITE,
} from '../../support/model-values.ts';

/** The part of the mirror's suite that is about intents, problems, choices and history. */
export function choicesSuite(current: () => Mirror): void {
  describe('settings', () => {
    it('are kept, changed and removed', () => {
      expect(current().setting('baseUrl')).toBeNull();
      current().setSetting('baseUrl', 'https://a.test');
      current().setSetting('baseUrl', '');
      expect(current().setting('baseUrl')).toBe('');
      current().setSetting('baseUrl', null);
      expect(current().setting('baseUrl')).toBeNull();
    });
  });

  describe('intents', () => {
    it('are kept by operation, in the order of their paths', async () => {
      await current().saveIntents(SITE, [intent('b'), intent('a')]);
      await current().saveIntents(SITE, [intent('b', { size: 4 })]);
      expect(current().intents(SITE)).toEqual([intent('a'), intent('b', { size: 4 })]);
      expect(current().intents(OTHER)).toEqual([]);
      current().commit(SITE, [
        { lateIntent: { opId: opId('b'), until: 7 } },
        { lateIntent: { opId: opId('none'), until: 7 } },
      ]);
      expect(current().intents(SITE)).toEqual([intent('a'), intent('b', { size: 4, lateUntil: 7 })]);
      const before = current().writes;
      await current().saveIntents(SITE, [intent('a')]);
      await current().saveIntents(SITE, []);
      expect(current().writes).toBe(before);
    });
  });

  describe('attempts', () => {
    it('are replaced by key, the oldest problem first', () => {
      const late = attempt('a', { since: 2000, nextAt: null, code: 'too-large' });
      current().saveProblems(SITE, [late, attempt('b')]);
      current().saveProblems(SITE, [attempt('b', { tries: 2 })]);
      expect(current().problems(SITE)).toEqual([attempt('b', { tries: 2 }), late]);
    });

    it('keep what else than their code they are told apart by', () => {
      const unlisted = attempt('a', { code: 'no-access', reason: 'unlisted' });
      current().saveProblems(SITE, [unlisted, attempt('b')]);
      expect(current().problems(SITE)).toEqual([unlisted, attempt('b')]);
      current().saveProblems(SITE, [
        attempt('a', { code: 'no-access' }),
        attempt('b', { reason: 'unlisted' }),
      ]);
      expect(
        current()
          .problems(SITE)
          .map(({ reason }) => reason),
      ).toEqual([undefined, 'unlisted']);
    });

    it('that are as they were write nothing', () => {
      current().saveProblems(SITE, [attempt('a')]);
      const before = current().writes;
      current().saveProblems(SITE, [attempt('a')]);
      current().clearProblems(SITE, ['unknown']);
      expect(current().writes).toBe(before);
    });

    it('are cleared one by one or all at once', () => {
      current().saveProblems(
        SITE,
        ['a', 'b', 'c'].map((key) => attempt(key)),
      );
      current().clearProblems(SITE, ['b']);
      expect(
        current()
          .problems(SITE)
          .map(({ key }) => key),
      ).toEqual(['a', 'c']);
      current().clearProblems(SITE, null);
      expect(current().problems(SITE)).toEqual([]);
    });
  });

  describe('choices', () => {
    it('for single files are kept until taken back', () => {
      current().setPin(SITE, fileId('1'), true);
      current().setPin(SITE, fileId('2'), true);
      current().setPin(SITE, fileId('2'), false);
      current().setPin(SITE, fileId('3'), true);
      current().setPin(SITE, fileId('3'), null);
      expect(current().pins(SITE)).toEqual(
        new Map([
          [fileId('1'), true],
          [fileId('2'), false],
        ]),
      );
      expect(current().pins(OTHER).size).toBe(0);
      expect(['1', '2', '3'].map((id) => current().pin(SITE, fileId(id)))).toEqual([true, false, null]);
      expect(current().pin(OTHER, fileId('1'))).toBe(null);
    });

    it('of a category belong to the path in any spelling', () => {
      current().setChosenCategory(SITE, path('e\u0301.pdf'), 'maintenance');
      current().setChosenCategory(SITE, path('x.pdf'), 'other');
      expect(
        current()
          .chosenCategories(SITE)
          .get(pathKey(path('\u00e9.pdf'))),
      ).toBe('maintenance');
      current().setChosenCategory(SITE, path('\u00e9.pdf'), null);
      expect([...current().chosenCategories(SITE)]).toEqual([['x.pdf', 'other']]);
    });

    it('of a category go along with a file that leaves its place, and end with it, in the commit that says so', () => {
      const [a, b, c] = [path('e\u0301.pdf'), path('b.pdf'), path('c.pdf')];
      current().setChosenCategory(SITE, a, 'maintenance');
      current().setChosenCategory(SITE, b, 'other');
      current().commit(SITE, [{ choice: { from: c, to: a } }, { choice: { from: c, to: null } }]);
      expect(current().chosenCategories(SITE).size).toBe(2);
      current().commit(SITE, [{ choice: { from: path('\u00e9.pdf'), to: b } }]);
      expect([...current().chosenCategories(SITE)]).toEqual([['b.pdf', 'maintenance']]);
      expect(current().chosenCategories(OTHER).size).toBe(0);
      current().commit(SITE, [{ choice: { from: b, to: null } }]);
      expect(current().chosenCategories(SITE).size).toBe(0);
    });

    it('of a category stay where another file lies by now', () => {
      const [a, b] = [path('a.pdf'), path('b.pdf')];
      current().setChosenCategory(SITE, a, 'maintenance');
      current().commit(SITE, [{ dropLocal: a, local: local('a.pdf'), choice: { from: a, to: b } }]);
      current().commit(SITE, [{ choice: { from: a, to: null } }]);
      expect([...current().chosenCategories(SITE)]).toEqual([['a.pdf', 'maintenance']]);
      current().commit(SITE, [{ dropLocal: a, local: local('b.pdf'), choice: { from: a, to: b } }]);
      expect([...current().chosenCategories(SITE)]).toEqual([['b.pdf', 'maintenance']]);
    });

    it('of deletes are replaced as a whole', () => {
      current().setApprovedDeletes(SITE, [fileId('1'), fileId('2'), fileId('1')]);
      current().setApprovedDeletes(SITE, [fileId('2')]);
      expect(current().approvedDeletes(SITE)).toEqual(new Set([fileId('2')]));
    });
  });

  describe('a site’s state', () => {
    const held: HeldDeletes = {
      direction: 'remote',
      count: 1,
      of: 40,
      why: 'more than 25 files',
      serviceWentBack: true,
      files: [
        { id: fileId('1'), path: path('a "quoted"/ü.pdf'), direction: 'local' },
        { id: fileId('2'), path: path('b.pdf'), direction: 'remote', mayLieIn: 'Old' },
      ],
    };

    it('starts empty', () => {
      expect(current().siteState(SITE)).toEqual({
        site: SITE,
        listing: 0,
        listingFault: null,
        listedAt: null,
        scannedAt: null,
        syncedAt: null,
        held: null,
      });
    });

    it('says what is held and when it was last in step, and neither counts as a write', () => {
      current().setHeld(SITE, held);
      current().setSynced(SITE, 1_800_000_000_000);
      expect(current().siteState(SITE)).toMatchObject({ held, syncedAt: 1_800_000_000_000 });
      current().setHeld(SITE, null);
      expect(current().siteState(SITE).held).toBeNull();
      expect(current().writes).toBe(0);
    });
  });

  describe('the words of a folder’s marker', () => {
    it('are none, then those that were set last, and forgotten with the site', () => {
      const none = { now: null, before: null };
      expect(current().generation(SITE)).toEqual(none);
      current().follow(followed(SITE));
      current().setGeneration(SITE, { now: 'one', before: null });
      current().setGeneration(SITE, { now: 'two', before: 'one' });
      expect(current().generation(SITE)).toEqual({ now: 'two', before: 'one' });
      expect(current().generation(OTHER)).toEqual(none);
      current().unfollow(SITE);
      expect(current().generation(SITE)).toEqual(none);
    });
  });

  describe('the drives in a site’s folder', () => {
    it('are those that were set last, and forgotten with the site', () => {
      current().follow(followed(SITE));
      current().setDrives(SITE, [{ folder: 'Other', disk: '7' }]);
      const drives = ['Photos', 'Photos/a'].map((folder) => ({ folder, disk: '8' }));
      current().setDrives(SITE, drives);
      expect(current().drives(SITE)).toEqual(drives);
      expect(current().drives(OTHER)).toEqual([]);
      current().unfollow(SITE);
      expect(current().drives(SITE)).toEqual([]);
    });
  });

  describe('the folders in a site’s folder that cannot be read', () => {
    it('are those that were set last with what was missing then, and forgotten with the site', () => {
      current().follow(followed(SITE));
      const folders = [
        { folder: 'Old', since: 2 },
        { folder: 'lost+found', since: 1 },
      ];
      const missing = [{ path: path('Photos/ü.jpg'), since: 2 }];
      current().setForbiddenFolders(SITE, { folders, missing: [{ path: path('Other/a'), since: 1 }] });
      current().setForbiddenFolders(SITE, { folders, missing });
      expect(current().forbiddenFolders(SITE)).toEqual({ folders, missing });
      expect(current().forbiddenFolders(OTHER)).toEqual({ folders: [], missing: [] });
      current().unfollow(SITE);
      expect(current().forbiddenFolders(SITE)).toEqual({ folders: [], missing: [] });
    });
  });

  describe('the rules by which files of a site were left out', () => {
    it('are those that were set last, in their order, and forgotten with the site', () => {
      current().follow(followed(SITE));
      current().setIgnoredBy(SITE, ['*.ifc']);
      current().setIgnoredBy(SITE, ['b\nc', 'a']);
      expect(current().ignoredBy(SITE)).toEqual(['b\nc', 'a']);
      expect(current().ignoredBy(OTHER)).toEqual([]);
      current().unfollow(SITE);
      expect(current().ignoredBy(SITE)).toEqual([]);
    });
  });

  describe('what is left out of a site’s folder', () => {
    it('is what was set last, by path, and forgotten with the site', () => {
      current().follow(followed(SITE));
      current().setLeftOut(SITE, [{ path: 'Other/old', kind: 'link' }]);
      current().setLeftOut(SITE, [
        { path: 'Other/pipe', kind: 'special' },
        { path: 'Other/a', kind: 'link' },
      ]);
      expect(current().leftOut(SITE)).toEqual([
        { path: 'Other/a', kind: 'link' },
        { path: 'Other/pipe', kind: 'special' },
      ]);
      expect(current().leftOut(OTHER)).toEqual([]);
      current().unfollow(SITE);
      expect(current().leftOut(SITE)).toEqual([]);
    });
  });

  describe('the history', () => {
    it('gives the newest first, of one site or of all', () => {
      current().addActivity([activity(1), activity(3, { site: OTHER, file: fileId('1') })]);
      current().commit(SITE, [{ activity: activity(2) }]);
      expect(current().activity(null, 2)).toEqual([
        activity(2),
        activity(3, { site: OTHER, file: fileId('1') }),
      ]);
      expect(current().activity(SITE, 9)).toEqual([activity(2), activity(1)]);
      expect(current().writes).toBe(3);
    });

    it('tells of one file by its record and by its path, the newest first', () => {
      const line = (at: number, file: string | null, path: string, site = SITE): Activity =>
        activity(at, { file: file === null ? null : fileId(file), path, site });
      const [before, moved, put] = [
        line(2, 'a', 'Other/a.txt'),
        line(5, 'a', 'Other/b.txt'),
        line(6, null, 'Other/a.txt'),
      ];
      current().addActivity([before, line(3, 'c', 'Other/c.txt'), line(4, 'a', 'Other/a.txt', OTHER)]);
      current().addActivity([moved, put, line(7, null, 'Other/d.txt')]);
      const told = (id: string | null, limit: number): readonly Activity[] =>
        current().activityOfFile(SITE, { id: id === null ? null : fileId(id), path: 'Other/a.txt' }, limit);
      expect(told('a', 9)).toEqual([put, moved, before]);
      expect(told('a', 2)).toEqual([put, moved]);
      expect(told(null, 9)).toEqual([put, before]);
    });

    it('tells the deletes of a site since a time', () => {
      const line = (at: number, action: string, site = SITE): Activity => activity(at, { action, site });
      const there = [line(3, 'deleteRemote'), line(5, 'trashLocal'), line(4, 'trashLocal')];
      current().addActivity([line(2, 'trashLocal'), line(6, 'download'), line(6, 'trashLocal', OTHER)]);
      current().addActivity(there);
      expect(current().deletes(SITE, 3)).toEqual(there.toReversed());
    });

    it('tells what may have moved files of a site into the trash since a time', () => {
      const line = (at: number, action: string, more: Partial<Activity> = {}): Activity =>
        activity(at, { action, ...more });
      const ways = ['delete', 'replace', 'trashLocal', 'free', 'resolve'].map((action) => line(4, action));
      const newer = line(5, 'download', { reason: 'changed-on-service' });
      const others = ['create', 'update', 'deleteRemote', 'putBack', 'adopt'].map((action) =>
        line(6, action),
      );
      current().addActivity([line(2, 'delete'), line(4, 'delete', { site: OTHER }), ...ways, newer]);
      current().addActivity([...others, line(7, 'download', { reason: 'new-on-service' })]);
      expect(current().removals(SITE, 3)).toEqual([newer, ...ways.toReversed()]);
    });

    it('tells what creates of a site made since a time', () => {
      const line = (at: number, id: string, more: Partial<Activity> = {}): Activity =>
        activity(at, { action: 'create', file: fileId(id), ...more });
      current().addActivity([line(2, 'old'), line(3, 'a'), line(9, 'b'), line(4, 'else', { site: OTHER })]);
      current().addActivity([line(5, 'fetched', { action: 'download' }), line(5, 'unnamed', { file: null })]);
      expect(current().creates(SITE, 3)).toEqual(new Set(['a', 'b']));
    });

    it('tells when bytes were last sent over a record', () => {
      const line = (at: number, id: string, more: Partial<Activity> = {}): Activity =>
        activity(at, { action: 'update', file: fileId(id), bytes: 1, ...more });
      current().addActivity([line(3, 'a'), line(2, 'a'), line(9, 'a', { bytes: 0 })]);
      current().addActivity([line(9, 'a', { action: 'download' }), line(9, 'a', { site: OTHER })]);
      current().addActivity([line(8, 'a')]);
      const last = (id: string, until: number): number | null => current().lastEdit(SITE, fileId(id), until);
      expect([last('a', 7), last('a', 8), last('a', 1), last('never', 9)]).toEqual([3, 8, null, null]);
    });

    it('tells what the person decided, of a site or of all, among the newest 20,000 lines', () => {
      const decided = (at: number, action: string, site = SITE): Activity => activity(at, { action, site });
      current().addActivity([decided(1, 'resolve'), activity(2), decided(3, 'putBack', OTHER)]);
      const told = (site: SiteId | null): readonly number[] =>
        current()
          .decisions(site)
          .map(({ at }) => at);
      expect([told(null), told(SITE), told(OTHER)]).toEqual([[3, 1], [1], [3]]);
      current().addActivity(Array.from({ length: 19_998 }, () => activity(4)));
      expect([told(null), told(SITE)]).toEqual([[3], []]);
    });

    it('tells with an undone delete all else about its record and its path', () => {
      const about = (at: number, action: string, id: string | null, path: string, site = SITE): Activity =>
        activity(at, { action, file: id === null ? null : fileId(id), path, site });
      current().addActivity([
        about(1, 'download', 'a', 'Other/a.txt'),
        about(2, 'putBack', 'a', 'Other/a.txt'),
        about(3, 'download', 'a', 'Other/a ~1.txt'),
        about(4, 'create', 'b', 'Other/a.txt'),
        about(5, 'download', 'c', 'Other/c.txt'),
        about(6, 'download', 'a', 'Other/a.txt', OTHER),
        about(7, 'create', null, 'Other/d.txt'),
      ]);
      expect(
        current()
          .decisions(null)
          .map(({ at }) => at),
      ).toEqual([4, 3, 2, 1]);
    });

    it('is looked through for a text to its oldest line, in whatever case', () => {
      const about = (at: number, name: string, site = SITE): Activity =>
        activity(at, { path: `Other/${name}`, site });
      current().addActivity([
        about(0, 'ÄRGER 1.pdf'),
        about(1, 'ärger 2.pdf'),
        about(2, 'Ärger 3.pdf', OTHER),
      ]);
      current().addActivity(Array.from({ length: 19_997 }, (_, at) => activity(at)));
      const found = (site: SiteId | null, limit: number): readonly string[] =>
        current()
          .activityAbout(site, 'Ärger', limit)
          .map(({ path }) => path);
      expect(found(null, 9)).toEqual(['Other/Ärger 3.pdf', 'Other/ärger 2.pdf', 'Other/ÄRGER 1.pdf']);
      expect(found(null, 2)).toEqual(['Other/Ärger 3.pdf', 'Other/ärger 2.pdf']);
      expect(found(SITE, 9)).toEqual(['Other/ärger 2.pdf', 'Other/ÄRGER 1.pdf']);
    });

    it('keeps the newest 20,000 lines and outlives the following of a site', () => {
      current().addActivity(Array.from({ length: 20_005 }, (_, at) => activity(at * 1000)));
      current().unfollow(SITE);
      const all = current().activity(null, 30_000);
      expect([all.length, all[0]?.at, all.at(-1)?.at]).toEqual([20_000, 20_004_000, 5000]);
    });

    it('keeps more of the last hour: what was just done at one site is known after the first sync of another', () => {
      current().addActivity([{ ...activity(1), action: 'deleteRemote' }]);
      current().addActivity(Array.from({ length: 20_005 }, (_, at) => activity(at, { site: OTHER })));
      expect(current().deletes(SITE, 0)).toHaveLength(1);
      current().addActivity([activity(60 * 60_000 + 2)]);
      expect(current().deletes(SITE, 0)).toEqual([]);
    });
  });
}
