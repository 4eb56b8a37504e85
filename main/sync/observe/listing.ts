import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import { followedSite } from '../following/followed-site.ts';
import { nameOf } from '../following/site-name.ts';
import { notListed } from '../problems/reported-problems.ts';
import { noteJoined } from '../settings/joined.ts';
import { ListingRun, type ListingResult } from './listing-run.ts';
import { PagePrefetch } from './page-prefetch.ts';
import { asksToWait, BUSY, Patience } from '../pacing/patience.ts';
import { isListed } from './sites.ts';

const TRIES = 3;
/** Pages requested ahead while one is awaited: far from the service, 200 pages in turn cost 200 round trips. */
const AHEAD = 3;
/** After a page that took longer than this, ms, others get a turn. */
const LONG = 2;

/** What a listing waits for, and who is told. */
interface Waits {
  readonly patience: Patience;
  readonly onWaited: (ms: number) => void;
}

/**
 * Takes the service's listing of a site over into the mirror, page by page (rule 2). A listing that is not whole is
 * asked again, three times at most; then it is partial: it adds and changes, and deletes nothing. An empty one of a site
 * that the service no longer lists fails. `onWaited`: told of each time in which it only waited, for a busy service or in a
 * pause, ms.
 */
export async function listSite(
  context: SyncContext,
  site: SiteId,
  onWaited: (ms: number) => void = () => undefined,
): Promise<Result<ListingResult>> {
  let last: ListingResult = { complete: false, fault: null, odd: [] };
  const waits = { patience: new Patience(context, site), onWaited };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { env, mirror, settings } = context;
    const isOwn = (id: FileId): boolean => mirror.record(site, id) !== null;
    const isSite = (id: SiteId): boolean => mirror.site(id) !== null;
    const run = new ListingRun(env, site, settings.pageSize, mirror.beginListing(site), { isOwn, isSite });
    const listed = await listOnce(context, site, run, waits);
    if (!listed.ok) {
      run.leave();
      return listed;
    }
    if (run.isEmpty && (await isWithdrawn(context, site))) {
      run.leave();
      return fail(notListed(nameOf(context, followedSite(mirror, site) ?? { id: site })));
    }
    const named = run.unknownSite;
    if (named !== null && (await isNew(context, named))) run.learnSite();
    last = await run.end(env.now(), attempt === TRIES);
    if (!last.complete) continue;
    noteJoined(mirror, site);
    break;
  }
  return ok(last);
}

/**
 * Is the list empty because this account no longer has the site? Then all files would seem to be deleted; or, without
 * agreements, as after a sign-in at another service, each would be sent in vain. A new site that the last list of sites named
 * needs no question. If the service cannot be asked, the empty list counts as it came.
 */
async function isWithdrawn(context: SyncContext, site: SiteId): Promise<boolean> {
  const { mirror } = context;
  if (mirror.counts(site).base === 0 && mirror.site(site) !== null) return false;
  const listed = await isListed(context, site);
  return listed.ok && !listed.value;
}

/** Did the service list this site only after its sites were asked for the last time? */
async function isNew(context: SyncContext, site: SiteId): Promise<boolean> {
  const listed = await isListed(context, site);
  return listed.ok && listed.value;
}

async function listOnce(
  context: SyncContext,
  site: SiteId,
  run: ListingRun,
  { patience, onWaited }: Waits,
): Promise<Result<void>> {
  const { env, pauseSwitch, service, signal, stopping } = context;
  const waited = async <T>(wait: Promise<T>): Promise<T> => {
    const from = env.now();
    return wait.finally(() => onWaited(env.now() - from));
  };
  // What it asked for before holds for a new listing too.
  if (!(await waited(patience.wait()))) return fail(asksToWait(BUSY, site, context));
  const pages = new PagePrefetch(service, site, signal);
  try {
    for (let ask = run.next; ask !== null; ask = run.next) {
      await waited(pauseSwitch.passed(stopping));
      // A listing that breaks off does no harm to the trees, so a stop need not wait for the end of a long one.
      if (stopping.aborted || signal.aborted) return fail(cancelled());
      const page = await pages.fetch(ask, run.ahead(AHEAD));
      if (!page.ok) {
        if (page.failure.code !== 'busy') return page;
        patience.asked(page.failure);
        if (!(await waited(patience.wait()))) return fail(asksToWait(page.failure, site, context));
        continue;
      }
      patience.renew();
      const began = env.now();
      const taken = await run.take(ask, page.value);
      if (!taken.ok) return taken;
      // The next pages may have arrived already, and would be read in the same turn.
      if (env.now() - began > LONG) await env.sleep(0);
    }
    return ok(undefined);
  } finally {
    pages.close();
  }
}

function cancelled(): Failure {
  return {
    code: 'cancelled',
    message: 'Listing the files was stopped.',
    hint: 'It is done again with the next sync.',
    retry: 'now',
  };
}
