import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { FileId, ModelId, OpId, SiteId } from '../../../shared/model/ids.ts';
import { NO_FACTS, type SiteFile } from '../../../shared/model/site-file.ts';
import {
  type Download,
  DownloadBroken,
  type FileFields,
  type UploadBody,
} from '../../../main/sync/ports/service.ts';
import { must as value } from '../../support/must.ts';
import type { OpenHome, ServiceHome } from './service-home.ts';

export { value };

const OP = 'op-1' as OpId;
const NOWHERE = '00000000-0000-4000-8000-00000000dead' as FileId;

/** What every SiteDataService has to do, whatever stands behind it. */
export function serviceSuite(name: string, open: OpenHome): void {
  describe(`SiteDataService: ${name}`, () => {
    let home: ServiceHome;
    beforeEach(async () => {
      home = await open();
    });
    afterEach(() => home.close());

    const fields = (over: Partial<FileFields> = {}): FileFields => ({
      site: home.site,
      category: 'spec-sheet',
      name: 'pump.pdf',
      contentType: 'application/pdf',
      metadata: { author: 'Kim', sitesync: { opId: OP, path: 'Spec Sheet/pump.pdf' } },
      ...over,
    });
    const listing = async (site: SiteId): Promise<readonly SiteFile[]> =>
      value(await home.service.filesPage(site, 0, 500)).items;

    test('a good token is verified, another is asked to sign in', async () => {
      expect(await home.service.verifyToken()).toEqual({ ok: true, value: undefined });
      home.setToken('another');
      expect(failure(await home.service.verifyToken()).code).toBe('sign-in');
      expect(failure(await home.service.sitesPage(0, 10)).code).toBe('sign-in');
      home.setToken(null);
      expect(failure(await home.service.sitesPage(0, 10))).toMatchObject({
        code: 'sign-in',
        retry: 'on-sign-in',
      });
    });

    test('sites come in pages', async () => {
      const first = value(await home.service.sitesPage(0, 1));
      expect(first).toMatchObject({ count: 2, next: { offset: 1 }, odd: [] });
      expect(first.items[0]).toMatchObject({ id: home.site, name: 'Harbour House' });
      const second = value(await home.service.sitesPage(1, 1));
      expect(second.items[0]?.id).toBe(home.otherSite);
      expect(second.next).toBeNull();
    });

    test('files come in pages, in a lasting order, of the asked site', async () => {
      const ids = Array.from({ length: 5 }, (_, n) => home.addFile(home.site, `f${n}.txt`, `content ${n}`));
      home.addFile(home.otherSite, 'elsewhere.txt', 'x');
      const first = value(await home.service.filesPage(home.site, 0, 3));
      expect(first).toMatchObject({ count: 5, next: { offset: 3 } });
      const second = value(await home.service.filesPage(home.site, 2, 3));
      expect(second).toMatchObject({ count: 5, next: null });
      expect(first.items[2]).toEqual(second.items[0]);
      expect(new Set([...first.items, ...second.items].map((file) => file.id))).toEqual(new Set(ids));
    });

    test('a record reads as it is listed', async () => {
      const id = home.addFile(home.site, 'plan.txt', 'hello');
      const [listed] = await listing(home.site);
      expect(value(await home.service.readFile(id))).toEqual(listed);
      expect(listed).toMatchObject({ name: 'plan.txt', size: 5, category: 'other', site: home.site });
      expect(failure(await home.service.readFile(NOWHERE)).code).toBe('not-found');
    });

    test('a created file is stored with its fields, its facts and its bytes', async () => {
      let sent = 0;
      const body = bytesBody('%PDF-1.7 pump');
      const reply = value(
        await home.service.createFile(fields(), body, { onBytes: (bytes) => (sent += bytes) }),
      );
      expect(reply.record).toMatchObject({ name: 'pump.pdf', category: 'spec-sheet', size: 13 });
      expect(reply.record?.metadata).toMatchObject({ author: 'Kim' });
      expect(reply.record?.facts).toMatchObject({ opId: OP, path: 'Spec Sheet/pump.pdf' });
      expect(await listing(home.site)).toEqual([reply.record]);
      expect(text(home.content(reply.id!))).toBe('%PDF-1.7 pump');
      expect(sent).toBe(13);
    });

    test('names of any script and sign survive', async () => {
      const names = ['Grundriß "A" %22.pdf', '図面 ü.pdf', 'a;b=c&d\\e.pdf', "it's.pdf", '🏗️.pdf'];
      for (const name of names) value(await home.service.createFile(fields({ name }), bytesBody(name)));
      expect((await listing(home.site)).map((file) => file.name)).toEqual(names);
    });

    test('an empty file is stored', async () => {
      const reply = value(await home.service.createFile(fields(), bytesBody('')));
      expect(reply.record?.size).toBe(0);
      expect(home.content(reply.id!)?.length).toBe(0);
    });

    test('a streamed file arrives whole and says how far it is', async () => {
      const chunks = Array.from({ length: 3 }, (_, n) => new Uint8Array(1024 * 1024).fill(n + 1));
      let sent = 0;
      const reply = value(
        await home.service.createFile(fields(), streamBody(3 * 1024 * 1024, chunks), {
          onBytes: (bytes) => (sent += bytes),
        }),
      );
      expect(Buffer.concat(chunks).equals(home.content(reply.id!)!)).toBe(true);
      expect(sent).toBe(3 * 1024 * 1024);
    });

    test.each([
      ['shorter', 5, 'still-changing'],
      ['longer', 3, 'still-changing'],
    ])('a stream %s than announced stores nothing', async (_, announced, code) => {
      const body = streamBody(announced, [new Uint8Array(4)]);
      expect(failure(await home.service.createFile(fields(), body)).code).toBe(code);
      expect(home.ids(home.site)).toEqual([]);
    });

    test('a stream that breaks off stores nothing and is let go', async () => {
      let closed = false;
      const body: UploadBody = {
        kind: 'stream',
        size: 10,
        open: async function* () {
          try {
            yield new Uint8Array(4);
            throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
          } finally {
            closed = true;
          }
        },
      };
      expect(failure(await home.service.createFile(fields(), body)).code).toBe('unreadable');
      expect(home.ids(home.site)).toEqual([]);
      expect(closed).toBe(true);
    });

    test('an update with bytes is another version', async () => {
      const id = home.addFile(home.site, 'plan.txt', 'one');
      const before = value(await home.service.readFile(id));
      const reply = value(await home.service.updateFile(id, fields({ name: 'plan.txt' }), bytesBody('two')));
      expect(reply.id).toBe(id);
      expect(text(home.content(id))).toBe('two');
      const after = value(await home.service.readFile(id));
      expect(after.fingerprint).not.toBe(before.fingerprint);
      expect(reply.record).toEqual(after);
    });

    test('an update without bytes changes the fields alone', async () => {
      const id = home.addFile(home.site, 'plan.txt', 'kept');
      value(await home.service.updateFile(id, fields({ name: 'new.txt', category: 'maintenance' }), null));
      expect(text(home.content(id))).toBe('kept');
      expect(value(await home.service.readFile(id))).toMatchObject({
        name: 'new.txt',
        category: 'maintenance',
      });
      home.set({ updateNeedsFile: true });
      expect(failure(await home.service.updateFile(id, fields(), null)).code).toBe('bytes-needed');
      expect(value(await home.service.updateFile(id, fields(), bytesBody('kept'))).id).toBe(id);
      expect(failure(await home.service.updateFile(NOWHERE, fields(), bytesBody('x'))).code).toBe(
        'not-found',
      );
    });

    test('a deleted file is gone, and deleting it again is done', async () => {
      const id = home.addFile(home.site, 'plan.txt', 'x');
      expect(await home.service.deleteFile(id)).toEqual({ ok: true, value: undefined });
      expect(home.ids(home.site)).toEqual([]);
      expect(await home.service.deleteFile(id)).toEqual({ ok: true, value: undefined });
      expect(failure(await home.service.readFile(id)).code).toBe('not-found');
      expect(failure(await home.service.downloadFile(id, null)).code).toBe('not-found');
    });

    test('a download brings the bytes', async () => {
      const content = new Uint8Array(300_000).map((_, n) => n % 251);
      const id = home.addFile(home.site, 'big.bin', content);
      let received = 0;
      const download = value(
        await home.service.downloadFile(id, null, { onBytes: (bytes) => (received += bytes) }),
      );
      expect(download).toMatchObject({ offset: 0, total: 300_000, unchanged: false });
      expect((await drain(download)).equals(content)).toBe(true);
      expect(received).toBe(300_000);
      const empty = home.addFile(home.site, 'empty.bin', '');
      expect((await drain(value(await home.service.downloadFile(empty, null)))).length).toBe(0);
    });

    test('a broken download is told apart from a whole one and resumes', async () => {
      const content = new Uint8Array(300_000).map((_, n) => n % 249);
      const id = home.addFile(home.site, 'big.bin', content);
      home.fail('download', { truncateDownload: 100_000 });
      const first = value(await home.service.downloadFile(id, null));
      const start: Uint8Array[] = [];
      const broken = await (async () => {
        for await (const chunk of first.stream) start.push(chunk);
      })().catch((error: unknown) => error);
      expect(broken).toBeInstanceOf(DownloadBroken);
      expect((broken as DownloadBroken).failure).toMatchObject({ code: 'timeout', retry: 'later' });
      const here = Buffer.concat(start);
      const rest = value(await home.service.downloadFile(id, { offset: here.length, etag: first.etag }));
      expect(rest).toMatchObject({ offset: here.length, total: 300_000 });
      expect(Buffer.concat([here, await drain(rest)]).equals(content)).toBe(true);
    });

    test('a download of another version starts over', async () => {
      const id = home.addFile(home.site, 'plan.txt', 'version one');
      const old = value(await home.service.downloadFile(id, null));
      await drain(old);
      home.editFile(id, 'version two, longer');
      const fresh = value(await home.service.downloadFile(id, { offset: 4, etag: old.etag }));
      expect(fresh.offset).toBe(0);
      expect(text(await drain(fresh))).toBe('version two, longer');
      const beyond = value(await home.service.downloadFile(id, { offset: 4000, etag: fresh.etag }));
      expect(beyond.offset).toBe(0);
      expect(text(await drain(beyond))).toBe('version two, longer');
    });

    test('a download may be left before its end', async () => {
      const id = home.addFile(home.site, 'big.bin', new Uint8Array(2_000_000));
      const download = value(await home.service.downloadFile(id, null));
      for await (const chunk of download.stream) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      const unread = value(await home.service.downloadFile(id, null));
      unread.cancel();
      expect((await listing(home.site)).length).toBe(1);
    });

    test('a model is sent once and then only when it changes', async () => {
      const model = 'model-1' as ModelId;
      home.addModel(model, 'glTF one');
      const none = { etag: null, resume: null };
      const first = value(await home.service.downloadModel(home.site, model, none));
      expect(text(await drain(first))).toBe('glTF one');
      const again = value(await home.service.downloadModel(home.site, model, { ...none, etag: first.etag }));
      expect(again.unchanged).toBe(true);
      expect((await drain(again)).length).toBe(0);
      home.addModel(model, 'glTF two');
      const next = value(await home.service.downloadModel(home.site, model, { ...none, etag: first.etag }));
      expect(next.unchanged).toBe(false);
      expect(text(await drain(next))).toBe('glTF two');
      const unknown = await home.service.downloadModel(home.site, 'none' as ModelId, none);
      expect(failure(unknown).code).toBe('not-found');
    });

    test('series come within their range, each asked one once', async () => {
      home.addPoints('s1', [
        [1_700_000_000_000, 1],
        [1_700_000_900_000, null],
        [1_700_001_800_000, 3.5],
      ]);
      const range = { from: 1_700_000_000_000, to: 1_700_001_800_000 };
      const [known, unknown] = value(await home.service.querySeries(home.site, ['s1', 'nobody'], range));
      expect([...known!.times]).toEqual([1_700_000_000_000, 1_700_000_900_000]);
      expect([...known!.values]).toEqual([1, Number.NaN]);
      expect(unknown).toMatchObject({ id: 'nobody', times: new Float64Array() });
    });

    test('a create or update whose reply is lost has no known outcome, a delete is looked after', async () => {
      home.fail('create', 'lose-before');
      expect(failure(await home.service.createFile(fields(), bytesBody('a'))).code).toBe('unknown-outcome');
      expect(home.ids(home.site)).toEqual([]);
      home.fail('create', 'lose-after');
      expect(failure(await home.service.createFile(fields(), bytesBody('a'))).code).toBe('unknown-outcome');
      const [made] = await listing(home.site);
      home.fail('update', 'lose-after');
      const update = await home.service.updateFile(made!.id, fields(), bytesBody('b'));
      expect(failure(update).code).toBe('unknown-outcome');
      expect(text(home.content(made!.id))).toBe('b');
      home.fail('delete', 'lose-before');
      expect(failure(await home.service.deleteFile(made!.id)).code).toBe('unknown-outcome');
      expect(home.ids(home.site)).toEqual([made!.id]);
      home.fail('delete', 'lose-after');
      value(await home.service.deleteFile(made!.id));
      expect(home.ids(home.site)).toEqual([]);
    });

    test.each([
      [401, 'sign-in', 'on-sign-in'],
      [403, 'no-access', 'later'],
      [500, 'service-error', 'later'],
    ])('status %i is %s', async (status, code, retry) => {
      home.fail('list', { status });
      expect(failure(await home.service.filesPage(home.site, 0, 10))).toMatchObject({ code, retry });
    });

    test.each([
      [400, 'refused'],
      [413, 'too-large'],
      [415, 'type-refused'],
      [504, 'unknown-outcome'],
    ])('a create answered %i is %s', async (status, code) => {
      home.fail('create', { status });
      expect(failure(await home.service.createFile(fields(), bytesBody('a'))).code).toBe(code);
    });

    test.each([
      [429, 0],
      [503, 30_000],
    ])('status %i says how long to wait, %i ms where it says nothing', async (status, usual) => {
      home.fail('list', { status, retryAfter: 7 });
      const busy = failure(await home.service.filesPage(home.site, 0, 10));
      expect(busy).toMatchObject({ code: 'busy', retryAfterMs: 7000 });
      home.fail('list', { status });
      expect(failure(await home.service.filesPage(home.site, 0, 10)).retryAfterMs).toBe(usual);
    });

    test('a stopped call is cancelled and sends nothing', async () => {
      const before = home.service.requests;
      const options = { signal: AbortSignal.abort() };
      expect(failure(await home.service.sitesPage(0, 1, options)).code).toBe('cancelled');
      expect(failure(await home.service.createFile(fields(), bytesBody('a'), options)).code).toBe(
        'cancelled',
      );
      expect(home.service.requests).toBe(before);
      value(await home.service.sitesPage(0, 1));
      expect(home.service.requests).toBe(before + 1);
    });

    test('a create may answer less than the record', async () => {
      home.set({ createReply: 'id' });
      const reply = value(await home.service.createFile(fields(), bytesBody('a')));
      expect(reply).toEqual({ id: home.ids(home.site)[0], record: null });
      home.set({ createReply: 'nothing' });
      const silent = value(await home.service.createFile(fields({ name: 'b.pdf' }), bytesBody('b')));
      expect(silent.record).toBeNull();
      expect(home.ids(home.site).length).toBe(2);
    });

    test('a service that drops the metadata leaves us without facts', async () => {
      home.set({ dropsMetadata: true });
      value(await home.service.createFile(fields(), bytesBody('a')));
      const [record] = await listing(home.site);
      expect(record?.facts).toEqual(NO_FACTS);
    });

    test('rows that are missing, repeated or of another site are passed on as they came', async () => {
      for (let n = 0; n < 4; n += 1) home.addFile(home.site, `f${n}.txt`, 'x');
      const elsewhere = home.addFile(home.otherSite, 'other.txt', 'x');
      home.set({ skipRow: 1 });
      const skipped = value(await home.service.filesPage(home.site, 0, 10));
      expect([skipped.items.length, skipped.count]).toEqual([3, 4]);
      home.set({ duplicateRow: 1 });
      const doubled = value(await home.service.filesPage(home.site, 0, 10));
      expect([doubled.items.length, new Set(doubled.items.map((file) => file.id)).size]).toEqual([5, 4]);
      home.set({ ignoresFilters: true });
      const all = value(await home.service.filesPage(home.site, 0, 10));
      expect(all.items.find((file) => file.id === elsewhere)?.site).toBe(home.otherSite);
      home.set({ emptyListing: true });
      expect(value(await home.service.filesPage(home.site, 0, 10))).toMatchObject({ items: [], next: null });
    });
  });
}

export function failure(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('A failure was due.');
  return result.failure;
}

export function bytesBody(content: string): UploadBody {
  return { kind: 'bytes', bytes: new TextEncoder().encode(content) };
}

export function streamBody(size: number, chunks: readonly Uint8Array[]): UploadBody {
  return {
    kind: 'stream',
    size,
    open: async function* () {
      for (const chunk of chunks) yield chunk;
    },
  };
}

export async function drain(download: Download): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
