import type { FileId } from '../../../shared/model/ids.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { SITE_SETTINGS } from '../../sync/settings/settings.ts';

type Mirrored = Pick<AppContext, 'mirror'>;

/** What was said of keeping a file here before it was deleted; null: nothing, so that its category decided. */
export type PinsBefore = ReadonlyMap<FileId, boolean | null>;

/** Kept until the deletes are carried out, or are taken back: then it is said again. */
export function rememberPins(app: Mirrored, site: FollowedSite, pins: PinsBefore): void {
  if (pins.size > 0) save(app, site, new Map([...pinsBefore(app, site), ...pins]));
}

/** The deletes of these are taken back. */
export function putPinsBack(app: Mirrored, site: FollowedSite, ids: readonly FileId[]): void {
  const pins = pinsBefore(app, site);
  const back = ids.filter((id) => pins.has(id));
  for (const id of back) app.mirror.setPin(site.id, id, pins.get(id) ?? null);
  forgetPins(app, site, back);
}

/** The deletes of these are carried out. */
export function forgetPins(app: Mirrored, site: FollowedSite, ids: Iterable<FileId>): void {
  const pins = new Map(pinsBefore(app, site));
  const before = pins.size;
  for (const id of ids) pins.delete(id);
  if (pins.size < before) save(app, site, pins);
}

function pinsBefore({ mirror }: Mirrored, site: FollowedSite): PinsBefore {
  const value = SITE_SETTINGS.pinsBeforeDelete(site.id).read(mirror);
  const pins = new Map<FileId, boolean | null>();
  for (const [id, pin] of isJsonObject(value) ? Object.entries(value) : [])
    if (typeof pin === 'boolean' || pin === null) pins.set(id as FileId, pin);
  return pins;
}

function save({ mirror }: Mirrored, site: FollowedSite, pins: PinsBefore): void {
  SITE_SETTINGS.pinsBeforeDelete(site.id).write(mirror, pins.size === 0 ? null : Object.fromEntries(pins));
}
