import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostileService, row, type HostileService } from './hostile-service.ts';
import { everythingBelow, outside, victimOf, type Victim } from './victim.ts';
import { sendJson } from '../adapters/rest/raw-server.ts';

let service: HostileService;
let victim: Victim;

beforeEach(async () => {
  service = await hostileService();
  victim = victimOf(service.url);
});

afterEach(async () => {
  await victim.close();
  await service.close();
});

const NAMES = [
  '../../outside.txt',
  '..\\..\\outside.txt',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '.',
  '..',
  '...',
  'a\u0000b.txt',
  '\ud800.txt',
  'x'.repeat(5000),
  'é'.repeat(300),
  '.sitesync',
  '.SiteSync/site.json',
  '.sitesync\u200d/site.json',
  '.siteignore',
  '.SITEIGNORE',
  'con',
  'a:stream',
  '-rf',
  '$(touch pwned)',
  '=cmd|calc!A1.csv',
  '\u202egpj.exe',
  ' ',
  'line\nbreak.txt',
];

const PATHS = [
  '../../outside.txt',
  '/outside.txt',
  '.sitesync/site.json',
  '.SITESYNC/site.json',
  '.sitesync\u200d/tmp/x.txt',
  'Models/tower.glb',
  'Block A/.sitesync/site.json',
  '.git/config',
  'Block A/.GIT/hooks/post-checkout',
  'Other/../../../outside.txt',
  'Other/./x.txt',
  'Other//x.txt',
  'C:/x.txt',
  `${'deep/'.repeat(1000)}x.txt`,
  `${'y'.repeat(4000)}/x.txt`,
  'Other',
  '',
];

const withoutEdition = (marker: string | undefined): string | undefined =>
  marker?.replace(/"edition": "\d{12}"/, '"edition": …');

describe('names that climb out', () => {
  it.each(NAMES.map((name) => [JSON.stringify(name).slice(0, 40), name]))('name %s', async (_, name) => {
    service.rows.set('bad', [row({ name })]);
    service.rows.set('good', [row({ content: 'innocent' })]);
    await victim.follow();
    const before = outside(victim);
    // Its edition alone goes up, with each sync that does something.
    const marker = withoutEdition(everythingBelow(victim.root)['Site bad/.sitesync/site.json']);
    const report = await victim.sync();
    expect(outside(victim)).toEqual(before);
    const all = everythingBelow(victim.root);
    expect(withoutEdition(all['Site bad/.sitesync/site.json'])).toBe(marker);
    expect(report.sites.find((site) => site.id === 'good')).toMatchObject({ downloaded: 1, problems: [] });
    const downloaded = Object.keys(all).filter((path) => all[path]?.startsWith('content ') === true);
    expect(downloaded.every((path) => path.startsWith('Site bad/Other/'))).toBe(true);
    expect(downloaded).toHaveLength(1);
  });

  it('noted paths', async () => {
    service.rows.set(
      'bad',
      PATHS.map((path, n) => row({ name: `${n}.txt`, metadata: { sitesync: { path, opId: `op${n}` } } })),
    );
    await victim.follow();
    const before = outside(victim);
    const report = await victim.sync();
    expect(outside(victim)).toEqual(before);
    expect(report.sites.find((site) => site.id === 'bad')?.downloaded).toBe(PATHS.length);
    const own = Object.keys(everythingBelow(victim.root)).filter((path) =>
      /sitesync|Models|\.git/i.test(path),
    );
    expect(own.filter((path) => !path.endsWith('/')).sort()).toEqual([
      'Site bad/.sitesync/site.json',
      'Site good/.sitesync/site.json',
    ]);
  });

  it('get a file that is here into no folder of git, also where the person keeps some in step', async () => {
    const record = row({ name: 'config', content: '[core] fsmonitor = touch pwned' });
    service.rows.set('bad', [record]);
    await victim.follow();
    writeFileSync(join(victim.root, 'Site bad', '.siteignore'), '!.git/\n!.git/**');
    await victim.sync();
    for (const path of ['.git/config', 'Block A/.git/config', 'Block A/.sitesync/site.json']) {
      const metadata = { sitesync: { path, opId: path } };
      service.rows.set('bad', [{ ...record, metadata, updated_at: new Date().toISOString() }]);
      await victim.sync();
      const all = Object.keys(everythingBelow(join(victim.root, 'Site bad')));
      expect(all.filter((each) => each.endsWith('config'))).toEqual(['Other/config']);
    }
  });

  it('make no folder that git takes for a repository, whose config names what it runs', async () => {
    const paths = ['HEAD', 'config', 'objects/x', 'refs/x'].map((name) => `Block A/${name}`);
    service.rows.set(
      'bad',
      paths.map((path) =>
        row({ name: path.split('/').at(-1), metadata: { sitesync: { path, opId: path } } }),
      ),
    );
    await victim.follow();
    const report = await victim.sync();
    expect(report.sites.find((site) => site.id === 'bad')).toMatchObject({ downloaded: 4, problems: [] });
    const all = Object.keys(everythingBelow(join(victim.root, 'Site bad', 'Block A')));
    expect(all.filter((path) => !path.endsWith('/')).sort()).toEqual([
      expect.stringMatching(/^HEAD ~/),
      'config',
      'objects/x',
      'refs/x',
    ]);
    // It stays so, and the record keeps its name.
    expect(await victim.sync()).toMatchObject({ sites: [{ moved: 0, updated: 0 }, { moved: 0 }] });
  });

  it('ids that would be other addresses are no ids, or one segment of an address', async () => {
    service.rows.set(
      'bad',
      ['..', '../sites', 'a/b', '?x', '#', '', 7, null, {}].map((id) => row({ id })),
    );
    await victim.follow();
    const report = await victim.sync();
    const asked = service.seen.map((request) => request.url.split('?')[0]);
    const odd = asked.filter(
      (path) => !/^\/api\/v1\/(sites|files)\/((?!\.\.?\/)[\w.%-]+\/(download\/)?)?$/.test(path ?? ''),
    );
    expect(odd).toEqual([]);
    expect(report.sites.find((site) => site.id === 'bad')?.problems.length).toBeGreaterThan(0);
  });

  it('names of sites', async () => {
    const names = ['../../evil', '..', '/tmp/evil', 'con', 'a/b', '.ssh'];
    service.malice = {
      sites: (_, response) => {
        const results = names.map((name, n) => ({ id: `s${n}`, name }));
        sendJson(response, { count: names.length, next: null, previous: null, results });
      },
    };
    await victim.follow();
    const followed = victim.mirror.followed();
    expect(followed).toHaveLength(names.length);
    for (const { folder } of followed) {
      expect(folder.startsWith(`${victim.root}/`)).toBe(true);
      expect(folder.slice(victim.root.length + 1)).toMatch(/^[^./][^/]*$/);
    }
    expect(Object.keys(everythingBelow(victim.home)).filter((path) => !path.startsWith('root/'))).toEqual([
      'outside.txt',
    ]);
  });
});

describe('links in the way', () => {
  it.each(['download', 'list'] as const)(
    'a folder that becomes a link during the %s leads nowhere',
    async (moment) => {
      service.rows.set('bad', [row({ content: 'content for outside' })]);
      await victim.follow();
      const target = join(victim.home, 'precious');
      mkdirSync(target);
      const before = outside(victim);
      let swapped = false;
      const swap = (): void => {
        if (swapped) return;
        swapped = true;
        renameSync(join(victim.root, 'Site bad/Other'), join(victim.root, 'Site bad/Other was here'));
        symlinkSync(target, join(victim.root, 'Site bad/Other'));
      };
      const [record] = service.rows.get('bad') ?? [];
      service.malice =
        moment === 'download'
          ? {
              download: (_, response) => {
                swap();
                response.writeHead(200).end('content for outside');
              },
            }
          : {
              list: (_, response, url) => {
                swap();
                const results = url.searchParams.get('site_id') === 'bad' ? [{ site: 'bad', ...record }] : [];
                sendJson(response, { count: results.length, next: null, results });
              },
            };
      await victim.sync();
      await victim.sync();
      expect(outside(victim)).toEqual(before);
    },
  );
});

describe('metadata that reaches for the prototype', () => {
  it('changes no object and lends no facts', async () => {
    const evil =
      '{"__proto__":{"sitesync":{"path":"Models/evil.txt"},"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const good = row();
    const { content: _content, ...rest } = good;
    const text = JSON.stringify({ site: 'bad', ...rest }).replace('"metadata":{}', `"metadata":${evil}`);
    service.rows.set('bad', [good]);
    service.malice = {
      list: (_, response, url) => {
        const bad = url.searchParams.get('site_id') === 'bad';
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            `{"count":${bad ? 1 : 0},"next":null,"__proto__":{"next":"?offset=5"},"results":[${bad ? text : ''}]}`,
          );
      },
    };
    await victim.follow();
    await victim.sync();
    expect(Object.keys(everythingBelow(join(victim.root, 'Site bad/Other')))).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['sitesync']).toBeUndefined();
  });
});
