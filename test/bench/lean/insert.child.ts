import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { SiteId } from '../../../shared/model/ids.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { records } from '../harness/records.ts';

/** The same records through one prepared insert in one transaction, then one read of all of them. */
const { folder, files } = argumentsOf() as { folder: string; files: number };
const all = records(files, 'site-1' as SiteId);
const db = new Database(join(folder, 'lean.sqlite'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec(`CREATE TABLE remote (
  row INTEGER PRIMARY KEY, site_key INTEGER NOT NULL, id TEXT NOT NULL, category TEXT NOT NULL,
  category_text TEXT NOT NULL, name TEXT NOT NULL, size INTEGER, content_type TEXT, uploaded_by TEXT, created_at TEXT,
  updated_at TEXT, download_url TEXT, entity_uri TEXT, metadata TEXT NOT NULL, fact_path TEXT, fact_sha256 TEXT,
  fact_mtime_ms REAL, fact_op_id TEXT, fingerprint TEXT NOT NULL, first_seen INTEGER NOT NULL,
  UNIQUE (site_key, id)) STRICT`);
const insert = db.prepare(
  'INSERT INTO remote VALUES (NULL, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)',
);
const started = performance.now();
db.exec('BEGIN');
for (const each of all) {
  const { facts } = each;
  insert.run(
    each.id,
    each.category,
    each.categoryText,
    each.name,
    each.size,
    each.contentType,
    each.uploadedBy,
    each.createdAt,
    each.updatedAt,
    each.downloadUrl,
    each.entityUri,
    JSON.stringify(each.metadata),
    facts.path,
    facts.sha256,
    facts.mtimeMs,
    facts.opId,
    each.fingerprint,
  );
}
db.exec('COMMIT');
const fillMs = performance.now() - started;

const again = performance.now();
const known = new Map(db.prepare('SELECT id, fingerprint FROM remote').raw(true).all() as [string, string][]);
const changed = all.filter((each) => known.get(each.id) !== each.fingerprint).length;
const againMs = performance.now() - again;
if (changed > 0) throw new Error('The records are not what they were');
db.close();
say({ fillMs, againMs });
