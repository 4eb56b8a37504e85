import { describe, expect, test } from 'vitest';
import {
  parsePage,
  parseSite,
  parseSiteFile,
  parseWriteReply,
} from '../../../../main/adapters/rest/dialect.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import type { OddRecord } from '../../../../main/sync/ports/service.ts';
import { NO_FACTS, type SiteFile } from '../../../../shared/model/site-file.ts';

const SITE = 'site-1' as SiteId;
const ROW = {
  id: '6e1f2a2e-0000-4000-8000-000000000001',
  site: 'site-1',
  category: 'kg-csv',
  name: 'points.csv',
  file: '/media/a.csv?sig=1',
  uploaded_by: 'u',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  download_url: 'https://x/1',
  entity_uri: 'urn:x',
  content_type: 'text/csv',
  size_bytes: 12,
  metadata: { b: [1, { d: 1, c: 2 }], a: 'x' },
};

function file(row: unknown, asked: SiteId | null = SITE): SiteFile {
  const parsed = parseSiteFile(row, asked);
  if (!parsed.ok) throw new Error(parsed.odd.why);
  return parsed.value;
}

function odd(row: unknown, asked: SiteId | null = SITE): OddRecord {
  const parsed = parseSiteFile(row, asked);
  if (parsed.ok) throw new Error('An odd record was due.');
  return parsed.odd;
}

function inCamelCase(row: object): Record<string, unknown> {
  const camel = (name: string): string =>
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
}

test('fields may be written as `updatedAt`, and tell of a change as those of the contract do', () => {
  const row = inCamelCase(ROW);
  expect(row).toMatchObject({ sizeBytes: 12 });
  expect(file(row)).toEqual(file(ROW));
  expect(file({ ...row, updatedAt: '2026-01-03T00:00:00Z' }).fingerprint).not.toBe(file(ROW).fingerprint);
  // Where both are there, the contract's counts.
  expect(file({ ...ROW, updatedAt: '2026-01-03T00:00:00Z', sizeBytes: 7 })).toEqual(file(ROW));
  const site = {
    id: 's',
    created_at: '2026-01-01T00:00:00Z',
    country_code: 'CH',
    triplestore_graph_uri: 'urn:g',
  };
  expect(parseSite(inCamelCase(site))).toEqual(parseSite(site));
});

describe('file records', () => {
  test.each([
    [null, null, null],
    ['text', null, null],
    [[], null, null],
    [{}, null, null],
    [{ name: 'a' }, null, 'a'],
    [{ ...ROW, id: '' }, null, 'points.csv'],
    [{ ...ROW, id: '..' }, null, 'points.csv'],
    [{ ...ROW, id: 1.5 }, null, 'points.csv'],
    [{ ...ROW, id: 'a\nb' }, null, 'points.csv'],
    [{ ...ROW, name: '' }, ROW.id, null],
    [{ ...ROW, name: 7 }, ROW.id, null],
    [{ ...ROW, name: undefined }, ROW.id, null],
  ])('%j is odd', (row, id, name) => {
    expect(odd(row)).toMatchObject({ id, name });
    expect(odd(row).why).not.toBe('');
  });

  test.each([
    ['0b7e', {}, '0b7e'],
    [7, {}, '7'],
    [null, {}, null],
    ['0b7e', { uploaded_by_name: 'S. Bakker' }, 'S. Bakker'],
    ['0b7e', { uploaded_by_name: '' }, '0b7e'],
    [{ id: '0b7e', name: 'S. Bakker' }, {}, 'S. Bakker'],
    [{ id: '0b7e', name: '', email: 's@bakker.example' }, {}, 's@bakker.example'],
    [{ id: 7 }, {}, '7'],
    [{}, {}, null],
    [['0b7e'], {}, null],
  ])('the uploader %j with %j is %j', (uploaded_by, more, person) => {
    expect(file({ ...ROW, ...more, uploaded_by }).uploadedBy).toBe(person);
  });

  test('a missing site is the asked one, and without one the record is odd', () => {
    const { site: _site, ...row } = ROW;
    expect(file(row).site).toBe('site-1');
    expect(odd(row, null)).toMatchObject({ id: ROW.id, name: 'points.csv' });
    expect(file({ ...ROW, site: { id: 'site-2', name: 'x' } }).site).toBe('site-2');
    expect(file({ ...ROW, site: 'https://a.test/data/api/v1/sites/site%202/' }).site).toBe('site 2');
    expect(file({ ...ROW, site: '/api/v1/sites/%ff/' }).site).toBe('site-1');
    expect(file({ ...ROW, site: 7, id: 12 })).toMatchObject({ site: '7', id: '12' });
  });

  test.each([
    [0, 0],
    [12, 12],
    [12.0, 12],
    ['12', 12],
    [-1, null],
    [1.5, null],
    [2 ** 53, null],
    [2 ** 63, null],
    ['9223372036854775807', null],
    ['twelve', null],
    ['', null],
    [null, null],
    [undefined, null],
    [[], null],
    [true, null],
  ])('size_bytes %j is %j', (size, expected) => {
    expect(file({ ...ROW, size_bytes: size }).size).toBe(expected);
  });

  test.each([
    ['handover', 'other', 'handover'],
    ['3D Model', 'other', '3D Model'],
    [undefined, 'other', 'other'],
    [null, 'other', 'other'],
    [3, 'other', 'other'],
    ['bim-source', 'bim-source', 'bim-source'],
  ])('category %j', (category, known, text) => {
    expect(file({ ...ROW, category })).toMatchObject({ category: known, categoryText: text });
  });

  test.each([null, [], [1], 'plain words', '[1]', 7, false, '{broken'])(
    'metadata %j is kept and has no facts',
    (metadata) => {
      const record = file({ ...ROW, metadata });
      expect(record.metadata).toEqual(metadata);
      expect(record.facts).toEqual(NO_FACTS);
    },
  );

  test('each fact is judged alone, whether metadata is an object or text', () => {
    const sitesync = { path: '../x', sha256: 'a'.repeat(64), mtimeMs: 'soon', opId: 'op' };
    const facts = { ...NO_FACTS, sha256: 'a'.repeat(64), opId: 'op' };
    expect(file({ ...ROW, metadata: { sitesync } }).facts).toEqual(facts);
    const text = JSON.stringify({ sitesync });
    expect(file({ ...ROW, metadata: text })).toMatchObject({ facts, metadata: text });
    expect(file({ ...ROW, metadata: { sitesync: { path: 'a/b', mtimeMs: 1.5 } } }).facts).toMatchObject({
      path: 'a/b',
      mtimeMs: 1.5,
    });
    expect(file({ ...ROW, metadata: { sitesync: [] } }).facts.path).toBeNull();
    expect(
      file({ ...ROW, metadata: { sitesync: { path: ['a'], sha256: 'A'.repeat(64), opId: '' } } }).facts,
    ).toEqual(NO_FACTS);
  });

  test.each([
    [
      ['op 2', 'op 1'],
      ['op 2', 'op 1'],
    ],
    [Array.from({ length: 30 }, (_, n) => `op ${n}`), Array.from({ length: 8 }, (_, n) => `op ${n}`)],
    // What follows on a gap is not known to be older than what comes before it.
    [['op 2', '', 'op 1'], ['op 2']],
    [[7, 'op 1'], []],
    ['op 1', []],
    [{ length: 1, 0: 'op 1' }, []],
  ])('of the versions that it is based on %j it takes %j', (basedOn, taken) => {
    expect(file({ ...ROW, metadata: { sitesync: { opId: 'op', basedOn } } }).facts).toEqual({
      ...NO_FACTS,
      opId: 'op',
      basedOn: taken,
    });
  });

  test('a __proto__ in a reply lends no facts and spoils nothing', () => {
    const row: unknown = JSON.parse(
      `{"id":"i","name":"n","metadata":{"__proto__":{"sitesync":{"path":"evil"}},"sitesync":{"__proto__":{"path":"evil"}}}}`,
    );
    expect(file(row).facts.path).toBeNull();
    expect(({} as { sitesync?: unknown }).sitesync).toBeUndefined();
  });

  test('metadata nested beyond reason makes an odd record, not a crash', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000));
    expect(odd({ ...ROW, metadata: deep })).toMatchObject({ id: ROW.id, name: 'points.csv' });
  });
});

describe('the fingerprint', () => {
  const base = file(ROW).fingerprint;

  test('is short text', () => {
    expect(base).toMatch(/^[\w-]{22}$/);
  });

  test.each([
    { site: 'site-2' },
    { category: 'other' },
    { category: 'handover' },
    { name: 'Points.csv' },
    { file: '/media/b.csv' },
    { size_bytes: 13 },
    { content_type: 'text/plain' },
    { created_at: '2026-01-01T00:00:01Z' },
    { updated_at: '2026-01-02T00:00:00.000001Z' },
    { updated_at: null },
    { uploaded_by: 'v' },
    { entity_uri: 'urn:y' },
    { metadata: { a: 'x' } },
    { metadata: { b: [1, { d: 1, c: 3 }], a: 'x' } },
    { metadata: null },
  ])('changes with %j', (change) => {
    expect(file({ ...ROW, ...change }).fingerprint).not.toBe(base);
  });

  test.each([
    { download_url: 'https://x/2' },
    { file: '/media/a.csv?sig=2' },
    { file: '/media/a.csv' },
    { metadata: { a: 'x', b: [1, { c: 2, d: 1 }] } },
    { metadata: '{"a": "x",  "b": [1, {"c":2, "d":1}]}' },
    { unknown_field: 1 },
  ])('stays with %j', (change) => {
    expect(file({ ...ROW, ...change }).fingerprint).toBe(base);
  });
});

describe('pages', () => {
  const asked = { offset: 10, limit: 2 };
  const rows = [ROW, { ...ROW, id: 'second' }];
  const page = (body: unknown) => parsePage(body, asked, (row) => parseSiteFile(row, SITE));

  test.each([
    ['https://x/api/v1/files/?limit=2&offset=12', { offset: 12, limit: 2 }],
    ['?offset=12', { offset: 12, limit: null }],
    ['/files/?a=b&offset=12&limit=0#top', { offset: 12, limit: null }],
    ['http://internal:8080/x?offset=11&limit=50', { offset: 11, limit: 50 }],
    ['https://user:word@evil.example/?offset=12&limit=2', { offset: 12, limit: 2 }],
  ])('next %s', (next, expected) => {
    expect(page({ count: 20, next, results: rows })?.next).toEqual(expected);
  });

  test.each([null, undefined, ''])('without next (%j) the count tells', (next) => {
    expect(page({ count: 12, next, results: rows })?.next).toBeNull();
    expect(page({ count: 13, next, results: rows })?.next).toEqual({ offset: 12, limit: null });
    expect(page({ count: 13, next, results: [] })?.next).toBeNull();
    expect(page({ next, results: rows })).toMatchObject({ next: null, count: null });
  });

  test.each(['?offset=10', '?offset=0&limit=2', '?page=2', '?offset=-3', '?offset=1e9', 'nonsense', 7, {}])(
    'next %j ends a listing that is then not whole',
    (next) => {
      const result = page({ count: 20, next, results: rows });
      expect(result?.next).toBeNull();
      expect(result?.odd).toMatchObject([{ id: null, name: null }]);
      expect(result?.items.length).toBe(2);
    },
  );

  test('a bare array is a page; a full one may have more behind it', () => {
    expect(page(rows)).toMatchObject({ count: null, next: { offset: 12, limit: null } });
    expect(page([ROW])).toMatchObject({ count: null, next: null });
    expect(page([ROW, ...rows])?.next).toBeNull();
  });

  test('odd rows stand beside the good ones', () => {
    const result = page({ count: '3', results: [ROW, { id: 'x' }, null] });
    expect(result).toMatchObject({ count: 3, odd: [{ id: 'x', name: null }, { id: null }] });
    expect(result?.items.length).toBe(1);
  });

  test.each([undefined, null, 7, 'text', {}, { results: 'x' }, { results: {} }, { detail: 'no' }])(
    '%j is no page',
    (body) => expect(page(body)).toBeNull(),
  );

  test.each([-1, 1.5, 'many', {}])('a count of %j is none', (count) => {
    expect(page({ count, results: [] })?.count).toBeNull();
  });
});

describe('sites', () => {
  test('only the id is required', () => {
    expect(parseSite({ id: 5 })).toMatchObject({ ok: true, value: { id: '5', name: '5', timezone: null } });
    expect(
      parseSite({ id: 's', name: 'Mill', latitude: 1.5, longitude: '2', timezone: 'Europe/Oslo' }),
    ).toMatchObject({
      value: { name: 'Mill', latitude: '1.5', longitude: '2', timezone: 'Europe/Oslo' },
    });
    for (const row of [null, 7, {}, { id: '' }, { id: '..' }, { name: 'x' }]) {
      expect(parseSite(row)).toMatchObject({ ok: false, odd: { id: null } });
    }
  });
});

describe('what a write answers', () => {
  test.each([
    [ROW, null, ROW.id],
    [{ id: 'abc' }, null, 'abc'],
    [{ id: 7 }, null, '7'],
    ['6e1f2a2e-0000-4000-8000-000000000001', null, '6e1f2a2e-0000-4000-8000-000000000001'],
    [undefined, null, null],
    [null, null, null],
    ['Created.', null, null],
    [{}, '/api/v1/files/abc%20d/', 'abc d'],
    [undefined, 'https://x/api/v1/files/abc?x=1', 'abc'],
    [undefined, '/api/v1/files/%E0%A4%A/', null],
    [undefined, '/elsewhere/abc', null],
    [undefined, '/api/v1/files/../', null],
  ])('%j with Location %j tells the id %j', (body, location, id) => {
    const reply = parseWriteReply(body, location, SITE);
    expect(reply.id).toBe(id);
    expect(reply.record === null).toBe(body !== ROW);
  });
});
