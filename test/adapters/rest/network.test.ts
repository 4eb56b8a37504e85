import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { FileId, ModelId, SiteId } from '../../../shared/model/ids.ts';
import type { FileFields } from '../../../main/sync/ports/service.ts';
import { EMPTY_PAGE, clientOf, HASTY, rawServer, sendJson } from './raw-server.ts';
import type { RawServer } from './raw-server.ts';
import { bytesBody, drain, failure, streamBody, value } from './service-suite.ts';

const SITE = 'site' as SiteId;
const FILE = 'file' as FileId;
const FIELDS: FileFields = {
  site: SITE,
  category: 'other',
  name: 'plan.pdf',
  contentType: 'application/pdf',
  metadata: {},
};

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

async function serve(answer: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  const server = await rawServer(answer);
  open.push(server);
  return server;
}

/** The address of what says this to everyone, whatever it is asked. */
async function speaking(words: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(words));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(...args: Parameters<typeof clientOf>): ReturnType<typeof clientOf> {
  const service = clientOf(...args);
  open.push(service);
  return service;
}

describe('no connection', () => {
  test('nobody listens: offline, for writes too', async () => {
    const server = await rawServer(() => undefined);
    await server.close();
    const service = client(server.url);
    expect(failure(await service.sitesPage(0, 1))).toMatchObject({ code: 'offline', retry: 'on-connect' });
    expect(failure(await service.createFile(FIELDS, bytesBody('a'))).code).toBe('offline');
  });

  test('a name that nobody knows: offline', async () => {
    const service = client('https://no-such-host.invalid');
    expect(failure(await service.deleteFile(FILE)).code).toBe('offline');
  });

  test('https where plain http is spoken: tls, for writes too', async () => {
    const server = await serve(() => undefined);
    const service = client(server.url.replace('http:', 'https:'));
    expect(failure(await service.createFile(FIELDS, bytesBody('a')))).toMatchObject({
      code: 'tls',
      message: expect.stringContaining('speaks no TLS'),
    });
  });
});

describe('silence', () => {
  test('no answer: a read times out, a write has no known outcome', async () => {
    const server = await serve((request) => request.resume());
    const service = client(server.url, { timeouts: HASTY });
    expect(failure(await service.sitesPage(0, 1)).code).toBe('timeout');
    // All of it arrived there: it may only be slow.
    expect(failure(await service.createFile(FIELDS, bytesBody('a')))).toMatchObject({
      code: 'unknown-outcome',
      late: true,
    });
  });

  test('a reply that drips on forever is ended', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    });
    const started = performance.now();
    expect(failure(await client(server.url, { timeouts: HASTY }).sitesPage(0, 1)).code).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(45_000);
  });

  test('a download may take as long as it likes, but not stop', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '12' });
      let sent = 0;
      const drip = setInterval(() => {
        sent += 1;
        if (sent <= 10) response.write('x');
        else clearInterval(drip);
      }, 120);
    });
    const download = value(await client(server.url, { timeouts: HASTY }).downloadFile(FILE, null));
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of download.stream) chunks.push(Buffer.from(chunk).toString());
    })();
    await expect(reading).rejects.toMatchObject({ failure: { code: 'timeout' } });
    expect(chunks.join('')).toBe('xxxxxxxxxx');
  });

  test('a slow reader of a download, or a slow source of an upload, is not the network', async () => {
    const size = 4 * 1024 * 1024;
    const server = await serve((request, response) => {
      if (request.method === 'GET') response.writeHead(200).end(Buffer.alloc(size));
      else request.resume().once('end', () => sendJson(response, { id: 'made' }, 201));
    });
    const service = client(server.url, { timeouts: HASTY });
    let received = 0;
    const download = value(await service.downloadFile(FILE, null));
    for await (const chunk of download.stream) {
      if (received === 0) await wait(1000);
      received += chunk.length;
    }
    expect(received).toBe(size);
    const slow = {
      kind: 'stream',
      size: 2,
      open: async function* () {
        yield Uint8Array.of(1);
        await wait(1000);
        yield Uint8Array.of(2);
      },
    } as const;
    expect(value(await service.createFile(FIELDS, slow)).id).toBe('made');
  });

  test('an upload that nobody reads is ended', async () => {
    const server = await serve((request) => request.pause());
    const body = streamBody(
      64 * 1024 * 1024,
      Array.from({ length: 64 }, () => new Uint8Array(1024 * 1024)),
    );
    const unread = failure(await client(server.url, { timeouts: HASTY }).createFile(FIELDS, body));
    expect([unread.code, unread.late]).toEqual(['unknown-outcome', undefined]);
  });

  test('more calls than connections wait their turn without timing out', async () => {
    const server = await serve((_, response) => void setTimeout(() => sendJson(response, EMPTY_PAGE), 250));
    // Eight rounds of all connections take longer than any of these, and one of them not by far.
    const timeouts = { connectMs: 1500, idleMs: 1500, replyMs: 1800 };
    const service = client(server.url, { timeouts });
    const calls = Array.from({ length: 160 }, () => service.sitesPage(0, 1));
    for (const result of await Promise.all(calls)) value(result);
  });

  test('an answer that came while this computer stood still is read', async () => {
    const server = await serve((_, response) => {
      sendJson(response, EMPTY_PAGE);
      // Longer than the client's patience: its clock has run out when it comes to look.
      const until = performance.now() + 700;
      while (performance.now() < until);
    });
    const service = client(server.url, { timeouts: HASTY });
    value(await service.sitesPage(0, 1));
    expect(service.requests).toBe(1);
  });

  test('a signal ends a call at once', async () => {
    const server = await serve((request) => request.resume());
    const service = client(server.url, { timeouts: {} });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const started = performance.now();
    const signal = stop.signal;
    const results = await Promise.all([
      service.sitesPage(0, 1, { signal }),
      service.createFile(FIELDS, bytesBody('a'), { signal }),
    ]);
    expect(results.map((result) => failure(result).code)).toEqual(['cancelled', 'cancelled']);
    // Without the signal it is waited for two minutes.
    expect(performance.now() - started).toBeLessThan(45_000);
  });

  test('a signal ends a download in the middle', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('abc'),
    );
    const stop = new AbortController();
    const service = client(server.url, { timeouts: {} });
    const download = value(await service.downloadFile(FILE, null, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 50);
    await expect(drain(download)).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  });
});

describe('what time it is for the service', () => {
  test('is what its last answer said, not where a redirect led, nor one that says nothing', async () => {
    const store = await serve((_, response) => {
      response.setHeader('date', 'Tue, 02 Jan 2001 00:00:00 GMT');
      response.end('bytes');
    });
    let date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const server = await serve((request, response) => {
      response.sendDate = false;
      if (date !== '') response.setHeader('date', date);
      if (request.url?.includes('download') !== true) sendJson(response, EMPTY_PAGE);
      else response.writeHead(302, { location: `${store.url}/bytes` }).end();
    });
    const service = client(server.url, { timeouts: {} });
    const said = (): number => Math.floor((service.time ?? 0) / 60_000);
    expect(service.time).toBeNull();
    value(await service.sitesPage(0, 1));
    expect(said()).toBe(Date.UTC(2026, 0, 1) / 60_000);
    await drain(value(await service.downloadFile(FILE, null)));
    date = '';
    value(await service.sitesPage(0, 1));
    expect(said()).toBe(Date.UTC(2026, 0, 1) / 60_000);
    date = 'yesterday';
    value(await service.sitesPage(0, 1));
    expect(service.time).toBeNull();
  });
});

describe('broken connections', () => {
  test('a kept connection that the service closed does not fail a read', async () => {
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else sendJson(response, EMPTY_PAGE);
    });
    const service = client(server.url);
    value(await service.sitesPage(0, 1));
    value(await service.sitesPage(0, 1));
    expect(requests).toBe(3);
    expect(service.requests).toBe(3);
  });

  test('one connection serves redirects, refusals, empty answers and pages', async () => {
    const server = await serve((request, response) => {
      const { url = '' } = request;
      if (url.includes('models')) response.writeHead(304).end();
      else if (url.includes('download'))
        response.writeHead(302, { location: '/blob', 'content-length': '2' }).end('go');
      else if (url.includes('missing'))
        response.writeHead(404, { 'content-type': 'text/html' }).end('<p>none');
      else if (request.method === 'DELETE') response.writeHead(204).end();
      else sendJson(response, EMPTY_PAGE);
    });
    let connections = 0;
    server.server.on('connection', () => (connections += 1));
    const service = client(server.url);
    for (let n = 0; n < 3; n += 1) {
      await drain(value(await service.downloadFile(FILE, null)));
      value(await service.downloadModel(SITE, 'm' as ModelId, { etag: '"1"', resume: null }));
      value(await service.deleteFile(FILE));
      value(await service.sitesPage(0, 1));
      expect(failure(await service.readFile('missing' as FileId)).code).toBe('not-found');
      // The next call asks for a connection before the rest of this answer has run out.
      await wait(5);
    }
    expect(connections).toBeLessThanOrEqual(2);
  });

  test('a write is never sent twice by itself', async () => {
    let writes = 0;
    const server = await serve((request, response) => {
      if (request.method === 'GET') return sendJson(response, EMPTY_PAGE);
      writes += 1;
      request.socket.destroy();
    });
    const service = client(server.url);
    value(await service.sitesPage(0, 1));
    expect(failure(await service.createFile(FIELDS, bytesBody('a'))).code).toBe('unknown-outcome');
    expect(writes).toBe(1);
  });

  test('a reply cut in the middle is a broken connection, a whole but odd one is not understood', async () => {
    const server = await serve((request, response) => {
      if (request.url?.includes('offset=0') === true) {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"count":', () => request.socket.destroy());
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"count": 3, "resul');
      }
    });
    const service = client(server.url);
    expect(failure(await service.sitesPage(0, 1)).code).toBe('timeout');
    expect(failure(await service.sitesPage(1, 1))).toMatchObject({
      code: 'not-understood',
      detail: '{"count": 3, "resul',
    });
  });

  test.each([
    ['5, 5', ['5, 5'], true],
    ['two headers', ['5', '5'], true],
    ['two headers and a list', ['5 ,5', '5'], true],
    ['two that differ', ['5', '6'], false],
    ['5, 6', ['5, 6'], false],
    ['a list that ends in nothing', ['5,'], false],
  ])('lengths that are given twice are one where they are equal: %s', async (_, lengths, isOne) => {
    const head = lengths.map((length) => `Content-Length: ${length}\r\n`).join('X-More: 1\r\n');
    const service = client(await speaking(`HTTP/1.1 200 OK\r\n${head}\r\n12345`));
    const download = await service.downloadFile(FILE, null);
    const read = download.ok ? await drain(download.value).catch(() => null) : null;
    expect(String(read)).toBe(isOne ? '12345' : 'null');
  });

  test.each(['SSH-2.0-OpenSSH_9.6\r\n', '{"count": 0, "results": []}', 'HTTP/1.1 OK\r\n\r\n'])(
    'what answers %j speaks no HTTP, and whoever wrote to it knows no outcome',
    async (words) => {
      const service = client(await speaking(words));
      const read = failure(await service.sitesPage(0, 1));
      expect(read).toMatchObject({
        code: 'not-understood',
        message: expect.stringContaining('not speak HTTP'),
      });
      expect(failure(await service.deleteFile(FILE)).code).toBe('unknown-outcome');
    },
  );

  test('a body that breaks the rules of HTTP in its middle is a broken connection', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).write('{"count":', () => {
        request.socket.write('no length of a chunk\r\n');
      });
    });
    expect(failure(await client(server.url).sitesPage(0, 1)).code).toBe('timeout');
  });

  test('a refusal before the body was sent is read, and the next call goes on', async () => {
    const server = await serve((request, response) => {
      if (request.method === 'GET') return sendJson(response, EMPTY_PAGE);
      response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"detail": "At most 5 MB."}');
    });
    const service = client(server.url);
    let asked = 0;
    const body = {
      kind: 'stream',
      size: 200 * 1024 * 1024,
      open: async function* () {
        for (; asked < 200; asked += 1) yield new Uint8Array(1024 * 1024);
      },
    } as const;
    const refused = failure(await service.createFile(FIELDS, body));
    expect(refused.code).toBe('too-large');
    expect(refused.message).toContain('At most 5 MB.');
    expect(asked).toBeLessThan(200);
    value(await service.sitesPage(0, 1));
  });
});

describe('large and packed replies', () => {
  test('a gzip bomb ends at the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 32));
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(bomb);
    });
    const service = client(server.url, { largestReply: 1024 * 1024 });
    expect(failure(await service.sitesPage(0, 1)).code).toBe('not-understood');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('a %s reply is read', async (encoding, pack) => {
    const body = pack(Buffer.from(`\ufeff${JSON.stringify(EMPTY_PAGE)}`));
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    expect(value(await client(server.url).sitesPage(0, 1)).count).toBe(0);
  });

  test('packed bytes that are none, and an unknown packing, are not understood', async () => {
    const server = await serve((request, response) => {
      const first = request.url?.includes('offset=0') === true;
      response
        .writeHead(200, { 'content-encoding': first ? 'gzip' : 'x-own' })
        .end('{"count": 0, "results": []}');
    });
    const service = client(server.url);
    expect(failure(await service.sitesPage(0, 1)).code).toBe('not-understood');
    expect(failure(await service.sitesPage(1, 1)).code).toBe('not-understood');
  });

  test('of an endless error page only the beginning is read', async () => {
    let sent = 0;
    const server = await serve((_, response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      const more = (): void => {
        while (!response.destroyed && sent < 200 * 1024 * 1024) {
          sent += 65536;
          if (!response.write(Buffer.alloc(65536, 'a'))) break;
        }
        response.once('drain', more);
      };
      more();
    });
    const error = failure(await client(server.url).sitesPage(0, 1));
    expect(error.code).toBe('service-error');
    expect(error.message.length).toBeLessThan(500);
    expect(sent).toBeLessThan(100 * 1024 * 1024);
  });

  test('a page of HTML with status 200 is a network that wants a sign-in', async () => {
    const server = await serve((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Hotel Wi-Fi</title>');
    });
    const service = client(server.url);
    const page = failure(await service.sitesPage(0, 1));
    expect(page.code).toBe('not-understood');
    expect(page.hint).toContain('Wi-Fi');
    expect(failure(await service.verifyToken()).code).toBe('not-understood');
    expect(failure(await service.downloadFile(FILE, null)).code).toBe('not-understood');
    // Or one that did its work, and says so badly.
    expect(failure(await service.createFile(FIELDS, bytesBody('a')))).toMatchObject({
      code: 'unknown-outcome',
      late: true,
    });
    expect(failure(await service.deleteFile(FILE)).code).toBe('unknown-outcome');
  });

  test('a create whose answer cannot be unpacked may show late', async () => {
    const server = await serve((_, response) => {
      response.writeHead(201, { 'content-encoding': 'gzip' }).end('not packed');
    });
    expect(failure(await client(server.url).createFile(FIELDS, bytesBody('a')))).toMatchObject({
      code: 'unknown-outcome',
      late: true,
    });
  });
});
