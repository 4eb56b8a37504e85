import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { startListing, takePage, verdict, type Listing } from '../engine/listing-check.ts';
import type { SyncContext } from './context.ts';
import type { ListingWriter } from './ports/mirror.ts';
import type { OddRecord, Page } from './ports/service.ts';

export interface ListingResult {
  readonly complete: boolean;
  /** Why it is not complete, in words. */
  readonly fault: string | null;
  /** Rows that are no usable records. */
  readonly odd: readonly OddRecord[];
}

const TRIES = 3;
/**
 * Records that go into the mirror at once. Ids are random, so that each transaction touches most of their index: page by
 * page a first listing writes it twenty times over. More at once would hold the host's event loop for too long.
 */
export const ROWS_AT_ONCE = 2500;

/**
 * Takes the service's listing of a site over into the mirror, page by page (rule 2). A listing that is not whole is
 * asked again, three times at most; then it is partial: it adds and changes, and deletes nothing.
 */
export async function listSite(context: SyncContext, site: SiteId): Promise<Result<ListingResult>> {
  let last: ListingResult = { complete: false, fault: null, odd: [] };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const writer = context.mirror.beginListing(site);
    const listed = await listOnce(context, site, writer);
    if (!listed.ok) return listed;
    last = listed.value;
    const isLast = last.complete || attempt === TRIES;
    if (isLast) writer.finish(last.complete, last.fault, context.env.now());
    if (last.complete) break;
  }
  return ok(last);
}

async function listOnce(
  context: SyncContext,
  site: SiteId,
  writer: ListingWriter,
): Promise<Result<ListingResult>> {
  const odd: OddRecord[] = [];
  let waiting: SiteFile[] = [];
  const write = (): void => {
    writer.add(waiting);
    waiting = [];
  };
  let state: Listing = startListing(context.settings.pageSize);
  let ask: { offset: number; limit: number } | null = { offset: 0, limit: context.settings.pageSize };
  while (ask !== null) {
    await context.hold.passed(context.stopping);
    // A listing that breaks off changes no tree for the worse: nobody waits for the rest of a long one.
    if (context.stopping.aborted || context.signal.aborted) {
      write();
      return fail(cancelled());
    }
    const page: Result<Page<SiteFile>> = await context.service.filesPage(site, ask.offset, ask.limit, {
      signal: context.signal,
    });
    if (!page.ok) {
      // What came is worth keeping.
      write();
      return page;
    }
    const { items, odd: oddRows, count, next } = page.value;
    const ids = [...items.map((item) => item.id), ...oddRows.map((row) => row.id)];
    const step = takePage(state, ask, { ids, count, next, inOrder: oddRows.length === 0 });
    state = step.state;
    // The service may ignore the site filter: what belongs elsewhere is counted as listed and left out.
    for (const item of items) if (item.site === site) waiting.push(item);
    if (waiting.length >= ROWS_AT_ONCE) write();
    writer.keep(oddRows.flatMap((row) => (row.id === null ? [] : [row.id])));
    odd.push(...oddRows);
    ask = step.next;
  }
  write();
  return ok({ ...verdict(state), odd: uniqueRows(odd) });
}

/** Pages overlap, so a row may have been met twice. */
function uniqueRows(rows: readonly OddRecord[]): readonly OddRecord[] {
  return [...new Map(rows.map((row) => [row.id ?? row, row])).values()];
}

function cancelled(): Failure {
  return {
    code: 'cancelled',
    message: 'Listing the files was stopped.',
    hint: 'It is done again with the next sync.',
    retry: 'now',
  };
}
