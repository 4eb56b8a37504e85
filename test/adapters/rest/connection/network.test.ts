import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EMPTY_PAGE, HASTY, PATIENT, sendJson, rawServer } from '../raw-server.ts';
import { client, FIELDS, FILE, serve } from '../raw-world.ts';
import { bytesBody, drain, failure, streamBody, value } from '../service-suite.ts';

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
    // Less than the two take, and longer than a busy machine stands still for.
    const service = client(server.url, { timeouts: { ...PATIENT, idleMs: 2000 } });
    const SLOW = 3000;
    const reading = async (): Promise<void> => {
      let received = 0;
      const download = value(await service.downloadFile(FILE, null));
      for await (const chunk of download.stream) {
        if (received === 0) await wait(SLOW);
        received += chunk.length;
      }
      expect(received).toBe(size);
    };
    const slow = {
      kind: 'stream',
      size: 2,
      open: async function* () {
        yield Uint8Array.of(1);
        await wait(SLOW);
        yield Uint8Array.of(2);
      },
    } as const;
    const [, made] = await Promise.all([reading(), service.createFile(FIELDS, slow)]);
    expect(value(made).id).toBe('made');
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
    const service = client(server.url, { timeouts: { ...PATIENT, idleMs: HASTY.idleMs } });
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
