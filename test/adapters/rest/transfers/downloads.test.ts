import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { FileId, ModelId, SiteId } from '../../../../shared/model/ids.ts';
import { clientOf, rawServer, type RawServer } from '../raw-server.ts';
import { drain, failure, value } from '../service-suite.ts';

const FILE = 'a/b c?#' as FileId;
const CONTENT = 'the whole content';
const RESUME = { offset: 4, etag: '"v1"' };

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

/** A service that answers a request with Range in one way and one without in another. */
async function serve(
  part: (response: ServerResponse, request: IncomingMessage) => void,
  whole: (response: ServerResponse) => void = (response) =>
    void response.writeHead(200, { etag: '"v1"', 'content-length': String(CONTENT.length) }).end(CONTENT),
): Promise<{ readonly server: RawServer; readonly service: ReturnType<typeof clientOf> }> {
  const server = await rawServer((request, response) => {
    if (request.headers.range === undefined) whole(response);
    else part(response, request);
  });
  const service = clientOf(server.url);
  open.push(service, server);
  return { server, service };
}

function range(contentRange: string, over: Record<string, string> = {}): (response: ServerResponse) => void {
  return (response) =>
    void response
      .writeHead(206, { 'content-range': contentRange, etag: '"v1"', ...over })
      .end(CONTENT.slice(4));
}

test('a rest that fits is taken, and asked for with If-Range', async () => {
  const { server, service } = await serve(range('bytes 4-16/17'));
  const download = value(await service.downloadFile(FILE, RESUME));
  expect(download).toMatchObject({ offset: 4, total: 17, etag: '"v1"' });
  expect((await drain(download)).toString()).toBe(CONTENT.slice(4));
  expect(server.seen[0]).toMatchObject({
    url: '/api/v1/files/a%2Fb%20c%3F%23/download/',
    headers: { range: 'bytes=4-', 'if-range': '"v1"', 'accept-encoding': 'identity' },
  });
});

test('a weak etag is not sent in If-Range but compared', async () => {
  const { server, service } = await serve(range('bytes 4-16/17', { etag: 'W/"v1"' }));
  const same = value(await service.downloadFile(FILE, { offset: 4, etag: 'W/"v1"' }));
  expect(same.offset).toBe(4);
  expect((await drain(same)).length).toBe(13);
  const other = value(await service.downloadFile(FILE, { offset: 4, etag: 'W/"v0"' }));
  expect(other.offset).toBe(0);
  await drain(other);
  expect(server.seen.every((request) => request.headers['if-range'] === undefined)).toBe(true);
});

test.each([
  ['another start', range('bytes 3-16/17')],
  ['an end before the end', range('bytes 4-15/17')],
  ['a length that does not fit', range('bytes 4-16/17', { 'content-length': '5' })],
  ['no Content-Range', (response: ServerResponse) => void response.writeHead(206).end('x')],
  ['another version', range('bytes 4-16/17', { etag: '"v2"' })],
  ['a packed part', range('bytes 4-16/17', { 'content-encoding': 'gzip' })],
  ['400', (response: ServerResponse) => void response.writeHead(400).end('No ranges.')],
  ['412', (response: ServerResponse) => void response.writeHead(412).end()],
  ['500', (response: ServerResponse) => void response.writeHead(500).end()],
  ['416', (response: ServerResponse) => void response.writeHead(416, { 'content-range': 'bytes */3' }).end()],
])('a partial answer with %s starts over', async (_, part) => {
  const { server, service } = await serve(part);
  const download = value(await service.downloadFile(FILE, RESUME));
  expect(download).toMatchObject({ offset: 0, total: 17 });
  expect((await drain(download)).toString()).toBe(CONTENT);
  expect(server.seen.length).toBe(2);
});

test('the whole in answer to a range starts at 0', async () => {
  const { server, service } = await serve((response) => void response.writeHead(200).end(CONTENT));
  const download = value(await service.downloadFile(FILE, RESUME));
  expect(download).toMatchObject({ offset: 0 });
  expect((await drain(download)).toString()).toBe(CONTENT);
  expect(server.seen.length).toBe(1);
});

test('a packed answer is unpacked, and its length is not known', async () => {
  const packed = gzipSync(CONTENT);
  const { service } = await serve(
    () => undefined,
    (response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length), etag: '"v1"' })
        .end(packed),
  );
  const download = value(await service.downloadFile(FILE, null));
  expect(download.total).toBeNull();
  expect((await drain(download)).toString()).toBe(CONTENT);
});

test.each([
  ['is stored packed, and named so', (packed: Buffer) => packed.length, (packed: Buffer) => packed],
  ['was packed for the way', () => CONTENT.length, () => Buffer.from(CONTENT)],
])('what %s comes as it is stored', async (_, sizeOf, due) => {
  const packed = gzipSync(CONTENT);
  const { service } = await serve(
    () => undefined,
    (response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) })
        .end(packed),
  );
  const download = value(await service.downloadFile(FILE, null, { size: sizeOf(packed) }));
  expect((await drain(download)).equals(due(packed))).toBe(true);
});

test.each([
  ['cut', (packed: Buffer) => packed.subarray(0, 60), 'timeout'],
  ['spoilt', (packed: Buffer) => packed.fill(255, 40, 60), 'not-understood'],
])('a packed answer that is %s is broken', async (_, broken, code) => {
  const packed = gzipSync(Buffer.alloc(100_000, 'abcdefg'));
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(broken(packed)),
  );
  const reading = drain(value(await service.downloadFile(FILE, null)));
  await expect(reading).rejects.toMatchObject({
    name: 'DownloadBroken',
    failure: { code },
  });
});

test('a chunked answer without a length is whole at its end and broken before', async () => {
  const { service } = await serve(
    (response) => {
      response.writeHead(200);
      response.write('half', () => response.destroy());
    },
    (response) => {
      response.write(CONTENT.slice(0, 5));
      response.end(CONTENT.slice(5));
    },
  );
  const whole = value(await service.downloadFile(FILE, null));
  expect(whole.total).toBeNull();
  expect((await drain(whole)).toString()).toBe(CONTENT);
  const half = value(await service.downloadFile(FILE, RESUME));
  await expect(drain(half)).rejects.toMatchObject({ failure: { code: 'timeout' } });
});

test('a page of HTML without any mark of a file is one where it has as many bytes as the record counts', async () => {
  const { service } = await serve(
    () => undefined,
    (response) =>
      void response.writeHead(200, { 'content-type': 'text/html', 'content-length': '6' }).end('<html>'),
  );
  expect((await drain(value(await service.downloadFile(FILE, null, { size: 6 })))).toString()).toBe('<html>');
  for (const size of [7, null])
    expect(failure(await service.downloadFile(FILE, null, { size })).code).toBe('not-understood');
});

test('a page of HTML that is a file comes through', async () => {
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('<html>'),
  );
  expect((await drain(value(await service.downloadFile(FILE, null)))).toString()).toBe('<html>');
});

test('an unchanged model is not sent, and 304 out of the blue is an error', async () => {
  const { server, service } = await serve(
    () => undefined,
    (response) => void response.writeHead(304, { etag: '"m1"' }).end(),
  );
  const [site, model] = ['s' as SiteId, 'm/1' as ModelId];
  const same = value(await service.downloadModel(site, model, { etag: '"m1"', resume: null }));
  expect(same).toMatchObject({ unchanged: true, etag: '"m1"' });
  expect((await drain(same)).length).toBe(0);
  expect(server.seen[0]).toMatchObject({
    url: '/api/v1/sites/s/models/m%2F1/download',
    headers: { 'if-none-match': '"m1"' },
  });
  expect(failure(await service.downloadModel(site, model, { etag: null, resume: null })).code).toBe(
    'refused',
  );
});

test.each([
  [{}, null],
  [{ 'content-length': '0' }, null],
  [{ 'content-length': '123' }, 123],
  [{ 'content-length': '123', 'content-encoding': 'gzip' }, null],
])('an unchanged model has the length that is told with it: %o', async (headers, total) => {
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(304, { etag: '"m1"', ...headers }).end(),
  );
  const have = { etag: '"m1"', resume: null };
  expect(value(await service.downloadModel('s' as SiteId, 'm' as ModelId, have))).toMatchObject({
    unchanged: true,
    total,
  });
});

test.each([202, 204])('what is not made yet (status %i) is no model and no file', async (status) => {
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(status).end(status === 202 ? '{"state":"converting"}' : undefined),
  );
  const have = { etag: null, resume: null };
  for (const asked of [
    await service.downloadModel('s' as SiteId, 'm' as ModelId, have),
    await service.downloadFile(FILE, null, { size: 17 }),
  ])
    expect(failure(asked)).toMatchObject({ code: 'service-error', retry: 'later' });
});

test.each([
  ['bytes 0-3/17', false],
  ['bytes 4-16/17', false],
  ['bytes 0-16/17', true],
])('a part that nobody asked for (%s) is taken: %j', async (contentRange, taken) => {
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(206, { 'content-range': contentRange }).end(CONTENT),
  );
  const have = { etag: null, resume: null };
  const model = await service.downloadModel('s' as SiteId, 'm' as ModelId, have);
  if (taken) expect((await drain(value(model))).toString()).toBe(CONTENT);
  else expect(failure(model)).toMatchObject({ code: 'service-error', retry: 'later' });
});

test('an empty file may come as no content', async () => {
  const { service } = await serve(
    () => undefined,
    (response) => void response.writeHead(204).end(),
  );
  const download = value(await service.downloadFile(FILE, null, { size: 0 }));
  expect((await drain(download)).length).toBe(0);
});

test('ids that would leave their place in the address are refused', async () => {
  const { server, service } = await serve(() => undefined);
  for (const id of ['.', '..'] as FileId[]) {
    expect(failure(await service.downloadFile(id, null)).code).toBe('bad-input');
    expect(failure(await service.deleteFile(id)).code).toBe('bad-input');
    expect(failure(await service.readFile(id)).code).toBe('bad-input');
  }
  expect(server.seen).toEqual([]);
});

/** A service whose file has so many bytes; `told` begins and ends with each large download. */
async function serveLarge(
  length: number,
  told: string[],
  end: (response: ServerResponse) => void = (response) => void response.end(),
): Promise<ReturnType<typeof clientOf>> {
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-length': String(length) });
    response.write(Buffer.alloc(length / 2));
    setTimeout(() => {
      response.write(Buffer.alloc(length / 2));
      end(response);
    }, 20);
  });
  const service = clientOf(server.url, {
    onLargeDownload: () => {
      told.push('begins');
      return () => void told.push('is over');
    },
  });
  open.push(service, server);
  return service;
}

const MIB = 1024 * 1024;

test('a large download is told of when it begins and, once, when it is over', async () => {
  const told: string[] = [];
  const service = await serveLarge(2 * MIB, told);
  const download = value(await service.downloadFile(FILE, null));
  expect(told).toEqual(['begins']);
  await drain(download);
  download.cancel();
  expect(told).toEqual(['begins', 'is over']);
});

test('so is one that is given up, and one that breaks', async () => {
  const told: string[] = [];
  const service = await serveLarge(2 * MIB, told, (response) => void response.destroy());
  const given = value(await service.downloadFile(FILE, null));
  given.cancel();
  expect(told).toEqual(['begins', 'is over']);
  const broken = value(await service.downloadFile(FILE, null));
  await expect(drain(broken)).rejects.toThrow();
  expect(told.slice(2)).toEqual(['begins', 'is over']);
});

test('a small one is not told of', async () => {
  const told: string[] = [];
  const service = await serveLarge(MIB, told);
  await drain(value(await service.downloadFile(FILE, null)));
  expect(told).toEqual([]);
});
