import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';
import { SITE_SETTINGS } from './settings.ts';

/*
 * Nobody knows whose a new opaque token is: maybe somebody's who sees other files of the same service. So the agreements that
 * were made with the one before do not count until a look at both sides as a whole has proven them. Of another service none
 * is kept: its records may well have the same ids, and where it writes neither times nor metadata, even be alike.
 */

const UNPROVEN = 'unproven';

export function areUnproven(mirror: Pick<Mirror, 'setting'>, site: SiteId): boolean {
  return SITE_SETTINGS.unproven(site).read(mirror) !== null;
}

export function noteUnproven(mirror: Pick<Mirror, 'setSetting'>, site: SiteId): void {
  SITE_SETTINGS.unproven(site).write(mirror, UNPROVEN);
}

export function noteProven(mirror: Pick<Mirror, 'setSetting'>, site: SiteId): void {
  SITE_SETTINGS.unproven(site).write(mirror, null);
}
