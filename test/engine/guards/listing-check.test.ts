import { describe, expect, it } from 'vitest';
import {
  type Asked,
  type CheckedPage,
  type Listing,
  pagesAfter,
  startListing,
  takePage,
  verdict,
} from '../../../main/engine/guards/listing-check.ts';
import type { FileId } from '../../../shared/model/ids.ts';

type Next = CheckedPage['next'];

/** A service over a list that may change between requests; every quirk is off unless a test turns it on. */
interface Service {
  rows: (request: number) => readonly (string | null)[];
  count?: (rows: number, request: number) => number | null;
  cap?: number;
  next?: (asked: Asked, rows: number, total: number) => Next;
  ignoresOffset?: boolean;
  inOrder?: boolean;
}

function list(service: Service, pageSize = 4) {
  let state: Listing = startListing(pageSize);
  let asked: Asked | null = { offset: 0, limit: pageSize };
  const got: (string | null)[] = [];
  const offsets: number[] = [];
  for (let request = 0; asked !== null; request++) {
    if (request > 60) throw new Error('endless');
    offsets.push(asked.offset);
    const all = service.rows(request);
    const limit = Math.min(asked.limit, service.cap ?? Infinity);
    const start = service.ignoresOffset === true ? 0 : asked.offset;
    const ids = all.slice(start, start + limit) as (FileId | null)[];
    const more = start + ids.length < all.length;
    const plainNext: Next = more ? { offset: start + limit, limit } : null;
    const next = service.next === undefined ? plainNext : service.next(asked, ids.length, all.length);
    const count = service.count === undefined ? all.length : service.count(all.length, request);
    const shown = service.inOrder === false ? ids.toReversed() : ids;
    const taken = takePage(state, asked, { ids: shown, count, next, inOrder: service.inOrder ?? true });
    got.push(...taken.fresh.map((index) => shown[index]!));
    expect(taken.done).toBe(taken.next === null);
    state = taken.state;
    asked = taken.next;
  }
  return { got, offsets, ...verdict(state) };
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `id-${n}`);
const still = (rows: readonly (string | null)[]) => () => rows;
const whole = { complete: true, fault: null };

describe('a listing that did not change', () => {
  it.each([
    [0, [0]],
    [1, [0]],
    [4, [0]],
    [5, [0, 3]],
    [7, [0, 3]],
    [8, [0, 3, 6]],
    [11, [0, 3, 6, 9]],
  ])('of %i rows is complete after pages at %j', (count, offsets) => {
    const result = list({ rows: still(ids(count)) });
    expect(result).toMatchObject({ ...whole, offsets });
    expect(result.offsets.length).toBe(count <= 4 ? 1 : Math.ceil((count - 1) / 3));
    expect(result.got).toEqual(ids(count));
  });

  it('counts the rows that came if the service caps the limit', () => {
    expect(list({ rows: still(ids(9)), cap: 3 })).toMatchObject({
      ...whole,
      offsets: [0, 2, 4, 6],
      got: ids(9),
    });
  });

  it('needs no count', () => {
    for (const total of [0, 3, 4, 5, 10])
      expect(list({ rows: still(ids(total)), count: () => null })).toMatchObject({
        ...whole,
        got: ids(total),
      });
  });

  it('needs no next', () => {
    expect(list({ rows: still(ids(10)), next: () => null })).toMatchObject({ ...whole, got: ids(10) });
  });

  it.each([Infinity, 3, 2, 1])(
    'needs neither: a page of nothing new is the last, of %d rows at most',
    (cap) => {
      for (const total of [0, 3, 4, 5, 9]) {
        const result = list({ rows: still(ids(total)), cap, count: () => null, next: () => null });
        expect(result.got).toEqual(ids(total));
        // Of one row a page nothing overlaps.
        expect(result.complete).toBe(cap > 1 || total <= 1);
      }
    },
  );

  it('takes a service that ignores the limit', () => {
    const service = { rows: still(ids(10)), cap: 10 };
    const { state, next } = takePage(
      startListing(4),
      { offset: 0, limit: 4 },
      {
        ids: service.rows() as FileId[],
        count: 10,
        next: null,
      },
    );
    expect(next).toBeNull();
    expect(verdict(state)).toEqual(whole);
  });

  it('looks once more where the service always names a next page', () => {
    const next = (asked: Asked, rows: number): Next => ({ offset: asked.offset + rows, limit: 4 });
    expect(list({ rows: still(ids(4)), next })).toMatchObject({ ...whole, offsets: [0, 3] });
    expect(list({ rows: still(ids(1)), next })).toMatchObject(whole);
  });

  it('accepts pages whose order is not known, by their one shared row', () => {
    expect(list({ rows: still(ids(10)), inOrder: false })).toMatchObject(whole);
  });
});

describe('a listing that is not complete', () => {
  const rows = ids(10);
  const changing = (later: readonly string[]) => (request: number) => (request === 0 ? rows : later);

  it.each<[string, Service, RegExp]>([
    ['a row was deleted before the second page', { rows: changing(rows.slice(1)) }, /changed from 10 to 9/],
    [
      'the same, without a count',
      { rows: changing(rows.slice(1)), count: () => null },
      /do not fit together/,
    ],
    ['a row was added before the second page', { rows: changing(['new', ...rows]) }, /changed from 10 to 11/],
    ['the same, without a count', { rows: changing(['new', ...rows]), count: () => null }, /twice/],
    ['one was deleted and one added at the end', { rows: changing([...rows.slice(1), 'new']) }, /do not fit/],
    ['an id comes twice in a page', { rows: still(['a', 'b', 'a']) }, /twice/],
    ['an id comes again later', { rows: still(['a', 'b', 'c', 'd', 'e', 'a']) }, /twice/],
    ['a row has no id', { rows: still(['a', null, 'c']) }, /without an id/],
    ['the service stops early', { rows: still(rows), count: () => 12, next: () => null }, /10 of 12/],
    [
      'an empty page comes early',
      { rows: (n) => (n === 0 ? rows : []), count: () => 10 },
      /4 of 10 .* empty page/,
    ],
    ['a first page is empty though files are counted', { rows: still([]), count: () => 3 }, /0 of 3/],
    ['the service ignores the offset', { rows: still(rows), ignoresOffset: true }, /same files again/],
    [
      'the same with all of its files in one page, as far as that is to be known',
      { rows: still(rows.slice(0, 3)), ignoresOffset: true, count: () => null, next: () => null },
      /same files again/,
    ],
    [
      'the same, without a count, and with a row that has no id',
      { rows: still(['a', 'b', null]), ignoresOffset: true, count: () => null, next: () => null },
      /without an id/,
    ],
    [
      'the same, where each page names another',
      {
        rows: still(['a', 'b', null]),
        ignoresOffset: true,
        count: () => null,
        next: ({ offset }) => ({ offset: offset + 2, limit: 4 }),
      },
      /without an id/,
    ],
    [
      'the same, where no row has an id',
      { rows: still([null, null]), ignoresOffset: true, count: () => null, next: () => null },
      /without an id/,
    ],
    [
      'next goes nowhere',
      { rows: still(rows), next: (asked) => ({ offset: asked.offset, limit: 4 }) },
      /does not go on/,
    ],
    ['one row a page cannot overlap', { rows: still(rows), cap: 1 }, /do not fit/],
    ['there are more rows than counted', { rows: still(ids(9)), count: () => 4 }, /counts 4/],
    [
      'the order is not known and a row was skipped',
      { rows: changing(rows.slice(1)), count: () => null, inOrder: false },
      /do not fit/,
    ],
  ])('%s', (_what, service, fault) => {
    const result = list(service);
    expect(result.complete).toBe(false);
    expect(result.fault).toMatch(fault);
  });

  it('still gives every row once', () => {
    const { got } = list({ rows: changing(['new', ...rows]) });
    expect(new Set(got).size).toBe(got.length);
    expect(got).toContain('id-9');
  });

  it('is cut off if pages never end', () => {
    let state = startListing(100);
    let requests = 0;
    const ask = ({ offset }: Asked): Asked | null => {
      requests++;
      const page = Array.from({ length: 100 }, (_, n) => `row-${offset + n}` as FileId);
      const next = { offset: offset + 100, limit: 100 };
      const taken = takePage(state, { offset, limit: 100 }, { ids: page, count: 200, next });
      state = taken.state;
      return taken.next;
    };
    let asked: Asked | null = { offset: 0, limit: 100 };
    while (asked !== null) asked = ask(asked);
    expect(requests).toBeLessThan(20);
    expect(verdict(state).fault).toMatch(/where it counts 200/);
  });

  it('goes on after a page of rows without ids if a next page is named', () => {
    const rows = ['a', 'b', null, null, null, 'c', 'd'];
    expect(list({ rows: still(rows), cap: 2 }).got).toEqual(['a', 'b', 'c', 'd']);
    expect(list({ rows: still(rows), cap: 2, count: () => null }).got).toEqual(['a', 'b', 'c', 'd']);
  });

  it('was not read to its end', () => {
    const taken = takePage(
      startListing(4),
      { offset: 0, limit: 4 },
      { ids: ids(4) as FileId[], count: 9, next: null },
    );
    expect(taken.next).toEqual({ offset: 3, limit: 4 });
    expect(verdict(taken.state)).toEqual({ complete: false, fault: 'The listing was not read to its end.' });
  });
});

describe('the pages after the next one', () => {
  /** Foreseen after each page of a list of so many rows, of which the service gives `cap` a page. */
  function foreseen(rows: number, pageSize: number, cap = pageSize): { asked: number[]; ahead: number[][] } {
    let state = startListing(pageSize);
    let next: Asked | null = { offset: 0, limit: pageSize };
    const asked: number[] = [];
    const ahead: number[][] = [];
    while (next !== null) {
      asked.push(next.offset);
      ahead.push(pagesAfter(state, next, 3).map(({ offset }) => offset));
      const length = Math.min(next.limit, cap, rows - next.offset);
      const ids = Array.from({ length }, (_, n) => `row-${(next?.offset ?? 0) + n}` as FileId);
      ({ state, next } = takePage(state, next, { ids, count: rows, next: null }));
    }
    return { asked, ahead };
  }

  it('are those that will be asked for, whatever the service gives at a time', () => {
    for (const rows of [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 31, 100]) {
      for (const cap of [2, 3, 4, 7]) {
        const { asked, ahead } = foreseen(rows, 7, cap);
        // Of a list nothing is known before its first page.
        expect(ahead[0]).toEqual([]);
        for (const [at, pages] of ahead.entries())
          if (at > 0) expect(pages, `${rows} ${cap} ${at}`).toEqual(asked.slice(at + 1, at + 4));
      }
    }
  });

  it('are none where the service does not count, or gives one row at a time', () => {
    const next = { offset: 3, limit: 4 };
    expect(pagesAfter({ ...startListing(4), got: 4 }, next, 3)).toEqual([]);
    expect(pagesAfter({ ...startListing(4), got: 1, count: 100 }, next, 3)).toEqual([]);
  });
});
