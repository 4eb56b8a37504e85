import { NO_FACTS, type SiteFile, type SyncFacts } from '../../../../../shared/model/site-file.ts';
import type { SiteId } from '../../../../../shared/model/ids.ts';
import type { LocalFile } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import {
  known,
  category,
  fileId,
  fingerprint,
  hashOrNull,
  json,
  line,
  lineColumn,
  opIdOrNull,
  pathOrNull,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from '../../row.ts';
import { rowNumbers, ROWS_OF_SITE, type SiteKeys } from '../site-keys.ts';

/** In the order of `recordColumns` and `parseRecord`. */
const COLUMNS = `id, category, category_text, name, size, content_type, uploaded_by, created_at, updated_at,
  download_url, entity_uri, metadata, fact_path, fact_sha256, fact_mtime_ms, fact_op_id, fingerprint,
  fact_based_on`;

export function recordReads(
  db: Connection,
  keys: SiteKeys,
): Pick<Mirror, 'record' | 'newestUnagreed' | 'firstSeen' | 'uploaders' | 'modelRecords'> {
  const one = db.query(
    `SELECT ${COLUMNS}, site FROM remote JOIN site_key ON key = site_key WHERE site_key = ? AND id = ?`,
    parseRecord,
  );
  const newest = db.query(
    `SELECT id, fact_path, fact_sha256, fact_mtime_ms, fact_op_id, fact_based_on
       FROM (SELECT * FROM remote WHERE ${ROWS_OF_SITE} ORDER BY row DESC LIMIT ?) r
       WHERE NOT EXISTS (SELECT 1 FROM base b WHERE b.site_key = r.site_key AND b.id = r.id) ORDER BY row DESC`,
    (row) => ({ id: fileId(row[0]), facts: parseFacts(row[1], row[2], row[3], row[4], row[5]) }),
  );
  const seen = db.query('SELECT first_seen FROM remote WHERE site_key = ? AND id = ?', ([n]) => whole(n));
  const uploaders = db.query(
    `SELECT id, uploaded_by FROM remote WHERE ${ROWS_OF_SITE} AND uploaded_by IS NOT NULL`,
    ([id, by]) => [fileId(id), text(by)] as const,
  );
  // Every key by which metadata can name a model contains these letters.
  const models = db.query(
    `SELECT ${COLUMNS}, site FROM remote JOIN site_key ON key = site_key
       WHERE ${ROWS_OF_SITE} AND category = 'model-3d' AND metadata LIKE '%m%o%d%e%l%' ORDER BY row`,
    parseRecord,
  );
  return {
    modelRecords(site) {
      const key = keys.find(site);
      return key === null ? [] : models.all(key, key);
    },
    uploaders(site) {
      const key = keys.find(site);
      return new Map(key === null ? [] : uploaders.all(key, key));
    },
    record(site, id) {
      const key = keys.find(site);
      return key === null ? null : one.get(key, id);
    },
    newestUnagreed(site, most) {
      const key = keys.find(site);
      return key === null ? [] : newest.all(key, key, most);
    },
    firstSeen(site, id) {
      const key = keys.find(site);
      return key === null ? null : seen.get(key, id);
    },
  };
}

/** Writes single records of the remote tree. */
export interface RecordWriter {
  /** The version that is kept, or null. */
  fingerprint(siteKey: number, id: string): string | null;
  /**
   * Adds the record, or replaces it if its version is another. `listing`: the first one that saw it, if it is new.
   * Returns rows changed.
   */
  put(siteKey: number, record: SiteFile, listing: number): number;
  /** Returns rows dropped. */
  remove(siteKey: number, id: string): number;
}

export function recordWriter(db: Connection): RecordWriter {
  const version = db.query('SELECT fingerprint FROM remote WHERE site_key = ? AND id = ?', ([f]) => text(f));
  const placeholders = COLUMNS.replaceAll(/\w+/g, '?');
  const upsert = db.command(`
    INSERT INTO remote (${COLUMNS}, site_key, first_seen, row) VALUES (${placeholders}, ?, ?, ?)
    ON CONFLICT (site_key, id) DO UPDATE SET (${COLUMNS}) = (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})
    WHERE fingerprint <> excluded.fingerprint`);
  const remove = db.command('DELETE FROM remote WHERE site_key = ? AND id = ?');
  const nextRow = rowNumbers(db, 'remote');
  return {
    fingerprint: (siteKey, id) => version.get(siteKey, id),
    put: (siteKey, record, listing) =>
      upsert.run(...recordColumns(record), siteKey, listing, nextRow(siteKey)),
    remove: (siteKey, id) => remove.run(siteKey, id),
  };
}

function recordColumns(record: SiteFile): (string | number | null)[] {
  const { facts } = record;
  return [
    record.id,
    record.category,
    record.categoryText,
    record.name,
    record.size,
    record.contentType,
    record.uploadedBy,
    record.createdAt,
    record.updatedAt,
    record.downloadUrl,
    record.entityUri,
    JSON.stringify(record.metadata),
    facts.path,
    facts.sha256,
    facts.mtimeMs,
    facts.opId,
    record.fingerprint,
    lineColumn(facts.basedOn),
  ];
}

function parseRecord(row: Row): SiteFile {
  return {
    id: fileId(row[0]),
    site: text(row[18]) as SiteId,
    category: category(row[1]),
    categoryText: text(row[2]),
    name: text(row[3]),
    size: wholeOrNull(row[4]),
    contentType: textOrNull(row[5]),
    uploadedBy: textOrNull(row[6]),
    createdAt: textOrNull(row[7]),
    updatedAt: textOrNull(row[8]),
    downloadUrl: textOrNull(row[9]),
    entityUri: textOrNull(row[10]),
    metadata: json(row[11]),
    facts: parseFacts(row[12], row[13], row[14], row[15], row[17]),
    fingerprint: fingerprint(row[16]),
  };
}

/**
 * Most records of other clients have no facts, for which one shared object stands. `local`: a file that may say the
 * same; then its parsed values are used.
 */
export function parseFacts(
  path: unknown,
  sha256: unknown,
  mtimeMs: unknown,
  opId: unknown,
  basedOn: unknown,
  local?: LocalFile,
): SyncFacts {
  const isNone = path === null && sha256 === null && mtimeMs === null && opId === null && basedOn === null;
  if (isNone) return NO_FACTS;
  return {
    path: known(path, local?.path) ?? pathOrNull(path),
    sha256: known(sha256, local?.hash) ?? hashOrNull(sha256),
    mtimeMs: wholeOrNull(mtimeMs),
    opId: opIdOrNull(opId),
    basedOn: line(basedOn),
  };
}
