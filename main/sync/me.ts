import type { SiteFile } from '../../shared/model/site-file.ts';
import type { Mirror } from './ports/mirror.ts';

const ME = 'account-person';

/** The service's name for the person whose token this is; null until a file has been uploaded with it. */
export function whoAmI(mirror: Pick<Mirror, 'setting'>): string | null {
  return mirror.setting(ME);
}

/** Learns who we are to the service from a record of our own upload: nothing else tells. */
export function learnWhoIAm(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { uploadedBy }: Pick<SiteFile, 'uploadedBy'>,
): void {
  if (uploadedBy !== null && uploadedBy !== mirror.setting(ME)) mirror.setSetting(ME, uploadedBy);
}

/** To be called where another account is entered, which may be another person's. */
export function forgetWhoIAm(mirror: Pick<Mirror, 'setSetting'>): void {
  mirror.setSetting(ME, null);
}
