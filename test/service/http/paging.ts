import { assertNever } from '../../../shared/assert-never.ts';
import type { Page } from '../store/file-table.ts';
import type { Variation } from '../switches/variation.ts';
import { refuse, type Outcome } from './problem.ts';

/** The envelope of every listing. */
export interface Envelope {
  readonly count: number;
  readonly next?: string | null;
  readonly previous?: string | null;
  readonly results: readonly unknown[];
}

/** `limit` and `offset` as the Django REST framework reads them: nonsense counts as absent. */
export function pageOf(query: URLSearchParams, variation: Variation): Outcome<Page> {
  const { defaultPageSize, maxPageSize, refusesLargePages } = variation;
  const asked = wholeNumber(query.get('limit'));
  const limit = asked === null || asked === 0 ? defaultPageSize : asked;
  if (refusesLargePages && limit > maxPageSize)
    return refuse({ status: 422, body: { limit: [`Ensure this is less than or equal to ${maxPageSize}.`] } });
  const offset = wholeNumber(query.get('offset')) ?? 0;
  return { ok: true, value: { limit: Math.min(limit, maxPageSize), offset } };
}

/** `url` is the request's own absolute address. */
export function envelope(
  url: URL,
  page: Page,
  count: number,
  results: readonly unknown[],
  variation: Variation,
): Envelope {
  const following = page.offset + page.limit;
  const preceding = page.offset - page.limit;
  const next = following < count ? pageUrl(url, page.limit, following) : null;
  const previous = page.offset > 0 ? pageUrl(url, page.limit, Math.max(preceding, 0)) : null;
  return {
    count,
    ...link('next', next, variation),
    ...link('previous', previous, variation),
    results,
  };
}

function pageUrl(url: URL, limit: number, offset: number): URL {
  const page = new URL(url);
  page.searchParams.set('limit', String(limit));
  page.searchParams.set('offset', String(offset));
  if (offset === 0) page.searchParams.delete('offset');
  page.searchParams.sort();
  return page;
}

function link(name: 'next' | 'previous', url: URL | null, variation: Variation): Partial<Envelope> {
  const form = url === null ? variation.endForm : variation.nextForm;
  switch (form) {
    case 'null':
      return { [name]: null };
    case 'absent':
      return {};
    case 'empty':
      return { [name]: '' };
    case 'relative':
      return { [name]: url === null ? null : `${url.pathname}${url.search}` };
    case 'other-host':
      return {
        [name]: url === null ? null : `https://files.internal.example:8443${url.pathname}${url.search}`,
      };
    case 'absolute':
      return { [name]: url?.href ?? null };
    default:
      return assertNever(form);
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
