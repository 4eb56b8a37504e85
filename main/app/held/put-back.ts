import type { ContentHash } from '../../../shared/model/ids.ts';
import { sameFingerprint } from '../../engine/compare/fingerprint.ts';
import type { BaseFile } from '../../engine/trees.ts';
import { slices } from '../../sync/concurrency/in-turns.ts';
import type { TrashEntry } from '../../sync/ports/disk.ts';
import type { HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { fileAt, noteCame } from '../files/site-files.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';
import { PUT_BACK } from '../views/words.ts';

/** The parts of the app that it needs: a command line has no other. */
type PutBackContext = Pick<AppContext, 'disk' | 'env' | 'mirror' | 'session'>;

/** Files that are put back at a time: the disk flushes once for those that go together. */
const AT_ONCE = 32;

/** No file has this hash. */
const NO_HASH = '0'.repeat(64) as ContentHash;

/**
 * Undoes held deletes. A file that vanished here is taken out of the trash if its exact bytes are there; else its
 * agreement is dropped, so that it counts as a new record and is fetched. A file that vanished on the service counts as
 * edited here: edit beats delete, so it is sent again once the service has proved that it is gone.
 */
export async function putBack(
  app: PutBackContext,
  site: FollowedSite,
  files: HeldDeletes['files'],
): Promise<void> {
  const trash = await trashByPath(app, site);
  for (const some of slices(files, AT_ONCE))
    await Promise.all(
      some.map(async ({ id, direction }) => {
        const agreed = app.mirror.agreement(site.id, id);
        if (agreed === null) return;
        const activity = undone(app, agreed, site);
        if (direction === 'local')
          app.mirror.commit(site.id, [{ base: { ...agreed, hash: NO_HASH, mtimeNs: -1n }, activity }]);
        else {
          const isHere = await isBack(app, site, agreed, trash.get(agreed.path) ?? []);
          app.mirror.commit(site.id, [isHere ? { activity } : { dropBase: id, activity }]);
        }
      }),
    );
}

/** In the history: what follows is no news of the service, and no edit. */
function undone(app: PutBackContext, { id, path }: BaseFile, site: FollowedSite): Activity {
  return { at: app.env.now(), site: site.id, file: id, path, action: PUT_BACK, reason: 'held', bytes: 0 };
}

async function trashByPath(
  app: PutBackContext,
  site: FollowedSite,
): Promise<ReadonlyMap<string, readonly TrashEntry[]>> {
  const listed = await app.disk.listTrash(site.folder);
  return Map.groupBy(listed.ok ? listed.value : [], (entry) => entry.path);
}

/** Lies the file in its place again, by its own return or out of the trash? */
async function isBack(
  app: PutBackContext,
  site: FollowedSite,
  agreed: BaseFile,
  entries: readonly TrashEntry[],
): Promise<boolean> {
  const there = await app.disk.stat(site.folder, agreed.path);
  // Whatever lies there now is for the next plan to judge; nothing is put over or beside it.
  if (!there.ok || there.value !== null) return there.ok;
  for (const entry of entries) {
    if (entry.size === agreed.size && (await restored(app, site, agreed, entry))) return true;
  }
  return false;
}

/** An entry with other bytes goes back to where it was. */
async function restored(
  app: PutBackContext,
  site: FollowedSite,
  agreed: BaseFile,
  entry: TrashEntry,
): Promise<boolean> {
  const put = await app.disk.restore(site.folder, entry.id);
  if (!put.ok) return false;
  const file = await fileAt(app, site, put.value);
  if (!file.ok) return false;
  const [read] = sameFingerprint(file.value, agreed) ? [] : await app.disk.hash(site.folder, [file.value]);
  const same = read === undefined || (read.ok && read.value.hash === agreed.hash);
  if (same && put.value === agreed.path) {
    noteCame(app, site, [{ ...file.value, hash: agreed.hash }]);
    return true;
  }
  await app.disk.trash(site.folder, file.value);
  return false;
}
