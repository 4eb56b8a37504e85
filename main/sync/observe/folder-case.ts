import type { SiteId } from '../../../shared/model/ids.ts';
import type { Platform } from '../../engine/policy.ts';
import type { ScanReport } from '../ports/disk.ts';
import type { MirrorSites, SitesReader } from '../ports/mirror/sites.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';

const [IGNORED, TOLD_APART] = ['ignored', 'told-apart'];

/** Notes what a look at the site's folder found. A look that could not tell leaves what is known. */
export function noteCase(
  mirror: Pick<MirrorSites, 'setting' | 'setSetting'>,
  site: SiteId,
  { ignoresCase }: Pick<ScanReport, 'ignoresCase'>,
): void {
  if (ignoresCase === null) return;
  const [folderCase, found] = [SITE_SETTINGS.folderCase(site), ignoresCase ? IGNORED : TOLD_APART];
  if (folderCase.read(mirror) !== found) folderCase.write(mirror, found);
}

/**
 * Does the disk of the site's folder take two names that differ only in case for one? As the last look found it; before
 * the first one, as disks of this system mostly do.
 */
export function ignoresCase(mirror: Pick<SitesReader, 'setting'>, site: SiteId, platform: Platform): boolean {
  const found = SITE_SETTINGS.folderCase(site).read(mirror);
  return found === null ? platform !== 'linux' : found === IGNORED;
}
