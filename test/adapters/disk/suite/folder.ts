import { describe, expect, it } from 'vitest';
import type { SiteId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { asWritten, failure, MARKER, value, type Bench } from './bench.ts';

export function folderSuite(bench: Bench): void {
  describe('the site’s folder and its marker', () => {
    it('is made with the category folders and a marker that reads back', async () => {
      expect(asWritten(await bench.disk.readMarker(bench.folder))).toEqual(MARKER);
      await bench.hands.write('3D Model/a.glb', 'a');
      expect((await bench.scan()).paths).toEqual(['3D Model/a.glb']);
    });

    it('is folder-missing where nothing is there, and no marker where the folder has none', async () => {
      expect(failure(await bench.disk.readMarker(`${bench.folder} 2`)).code).toBe('folder-missing');
      await bench.hands.remove('.sitesync/site.json');
      expect(value(await bench.disk.readMarker(bench.folder))).toBeNull();
      await bench.hands.write('.sitesync/site.json', '{"site": 7}');
      expect(value(await bench.disk.readMarker(bench.folder))).toBeNull();
      await bench.hands.write('.sitesync/site.json', '{"si');
      expect(value(await bench.disk.readMarker(bench.folder))).toBeNull();
    });

    it('is known to what is in it, and to itself', async () => {
      const own = { folder: await bench.disk.realPath(bench.folder), site: MARKER.site };
      expect(await bench.disk.sitesAround(bench.folder)).toEqual([own]);
      expect(await bench.disk.sitesAround(`${bench.folder}/Other/not there yet`)).toEqual([own]);
      expect(await bench.disk.sitesAround(`${bench.folder} 2`)).toEqual([]);
      value(
        await bench.disk.createSiteFolder(`${bench.folder}/Other/inner`, {
          ...MARKER,
          site: 'inner' as SiteId,
        }),
      );
      expect(await bench.disk.sitesAround(`${bench.folder}/Other/inner/Other`)).toEqual([
        { folder: `${own.folder}/Other/inner`, site: 'inner' },
        own,
      ]);
    });

    it('tells how much lies in a folder that no scan reports', async () => {
      const models = (): ReturnType<typeof bench.disk.bytesBelow> =>
        bench.disk.bytesBelow(bench.folder, 'Models' as RelPath);
      expect(await models()).toEqual({ bytes: 0, isWhole: true });
      await bench.hands.write('Models/tower.glb', '12345');
      await bench.hands.write('Models/old/tower.glb', '678');
      await bench.hands.write('Other/a.txt', 'beside');
      expect(await models()).toEqual({ bytes: 8, isWhole: true });
      // What cannot be read hides nothing else, and it is said.
      const inPart = { bytes: 5, isWhole: false };
      expect(await bench.hands.denied('Models/old', 'read', models)).toEqual(inPart);
      expect(await bench.hands.denied('Models', 'read', models)).toEqual({ ...inPart, bytes: 0 });
    });

    it('gets another marker where one is there, and nothing is made where none is', async () => {
      const next = { ...MARKER, generation: 'next' };
      value(await bench.disk.rewriteMarker(bench.folder, next, MARKER));
      expect(asWritten(await bench.disk.readMarker(bench.folder))).toEqual(next);
      await bench.hands.remove('.sitesync/site.json');
      expect(failure(await bench.disk.rewriteMarker(bench.folder, MARKER, next)).code).toBe('folder-missing');
      expect(failure(await bench.disk.rewriteMarker(`${bench.folder} 2`, MARKER, next)).code).toBe(
        'folder-missing',
      );
      expect(await bench.files()).toEqual({});
    });

    it.each([
      ['generation', { ...MARKER, generation: 'next' }],
      ['edition', { ...MARKER, edition: 7 }],
    ])('keeps its marker where that is not the one that was found: another %s', async (_, next) => {
      const found = { ...MARKER, generation: 'another' };
      const rewritten = await bench.disk.rewriteMarker(bench.folder, next, found);
      const made = await bench.disk.createSiteFolder(bench.folder, next, found);
      for (const refused of [rewritten, made])
        expect(failure(refused)).toMatchObject({ code: 'folder-missing', reason: 'put-back' });
      expect(asWritten(await bench.disk.readMarker(bench.folder))).toEqual(MARKER);
    });

    it('keeps its marker, and says which it is, where that may not be written', async () => {
      const refused = await bench.hands.denied('.sitesync', 'write', () =>
        bench.disk.rewriteMarker(bench.folder, { ...MARKER, generation: 'next' }, MARKER),
      );
      expect(failure(refused).code).toBe('read-only');
      expect(failure(refused).message).toContain('site.json');
      expect(asWritten(await bench.disk.readMarker(bench.folder))).toEqual(MARKER);
    });

    it('has a marker without a word where that is of a SiteSync before it, or none', async () => {
      const { site, baseUrl, folderId } = MARKER;
      for (const generation of [{}, { generation: null }, { generation: 7 }]) {
        const text = JSON.stringify({ site, baseUrl, folderId, ...generation });
        await bench.hands.write('.sitesync/site.json', text);
        expect(asWritten(await bench.disk.readMarker(bench.folder))).toEqual(MARKER);
      }
    });

    it('takes over a folder of the same site with what is in it, and refuses one of another site', async () => {
      await bench.hands.write('Other/mine.txt', 'mine');
      value(await bench.disk.createSiteFolder(bench.folder, { ...MARKER, folderId: 'folder-2' }));
      expect(value(await bench.disk.readMarker(bench.folder))?.folderId).toBe('folder-2');
      const other = { ...MARKER, site: 'site-2' as SiteId };
      const refused = failure(await bench.disk.createSiteFolder(bench.folder, other));
      expect(refused).toMatchObject({ code: 'bad-input' });
      expect(refused.message).toContain(bench.folder);
      expect(value(await bench.disk.readMarker(bench.folder))?.site).toBe('site-1');
      expect(await bench.files()).toEqual({ 'Other/mine.txt': 'mine' });
    });

    it('is not made where a file stands in its way', async () => {
      await bench.hands.write('Other/a file', 'a');
      for (const path of ['Other/a file', 'Other/a file/deeper']) {
        const refused = failure(await bench.disk.createSiteFolder(`${bench.folder}/${path}`, MARKER));
        expect(refused.code).toBe('bad-input');
        expect(refused.message).toContain(path);
      }
      expect(await bench.files()).toEqual({ 'Other/a file': 'a' });
    });

    it('can be asked about before it is made, and nothing stays of the question', async () => {
      for (const path of ['Other', 'Other/not there/nor this'])
        value(await bench.disk.tryFolder(`${bench.folder}/${path}`));
      await bench.hands.write('Other/a file', 'a');
      for (const path of ['Other/a file', 'Other/a file/deeper']) {
        const refused = failure(await bench.disk.tryFolder(`${bench.folder}/${path}`));
        expect(refused.code).toBe('bad-input');
        expect(refused.message).toContain(path);
      }
      const denied = await bench.hands.denied('Other', 'write', () =>
        bench.disk.tryFolder(`${bench.folder}/Other/deeper`),
      );
      expect(failure(denied).code).toBe('read-only');
      expect(await bench.files()).toEqual({ 'Other/a file': 'a' });
      expect(failure(await bench.disk.readMarker(`${bench.folder}/Other/not there`)).code).toBe(
        'folder-missing',
      );
    });

    it('is never made inside a link', async () => {
      await bench.hands.remove('.sitesync');
      await bench.hands.link('.sitesync');
      expect(failure(await bench.disk.createSiteFolder(bench.folder, MARKER)).code).toBe('unsafe-path');
      expect(await bench.hands.outside()).toEqual({ 'secret.txt': 'secret' });
    });

    it('says how much room there is, and folder-missing where there is none to ask about', async () => {
      const space = value(await bench.disk.space(bench.folder));
      expect(space.freeBytes).toBeGreaterThan(0);
      expect(space.totalBytes).toBeGreaterThanOrEqual(space.freeBytes);
      expect(value(await bench.disk.space(bench.folder)).disk).toBe(space.disk);
      expect(failure(await bench.disk.space(`${bench.folder} 2`)).code).toBe('folder-missing');
    });

    it('drops folders that became empty but for the category folders', async () => {
      await bench.hands.write('Other/deep/er/a.txt', 'a');
      await bench.hands.write('Site visit/b.txt', 'b');
      await bench.hands.remove('Other/deep/er/a.txt');
      await bench.disk.pruneEmptyFolders(bench.folder, 'Other/deep/er/a.txt' as RelPath);
      await bench.disk.pruneEmptyFolders(bench.folder, 'Site visit/gone.txt' as RelPath);
      await bench.hands.write('Other/new.txt', 'the category folder stayed');
      expect(Object.keys(await bench.files()).sort()).toEqual(['Other/new.txt', 'Site visit/b.txt']);
    });
  });
}
