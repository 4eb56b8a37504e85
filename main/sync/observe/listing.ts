import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import { followedSite } from '../followed-site.ts';
import { nameOf } from '../site-name.ts';
import { notListed } from '../state/standing.ts';
import { ListingRun, type ListingResult } from './listing-run.ts';
import { PagePrefetch } from './page-prefetch.ts';
import { asksToWait, BUSY, Patience } from '../pacing/patience.ts';
import { isListed } from './sites.ts';

const TRIES = 3;
/** Pages that are asked for while one is waited for: far from the service 200 pages are 200 times its distance. */
const AHEAD = 3;
/** A page that takes longer, ms, is followed by a turn for others. */
const LONG = 2;

/**
 * Takes the service's listing of a site over into the mirror, page by page (rule 2). A listing that is not whole is
 * asked again, three times at most; then it is partial: it adds and changes, and deletes nothing. An empty one of a site
 * that the service no longer lists fails.
 */
export async function listSite(context: SyncContext, site: SiteId): Promise<Result<ListingResult>> {
  let last: ListingResult = { complete: false, fault: null, odd: [] };
  const patience = new Patience(context, site);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { env, mirror, settings } = context;
    const isOwn = (id: FileId): boolean => mirror.record(site, id) !== null;
    const isSite = (id: SiteId): boolean => mirror.site(id) !== null;
    const run = new ListingRun(env, site, settings.pageSize, mirror.beginListing(site), isOwn, isSite);
    const listed = await listOnce(context, site, run, patience);
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
    if (last.complete) break;
  }
  return ok(last);
}

/**
 * Is an empty list that of a site which is not there for this account any more? All of its files would seem to be deleted;
 * or, if nothing is agreed on, as after a sign-in at another service, each of them would be sent in vain. Nothing is asked of
 * a new site that the last list of sites named. If the service cannot be asked, the empty list counts as it came.
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
  patience: Patience,
): Promise<Result<void>> {
  const { env, gate, pauseSwitch, service, signal, stopping } = context;
  // What it asked for before holds for a new listing too.
  if (!(await patience.wait())) return fail(asksToWait(BUSY, gate.waitFor(site), env));
  const pages = new PagePrefetch(service, site, signal);
  try {
    for (let ask = run.next; ask !== null; ask = run.next) {
      await pauseSwitch.passed(stopping);
      // A listing that breaks off changes no tree for the worse: nobody waits for the rest of a long one.
      if (stopping.aborted || signal.aborted) return fail(cancelled());
      const page = await pages.fetch(ask, run.ahead(AHEAD));
      if (!page.ok) {
        if (page.failure.code !== 'busy') return page;
        patience.asked(page.failure);
        if (!(await patience.wait())) return fail(asksToWait(page.failure, gate.waitFor(site), env));
        continue;
      }
      patience.renew();
      const began = env.now();
      const taken = await run.take(ask, page.value);
      if (!taken.ok) return taken;
      // The pages after it may be here already, and would be read in the same turn.
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
