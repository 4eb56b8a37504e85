import type { SiteFile } from '../../shared/model/site-file.ts';
import type { Mirror } from './ports/mirror.ts';

const ME = 'account-person';

/** How the service names the person whose token this is; null until a file was uploaded with it. */
export function whoAmI(mirror: Pick<Mirror, 'setting'>): string | null {
  return mirror.setting(ME);
}

/** A record that the service just made of our upload tells who we are to it: nothing else does. */
export function learnWhoIAm(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { uploadedBy }: Pick<SiteFile, 'uploadedBy'>,
): void {
  if (uploadedBy !== null && uploadedBy !== mirror.setting(ME)) mirror.setSetting(ME, uploadedBy);
}

/** Another token may be another person's. */
export function forgetWhoIAm(mirror: Pick<Mirror, 'setSetting'>): void {
  mirror.setSetting(ME, null);
}
