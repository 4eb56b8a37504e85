import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { ROWS_AT_ONCE } from '../../../main/sync/listing-run.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { records } from '../harness/records.ts';
import { watchLoop } from './loop-watch.ts';
import { must } from './open.ts';

/** A listing taken over into an empty mirror, in the portions in which a sync takes it; then the same once more. */
const { folder, files } = argumentsOf() as { folder: string; files: number };
const SITE = 'site-1' as SiteId;
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

/** Between two pages the loop turns, as it does while the next one is on its way. */
async function list(into: OpenedMirror, listed: readonly SiteFile[]): Promise<number> {
  const started = performance.now();
  const writer = into.beginListing(SITE);
  for (let at = 0; at < listed.length; at += ROWS_AT_ONCE) {
    writer.add(listed.slice(at, at + ROWS_AT_ONCE));
    await new Promise((resolve) => setImmediate(resolve));
  }
  writer.finish(true, null, 1);
  return performance.now() - started;
}
