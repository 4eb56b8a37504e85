import { counted, numberText } from '../../../shared/counted.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';

/**
 * The most rows and pages that are read of one list: a service that always names one more page must not keep us
 * asking for ever.
 */
const MAX_ROWS = 2_000_000;
const MAX_PAGES = 20_000;
/**
 * This many rows beyond the promised count are still read, since they may be changes. The listing is not complete
 * anyway.
 */
const SURPLUS = 1000;

type RowId = FileId | SiteId;

export interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/** One page as the service gave it. */
export interface CheckedPage {
  /** One entry a row; null for a row that has no readable id. */
  readonly ids: readonly (RowId | null)[];
  /** False if `ids` are not in the service's order: the row that overlaps may then be any of them. */
  readonly inOrder?: boolean;
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/**
 * How far a listing has come. Use each state only once: `takePage` passes its set of ids on to the next state, so
 * that a listing of any length needs one set, and no page is kept.
 */
export interface Listing {
  readonly limit: number;
  readonly seen: Set<RowId>;
  /** Rows up to the end of the last page, counted by the service's offsets. */
  readonly rows: number;
  readonly count: number | null;
  /** What the next page has to begin with: the last id, or any of these if the order is not known. */
  readonly overlap: ReadonlySet<RowId>;
  readonly pages: number;
  /** How many rows the last page had. */
  readonly got: number;
  readonly ended: boolean;
  /** What went wrong first, as a sentence for people; null: nothing. */
  readonly fault: string | null;
}

export interface Taken {
  readonly state: Listing;
  /** Indices of the rows that were not seen before. */
  readonly fresh: readonly number[];
  /** What to ask next; null at the end. */
  readonly next: Asked | null;
  readonly done: boolean;
}

/**
 * A listing before its first page, which is `{ offset: 0, limit: pageSize }`. Pages overlap by one row, so a page has
 * at least two.
 */
export function startListing(pageSize: number): Listing {
  return {
    limit: Math.max(2, Math.floor(pageSize)),
    seen: new Set(),
    rows: 0,
    count: null,
    overlap: new Set(),
    pages: 0,
    got: 0,
    ended: false,
    fault: null,
  };
}

/**
 * Adds one page to the listing (rule 2). A fault does not end the listing: its rows may still add and change files.
 * But `verdict` then says that it is not complete, so that nothing is deleted because of it.
 */
export function takePage(state: Listing, asked: Asked, page: CheckedPage): Taken {
  const repeats = new Set<number>();
  const faults = [state.fault, countFault(state, page), pageFault(state, asked, page)];
  const fresh: number[] = [];
  for (const [index, id] of page.ids.entries()) {
    if (id === null) faults.push('The service listed a row without an id.');
    else if (state.seen.has(id)) repeats.add(index);
    else {
      state.seen.add(id);
      fresh.push(index);
    }
  }
  faults.push(overlapFault(state, page, repeats));
  const rows = Math.max(state.rows, asked.offset + page.ids.length);
  const count = state.count ?? page.count;
  const taken: Listing = {
    ...state,
    rows,
    count,
    overlap: page.ids.length === 0 ? state.overlap : overlapOf(page),
    pages: state.pages + 1,
    got: page.ids.length,
    fault: firstOf(faults),
  };
  const next = nextPage(taken, asked, page, fresh.length);
  if (next !== null) return { state: taken, fresh, next, done: false };
  const fault = taken.fault ?? endFault(taken);
  return { state: { ...taken, ended: true, fault }, fresh, next: null, done: true };
}

/**
 * The requests that follow `next`, so that they can be sent before it is answered: at most `most`, and none beyond
 * the service's count. They assume that each page will hold as many rows as the last one did.
 */
export function pagesAfter({ count, got }: Listing, next: Asked, most: number): readonly Asked[] {
  const step = got - 1;
  if (count === null || step < 1) return [];
  // Each page begins with the last row of the page before it. A page that would hold this row alone is not asked for.
  const left = Math.ceil((count - 1 - next.offset) / step) - 1;
  return Array.from({ length: Math.max(0, Math.min(left, most)) }, (_, n) => ({
    offset: next.offset + (n + 1) * step,
    limit: next.limit,
  }));
}

/** Was the whole list read, and if not, why? Only a complete listing may lead to deletes. */
export function verdict(state: Listing): { readonly complete: boolean; readonly fault: string | null } {
  const fault = state.fault ?? (state.ended ? null : 'The listing was not read to its end.');
  return { complete: fault === null, fault };
}

function countFault(state: Listing, page: CheckedPage): string | null {
  if (page.count === null || state.count === null || page.count === state.count) return null;
  return `The number of files changed from ${numberText(state.count)} to ${numberText(page.count)} while they were listed.`;
}

function pageFault(state: Listing, asked: Asked, page: CheckedPage): string | null {
  if (page.next !== null && page.next.offset <= asked.offset && page.ids.length > 0)
    return 'The service named a next page that does not go on.';
  const due = state.count ?? page.count;
  if (page.ids.length === 0 && due !== null && due > state.rows)
    return `The service listed ${numberText(state.rows)} of ${counted(due, 'file')} and then an empty page.`;
  return null;
}

/** The first row must be the last one of the page before, and nothing else may come twice. */
function overlapFault(state: Listing, page: CheckedPage, repeats: ReadonlySet<number>): string | null {
  if (page.ids.length === 0) return null;
  const due = state.pages > 0 ? 1 : 0;
  // A service that ignores the offset answers so. Its list did not change; but it may give only the first part, so
  // the listing is not complete.
  if (due > 0 && repeats.size > 1 && repeats.size === page.ids.length)
    return 'The service showed the same files again where its list was to go on.';
  if (repeats.size > due) return 'The service listed a file twice: the list changed while it was read.';
  if (due === 0) return null;
  const [index] = repeats;
  const id = index === undefined ? null : page.ids[index];
  const atStart = page.inOrder === false || index === 0;
  if (id === null || id === undefined || !atStart || !state.overlap.has(id))
    return 'Two pages of the list do not fit together: the list changed while it was read.';
  return null;
}

function overlapOf(page: CheckedPage): ReadonlySet<RowId> {
  const ids = page.inOrder === false ? page.ids : page.ids.slice(-1);
  return new Set(ids.filter((id) => id !== null));
}

/** The page after this one, which begins with its last row; null if the list ends here, or only repeats itself. */
function nextPage(state: Listing, asked: Asked, page: CheckedPage, fresh: number): Asked | null {
  const got = page.ids.length;
  // An empty page, or nothing new: asking on would go round in circles.
  if (got === 0 || (fresh === 0 && isKnown(page))) return null;
  const end = asked.offset + got;
  if (end >= MAX_ROWS || state.pages >= MAX_PAGES || (state.count !== null && end > state.count + SURPLUS))
    return null;
  const promisedMore = state.count !== null && end < state.count;
  const namesMore = page.next !== null && page.next.offset > asked.offset;
  // Without a count and a next page, only a page with nothing new is known to be the last: a short page may be the
  // service's own limit.
  const mayBeMore = state.count === null && page.next === null && fresh > 0;
  if (!promisedMore && !namesMore && !mayBeMore) return null;
  // A service that gives one row a page leaves nothing to overlap; the check of the next page will say so.
  return { offset: got === 1 ? end : end - 1, limit: state.limit };
}

/**
 * Does a page without a new id repeat an earlier one? A row without an id may be new, unless more than the overlap is
 * repeated beside it.
 */
function isKnown({ ids }: CheckedPage): boolean {
  const withoutId = ids.filter((id) => id === null).length;
  return withoutId === 0 || ids.length - withoutId > 1;
}

function endFault(state: Listing): string | null {
  if (state.count !== null && state.rows < state.count)
    return `The service listed ${numberText(state.rows)} of ${counted(state.count, 'file')}.`;
  if (state.count !== null && state.rows > state.count)
    return `The service listed ${counted(state.rows, 'file')} where it counts ${numberText(state.count)}.`;
  if (state.pages >= MAX_PAGES) return `The service lists more than ${numberText(MAX_PAGES)} pages.`;
  return state.rows >= MAX_ROWS ? `The service lists more than ${numberText(MAX_ROWS)} files.` : null;
}

function firstOf(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}
