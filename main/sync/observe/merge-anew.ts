import type { SyncContext } from '../context.ts';
import { takeEdition } from '../following/edition.ts';
import { nextMarker } from '../following/generation.ts';
import type { FoundMarker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/**
 * Drops all agreements of a folder that is no longer as this mirror left it, as if it were followed anew, and makes it this
 * service's. It was put back from a copy: nobody deleted what it lacks, nor edited what is older in it. Or another SiteSync
 * kept it in step with another service since, and may have removed what is missing. Or the mirror itself was put back, and
 * does not know what was given up since.
 */
export async function mergeAnew(context: SyncContext, site: FollowedSite, found: FoundMarker): Promise<void> {
  const { disk, mirror, service } = context;
  mirror.dropAgreements(site.id);
  mirror.setApprovedDeletes(site.id, []);
  takeEdition(context, site.id, found);
  await dropLostCreates(context, site);
  // Flushed before the marker is written: if a power cut brought agreements back, nothing would drop them any more.
  const marker = await nextMarker(context, found);
  // If the marker of a copy, or of another service, cannot be replaced, the next cycle merges once more.
  await disk.createSiteFolder(site.folder, { ...marker, baseUrl: service.baseUrl });
}

/**
 * A create of unknown outcome becomes an agreement when its record is found. If its file is not here, that agreement would
 * say that the file was deleted: so the intent is dropped, and the record is fetched like any other.
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
