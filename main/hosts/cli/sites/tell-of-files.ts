import { counted } from '../../../../shared/counted.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { SyncContext } from '../../../sync/context.ts';
import type { Output } from '../output/output.ts';
import { typed } from '../output/typed.ts';

type Looker = Pick<SyncContext, 'disk' | 'settings' | 'signal'>;

/** Is the folder there, without being marked as this site's? Then nobody said yet that its files are for the site. */
export async function isUnmarked({ disk }: Looker, site: Site, folder: string): Promise<boolean> {
  const marker = await disk.readMarker(folder);
  return marker.ok && marker.value?.site !== site.id;
}

/**
 * Tells how many files lie in a folder that was unmarked until now, since all of them are going to be sent: a person may
 * have meant the folder for sites, not for this one. Nothing is said if it cannot be read: the sync tells why.
 */
export async function tellOfFiles(
  { disk, settings, signal }: Looker,
  out: Output,
  site: Site,
  folder: string,
): Promise<void> {
  const scanned = await disk.scan(folder, { ignore: settings.ignore, scope: null, signal }, () => undefined);
  if (!scanned.ok || scanned.value.files === 0) return;
  out.warn(
    `${counted(scanned.value.files, 'file')} lay in ${folder} before: whatever of that the service does not have is sent to ${site.name} by the next sync. If it is not meant for that, take it out first, or run: sitesync unfollow ${typed(site.id)}`,
  );
}
