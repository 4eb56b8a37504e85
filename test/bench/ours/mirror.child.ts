import { setImmediate } from 'node:timers/promises';
import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { ListingRun } from '../../../main/sync/observe/listing-run.ts';
import type { FetchedPage } from '../../../main/sync/ports/service.ts';
import { ok } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { records } from '../harness/records.ts';
import { watchLoop } from './loop-watch.ts';
import { must } from '../../support/must.ts';

/** Writes a listing into an empty mirror, page by page as a sync does, and then once more. */
const { folder, files } = argumentsOf() as { folder: string; files: number };
const SITE = 'site-1' as SiteId;
const PAGE = 500;
const TURNS = { now: Date.now, sleep: () => setImmediate() };
const all = records(files, SITE);
const mirror = must(openMirror(folder));
const loop = watchLoop();
const fillMs = await list(mirror, all);
const writes = mirror.writes;
const againMs = await list(mirror, all);
const figures = loop.figures();
const writesAgain = mirror.writes - writes;
if (mirror.counts(SITE).remote !== files) throw new Error('Records are missing');
mirror.close();
say({ fillMs, againMs, writesAgain, ...figures });

/** Lets the loop turn between two pages, as it does while the next page is on its way. */
async function list(into: OpenedMirror, listed: readonly SiteFile[]): Promise<number> {
  const started = performance.now();
  const run = new ListingRun(TURNS, SITE, PAGE, into.beginListing(SITE));
  for (let ask = run.next; ask !== null; ask = run.next) {
    must(await run.take(ask, pageOf(listed, ask.offset, ask.limit)));
    await setImmediate();
  }
  if (!(await run.end(1, true)).complete) throw new Error('The listing is not whole');
  return performance.now() - started;
}

/**
 * A page as the REST adapter passes it on. A hash of its bytes would be its version; the row of the listing measures
 * that.
 */
function pageOf(listed: readonly SiteFile[], offset: number, limit: number): FetchedPage {
  const items = listed.slice(offset, offset + limit);
  const reached = offset + items.length;
  const next = reached < listed.length ? { offset: reached, limit } : null;
  return {
    version: `${offset} ${limit}`,
    read: () => {
      const ids = items.map((item) => item.id);
      const rowHashes = items.map((item) => item.fingerprint);
      return Promise.resolve(
        ok({ items, same: [], ids, rowHashes, odd: [], count: listed.length, next, recallable: true }),
      );
    },
  };
}
