import { describe, expect, it } from 'vitest';
import type { TrashEntry } from '../../../../main/sync/ports/disk.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value, type Bench } from './bench.ts';

export function trashSuite(bench: Bench): void {
  async function trashed(path: string, content: string): Promise<TrashEntry> {
    await bench.hands.write(path, content);
    value(await bench.disk.trash(bench.folder, await bench.seen(path)));
    const entry = value(await bench.disk.listTrash(bench.folder)).find((found) => found.path === path);
    if (entry === undefined) throw new Error(`${path} is not in the trash`);
    return entry;
  }

  describe('the trash', () => {
    it('is empty at first', async () => {
      expect(value(await bench.disk.listTrash(bench.folder))).toEqual([]);
      await bench.disk.purge(bench.folder, bench.home.now());
    });

    it('takes a file with its path, size and time, and gives it back where it was', async () => {
      const from = bench.home.now();
      const entry = await trashed('Site visit/2026/a.txt', 'abc');
      expect(entry).toMatchObject({ path: 'Site visit/2026/a.txt', size: 3 });
      expect(entry.id.endsWith('/Site visit/2026/a.txt')).toBe(true);
      expect(entry.trashedAt).toBeGreaterThanOrEqual(from);
      expect(entry.trashedAt).toBeLessThanOrEqual(bench.home.now());
      expect(await bench.files()).toEqual({});
      await bench.disk.pruneEmptyFolders(bench.folder, entry.path);
      expect(value(await bench.disk.restore(bench.folder, entry.id))).toBe('Site visit/2026/a.txt');
      expect(await bench.files()).toEqual({ 'Site visit/2026/a.txt': 'abc' });
      expect(value(await bench.disk.listTrash(bench.folder))).toEqual([]);
    });

    it('keeps every version of one path', async () => {
      const texts = Array.from({ length: 12 }, (_, n) => `version ${n}`);
      for (const text of texts) await trashed('Other/a.txt', text);
      expect((await bench.trash()).map((entry) => entry[1]).sort()).toEqual(texts.toSorted());
      const entries = value(await bench.disk.listTrash(bench.folder));
      expect(new Set(entries.map((entry) => entry.id)).size).toBe(12);
      expect(entries.map((entry) => entry.trashedAt)).toEqual(
        entries.map((entry) => entry.trashedAt).toSorted((a, b) => b - a),
      );
    });

    it('tells what was kept of one file alone', async () => {
      for (const text of ['one', 'three']) await trashed('Other/a.txt', text);
      for (const path of ['Other/b.txt', 'a.txt', 'Other/a.txt.bak']) await trashed(path, 'other');
      await trashed('Other/c/d.txt', 'below');
      const of = async (path: string): Promise<readonly TrashEntry[]> =>
        value(await bench.disk.listTrash(bench.folder, path as RelPath));
      expect((await of('Other/a.txt')).map(({ size }) => size)).toEqual([5, 3]);
      const all = value(await bench.disk.listTrash(bench.folder));
      expect(await of('Other/a.txt')).toEqual(all.filter((entry) => entry.path === 'Other/a.txt'));
      expect(await of('Other/c')).toEqual([]);
      expect(await of('Other/none.txt')).toEqual([]);
    });

    it('restores beside what lies there now', async () => {
      for (const text of ['one', 'two']) await trashed('Other/a.txt', text);
      await bench.hands.write('Other/a.txt', 'new');
      const entries = value(await bench.disk.listTrash(bench.folder));
      const paths = [];
      for (const entry of entries) paths.push(value(await bench.disk.restore(bench.folder, entry.id)));
      expect(paths).toEqual(['Other/a (restored).txt', 'Other/a (restored 2).txt']);
      expect(Object.values(await bench.files()).sort()).toEqual(['new', 'one', 'two']);
    });

    it('restores beside what lies there also where no name could be longer', async () => {
      const name = `${'Pr\u00fcfprotokoll '.repeat(15)}${'x'.repeat(11 + 15)}.txt`;
      expect(Buffer.byteLength(name)).toBe(255);
      const entry = await trashed(`Other/${name}`, 'old');
      await bench.hands.write(`Other/${name}`, 'new');
      const path = value(await bench.disk.restore(bench.folder, entry.id));
      expect(path).toMatch(/^Other\/Pr\u00fcfprotokoll .* \(restored\)\.txt$/);
      expect(await bench.files()).toEqual({ [`Other/${name}`]: 'new', [path]: 'old' });
    });

    it('gives back nothing that is no entry of it', async () => {
      const entry = await trashed('Other/a.txt', 'a');
      for (const id of [
        '',
        'x',
        '../site.json',
        `${entry.id}/x`,
        `../../Other/a.txt`,
        `${entry.id.split('/')[0]}/gone`,
      ])
        failure(await bench.disk.restore(bench.folder, id));
      value(await bench.disk.restore(bench.folder, entry.id));
      expect(failure(await bench.disk.restore(bench.folder, entry.id)).message).toContain(
        'no longer in the trash',
      );
    });

    it('drops what is old enough, files and partial downloads, and nothing else', async () => {
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-05.678Z/Other/old.txt', 'old');
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-05.678Z+1/Other/old.txt', 'old');
      await bench.hands.write('.sitesync/trash/not a time/kept.txt', 'kept');
      await bench.hands.write('.sitesync/tmp/old.part', 'old');
      await bench.hands.setTime('.sitesync/tmp/old.part', 1_700_000_000_000_000_000n);
      await bench.hands.write('.sitesync/tmp/young.part', 'young');
      await trashed('Other/young.txt', 'young');
      await bench.disk.purge(bench.folder, Date.parse('2026-01-02T03:04:05.679Z'));
      expect((await bench.trash()).map((entry) => entry[1]).sort()).toEqual(['kept', 'young']);
      expect(await bench.parts()).toEqual(['.sitesync/tmp/young.part']);
    });

    it('keeps quiet about what it may not drop, and about a folder that is not there', async () => {
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-05.678Z/Other/old.txt', 'old');
      await bench.hands.denied('.sitesync/trash/2026-01-02T03-04-05.678Z/Other', 'write', () =>
        bench.disk.purge(bench.folder, bench.home.now()),
      );
      expect((await bench.trash()).map((entry) => entry[1])).toEqual(['old']);
      await bench.disk.purge(`${bench.folder} 2`, bench.home.now());
    });

    it('drops the rest of what is old where one folder may not be dropped', async () => {
      const old = '.sitesync/trash/2026-01-02T03-04-05.678Z';
      await bench.hands.write(`${old}/Other/held/old.txt`, 'held');
      await bench.hands.write(`${old}/Other/old.txt`, 'old');
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-06.678Z/old.txt', 'old');
      await bench.hands.denied(`${old}/Other/held`, 'write', () =>
        bench.disk.purge(bench.folder, bench.home.now()),
      );
      expect((await bench.trash()).map((entry) => entry[1])).toEqual(['held']);
    });

    it('leaves the rest for the next time where it is told to end', async () => {
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-05.678Z/Other/old.txt', 'old');
      await bench.disk.purge(bench.folder, bench.home.now(), AbortSignal.abort());
      expect((await bench.trash()).map((entry) => entry[1])).toEqual(['old']);
      await bench.disk.purge(bench.folder, bench.home.now());
      expect(await bench.trash()).toEqual([]);
    });

    it('reaches through no link', async () => {
      await bench.hands.write('.sitesync/trash/2026-01-02T03-04-05.678Z/kept.txt', 'kept');
      await bench.hands.link('.sitesync/trash/2026-01-02T03-04-05.678Z/Other');
      await bench.hands.link('.sitesync/tmp');
      const linked = '2026-01-02T03-04-05.678Z/Other/secret.txt';
      expect(value(await bench.disk.listTrash(bench.folder)).map((entry) => entry.path)).toEqual([
        'kept.txt',
      ]);
      failure(await bench.disk.restore(bench.folder, linked));
      expect(failure(await bench.sink()).code).toBe('unsafe-path');
      await bench.disk.purge(bench.folder, bench.home.now() + 1e12);
      expect(await bench.hands.outside()).toEqual({ 'secret.txt': 'secret' });
    });
  });
}
