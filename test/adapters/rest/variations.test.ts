import { afterEach, describe, expect, test } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import type { FileFields } from '../../../main/sync/ports/service.ts';
import type { Variation } from '../../service/switches/variation.ts';
import { restHome, type ServiceHome } from './service-home.ts';
import { bytesBody, drain, failure, serviceSuite, value } from './service-suite.ts';

serviceSuite('over HTTP, relative addresses, empty errors, columns in seconds', () =>
  restHome({
    nextForm: 'relative',
    endForm: 'empty',
    errorForm: 'empty',
    createStatus: 200,
    deleteStatus: 200,
    timeseriesForm: 'columns',
    timeseriesTime: 'seconds',
  }),
);
serviceSuite('over HTTP, another host in next, HTML errors, a list of all points', () =>
  restHome({
    nextForm: 'other-host',
    endForm: 'absent',
    errorForm: 'html',
    createStatus: 202,
    deleteStatus: 202,
    updateStatus: 202,
    timeseriesForm: 'list',
    timeseriesTime: 'millis',
    timeseriesIgnoresRange: true,
  }),
);
serviceSuite('over HTTP, no next at all, flat points', () =>
  restHome({
    nextForm: 'null',
    timeseriesForm: 'flat',

    maxPageSize: 500,
  }),
);

describe('variations that take something away', () => {
  let home: ServiceHome;
  afterEach(() => home.close());

  const start = async (variation: Partial<Variation>): Promise<void> => {
    home = await restHome(variation);
  };
  const fields = (): FileFields => ({
    site: home.site,
    category: 'other',
    name: 'plan.txt',
    contentType: 'text/plain',
    metadata: { author: 'Kim', sitesync: { opId: 'op-1' } },
  });

  test.each(['chunked', 'gzip'] as const)('a %s download has no known length', async (downloadForm) => {
    await start({ downloadForm });
    const content = new Uint8Array(200_000).map((_, n) => n % 7);
    const id = home.addFile(home.site, 'big.bin', content);
    const download = value(await home.service.downloadFile(id, null));
    expect(download.total).toBeNull();
    expect((await drain(download)).equals(content)).toBe(true);
    const again = value(await home.service.downloadFile(id, { offset: 1000, etag: download.etag }));
    expect(again.offset).toBe(0);
    expect((await drain(again)).equals(content)).toBe(true);
  });

  test.each(['redirect', 'redirect-other-origin', 'link'] as const)(
    'a %s of a download is followed',
    async (downloadForm) => {
      await start({ downloadForm });
      const id = home.addFile(home.site, 'a.txt', 'the content');
      const download = value(await home.service.downloadFile(id, null));
      expect((await drain(download)).toString()).toBe('the content');
      const rest = value(await home.service.downloadFile(id, { offset: 4, etag: download.etag }));
      expect(rest).toMatchObject({ offset: 4, total: 11 });
      expect((await drain(rest)).toString()).toBe('content');
    },
  );

  test.each([
    ['metadataAsText', 'op-1'],
    ['metadataNull', null],
    ['dropsMetadata', null],
  ] as const)('with %s the facts are what there is', async (name, opId) => {
    await start({ [name]: true });
    const made = value(await home.service.createFile(fields(), bytesBody('a')));
    expect(made.record?.facts.opId).toBe(opId);
  });

  test('metadata that is text stays the same text through an update', async () => {
    await start({ metadataAsText: true });
    const made = value(await home.service.createFile(fields(), bytesBody('a'))).record;
    expect(typeof made?.metadata).toBe('string');
    value(await home.service.updateFile(made!.id, { ...fields(), metadata: made!.metadata }, null));
    expect(value(await home.service.readFile(made!.id)).metadata).toEqual(made!.metadata);
  });

  test('a signed address that is new at each reading is no change', async () => {
    await start({ signedUrls: true });
    const id = home.addFile(home.site, 'a.txt', 'a');
    const [one, two] = [value(await home.service.readFile(id)), value(await home.service.readFile(id))];
    expect(one.downloadUrl).not.toBe(two.downloadUrl);
    expect(one.fingerprint).toBe(two.fingerprint);
  });

  test('sizes beyond 2^53 and unknown categories are taken', async () => {
    await start({ categoriesUnknown: true });
    const id = home.addFile(home.site, 'a.txt', 'a');
    home.set({ hugeSizes: [id] });
    expect(value(await home.service.readFile(id))).toMatchObject({
      size: null,
      category: 'other',
      categoryText: 'handover',
    });
  });

  test('a smaller page than asked for is followed by its next', async () => {
    await start({ maxPageSize: 2 });
    for (let n = 0; n < 5; n += 1) home.addFile(home.site, `f${n}.txt`, 'x');
    const seen: FileId[] = [];
    let at: { readonly offset: number; readonly limit: number | null } | null = { offset: 0, limit: null };
    while (at !== null) {
      const page: Awaited<ReturnType<typeof home.service.filesPage>> = await home.service.filesPage(
        home.site,
        at.offset,
        at.limit ?? 100,
      );
      seen.push(...value(page).items.map((file) => file.id));
      at = value(page).next;
    }
    expect(seen).toEqual(home.ids(home.site));
  });

  test.each([
    ['is believed where it reads the same', {}, true],
    ['is not where it reads otherwise', { createReply: 'unlike', updateReply: 'unlike' }, false],
  ] as const)('a record that a write shows %s, after one look', async (_, variation, isBelieved) => {
    await start(variation);
    const first = value(await home.service.createFile(fields(), bytesBody('one')));
    const before = home.service.requests;
    const id = first.id ?? home.addFile(home.site, 'plan.txt', 'one');
    const replies = [
      first,
      value(await home.service.updateFile(id, fields(), bytesBody('two'))),
      value(await home.service.createFile(fields(), bytesBody('three'))),
    ];
    expect(replies.map(({ record }) => record !== null)).toEqual(replies.map(() => isBelieved));
    // The first one is looked at, and none after it.
    expect([before, home.service.requests]).toEqual([2, 4]);
  });

  test('an update that answers nothing is done', async () => {
    await start({ updateStatus: 204, updateReply: 'nothing' });
    const id = home.addFile(home.site, 'plan.txt', 'old');
    const reply = await home.service.updateFile(id, fields(), bytesBody('new'));
    expect(value(reply)).toEqual({ id, record: null });
    expect(Buffer.from(home.content(id) ?? []).toString()).toBe('new');
  });

  test('what the service says no to is in its own words', async () => {
    await start({ refusesEmptyFiles: true });
    const refused = failure(await home.service.createFile(fields(), bytesBody('')));
    expect(refused.code).toBe('refused');
    expect(refused.message).toContain('The submitted file is empty.');
  });
});
