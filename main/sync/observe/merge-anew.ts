import type { SyncContext } from '../context.ts';
import type { FollowedSite } from '../ports/mirror.ts';

/**
 * The folder was put back from a copy: what it lacks was deleted by nobody, and what is older in it edited by nobody. Or it
 * was kept in step with another service since, as by a SiteSync with another data folder: what is missing in it that one
 * may have removed. So nothing is agreed on any more, as in one that is followed anew, and the folder is this service's.
 */
export async function mergeAnew(context: SyncContext, site: FollowedSite): Promise<void> {
  const { disk, mirror, service } = context;
  mirror.dropAgreements(site.id);
  mirror.setApprovedDeletes(site.id, []);
  await dropLostCreates(context, site);
  // The marker that tells a copy is flushed: were these back after a power cut, nothing would drop them any more.
  await mirror.flushed();
  // Where that cannot be written, the next cycle merges once more.
  const { id, folderId } = site;
  await disk.createSiteFolder(site.folder, { site: id, baseUrl: service.baseUrl, folderId });
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
