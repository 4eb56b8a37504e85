import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendJson } from '../../adapters/rest/raw-server.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { hostileService, row, type HostileService, type Row } from '../../hostile/hostile-service.ts';
import { everythingBelow, victimOf, type Victim } from '../../hostile/victim.ts';

let service: HostileService;
let laptop: Victim;

beforeEach(async () => {
  service = await hostileService();
  laptop = victimOf(service.url);
});

afterEach(async () => {
  await laptop.close();
  await service.close();
});

async function sync(): Promise<SiteReport> {
  const report = (await laptop.sync()).sites.find((site) => site.id === 'bad');
  if (report === undefined) throw new Error('The site is not in the report');
  return report;
}

/** Contents of the site's files by path. */
function here(): Readonly<Record<string, string>> {
  const all = Object.entries(everythingBelow(laptop.root)).filter(
    ([path]) => path.startsWith('Site bad/') && !path.includes('.sitesync') && !path.endsWith('/'),
  );
  return Object.fromEntries(all.map(([path, text]) => [path.slice('Site bad/'.length), text]));
}

const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

const without = (field: string, over: Row = {}): Row =>
  Object.fromEntries(Object.entries(row(over)).filter(([name]) => name !== field));

it('names each record that cannot be used, and brings all the others', async () => {
  service.rows.set('bad', [
    row({ name: 'good.txt', content: 'good' }),
    without('id', { name: 'no id.txt' }),
    row({ id: '..', name: 'bad id.txt' }),
    without('name'),
    row({ name: '' }),
    row({ name: ['list'] }),
  ]);
  await laptop.follow();
  const first = await sync();
  expect(here()).toEqual({ 'Other/good.txt': 'good' });
  // Rows without an id may be any record: such a list is not whole, and deletes nothing.
  const [partial, ...each] = first.problems;
  expect(partial?.message).toContain('is incomplete');
  expect(each).toHaveLength(5);
  for (const { code, message, hint } of each) {
    expect(code).toBe('not-understood');
    expect(message).toMatch(/^A record of the service cannot be used: The record has no [^.]+\.$/);
    expect(hint).toContain('Ask who manages the service');
  }
  expect(each.map((problem) => problem.path)).toEqual(expect.arrayContaining(['no id.txt', 'bad id.txt']));
  expect(await sync()).toMatchObject({ problems: first.problems, downloaded: 0, trashed: 0 });
  expect(writes()).toBe(0);
});

it('ends a list whose pages go on by a word that is no offset, and says so once', async () => {
  const all = Array.from({ length: 5 }, (_, n) => row({ name: `${n}.txt`, content: String(n) }));
  service.rows.set('bad', all);
  let lists = 0;
  service.malice = {
    list: (_, response, url) => {
      if (url.searchParams.get('site_id') !== 'bad') return sendJson(response, { count: 0, results: [] });
      lists += 1;
      // As a service with cursors: without a count, and an offset tells it nothing.
      const results = all.slice(0, 2).map(({ content: _content, ...rest }) => rest);
      sendJson(response, { next: 'http://service/api/v1/files/?cursor=cD0y', previous: null, results });
    },
  };
  await laptop.follow();
  const { downloaded, problems } = await sync();
  expect([downloaded, problems.map(({ path, message }) => [path, message])]).toEqual([
    2,
    [['', "The service's list of files is incomplete: The address of the next page names no offset."]],
  ]);
  expect(lists).toBeLessThan(10);
});

it('says so where the service names the site of each file in other words', async () => {
  await laptop.follow();
  service.rows.set('bad', [row({ name: 'plan.txt', content: 'plan' })]);
  await sync();
  service.rows.set('bad', [
    row({ name: 'a.txt', site: 'Site bad' }),
    row({ name: 'b.txt', site: 'Site bad' }),
  ]);
  for (let times = 0; times < 2; times++) {
    const { held, downloaded, trashed, problems } = await sync();
    expect([held, downloaded, trashed, problems.map(({ message }) => message)]).toEqual([
      null,
      0,
      0,
      [
        expect.stringContaining(
          'It names “Site bad” as the site of its files, and the service lists no such site.',
        ),
      ],
    ]);
  }
  expect(here()).toEqual({ 'Other/plan.txt': 'plan' });
  // Those of another site only show that the service ignores what it was asked.
  service.rows.set('bad', [row({ name: 'a.txt', site: 'good' }), row({ name: 'b.txt', site: 'gone' })]);
  expect((await sync()).problems).toEqual([]);
});

it('takes files of a site that is new for those of another one, where the service lists them all', async () => {
  await laptop.follow();
  service.rows.set('new', []);
  service.rows.set('bad', [row({ name: 'a.txt', site: 'new' })]);
  expect(await sync()).toMatchObject({ downloaded: 0, problems: [] });
});

it('makes do without what a record may lack', async () => {
  const fields = ['category', 'size_bytes', 'content_type', 'created_at', 'updated_at', 'metadata'];
  service.rows.set('bad', [
    ...fields.map((field) => without(field, { name: `no ${field}.txt`, content: `no ${field}` })),
    row({ name: 'odd.txt', content: 'odd', category: 7, size_bytes: 'many', created_at: {}, metadata: [1] }),
  ]);
  await laptop.follow();
  const report = await sync();
  expect([report.downloaded, report.problems]).toEqual([fields.length + 1, []]);
  expect(Object.values(here()).toSorted()).toEqual(
    [...fields.map((field) => `no ${field}`), 'odd'].toSorted(),
  );
  expect(await sync()).toMatchObject({ downloaded: 0, trashed: 0, updated: 0, problems: [] });
  expect(writes()).toBe(0);
});

it('keeps the copy of a record that can no longer be used', async () => {
  const good = row({ name: 'plan.txt', content: 'plan' });
  service.rows.set('bad', [good, row({ name: 'other.txt', content: 'other' })]);
  await laptop.follow();
  await sync();
  service.rows.set('bad', [{ ...good, name: '' }, row({ name: 'third.txt', content: 'third' })]);
  const report = await sync();
  expect(report.problems.map((problem) => problem.code)).toEqual(['not-understood']);
  expect(here()).toMatchObject({ 'Other/plan.txt': 'plan', 'Other/third.txt': 'third' });
  expect(writes()).toBe(0);
});

it.each([
  ['climbs out', '../../x'],
  ['is a device', 'CON'],
  ['has 300 characters', 'n'.repeat(300)],
  ['is a space', ' '],
])('gives a file whose name %s a place of its own, and keeps it in step', async (_, name) => {
  service.rows.set('bad', [row({ name, content: 'odd name' })]);
  await laptop.follow();
  const before = Object.keys(everythingBelow(laptop.home)).length;
  expect(await sync()).toMatchObject({ downloaded: 1, problems: [] });
  const [[path, text] = ['', ''], ...more] = Object.entries(here());
  expect([text, more]).toEqual(['odd name', []]);
  expect(path).toMatch(/^Other\/[^/]{1,255}$/);
  expect(Object.keys(everythingBelow(laptop.home)).length).toBeLessThanOrEqual(before + 3);
  expect(await sync()).toMatchObject({ downloaded: 0, trashed: 0, updated: 0, moved: 0, problems: [] });
  expect(writes()).toBe(0);
});

it('deletes nothing for a page of HTML in place of a record, a list or a file', async () => {
  service.rows.set('bad', [row({ name: 'a.txt', content: 'a' }), row({ name: 'b.txt', content: 'b' })]);
  await laptop.follow();
  await sync();
  const html = (_: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the guest network</html>');
  };
  service.malice = { list: html };
  expect((await sync()).problems).toMatchObject([
    { code: 'not-understood', message: expect.stringContaining('web page') as string },
  ]);
  service.rows.set('bad', [row({ name: 'c.txt', content: 'c' })]);
  service.malice = { read: html, download: html };
  const report = await sync();
  expect(report).toMatchObject({ trashed: 0, downloaded: 0 });
  expect(report.problems.map((problem) => problem.path)).toContain('Other/c.txt');
  for (const { message, hint } of report.problems) expect(`${message}${hint}`.length).toBeGreaterThan(40);
  expect(here()).toEqual({ 'Other/a.txt': 'a', 'Other/b.txt': 'b' });
});
