import { rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, put, SITE, startWorld } from '../../support/laptop.ts';
import type { Variation } from '../../service/switches/variation.ts';

/** The readings of design section 5 that the whole way has to bear, each by itself. */
const VARIATIONS: readonly (readonly [string, Partial<Variation>])[] = [
  ['a create answers with the id alone', { createReply: 'id' }],
  ['a create answers with nothing', { createReply: 'nothing', createStatus: 202 }],
  ['answers to writes have other texts than lists', { createReply: 'unlike', updateReply: 'unlike' }],
  ['an update answers with nothing', { updateReply: 'nothing', updateStatus: 204 }],
  ['an update needs the file', { updateNeedsFile: true }],
  ['metadata is dropped', { dropsMetadata: true }],
  ['metadata comes as text', { metadataAsText: true }],
  ['filters are ignored', { ignoresFilters: true }],
  ['pages hold three rows at most', { maxPageSize: 3 }],
  ['pages of over a hundred rows are refused', { maxPageSize: 100, refusesLargePages: true }],
  ['next is relative', { maxPageSize: 3, nextForm: 'relative' }],
  ['next is absent', { maxPageSize: 3, nextForm: 'absent' }],
  ['next names another host', { maxPageSize: 3, nextForm: 'other-host' }],
  ['errors are HTML', { errorForm: 'html' }],
  ['errors are empty', { errorForm: 'empty' }],
  ['downloads are redirected', { downloadForm: 'redirect' }],
  ['downloads are redirected to another origin', { downloadForm: 'redirect-other-origin' }],
  ['downloads are links in JSON', { downloadForm: 'link' }],
  ['downloads are chunked', { downloadForm: 'chunked' }],
  ['downloads are compressed', { downloadForm: 'gzip' }],
  ['addresses are signed anew each time', { signedUrls: true }],
  ['delete answers 200', { deleteStatus: 200 }],
];

describe.each(VARIATIONS)('where %s', (_, variation) => {
  it('two laptops end equal, one record a file, and a further sync writes nothing', async () => {
    const world = await startWorld({ variation });
    try {
      world.service.store.addSite({ id: 'site-2', name: 'Elsewhere' });
      world.service.store.addFile('site-2', { name: 'foreign.txt', category: 'other', content: 'not ours' });
      const [anna, ben] = [world.laptop('anna'), world.laptop('ben')];
      await anna.sync();
      for (const name of ['a', 'b', 'c', 'd', 'e']) await put(anna, `Other/${name}.txt`, `${name} one`);
      await anna.sync();
      await ben.sync();
      await put(ben, 'Other/a.txt', 'a two');
      await rename(join(ben.folder, 'Other/b.txt'), join(ben.folder, 'Spec Sheet/b.txt'));
      await unlink(join(ben.folder, 'Other/c.txt'));
      await put(anna, 'Other/d.txt', 'd anna');
      for (const laptop of [ben, anna, ben, anna, ben]) await laptop.sync();
      world.service.requests.clear();
      for (const laptop of [anna, ben]) expect((await laptop.sync()).state).toBe('in-sync');
      expect(world.service.requests.writes()).toEqual([]);
      const expected = {
        'Other/a.txt': 'a two',
        'Spec Sheet/b.txt': 'b one',
        'Other/d.txt': 'd anna',
        'Other/e.txt': 'e one',
      };
      expect(await filesIn(anna.folder)).toEqual(expected);
      expect(await filesIn(ben.folder)).toEqual(expected);
      expect(world.service.store.files(SITE)).toHaveLength(4);
    } finally {
      await world.close();
    }
  });
});

describe('a service that rewrites what it is sent', () => {
  it('is taken at its word, without an upload loop', async () => {
    const world = await startWorld({ variation: { rewritesContent: true } });
    try {
      const [anna, ben] = [world.laptop('anna'), world.laptop('ben')];
      await anna.sync();
      await put(anna, 'KG CSV Datamodel/points.csv', 'id,name\n1,x');
      await anna.sync();
      await ben.sync();
      world.service.requests.clear();
      for (const laptop of [anna, ben, anna, ben]) expect((await laptop.sync()).state).toBe('in-sync');
      expect(world.service.requests.writes()).toEqual([]);
    } finally {
      await world.close();
    }
  });
});

describe('a service whose answers to writes have other texts than its lists', () => {
  it.each([
    ['keeps the metadata', false],
    ['drops it', true],
  ])('and that %s: what was sent looks edited by nobody', async (_, dropsMetadata) => {
    const world = await startWorld({
      variation: { createReply: 'unlike', updateReply: 'unlike', dropsMetadata },
    });
    try {
      const anna = world.laptop('anna');
      await anna.sync();
      await put(anna, 'Other/a.txt', 'one');
      await put(anna, 'Other/b.txt', 'one');
      await anna.sync();
      await put(anna, 'Other/b.txt', 'two');
      await anna.sync();
      for (const name of ['a.txt', 'b.txt']) await unlink(join(anna.folder, 'Other', name));
      expect((await anna.sync()).sites[0]).toMatchObject({ deletedRemote: 2, downloaded: 0, problems: [] });
      expect(world.service.requests.downloads()).toEqual([]);
      expect(world.service.store.files(SITE)).toEqual([]);
    } finally {
      await world.close();
    }
  });
});

describe('answers that are no answers', () => {
  it.each([
    ['a page of HTML in place of the list', 'html-200'],
    ['a server error', { status: 500 }],
  ] as const)('%s deletes nothing and says so', async (_, action) => {
    const world = await startWorld();
    try {
      const anna = world.laptop('anna');
      world.service.store.addFile(SITE, { name: 'a.txt', category: 'other', content: 'a' });
      await anna.sync();
      world.service.failNext({ match: { method: 'GET', pathPrefix: '/api/v1/files/' }, times: 50, action });
      const report = await anna.sync();
      expect(report.state).toBe('problems');
      expect(report.sites[0]?.problems[0]?.hint).not.toBe('');
      expect(await filesIn(anna.folder)).toEqual({ 'Other/a.txt': 'a' });
      world.service.reset();
      expect((await anna.sync()).state).toBe('in-sync');
    } finally {
      await world.close();
    }
  });

  it.each([
    ['the service refuses for good waits for a change of the file, with its words', 'json'],
    ['a proxy may have refused is not sent with each sync either', 'html'],
  ] as const)('what %s', async (_, errorForm) => {
    const world = await startWorld({ faults: { maxUploadBytes: 10 }, variation: { errorForm } });
    try {
      const anna = world.laptop('anna');
      await anna.sync();
      await put(anna, 'Other/big.txt', 'more than ten bytes');
      await put(anna, 'Other/small.txt', 'small');
      const report = await anna.sync();
      expect(report.sites[0]).toMatchObject({
        created: 1,
        problems: [{ path: 'Other/big.txt', code: 'too-large' }],
      });
      world.service.requests.clear();
      expect((await anna.sync()).state).toBe('problems');
      expect(world.service.requests.writes()).toEqual([]);
      await put(anna, 'Other/big.txt', 'short');
      expect((await anna.sync()).state).toBe('in-sync');
    } finally {
      await world.close();
    }
  });

  it('a broken download leaves nothing half-written and is fetched again', async () => {
    const world = await startWorld();
    try {
      const anna = world.laptop('anna');
      world.service.store.addFile(SITE, {
        name: 'model.bin',
        category: 'model-3d',
        content: 'x'.repeat(3_000_000),
      });
      world.service.failNext({
        match: { method: 'GET', pathPrefix: '/api/v1/files/' },
        after: 1,
        times: 1,
        action: { truncateDownload: 1_000_000 },
      });
      expect((await anna.sync()).state).toBe('in-sync');
      expect((await filesIn(anna.folder))['3D Model/model.bin']).toHaveLength(3_000_000);
      await rm(join(anna.folder, '3D Model/model.bin'));
    } finally {
      await world.close();
    }
  });
});
