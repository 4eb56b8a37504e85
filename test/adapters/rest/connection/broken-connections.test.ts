import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FileId, ModelId } from '../../../../shared/model/ids.ts';
import { EMPTY_PAGE, sendJson } from '../raw-server.ts';
import { client, FIELDS, FILE, serve, SITE, speaking } from '../raw-world.ts';
import { bytesBody, drain, failure, value } from '../service-suite.ts';

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

  test('nor one that is asked with POST, as timeseries are', async () => {
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else sendJson(response, { s: [[1_779_278_400_000, 1]] });
    });
    const service = client(server.url);
    const range = { from: 1_779_200_000_000, to: 1_779_300_000_000 };
    value(await service.querySeries(SITE, ['s'], range));
    value(await service.querySeries(SITE, ['s'], range));
    expect(requests).toBe(3);
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
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"count": 3, "resul": []}');
      }
    });
    const service = client(server.url);
    expect(failure(await service.sitesPage(0, 1)).code).toBe('timeout');
    expect(failure(await service.sitesPage(1, 1))).toMatchObject({
      code: 'not-understood',
      detail: '{"count": 3, "resul": []}',
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

  test('an answer with endless headers is told as that, and whoever wrote to it knows no outcome', async () => {
    const service = client(await speaking(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(65_536)}\r\n\r\n`));
    expect(failure(await service.sitesPage(0, 1))).toMatchObject({
      code: 'not-understood',
      message: expect.stringContaining('more headers than SiteSync reads'),
    });
    expect(failure(await service.deleteFile(FILE)).code).toBe('unknown-outcome');
  });

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
