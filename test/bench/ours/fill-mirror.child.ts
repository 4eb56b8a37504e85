import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { contentHashOf, simulatedFile } from '../harness/simulated.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { records } from '../harness/records.ts';
import { must } from '../../support/must.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Commit } from '../../../main/sync/ports/mirror/notes.ts';

/** Fills a mirror with a site of this many files, all in step. */
const { data, files } = argumentsOf() as { data: string; files: number };
const SITE = 'site-1' as SiteId;
const AT_ONCE = 10_000;
const mirror = must(openMirror(data));
mirror.saveSites([{ id: SITE, name: 'Harbour House' } as never], true);
mirror.follow({ id: SITE, folder: `${data}/site`, folderId: 'folder-1', keep: 'all', paused: false });
const listing = mirror.beginListing(SITE);
for (let from = 0; from < files; from += AT_ONCE) {
  const part = records(Math.min(AT_ONCE, files - from), SITE, from);
  listing.add(part);
  mirror.commit(
    SITE,
    part.map((record, at): Commit => {
      const local = { ...simulatedFile(from + at), hash: contentHashOf(from + at) };
      const { id, category, name, fingerprint, facts, updatedAt } = record;
      const { path, size, mtimeNs, ino, hash } = local;
      const agreed = { id, path, impliedPath: path, category, name, hash, size, mtimeNs, ino };
      return { local, base: { ...agreed, remote: fingerprint, opId: facts.opId, updatedAt } };
    }),
  );
}
for (const _ of listing.finish(true, null, 1)) continue;
mirror.close();
say({ files });
