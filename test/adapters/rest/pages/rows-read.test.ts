import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RowsRead } from '../../../../main/adapters/rest/pages/rows-read.ts';
import type { KnownRows, ReadPage } from '../../../../main/sync/ports/service.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { clientOf, rawServer, sendJson, type RawServer } from '../raw-server.ts';
import { failure, value } from '../service-suite.ts';

/** A row that came so before is not read again: of a page in which one record changed, that one is. */

const SITE = 'site-1' as SiteId;
const NONE: KnownRows = new Map();

let server: RawServer;
let reply: unknown;

beforeEach(async () => {
  server = await rawServer((_, response) => {
    if (typeof reply === 'string') response.end(reply);
    else sendJson(response, reply);
  });
});

afterEach(() => server.close());

const row = (id: string, over: object = {}): object => ({ id, site: SITE, name: `${id}.txt`, ...over });

function envelope(rows: readonly object[]): object {
  return { count: 9, next: '/api/v1/files/?limit=3&offset=3', results: rows };
}

async function read(known: KnownRows, release?: string): Promise<ReadPage> {
  const service = clientOf(server.url, release === undefined ? {} : { userAgent: release });
  try {
    return value(await value(await service.fetchFilesPage(SITE, 0, 3)).read(known));
  } finally {
    service.close();
  }
}

const knownRows = ({ ids, rowHashes }: ReadPage): KnownRows =>
  new Map(ids.map((id, at) => [rowHashes[at] ?? '', id]));

const itemsOf = ({ items }: ReadPage): readonly string[] => items.map((item) => `${item.id} ${item.name}`);

describe('a page of files', () => {
  it('gives a hash for each row, and with these only the rows that are others', async () => {
    reply = envelope([row('1'), row('2'), row('3')]);
    const first = await read(NONE);
    expect(itemsOf(first)).toEqual(['1 1.txt', '2 2.txt', '3 3.txt']);
    expect([first.ids, first.same, new Set(first.rowHashes).size]).toEqual([['1', '2', '3'], [], 3]);
    reply = envelope([row('1'), row('2', { name: 'another.txt' }), row('3')]);
    const second = await read(knownRows(first));
    expect(itemsOf(second)).toEqual(['2 another.txt']);
    expect([second.ids, second.same]).toEqual([
      ['1', '2', '3'],
      ['1', '3'],
    ]);
    expect([second.rowHashes[0], second.rowHashes[2]]).toEqual([first.rowHashes[0], first.rowHashes[2]]);
    expect(second.rowHashes[1]).not.toBe(first.rowHashes[1]);
  });

  it('tells of count, next page and odd rows the same as one that is read whole', async () => {
    const rows = [row('1'), row('2'), { id: '3', name: '' }, row('4')];
    reply = envelope(rows);
    const whole = await read(NONE);
    const { rowHashes } = whole;
    const part = await read(new Map([[rowHashes[1] ?? '', '2' as never]]));
    expect(itemsOf(part)).toEqual(['1 1.txt', '4 4.txt']);
    const told = ({ ids, rowHashes: all, odd, count, next, recallable }: ReadPage): unknown => [
      ids,
      all,
      odd,
      count,
      next,
      recallable,
    ];
    expect(told(part)).toEqual(told(whole));
    expect(whole.odd).toHaveLength(1);
    expect(whole.ids).toEqual(['1', '2', '4']);
    // Neither count nor next page: the place of the last row tells.
    reply = rows;
    expect((await read(knownRows(whole))).same).toEqual(['1', '2', '4']);
  });

  it('counts rows that are known where only their number tells that there is more', async () => {
    reply = [row('1'), row('2'), row('3')];
    const whole = await read(NONE);
    expect(whole.next).toEqual({ offset: 3, limit: null });
    const known = await read(knownRows(whole));
    expect([known.items, known.next]).toEqual([[], whole.next]);
  });

  it('knows no row of another release, which may read it in another way', async () => {
    reply = envelope([row('1')]);
    const first = await read(NONE, 'SiteSync/1');
    expect((await read(knownRows(first), 'SiteSync/1')).items).toHaveLength(0);
    expect((await read(knownRows(first), 'SiteSync/2')).items).toHaveLength(1);
  });

  it('reads whole what cannot be cut, and gives no hashes for it', async () => {
    reply = `\ufeff${JSON.stringify(envelope([row('1')]))}`;
    const page = await read(NONE);
    expect([itemsOf(page), page.rowHashes]).toEqual([['1 1.txt'], ['']]);
    // Such a hash stands for no row.
    expect((await read(new Map([['', 'x' as never]]))).ids).toEqual(['1']);
  });

  it('is not understood where another list takes the place of its rows', async () => {
    reply = envelope([row('1'), row('2')]);
    const known = knownRows(await read(NONE));
    reply = JSON.stringify(reply).replace(/}$/, `,"result\\u0073":[${JSON.stringify(row('3'))}]}`);
    const service = clientOf(server.url);
    const page = value(await service.fetchFilesPage(SITE, 0, 3));
    expect(failure(await page.read(known)).code).toBe('not-understood');
    service.close();
  });

  it('has a turn for others at each megabyte', () => {
    const rows = Array.from({ length: 8 }, (_, n) => row(`${n}`, { metadata: 'x'.repeat(600 * 1024) }));
    const look = new RowsRead(SITE, Buffer.from(JSON.stringify(envelope(rows))), 'r', NONE).look();
    let turns = 0;
    while (look.next().done !== true) turns += 1;
    expect(turns).toBe(4);
  });

  it('is not understood where what is around its known rows is no JSON', async () => {
    reply = envelope([row('1'), row('2')]);
    const known = knownRows(await read(NONE));
    const text = JSON.stringify(reply);
    const garbled = [`${text}}`, text.replace('"count":9', '"count":09')];
    const cut = [text.slice(0, -1)];
    for (const [code, texts] of [['timeout', cut] as const, ['not-understood', garbled] as const]) {
      for (const each of texts) {
        reply = each;
        const service = clientOf(server.url);
        const page = value(await service.fetchFilesPage(SITE, 0, 3));
        expect(failure(await page.read(known)).code).toBe(code);
        service.close();
      }
    }
  });
});
