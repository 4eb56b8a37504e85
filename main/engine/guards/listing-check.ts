import { counted, numberText } from '../../../shared/counted.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';

/** No site has this many rows, and no list this many pages; a service that names ever more is not believed. */
const MAX_ROWS = 2_000_000;
const MAX_PAGES = 20_000;
/** Rows beyond the promised count that are still read (they may be changes); the listing is not complete anyway. */
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
  /** False where `ids` do not stand in the order of the service: then the overlap is found among all of them. */
  readonly inOrder?: boolean;
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/**
 * Where a listing stands. Each state is used once: `takePage` hands the set of ids on to the next one, so that a
 * listing of any length is checked in one set and no page is kept.
 */
export interface Listing {
  readonly limit: number;
  readonly seen: Set<RowId>;
  /** Rows up to the end of the last page, counted by the service's offsets. */
  readonly rows: number;
  readonly count: number | null;
  /** What the next page has to begin with: the last id, or any of these where the order was not known. */
  readonly overlap: ReadonlySet<RowId>;
  readonly pages: number;
  /** Rows of the last page. */
  readonly got: number;
  readonly ended: boolean;
  /** The first thing that was wrong, in words. */
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

/** A listing at its start: ask `{ offset: 0, limit: pageSize }` first. The page size is 2 or more: pages overlap by one. */
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
 * Takes one page over (rule 2). Faults do not end a listing: its rows may still add and change, but `verdict` says
 * that it is not complete, and so nothing may be deleted by it.
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
 * What comes after `next`, if its page and those after it hold as many rows as the last one did: as far as the service
 * counts that many, and at most so many pages.
 */
export function pagesAfter({ count, got }: Listing, next: Asked, most: number): readonly Asked[] {
  const step = got - 1;
  if (count === null || step < 1) return [];
  // Each begins with the last row of the one before: with that row alone it would not be asked for.
  const left = Math.ceil((count - 1 - next.offset) / step) - 1;
  return Array.from({ length: Math.max(0, Math.min(left, most)) }, (_, n) => ({
    offset: next.offset + (n + 1) * step,
    limit: next.limit,
  }));
}

/** Was that all? Only a complete listing may lead to deletes. */
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
  // As where it knows no offset: no list that changed, and none that is whole either, since it may give a first part only.
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

/** The page after this one, begun with its last row; null where the list ends, or goes nowhere. */
function nextPage(state: Listing, asked: Asked, page: CheckedPage, fresh: number): Asked | null {
  const got = page.ids.length;
  // No page, or only what was there already: asking on would go round in circles.
  if (got === 0 || (fresh === 0 && isKnown(page))) return null;
  const end = asked.offset + got;
  if (end >= MAX_ROWS || state.pages >= MAX_PAGES || (state.count !== null && end > state.count + SURPLUS))
    return null;
  const promisedMore = state.count !== null && end < state.count;
  const namesMore = page.next !== null && page.next.offset > asked.offset;
  // Without count and next only a page with nothing new is the last: the service may give fewer rows than were asked for.
  const mayBeMore = state.count === null && page.next === null && fresh > 0;
  if (!promisedMore && !namesMore && !mayBeMore) return null;
  // A service that gives one row a page leaves nothing to overlap; the check of the next page will say so.
  return { offset: got === 1 ? end : end - 1, limit: state.limit };
}

/** Of a page with no new id: is it an old one? A row without an id may be new, but not beside more than the overlap. */
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
