import { describe, expect, it } from 'vitest';
import { observeMirror } from '../../../main/app/feed/observed-mirror.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import type { Site } from '../../../shared/model/site.ts';
import { SETTINGS, SITE_SETTINGS } from '../../../main/sync/settings/settings.ts';
import type { SomeFiles } from '../../../main/sync/ports/mirror/trees.ts';
import {
  agreed,
  allSteps,
  fileId,
  finished,
  hashOf,
  intent,
  local,
  path,
  record,
  scanned,
  site as anySite,
} from '../../support/model-values.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

const site = (name: string): Site => anySite('a', { name });

/** A mirror, and how often it told of one kind of change. */
function observed(of: 'changed' | 'synced' | 'changedAll') {
  let told = 0;
  const nothing = (): undefined => undefined;
  const tell = { changed: nothing, synced: nothing, changedAll: nothing, listed: nothing };
  const mirror = observeMirror(new MemoryMirror(), { ...tell, [of]: () => (told += 1) });
  return { mirror, told: () => told };
}

describe('a mirror that is watched', () => {
  it('tells of a list of sites that is another, and of nothing while it is the same', () => {
    const { mirror, told } = observed('changedAll');
    mirror.saveSites([site('Harbour House')], true);
    expect(told()).toBe(1);
    mirror.saveSites([site('Harbour House')], true);
    expect(told()).toBe(1);
    mirror.saveSites([site('Harbour House West')], true);
    expect(told()).toBe(2);
    mirror.saveSites([], true);
    expect(told()).toBe(3);
    // When it came is noted each time, and shown on no screen.
    SETTINGS.sitesListedAt.write(mirror, 1);
    expect(told()).toBe(3);
    // So is the edition of a folder, with each sync that does something.
    SITE_SETTINGS.edition(site('a').id).write(mirror, 7);
    expect(told()).toBe(3);
    SETTINGS.ignore.write(mirror, '*.bak');
    expect(told()).toBe(4);
  });

  it('answers all that a scan or a listing asks', () => {
    const { mirror } = observed('changed');
    const plain = new MemoryMirror();
    for (const name of ['beginScan', 'beginListing'] as const) {
      const asked = Object.keys(plain[name](site('a').id)).toSorted();
      expect(Object.keys(mirror[name](site('a').id)).toSorted()).toEqual(asked);
    }
  });

  it('tells that nothing is known of the rows of a site that was given up, and may be kept anew at once', () => {
    const told: unknown[] = [];
    const mirror = observeMirror(new MemoryMirror(), {
      changed: (...args) => told.push(args),
      synced: () => undefined,
      changedAll: () => undefined,
      listed: () => undefined,
    });
    const { id } = site('a');
    mirror.follow({ id, folder: '/a', folderId: '1', keep: 'all', paused: false });
    told.length = 0;
    mirror.unfollow(id);
    expect(told).toEqual([[id, null]]);
  });

  it('tells of what a person decided', () => {
    const { mirror, told } = observed('changedAll');
    const followed = {
      id: 'a' as Site['id'],
      folder: '/a',
      folderId: '1',
      keep: 'all',
      paused: false,
    } as const;
    mirror.follow(followed);
    mirror.follow({ ...followed, paused: true });
    mirror.setSetting('theme', 'dark');
    mirror.unfollow(followed.id);
    expect(told()).toBe(4);
  });

  it('tells of deletes that are held, and of what a person decided about single files', () => {
    const { mirror, told } = observed('changed');
    const { id } = site('a');
    const file = fileId('1');
    mirror.setHeld(id, {
      direction: 'remote',
      count: 1,
      of: 1,
      why: 'All would go.',
      serviceWentBack: false,
      files: [{ id: file, path: path('Other/a.pdf'), direction: 'remote' }],
    });
    expect(told()).toBe(1);
    mirror.setHeld(id, null);
    expect(told()).toBe(2);
    mirror.setApprovedDeletes(id, [file]);
    expect(told()).toBe(3);
    mirror.setPin(id, file, true);
    expect(told()).toBe(4);
    mirror.setChosenCategory(id, path('a.pdf'), 'other');
    expect(told()).toBe(5);
  });

  it('tells of the first listing and the first sync of a site without files, and of no later one', () => {
    const { mirror, told } = observed('changed');
    const empty = 'a' as Site['id'];
    allSteps(mirror.beginListing(empty).finish(true, null, 1));
    expect(told()).toBe(1);
    mirror.setSynced(empty, 1);
    expect(told()).toBe(2);
    allSteps(mirror.beginListing(empty).finish(true, null, 2));
    mirror.setSynced(empty, 2);
    expect(told()).toBe(2);
  });

  it('tells of each sync, also where it wrote no row: it is the last one', () => {
    const { mirror, told } = observed('synced');
    mirror.setSynced('a' as Site['id'], 1);
    mirror.setSynced('a' as Site['id'], 2);
    expect(told()).toBe(2);
  });

  it('tells of which files rows were written, where that is known', async () => {
    const told: (SomeFiles | null)[] = [];
    const mirror = observeMirror(new MemoryMirror(), {
      changed: (_, files) => told.push(files),
      synced: () => undefined,
      changedAll: () => undefined,
      listed: () => undefined,
    });
    const { id } = site('a');
    const here = local('Other/new.txt');
    mirror.commit(id, [
      { base: agreed('1'), remote: record('1'), local: local(agreed('1').path) },
      { local: here },
      { dropBase: fileId('2'), dropLocal: path('Other/gone.txt') },
    ]);
    mirror.commit(id, [{ remote: record('3'), pin: { id: fileId('3'), keep: true } }]);
    mirror.setHashes(id, [{ file: here, hash: hashOf('c') }]);
    await mirror.saveIntents(id, [intent('1')]);
    mirror.dropAgreements(id);
    allSteps(mirror.beginListing(id).finish(true, null, 1));
    expect(told).toEqual([
      { ids: ['1', '1', '2'], paths: ['Other/new.txt', 'Other/gone.txt'] },
      null,
      { ids: [], paths: ['Other/new.txt'] },
      { ids: [], paths: [intent('1').path] },
      null,
      null,
      null,
    ]);
  });

  it('tells of which files a scan and a listing wrote, and where something was dropped that nobody knows', () => {
    const told: (SomeFiles | null)[] = [];
    const mirror = observeMirror(new MemoryMirror(), {
      changed: (_, files) => told.push(files),
      synced: () => undefined,
      changedAll: () => undefined,
      listed: () => undefined,
    });
    const { id } = site('a');
    const toldOf = (work: () => unknown): readonly (SomeFiles | null)[] => {
      work();
      return told.splice(0);
    };
    const scan = (...names: readonly string[]) => {
      const scanning = mirror.beginScan(id);
      scanning.add(names.map((name) => scanned(name)));
      return toldOf(() => finished(scanning));
    };
    expect(scan('a', 'b')).toEqual([{ ids: [], paths: ['a', 'b'] }]);
    expect(scan('a', 'b')).toEqual([]);
    expect(scan('a', 'b', 'c')).toEqual([{ ids: [], paths: ['c'] }]);
    expect(scan('a', 'c')).toEqual([null]);
    const list = (...records: readonly SiteFile[]) => {
      const listing = mirror.beginListing(id);
      return toldOf(() => {
        listing.add(records);
        allSteps(listing.finish(true, null, 1));
      });
    };
    const one = { ids: ['1'], paths: [] };
    const both = { ids: ['1', '2'], paths: [] };
    // The first listing ends; then what it added is seen by all who read.
    expect(list(record('1'))).toEqual([one, null, one]);
    expect(list(record('1'))).toEqual([]);
    expect(list(record('1'), record('2'))).toEqual([both, both]);
    expect(list(record('2'))).toEqual([null]);
  });

  it('tells of intents when they are written, whenever they come to the disk', async () => {
    const { mirror, told } = observed('changed');
    const saved = mirror.saveIntents('a' as Site['id'], [intent('1')]);
    expect(told()).toBe(1);
    await saved;
    expect(told()).toBe(1);
  });

  it('tells of what a listing added, and again when all who read see it', () => {
    const { mirror, told } = observed('changed');
    const files = 'a' as Site['id'];
    allSteps(mirror.beginListing(files).finish(true, null, 1));
    const toldOf = (work: () => unknown): number => {
      const before = told();
      work();
      return told() - before;
    };
    const whole = mirror.beginListing(files);
    expect(toldOf(() => whole.add([record('1')]))).toBe(1);
    expect(toldOf(() => allSteps(whole.finish(true, null, 2)))).toBe(1);
    const broken = mirror.beginListing(files);
    expect(toldOf(() => broken.add([record('1')]))).toBe(0);
    expect(toldOf(() => broken.leave())).toBe(0);
    expect(toldOf(() => broken.add([record('2')]))).toBe(1);
    expect(toldOf(() => broken.leave())).toBe(1);
  });
});
