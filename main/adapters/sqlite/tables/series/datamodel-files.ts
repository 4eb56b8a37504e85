import { categoryLabel } from '../../../../../shared/model/category.ts';
import { parseRelPath, pathKey } from '../../../../../shared/model/rel-path.ts';
import type { DatamodelFile, DatamodelStore } from '../../../../datamodel/ports.ts';
import type { Connection, Row } from '../../connection.ts';
import { big, fileId, hash, hashOrNull, path, text } from '../../row.ts';
import { ROWS_OF_SITE, type SiteKeys } from '../site-keys.ts';

type Here = NonNullable<DatamodelFile['here']>;

/** The datamodels of a site without opening its trees, which may hold 100,000 files. */
export function datamodelFiles(db: Connection, keys: SiteKeys): Pick<DatamodelStore, 'files'> {
  const agreed = db.query(
    `SELECT id, path, hash FROM base WHERE ${ROWS_OF_SITE} AND category = 'kg-csv'`,
    ([id, file, content]) => ({ id: fileId(id), path: path(file), hash: hash(content) }),
  );
  const listed = db.query(
    `SELECT id, name FROM remote WHERE ${ROWS_OF_SITE} AND category = 'kg-csv'
       AND NOT EXISTS (SELECT 1 FROM base WHERE base.site_key = remote.site_key AND base.id = remote.id)`,
    ([id, name]) => ({ id: fileId(id), name: text(name) }),
  );
  const one = db.query(
    'SELECT path, size, mtime_ns, hash FROM local WHERE site_key = ? AND path_key = ?',
    parseHere,
    { bigint: true },
  );
  const inFolder = db.query(
    'SELECT path, size, mtime_ns, hash FROM local WHERE site_key = ? AND path_key > ? AND path_key < ?',
    parseHere,
    { bigint: true },
  );
  const chosen = db.query(
    `SELECT local.path, size, mtime_ns, hash FROM chosen_category
       JOIN local ON local.site_key = chosen_category.site_key AND local.path_key = chosen_category.path
       WHERE chosen_category.site_key = ? AND category = 'kg-csv'`,
    parseHere,
    { bigint: true },
  );
  const folder = categoryLabel('kg-csv');

  return {
    files(site) {
      const key = keys.find(site);
      const known = agreed.all(key, key).map((file) => ({
        id: file.id,
        path: file.path,
        here: one.get(key, pathKey(file.path)),
        agreed: file.hash,
      }));
      // Before both sides agree, a file in the record's place is taken for its copy.
      const online = listed.all(key, key).map(({ id, name }) => {
        const place = parseRelPath(`${folder}/${name}`);
        const here = place === null ? null : one.get(key, pathKey(place));
        return { id, path: `${folder}/${name}`, here, agreed: null };
      });
      const kept = [...known, ...online].flatMap(({ here }) => (here === null ? [] : [pathKey(here.path)]));
      const taken = new Set<string>([...known.map((file) => pathKey(file.path)), ...kept]);
      // The range of all paths below the folder: `0` comes right after `/`.
      const found = [...inFolder.all(key, `${folder}/`, `${folder}0`), ...chosen.all(key)];
      const fresh = new Map(
        found.filter((here) => !taken.has(pathKey(here.path))).map((here) => [pathKey(here.path), here]),
      );
      const added = [...fresh.values()].map((here) => ({ id: null, path: here.path, here, agreed: null }));
      return [...known, ...online, ...added].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

function parseHere([file, size, mtimeNs, content]: Row): Here {
  return { path: path(file), size: Number(big(size)), mtimeNs: big(mtimeNs), hash: hashOrNull(content) };
}
