import { isJsonObject, type Json } from '../../../../shared/model/json.ts';
import type { OddRecord, Page } from '../../../sync/ports/service.ts';
import type { Parsed } from './records.ts';

/** What was asked for; the reply is read against it. */
export interface AskedPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of a listing: the envelope of the contract, or a bare array. Null if it is neither.
 *
 * `next` may be null, absent or empty at the end. It may be so although there is more: then `count` tells. It may be
 * relative, or name a host that only a proxy knows: only its limit and offset are used. A `next` that does not move
 * forward ends the listing, with an odd row without an id that makes the page partial.
 */
export function parsePage<T>(
  body: unknown,
  asked: AskedPage,
  parseRow: (row: unknown) => Parsed<T>,
): Page<T> | null {
  const rows = rowsOf(body);
  return rows === null ? null : pageOf(body, asked, rows.length, rows.map(parseRow));
}

/** The rows of a page; null if it is no page. */
export function rowsOf(body: unknown): readonly unknown[] | null {
  const rows = Array.isArray(body) ? (body as readonly unknown[]) : isJsonObject(body) && body['results'];
  return Array.isArray(rows) ? rows : null;
}

/** The page of a reply with `count` rows, of which `rows` are what was read of them. */
export function pageOf<T>(
  body: unknown,
  asked: AskedPage,
  count: number,
  rows: readonly Parsed<T>[],
): Page<T> {
  const envelope = isJsonObject(body) ? body : {};
  const items: T[] = [];
  const odd: OddRecord[] = [];
  for (const row of rows)
    if (row.ok) items.push(row.value);
    else odd.push(row.odd);
  const promised = parseCount(envelope['count']);
  const next = nextPage(envelope['next'], asked, count, promised, Array.isArray(body));
  if (typeof next === 'string') odd.push({ id: null, name: null, why: next });
  return { items, odd, count: promised, next: typeof next === 'string' ? null : next };
}

type Next = Page<unknown>['next'];

/** The next page, or in words why its address makes no sense. */
function nextPage(
  next: Json | undefined,
  asked: AskedPage,
  rows: number,
  count: number | null,
  bare: boolean,
): Next | string {
  const reached = asked.offset + rows;
  if (next === undefined || next === null || next === '') {
    const more = bare ? rows === asked.limit : count !== null && count > reached;
    return more && rows > 0 ? { offset: reached, limit: null } : null;
  }
  if (typeof next !== 'string') return 'The address of the next page is not text.';
  const query = new URLSearchParams(next.slice(next.indexOf('?') + 1).split('#')[0]);
  const offset = wholeNumber(query.get('offset'));
  const limit = wholeNumber(query.get('limit'));
  if (offset === null) return 'The address of the next page names no offset.';
  if (offset <= asked.offset) return 'The address of the next page does not move forward.';
  return { offset, limit: limit === 0 ? null : limit };
}

function parseCount(value: Json | undefined): number | null {
  if (typeof value === 'string') return wholeNumber(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function wholeNumber(text: string | null): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}
