import { describe, expect, test } from 'vitest';
import type { FileId, ModelId, SiteId } from '../../../../shared/model/ids.ts';
import { EMPTY_PAGE, SECRET, type rawServer, sendJson, type RawServer } from '../raw-server.ts';
import { client, FIELDS, FILE, serve } from '../raw-world.ts';
import { bytesBody, drain, failure, streamBody, value } from '../service-suite.ts';

function authorizations(server: RawServer): readonly (string | undefined)[] {
  return server.seen.map((request) => request.headers.authorization);
}

describe('redirects of downloads', () => {
  test.each([301, 302, 303, 307, 308])(
    'status %i is followed, the token stays at its origin',
    async (status) => {
      const store = await serve((_, response) => void response.writeHead(200, { etag: '"1"' }).end('bytes'));
      const base = await serve((_, response) => {
        response.writeHead(status, { location: `${store.url}/blob?signature=abc` }).end();
      });
      const download = value(await client(base.url).downloadFile(FILE, { offset: 2, etag: '"1"' }));
      expect((await drain(download)).toString()).toBe('bytes');
      expect(authorizations(base)).toEqual([`Bearer ${SECRET}`]);
      expect(authorizations(store)).toEqual([undefined]);
      expect(store.seen[0]).toMatchObject({ method: 'GET', url: '/blob?signature=abc' });
      expect(store.seen[0]?.headers.range).toBe('bytes=2-');
    },
  );

  test('a store that cannot be reached is named, and no service; it may be the sign-in page of a network', async () => {
    const base = await serve(
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/login' }).end(),
    );
    const download = await client(base.url).downloadFile(FILE, null);
    if (download.ok) expect.unreachable();
    else {
      expect(download.failure).toMatchObject({ code: 'offline', reason: 'cause-told', retry: 'on-connect' });
      expect(download.failure.message).toMatch(/^The service sends to http:\/\/127\.0\.0\.1:9 for /);
      expect(download.failure.hint).toContain(
        'If 127.0.0.1:9 is a sign-in page of this network, sign in there',
      );
    }
  });

  test('no log line holds the query of an address, which may open the file to whoever has it', async () => {
    const lines: string[] = [];
    const store = await serve((_, response) => void response.end('bytes'));
    const base = await serve((request, response) => {
      const location = `${store.url}/blob?signature=abc`;
      if (request.url === '/photo?signature=def') response.writeHead(404).end();
      else response.writeHead(302, { location }).end();
    });
    const service = client(base.url, { log: (line) => lines.push(line) });
    expect((await drain(value(await service.downloadFile(FILE, null)))).toString()).toBe('bytes');
    expect((await service.fetchPhoto('/photo?signature=def')).ok).toBe(false);
    expect([store.seen[0]?.url, base.seen[1]?.url]).toEqual(['/blob?signature=abc', '/photo?signature=def']);
    expect(lines).toEqual([
      expect.stringContaining(' 302 '),
      expect.stringContaining(`GET ${store.url}/blob 200 `),
      expect.stringContaining('GET /photo 404 '),
    ]);
    expect(lines.join('\n')).not.toContain('signature');
  });

  test('within the origin the token goes along, and never again after it was left', async () => {
    const base = await serve((request, response) => {
      const inside = request.url === '/inside';
      if (request.url === '/back') response.end('back home');
      else response.writeHead(302, { location: inside ? `${away.url}/away` : '/inside' }).end();
    });
    const away = await serve(
      (_, response) => void response.writeHead(302, { location: `${base.url}/back` }).end(),
    );
    expect((await drain(value(await client(base.url).downloadFile(FILE, null)))).toString()).toBe(
      'back home',
    );
    expect(authorizations(base)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`, undefined]);
    expect(authorizations(away)).toEqual([undefined]);
  });

  test.each([400, 401, 403])(
    'status %i of a store that was not told the token is no word about the sign-in, nor about the account',
    async (status) => {
      const store = await serve((_, response) => void response.writeHead(status).end('Request has expired'));
      const base = await serve((_, response) => {
        response.writeHead(302, { location: `${store.url}/blob?signature=abc` }).end();
      });
      const refused = failure(await client(base.url).downloadFile(FILE, null));
      expect(refused).toMatchObject({ code: 'service-error', retry: 'later' });
      expect(refused.message).toContain(store.url);
      expect(refused.message).not.toContain('signature');
    },
  );

  test('what a store has no more is missing', async () => {
    const store = await serve((_, response) => void response.writeHead(404).end());
    const base = await serve((_, response) => {
      response.writeHead(302, { location: `${store.url}/blob` }).end();
    });
    expect(failure(await client(base.url).downloadFile(FILE, null)).code).toBe('not-found');
  });

  test('circles and chains without end are given up', async () => {
    const circle = await serve((request, response) => {
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    expect(failure(await client(circle.url).downloadFile(FILE, null)).message).toContain('circle');
    const chain = await serve((request, response) => {
      response.writeHead(302, { location: `/${(request.url ?? '').length}${request.url ?? ''}` }).end();
    });
    expect(failure(await client(chain.url).downloadFile(FILE, null)).message).toContain('5 times');
    expect(chain.seen.length).toBe(6);
  });

  test.each([
    [
      'in UTF-8',
      Buffer.from('/media/Müller 图.pdf', 'utf8').toString('latin1'),
      '/media/M%C3%BCller%20%E5%9B%BE.pdf',
    ],
    ['in Latin-1', '/media/Müller.pdf', '/media/M%C3%BCller.pdf'],
    ['escaped', '/media/M%C3%BCller.pdf', '/media/M%C3%BCller.pdf'],
  ])('letters of another alphabet are found where they are written %s', async (_, location, path) => {
    const base = await serve((request, response) => {
      if (request.url === path) response.end('text');
      else response.writeHead(302, { location }).end();
    });
    expect((await drain(value(await client(base.url).downloadFile(FILE, null)))).toString()).toBe('text');
  });

  test.each(['ftp://example.com/x', 'file:///etc/passwd', 'http://user:pa55@127.0.0.1/x', 'http://['])(
    'a redirect to %s is refused',
    async (location) => {
      const base = await serve((_, response) => void response.writeHead(302, { location }).end());
      const refused = failure(await client(base.url).downloadFile(FILE, null));
      expect(refused.code).toBe('not-understood');
      expect(JSON.stringify(refused)).not.toContain('pa55');
    },
  );

  test('a redirect to plain http of another machine is refused', async () => {
    const base = await serve((_, response) => {
      response.writeHead(302, { location: 'http://files.example.invalid/x?signature=1' }).end();
    });
    expect(failure(await client(base.url).downloadFile(FILE, null)).code).toBe('tls');
  });
});

describe('redirects of other calls', () => {
  test('a read follows within its origin', async () => {
    const base = await serve((request, response) => {
      if (request.url?.startsWith('/moved') === true) return sendJson(response, EMPTY_PAGE);
      response.writeHead(301, { location: `/moved${request.url ?? ''}` }).end();
    });
    expect(value(await client(base.url).sitesPage(0, 1)).count).toBe(0);
    expect(authorizations(base)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`]);
  });

  test('a read does not follow elsewhere: a sign-in page of a network', async () => {
    const portal = await serve((_, response) => void response.end('<html>'));
    const base = await serve((_, response) => void response.writeHead(302, { location: portal.url }).end());
    const refused = failure(await client(base.url).sitesPage(0, 1));
    expect(refused.code).toBe('not-understood');
    expect(refused.hint).toContain('sign-in page of this network');
    expect(portal.seen).toEqual([]);
  });

  test('a write is never sent on, and says where it was to go', async () => {
    const base = await serve((request, response) => {
      const location = `https://127.0.0.1:1${request.url ?? ''}?token=x`;
      request.resume().once('end', () => void response.writeHead(301, { location }).end());
    });
    const refused = failure(await client(base.url).createFile(FIELDS, bytesBody('a')));
    expect(refused.message).toContain('https://127.0.0.1:1/api/v1/files/');
    expect(refused.message).not.toContain('token=x');
    expect(refused.hint).toContain('https://');
    expect(base.seen.length).toBe(1);
  });
});

describe('the token', () => {
  test('is in no log line, no failure and no address, even where the service repeats it', async () => {
    const lines: string[] = [];
    const base = await serve((request, response) => {
      const { authorization = '' } = request.headers;
      const echo = `You sent ${authorization} or ${encodeURIComponent(SECRET)} or ${SECRET}`;
      if (request.url?.includes('redirect') === true) {
        response.writeHead(302, { location: `/x/${encodeURIComponent(SECRET)}/../${SECRET}` }).end();
      } else if (request.method === 'GET') {
        response.writeHead(200).end(`{"oops": "${echo}"}`);
      } else {
        request.resume().once('end', () => sendJson(response, { detail: echo }, 400));
      }
    });
    const service = client(base.url, { log: (line) => lines.push(line) });
    const site = 's' as SiteId;
    const results = [
      await service.verifyToken(),
      await service.sitesPage(0, 1),
      await service.filesPage(site, 0, 1),
      await service.readFile(FILE),
      await service.createFile(FIELDS, bytesBody('a')),
      await service.createFile(FIELDS, streamBody(3, [new Uint8Array(3)])),
      await service.updateFile(FILE, FIELDS, null),
      await service.deleteFile(FILE),
      await service.querySeries(site, ['x'], { from: 0, to: 1 }),
      await service.downloadFile('redirect' as FileId, null),
      await service.downloadModel(site, 'redirect' as ModelId, { etag: null, resume: null }),
      await service.fetchPhoto('/photo'),
    ];
    const told = JSON.stringify([results, lines]);
    expect(lines.length).toBeGreaterThanOrEqual(results.length);
    expect(told).toContain('***');
    for (const secret of [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET).slice(1, -1)]) {
      expect(told).not.toContain(secret);
      for (const request of base.seen.filter(({ url }) => !url.startsWith('/x/')))
        expect(request.url).not.toContain(secret);
    }
  });

  test('is asked for at each call, and one that no header can hold is not sent', async () => {
    let token: string | null = 'first';
    const base = await serve((_, response) => sendJson(response, EMPTY_PAGE));
    const service = client(base.url, { token: () => token });
    value(await service.sitesPage(0, 1));
    token = 'second';
    value(await service.sitesPage(0, 1));
    token = 'broken\r\nX-Evil: 1';
    expect(failure(await service.sitesPage(0, 1)).code).toBe('sign-in');
    token = null;
    expect(failure(await service.sitesPage(0, 1)).code).toBe('sign-in');
    expect(failure(await service.verifyToken()).code).toBe('sign-in');
    expect(authorizations(base)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('is not sent in a header when it is verified', async () => {
    const base = await serve((request, response) => {
      request.resume().once('end', () => void response.writeHead(200).end());
    });
    value(await client(base.url).verifyToken());
    expect(authorizations(base)).toEqual([undefined]);
  });
});

describe('photos', () => {
  test('of the service come with the token, of others without', async () => {
    const picture = Buffer.from([0xff, 0xd8, 0xff]);
    const answer: Parameters<typeof rawServer>[0] = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg; q=1' }).end(picture);
    };
    const [base, other] = [await serve(answer), await serve(answer)];
    const service = client(base.url);
    for (const address of ['/media/a.jpg', `${base.url}/media/a.jpg`, `${other.url}/a.jpg`]) {
      const photo = value(await service.fetchPhoto(address));
      expect(photo.contentType).toBe('image/jpeg');
      expect(picture.equals(photo.bytes)).toBe(true);
    }
    expect(authorizations(base)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`]);
    expect(authorizations(other)).toEqual([undefined]);
  });

  test.each(['ftp://x/y', 'javascript:alert(1)', 'http://u:p@127.0.0.1/x'])(
    '%s is no photo',
    async (address) => {
      const base = await serve((_, response) => void response.end());
      expect(failure(await client(base.url).fetchPhoto(address)).code).toBe('bad-input');
      expect(base.seen).toEqual([]);
    },
  );

  test('what is no picture is not taken for one', async () => {
    const base = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
    );
    expect(failure(await client(base.url).fetchPhoto('/a')).code).toBe('not-understood');
  });
});
