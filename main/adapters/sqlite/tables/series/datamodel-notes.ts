import { parseColumns, type Columns } from '../../../../../shared/model/datamodel.ts';
import type { DatamodelStore, PackedPoints } from '../../../../datamodel/ports.ts';
import type { Connection, Row } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { json, text } from '../../row.ts';

export function datamodelNotes(db: Connection): Omit<DatamodelStore, 'files'> {
  const mappings = db.query('SELECT header, mapping FROM column_mapping WHERE site = ?', parseMapping);
  const setMapping = db.command(
    'INSERT OR REPLACE INTO column_mapping (site, header, mapping) VALUES (?, ?, ?)',
  );
  const forgetAgreed = db.command('DELETE FROM agreed_datamodel WHERE site = ?');
  const favourites = db.query('SELECT id FROM favourite_point WHERE site = ?', ([id]) => text(id));
  const favour = db.command('INSERT OR IGNORE INTO favourite_point (site, id) VALUES (?, ?)');
  const unfavour = db.command('DELETE FROM favourite_point WHERE site = ? AND id = ?');
  const agreed = db.query(
    'SELECT points FROM agreed_datamodel WHERE site = ? AND file = ? AND hash = ?',
    ([points]) => text(points) as PackedPoints,
  );
  const hasAgreed = db.query(
    'SELECT 1 FROM agreed_datamodel WHERE site = ? AND file = ? AND hash = ?',
    () => true,
  );
  const setAgreed = db.command(
    'INSERT OR REPLACE INTO agreed_datamodel (site, file, hash, points) VALUES (?, ?, ?, ?)',
  );
  return {
    mappings: (site) => new Map(mappings.all(site)),
    setMapping: (site, header, columns) =>
      db.transaction(() => {
        setMapping.run(site, header, JSON.stringify(columns));
        // Points that were read by other columns would seem to have changed.
        forgetAgreed.run(site);
      }),
    favourites: (site) => new Set(favourites.all(site)),
    setFavourite: (site, id, favourite) => void (favourite ? favour : unfavour).run(site, id),
    agreedPoints: (site, file, hash) => agreed.get(site, file, hash),
    hasAgreedPoints: (site, file, hash) => hasAgreed.get(site, file, hash) === true,
    setAgreedPoints: (site, file, hash, points) => void setAgreed.run(site, file, hash, points),
  };
}

/** Key of a header, and the columns. */
export function parseMapping([header, mapping]: Row): readonly [string, Columns] {
  const columns = parseColumns(json(mapping));
  if (columns === null) throw new UnreadableRow('column mapping');
  return [text(header), columns];
}
