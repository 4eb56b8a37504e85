import type { Category } from '../../../../../shared/model/category.ts';
import type { FileId } from '../../../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../../../shared/model/rel-path.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { ChoiceAlong } from '../../../../sync/ports/mirror/notes.ts';
import type { Connection, Row } from '../../connection.ts';
import { category, fileId, flag, path } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

/** What the person decided for single files. */
export function choiceReads(
  db: Connection,
  keys: SiteKeys,
): Pick<Mirror, 'pin' | 'pins' | 'chosenCategories' | 'approvedDeletes'> {
  const pins = db.query('SELECT id, keep FROM pin WHERE site_key = ?', parsePin);
  const pin = db.query('SELECT keep FROM pin WHERE site_key = ? AND id = ?', ([keep]) => flag(keep));
  const chosen = db.query('SELECT path, category FROM chosen_category WHERE site_key = ?', parseChosen);
  const approved = db.query('SELECT id FROM approved_delete WHERE site_key = ?', ([id]) => fileId(id));
  return {
    pin: (site, id) => pin.get(keys.find(site), id),
    pins: (site) => new Map(pins.all(keys.find(site))),
    chosenCategories: (site) => new Map(chosen.all(keys.find(site))),
    approvedDeletes: (site) => new Set(approved.all(keys.find(site))),
  };
}

export function choiceWrites(
  db: Connection,
  keys: SiteKeyMaker,
): Pick<Mirror, 'setPin' | 'setChosenCategory' | 'setApprovedDeletes'> {
  const pin = db.command(`
    INSERT INTO pin (site_key, id, keep) VALUES (?, ?, ?)
    ON CONFLICT (site_key, id) DO UPDATE SET keep = excluded.keep`);
  const unpin = db.command('DELETE FROM pin WHERE site_key = ? AND id = ?');
  const choose = db.command(`
    INSERT INTO chosen_category (site_key, path, category) VALUES (?, ?, ?)
    ON CONFLICT (site_key, path) DO UPDATE SET category = excluded.category`);
  const unchoose = db.command('DELETE FROM chosen_category WHERE site_key = ? AND path = ?');
  const approve = db.command('INSERT OR IGNORE INTO approved_delete (site_key, id) VALUES (?, ?)');
  const unapproveAll = db.command('DELETE FROM approved_delete WHERE site_key = ?');
  return {
    setPin(site, id, keep) {
      if (keep === null) unpin.run(keys.find(site), id);
      else db.transactionForRoom(() => pin.run(keys.findOrMake(site), id, keep ? 1 : 0));
    },
    setChosenCategory(site, file, label) {
      if (label === null) unchoose.run(keys.find(site), pathKey(file));
      else db.transaction(() => choose.run(keys.findOrMake(site), pathKey(file), label));
    },
    setApprovedDeletes(site, ids) {
      db.transaction(() => {
        const key = keys.findOrMake(site);
        unapproveAll.run(key);
        for (const id of ids) approve.run(key, id);
      });
    },
  };
}

export function parsePin([id, keep]: Row): readonly [FileId, boolean] {
  return [fileId(id), flag(keep)];
}

export function parseChosen([file, label]: Row): readonly [PathKey, Category] {
  return [pathKey(path(file)), category(label)];
}

/** Carries out a commit's `choice`; returns rows changed. */
export function choicesAlong(db: Connection): (siteKey: number, choice: ChoiceAlong) => number {
  const isLeft = 'NOT EXISTS (SELECT 1 FROM local WHERE site_key = ? AND path_key = ?)';
  const take = db.command(
    `UPDATE OR REPLACE chosen_category SET path = ? WHERE site_key = ? AND path = ? AND ${isLeft}`,
  );
  const drop = db.command(`DELETE FROM chosen_category WHERE site_key = ? AND path = ? AND ${isLeft}`);
  return (key, { from, to }) => {
    const left = [key, pathKey(from), key, pathKey(from)] as const;
    return to === null ? drop.run(...left) : take.run(pathKey(to), ...left);
  };
}
