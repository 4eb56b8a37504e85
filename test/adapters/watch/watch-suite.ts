import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../shared/failure.ts';
import { ignoreRules } from '../../../main/engine/ignore/ignore-rules.ts';
import type { Watch, Watcher, WatchHint } from '../../../main/sync/ports/environment.ts';
import { failure, MARKER, value } from '../disk/suite/bench.ts';
import type { DiskHome } from '../disk/suite/disk-home.ts';

/** A folder, somebody who works in it, and a watcher of that disk. */
export interface WatchHome {
  readonly home: DiskHome;
  readonly watcher: Watcher;
}

/** Until something is so; at most 45 seconds. */
async function until(what: () => boolean): Promise<boolean> {
  const end = performance.now() + 45_000;
  while (!what() && performance.now() < end) await delay(20);
  return what();
}

/** Hints as they came. */
class Hints {
  readonly all: WatchHint[] = [];

  readonly take = (hint: WatchHint): void => {
    this.all.push(hint);
  };

  /** Would a scan of what was named from hint number `from` on find this path? */
  covers(path: string, from = 0): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return this.all.slice(from).some((hint) => {
      if (hint.kind === 'lost' || hint.folder === folder) return true;
      return hint.deep && (hint.folder === '' || path.startsWith(`${hint.folder}/`));
    });
  }

  lost(): boolean {
    return this.all.some((hint) => hint.kind === 'lost');
  }
}

/** What every watcher must do: name a folder in which each change lies, sooner or later, or say that it cannot. */
export function watchSuite(name: string, open: () => Promise<WatchHome>): void {
  describe(name, () => {
    let at: WatchHome;
    let hints: Hints;
    let watch: Watch;
    let ready: Result<void>;

    beforeEach(async () => {
      at = await open();
      value(await at.home.disk.createSiteFolder(at.home.folder, MARKER));
      for (const path of [
        'Other/old.txt',
        'Other/to change.txt',
        'Other/to rename.txt',
        'Other/deep/er/x.txt',
      ])
        await at.home.hands.write(path, 'old');
      hints = new Hints();
      watch = at.watcher.watch(at.home.folder, ignoreRules(['*.bak'], '').ignoresAnywhere, hints.take);
      ready = await watch.ready;
    });

    afterEach(async () => {
      await watch.close();
      await at.home.close();
    });

    it('says nothing about what was there before', async () => {
      expect(ready.ok).toBe(true);
      await delay(100);
      expect(hints.all).toEqual([]);
    });

    it('hints at what is made, changed, renamed and removed, files and folders', async () => {
      const { hands } = at.home;
      const steps: readonly (readonly [path: string, act: () => Promise<void>])[] = [
        ['Other/new.txt', () => hands.write('Other/new.txt', 'new')],
        ['Other/to change.txt', () => hands.append('Other/to change.txt', 'more')],
        ['Other/replaced.txt', () => hands.replace('Other/replaced.txt', 'new')],
        ['Spec Sheet/renamed.txt', () => hands.rename('Other/to rename.txt', 'Spec Sheet/renamed.txt')],
        ['Other/old.txt', () => hands.remove('Other/old.txt')],
        ['Other/deep', () => hands.remove('Other/deep')],
        ['Site visit', () => hands.makeFolder('Site visit')],
        ['top.txt', () => hands.write('top.txt', 'new')],
      ];
      for (const [path, act] of steps) {
        const before = hints.all.length;
        await act();
        const named = path === 'Site visit' ? 'Site visit/any' : path;
        expect(await until(() => hints.covers(named, before)), path).toBe(true);
      }
      expect(hints.covers('Other/to rename.txt')).toBe(true);
      expect(hints.lost()).toBe(false);
    });

    it('misses no file in folders that were just made, nested ones too', async () => {
      for (let n = 0; n < 20; n++) {
        const path = `Other/day ${n}/photos/raw/${n}.txt`;
        const before = hints.all.length;
        await at.home.hands.write(path, 'new');
        expect(await until(() => hints.covers(path, before)), path).toBe(true);
        const second = `Other/day ${n}/photos/raw/second.txt`;
        const then = hints.all.length;
        await at.home.hands.write(second, 'new');
        expect(await until(() => hints.covers(second, then)), second).toBe(true);
      }
    });

    it('hints at a folder with files in it that is moved into the site', async () => {
      await at.home.hands.write('.sitesync/tmp/prepared/a/b.txt', 'b');
      const before = hints.all.length;
      await at.home.hands.rename('.sitesync/tmp/prepared', 'Other/moved in');
      expect(await until(() => hints.covers('Other/moved in/a/b.txt', before))).toBe(true);
      await at.home.hands.rename('Other/moved in', 'Other/renamed');
      expect(await until(() => hints.covers('Other/renamed/a/b.txt', before))).toBe(true);
      const then = hints.all.length;
      await at.home.hands.write('Other/renamed/a/later.txt', 'later');
      expect(await until(() => hints.covers('Other/renamed/a/later.txt', then))).toBe(true);
    });

    it('hints at a file that becomes a folder, and at a folder that becomes a file', async () => {
      const { hands } = at.home;
      for (const path of ['Other/old.txt', 'Other/deep']) await hands.remove(path);
      await hands.write('Other/old.txt/within.txt', 'new');
      await hands.write('Other/deep', 'new');
      for (const path of ['Other/old.txt', 'Other/old.txt/within.txt', 'Other/deep'])
        expect(await until(() => hints.covers(path)), path).toBe(true);
    });

    it('names the folder alone in which a file was saved', async () => {
      await at.home.hands.append('Other/to change.txt', 'more');
      await at.home.hands.write('Other/new.txt', 'new');
      await at.home.hands.remove('Other/old.txt');
      expect(await until(() => hints.covers('Other/old.txt'))).toBe(true);
      await delay(100);
      for (const hint of hints.all) expect(hint).toEqual({ kind: 'changed', folder: 'Other', deep: false });
    });

    it('covers a burst of 2,000 files', async () => {
      const paths = Array.from({ length: 2000 }, (_, n) => `Other/burst ${n % 10}/${n}.txt`);
      for (const path of paths) await at.home.hands.write(path, 'x');
      expect(await until(() => paths.every((path) => hints.covers(path)))).toBe(true);
    });

    it('is silent about what is ours and what is ignored, but not about .siteignore', async () => {
      const { hands } = at.home;
      await hands.write('.sitesync/tmp/x.part', 'x');
      await hands.write('.sitesync/trash/t/Other/x.txt', 'x');
      await hands.write('Models/house.glb', 'x');
      await hands.write('Spec Sheet/plan.bak', 'x');
      await hands.write('Spec Sheet/~$plan.docx', 'x');
      await hands.write('Other/seen.txt', 'x');
      expect(await until(() => hints.covers('Other/seen.txt'))).toBe(true);
      await delay(100);
      expect(hints.all.filter((hint) => hint.kind === 'lost' || hint.folder !== 'Other')).toEqual([]);
      await hands.write('.siteignore', '*.txt');
      expect(await until(() => hints.covers('anything'))).toBe(true);
    });

    it('says that hints were lost where the folder goes away', async () => {
      await at.home.hands.remove('');
      expect(await until(() => hints.lost())).toBe(true);
    });

    it('says nothing more once it is closed', async () => {
      await watch.close();
      await at.home.hands.write('Other/new.txt', 'new');
      await delay(150);
      expect(hints.all).toEqual([]);
    });

    it('cannot watch a folder that is not there, and says so', async () => {
      const none = at.watcher.watch(`${at.home.folder} 2`, () => false, hints.take);
      const refused = failure(await none.ready);
      expect(refused.code).toBe('folder-missing');
      expect(refused.message).toContain(`${at.home.folder} 2`);
      await none.close();
    });
  });
}
