import type { SyncContext } from '../context.ts';
import { nextMarker } from '../generation.ts';
import type { FoundMarker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror.ts';

/**
 * The folder was put back from a copy: what it lacks was deleted by nobody, and what is older in it edited by nobody. Or it
 * was kept in step with another service since, as by a SiteSync with another data folder: what is missing in it that one
 * may have removed. Or the mirror was put back, and does not know what was given up since. So nothing is agreed on any
 * more, as in one that is followed anew, and the folder is this service's.
 */
export async function mergeAnew(context: SyncContext, site: FollowedSite, found: FoundMarker): Promise<void> {
  const { disk, mirror, service } = context;
  mirror.dropAgreements(site.id);
  mirror.setApprovedDeletes(site.id, []);
  await dropLostCreates(context, site);
  // On the disk before the marker is: were agreements back after a power cut, nothing would drop them any more.
  const marker = await nextMarker(context, found);
  // Where a copy's, or another service's, cannot be written, the next cycle merges once more.
  await disk.createSiteFolder(site.folder, { ...marker, baseUrl: service.baseUrl });
}

/**
 * A create whose outcome is not known becomes an agreement when its record is found. Where its file is not here it would
 * be one about a file that was deleted: such a record is one as any other, and fetched.
 */
async function dropLostCreates(
  { disk, mirror }: Pick<SyncContext, 'disk' | 'mirror'>,
  { id, folder }: FollowedSite,
): Promise<void> {
  for (const { opId, path } of mirror.intents(id)) {
    const there = await disk.stat(folder, path);
    if (!there.ok || there.value === null) mirror.commit(id, [{ dropIntent: opId }]);
  }
}
