import { isJsonObject, type Json, type JsonObject } from '../../../../../shared/model/json.ts';
import type { HeldDeletes } from '../../../../engine/guards/mass-delete-guard.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { fileId, json, path, text, textOrNull, whole, wholeOrNull } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

export function stateReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'siteState' | 'listingNumber'> {
  const select = db.query(
    `SELECT listing, listing_fault, listed_at, scanned_at, synced_at, held FROM site_state WHERE site_key = ?`,
    (row) => ({
      listing: whole(row[0]),
      listingFault: textOrNull(row[1]),
      listedAt: wholeOrNull(row[2]),
      scannedAt: wholeOrNull(row[3]),
      syncedAt: wholeOrNull(row[4]),
      held: row[5] === null ? null : parseHeld(json(row[5])),
    }),
  );
  const nothingYet = {
    listing: 0,
    listingFault: null,
    listedAt: null,
    scannedAt: null,
    syncedAt: null,
    held: null,
  };
  const listing = db.query('SELECT listing FROM site_state WHERE site_key = ?', ([number]) => whole(number));
  return {
    siteState: (site) => ({ site, ...(select.get(keys.find(site)) ?? nothingYet) }),
    listingNumber: (site) => listing.get(keys.find(site)) ?? 0,
  };
}

export function stateWrites(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'setHeld' | 'setSynced'> {
  const hold = db.command(`
    INSERT INTO site_state (site_key, held) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET held = excluded.held WHERE held IS NOT excluded.held`);
  const synced = db.command(`
    INSERT INTO site_state (site_key, synced_at) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET synced_at = excluded.synced_at`);
  return {
    setHeld(site, held) {
      db.transaction(() => hold.run(keys.findOrMake(site), held === null ? null : JSON.stringify(held)));
    },
    setSynced(site, at) {
      db.transaction(() => synced.run(keys.findOrMake(site), at));
    },
  };
}

function parseHeld(value: Json): HeldDeletes {
  if (!isJsonObject(value) || !Array.isArray(value['files'])) throw new UnreadableRow('hold');
  const why = text(value['why']);
  return {
    direction: direction(value['direction']),
    count: whole(value['count']),
    of: whole(value['of']),
    why,
    serviceWentBack: serviceWentBack(value, why),
    files: value['files'].map((file: Json) => {
      if (!isJsonObject(file)) throw new UnreadableRow('held file');
      const held = {
        id: fileId(file['id']),
        path: path(file['path']),
        direction: direction(file['direction']),
      };
      return 'mayLieIn' in file ? { ...held, mayLieIn: text(file['mayLieIn']) } : held;
    }),
  };
}

/** All that earlier versions kept of it: what they said to people. It stays as they wrote it. */
const SAID_EARLIER =
  'The service seems to have been restored from an older backup: files that it lacks may only be missing there.';

function serviceWentBack(held: JsonObject, why: string): boolean {
  const value = held['serviceWentBack'];
  if (value === undefined) return why.startsWith(SAID_EARLIER);
  if (typeof value !== 'boolean') throw new UnreadableRow('cause of a hold');
  return value;
}

function direction(value: unknown): 'local' | 'remote' {
  if (value !== 'local' && value !== 'remote') throw new UnreadableRow('direction');
  return value;
}
