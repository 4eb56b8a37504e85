import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../adapters/rest/raw-server.ts';
import { hostileService, row, type HostileService, type Malice, type Row } from './hostile-service.ts';
import { everythingBelow, memoryMiB, victimOf, type Victim } from './victim.ts';

let service: HostileService;
let victim: Victim;

beforeEach(async () => {
  service = await hostileService();
  service.rows.set('good', [row({ content: 'innocent' })]);
  victim = victimOf(service.url);
});

afterEach(async () => {
  await victim.close();
  await service.close();
});

/** A good service for the good site, `answer` for the bad one. */
function listsBadly(answer: (response: ServerResponse, url: URL) => void): void {
  service.malice = {
    list: (_, response, url) => {
      if (url.searchParams.get('site_id') === 'bad') return answer(response, url);
      const results = (service.rows.get('good') ?? []).map(({ content: _content, ...rest }) => rest);
      sendJson(response, { count: results.length, next: null, results });
    },
  };
}

/** The good site's file comes as it should, `answer` pours out what the bad one's are. */
function downloadsBadly(
  answer: (response: ServerResponse) => void,
  more: Malice = {},
  goodIsAnswered: () => void = () => undefined,
): void {
  service.malice = {
    ...more,
    download: (_, response, url) => {
      const good = String(service.rows.get('good')?.[0]?.['id']);
      if (!url.pathname.includes(good)) return answer(response);
      response.end('innocent', goodIsAnswered);
    },
  };
}

/** A busy machine takes its time; a site that waits for a flood to end would wait for ever, ms. */
const PATIENCE = 45_000;

/** The good site is served whatever the bad one does, and memory grows by less than `mebibytes`. */
async function goodSiteIsServed(mebibytes: number): Promise<void> {
  await victim.follow();
  const before = memoryMiB();
  const run = victim.sync();
  const deadline = Date.now() + PATIENCE;
  while (!isServed() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isServed()).toBe(true);
  victim.stop();
  await run;
  expect(memoryMiB() - before).toBeLessThan(mebibytes);
}

const isServed = (): boolean => Object.values(everythingBelow(victim.root)).includes('innocent');

describe('sizes that lie', () => {
  it.each([-1, 1e300, '9223372036854775807', 'NaN', 0, 3, 2 ** 60, null, {}, [1]])(
    'size_bytes %j',
    async (size) => {
      service.rows.set('bad', [row({ size_bytes: size, content: 'twenty bytes of this' })]);
      await victim.follow();
      const report = await victim.sync();
      const files = Object.values(everythingBelow(victim.root));
      const bad = report.sites.find((site) => site.id === 'bad');
      const placed = files.includes('twenty bytes of this');
      // What contradicts the record is refused with a reason; what is no number says nothing.
      expect(placed || (bad?.problems.length ?? 0) > 0).toBe(true);
      expect(report.sites.find((site) => site.id === 'good')).toMatchObject({ downloaded: 1 });
    },
  );

  it('a Content-Length that is never reached, or lies below what comes', async () => {
    service.rows.set('bad', [row({ name: 'long.txt' }), row({ name: 'short.txt' })]);
    downloadsBadly((response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write('only this');
      setTimeout(() => response.socket?.destroy(), 50);
    });
    await goodSiteIsServed(100);
    expect(Object.keys(everythingBelow(victim.root)).filter((path) => path.endsWith('.txt'))).toHaveLength(1);
  });

  it('a download without end of a record without a size stops while the disk still has room', async () => {
    service.rows.set('bad', [row({ size_bytes: null })]);
    let sent = 0;
    const room = 64 * 2 ** 20;
    const disk = victim.context.disk;
    Object.assign(victim.context, {
      disk: {
        ...disk,
        space: () => Promise.resolve({ ok: true, value: { freeBytes: 1e9 + room - sent, totalBytes: 1e12 } }),
      },
    });
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    // While the disk is full the good site's file would wait for room too, and rightly.
    const goodIsAnswered = Promise.withResolvers<void>();
    downloadsBadly(
      (response) => {
        response.writeHead(200);
        const pour = (): void => {
          while (!response.destroyed && sent < 8 * room) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', pour);
          }
          response.end();
        };
        void goodIsAnswered.promise.then(pour);
      },
      {},
      () => goodIsAnswered.resolve(),
    );
    await victim.follow();
    const report = await victim.sync();
    expect(sent).toBeLessThan(3 * room);
    expect(report.sites.find((site) => site.id === 'bad')?.problems[0]?.code).toBe('disk-full');
    expect(isServed()).toBe(true);
  });
});

describe('pages without end', () => {
  const fresh = (count: number): readonly Row[] =>
    Array.from({ length: count }, () => {
      const { content: _content, ...rest } = row({ site: 'bad' });
      return rest;
    });

  it.each([
    ['always one more row', () => ({ results: fresh(1) })],
    ['a full page each time, and no count', () => ({ results: fresh(500) })],
    [
      'a count that grows',
      (url: URL) => ({ results: fresh(2), count: Number(url.searchParams.get('offset')) + 9 }),
    ],
  ])('%s', async (_, page) => {
    listsBadly((response, url) => {
      const offset = Number(url.searchParams.get('offset'));
      sendJson(response, { next: `?offset=${offset + 500}&limit=500`, ...page(url) });
    });
    await goodSiteIsServed(250);
  });

  it.each([
    ['names itself', (url: URL) => url.href],
    ['goes back', () => '?offset=0&limit=1'],
    ['names another host', () => 'http://127.0.0.1:9/steal?offset=2&limit=2'],
    ['is no address', () => 'javascript:alert(1)'],
    ['is an object', () => ({ offset: 2 })],
    ['jumps far', () => `?offset=${Number.MAX_SAFE_INTEGER}&limit=1`],
  ])('a next that %s', async (_, next) => {
    const rows = fresh(2);
    listsBadly((response, url) => sendJson(response, { count: 4, next: next(url), results: rows }));
    await victim.follow();
    const report = await victim.sync();
    expect(service.seen.filter((request) => request.url.includes('site_id=bad')).length).toBeLessThan(20);
    expect(report.sites.find((site) => site.id === 'bad')?.problems[0]?.message).toContain('is incomplete');
    expect(isServed()).toBe(true);
  });

  it('one id twenty thousand times', async () => {
    const [one] = fresh(1);
    listsBadly((response) =>
      sendJson(response, { count: 20_000, next: null, results: Array(20_000).fill(one) }),
    );
    await goodSiteIsServed(300);
  });
});

describe('bombs and drips', () => {
  function bomb(response: ServerResponse, mebibytes: number, type: string): void {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    const gzip = createGzip({ level: 9 });
    gzip.pipe(response);
    gzip.on('error', () => undefined);
    const zeros = Buffer.alloc(1024 * 1024, ' ');
    let left = mebibytes;
    const pour = (): void => {
      while (left-- > 0) if (!gzip.write(zeros)) return void gzip.once('drain', pour);
      gzip.end();
    };
    pour();
  }

  it('a list of half a gigabyte in a few kilobytes', async () => {
    listsBadly((response) => bomb(response, 512, 'application/json'));
    await goodSiteIsServed(300);
  });

  it('a download that unpacks to more than the record says', async () => {
    service.rows.set('bad', [row({ size_bytes: 10 })]);
    downloadsBadly((response) => bomb(response, 512, 'application/octet-stream'));
    await goodSiteIsServed(150);
  });

  it('a list that comes a byte at a time', async () => {
    listsBadly((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    await victim.follow();
    const report = await victim.sync();
    expect(report.sites.find((site) => site.id === 'bad')?.problems.length).toBe(1);
    expect(isServed()).toBe(true);
  });

  it('downloads that come a byte at a time take no other site its turn', async () => {
    service.rows.set(
      'bad',
      Array.from({ length: 30 }, () => row({ content: 'x'.repeat(100_000) })),
    );
    downloadsBadly(
      (response) => {
        response.writeHead(200, { 'content-length': 100_000 });
        const timer = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(timer));
      },
      {
        list: (_, response, url) => {
          const site = url.searchParams.get('site_id') ?? '';
          const results = (service.rows.get(site) ?? []).map(({ content: _content, ...rest }) => rest);
          const page = { count: results.length, next: null, results };
          // The good site comes late, when every slot is taken.
          setTimeout(() => sendJson(response, page), site === 'good' ? 300 : 0);
        },
      },
    );
    await goodSiteIsServed(150);
  });

  it('a list that never answers', async () => {
    listsBadly(() => undefined);
    await goodSiteIsServed(100);
  });

  it('an error of ten megabytes, and one in a million brackets', async () => {
    for (const body of [
      `{"detail":"${'x'.repeat(10_000_000)}"}`,
      '['.repeat(1_000_000),
      '\u0000'.repeat(10_000_000),
    ]) {
      service.malice = {
        list: (_, response) => void response.writeHead(500, { 'content-type': 'application/json' }).end(body),
      };
      if (victim.mirror.followed().length === 0) await victim.follow();
      const before = memoryMiB();
      const report = await victim.sync();
      expect(report.sites).toHaveLength(2);
      for (const site of report.sites) expect(site.problems[0]?.message.length).toBeLessThan(500);
      expect(memoryMiB() - before).toBeLessThan(100);
    }
  });

  it('a Retry-After of a century', async () => {
    service.rows.set('bad', [row()]);
    downloadsBadly((response) => {
      response.writeHead(503, { 'retry-after': '3153600000' }).end();
    });
    await goodSiteIsServed(100);
  });

  it('metadata nested a hundred thousand deep', async () => {
    const { content: _content, ...rest } = row({ site: 'bad' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = JSON.stringify(rest).replace('"metadata":{}', `"metadata":${deep}`);
    listsBadly((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"count":1,"next":null,"results":[${text}]}`);
    });
    await goodSiteIsServed(150);
  });
});
