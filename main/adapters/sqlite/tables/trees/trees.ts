import type { FileId } from '../../../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import {
  big,
  category,
  fileId,
  fingerprint,
  hash,
  hashOrNull,
  inode,
  known,
  opIdOrNull,
  path,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from '../../row.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { rotCheck } from './rot-check.ts';
import { parseFacts } from '../listing/records.ts';
import { ROWS_OF_SITE, type SiteKeys } from '../site-keys.ts';

/** Columns as `parseLocal`, `parseRemote` and `parseBase` take them; the tables are called l, r and b. */
export const LOCAL_ROWS = 'l.path, l.size, l.mtime_ns, l.ino, l.hash, l.path_key';
export const REMOTE_ROWS = `r.id, r.category, r.name, r.size, r.fact_path, r.fact_sha256, r.fact_mtime_ms, r.fact_op_id,
  r.fingerprint, r.created_at, r.updated_at, r.first_seen, r.fact_based_on`;
export const BASE_ROWS = `b.id, b.path, b.implied_path, b.category, b.name, b.hash, b.size, b.mtime_ns, b.ino, b.remote,
  b.op_id, b.updated_at`;

/** The three trees of a site; each answer is of one moment. */
export function treeReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'trees' | 'counts'> {
  const locals = db.query(`SELECT ${LOCAL_ROWS} FROM local l WHERE site_key = ?`, parseLocal, {
    bigint: true,
  });
  const remotes = db.query(`SELECT ${REMOTE_ROWS} FROM remote r WHERE ${ROWS_OF_SITE}`, (row) => row);
  const bases = db.query(`SELECT ${BASE_ROWS} FROM base b WHERE ${ROWS_OF_SITE}`, (row) => row, {
    bigint: true,
  });
  const counts = db.query(
    `SELECT (SELECT count(*) FROM base WHERE site_key = ?), (SELECT count(*) FROM local WHERE site_key = ?),
       (SELECT count(*) FROM remote WHERE site_key = ?)`,
    ([base, local, remote]) => ({ base: whole(base), local: whole(local), remote: whole(remote) }),
  );

  const checkRot = rotCheck(db);

  function readTrees(key: number): Trees {
    const local = new Map<PathKey, LocalFile>();
    const remote = new Map<FileId, RemoteFile>();
    const base = new Map<FileId, BaseFile>();
    locals.each((file) => local.set(pathKey(file.path), file), key);
    const takeRemote = (row: Row): void => {
      const file = parseRemote(row, local);
      remote.set(file.id, file);
    };
    remotes.each(takeRemote, key, key);
    const takeBase = (row: Row): void => {
      const file = parseBase(row, local, remote);
      base.set(file.id, file);
    };
    bases.each(takeBase, key, key);
    checkRot(key, { base, local, remote });
    return { base, local, remote };
  }

  return {
    trees: (site) =>
      db.snapshot(() => {
        const key = keys.find(site);
        return key === null ? { base: new Map(), local: new Map(), remote: new Map() } : readTrees(key);
      }),
    counts(site) {
      const key = keys.find(site);
      return counts.get(key, key, key) ?? { base: 0, local: 0, remote: 0 };
    },
  };
}

export function parseLocal(row: Row): LocalFile {
  const filePath = path(row[0]);
  // A name that rotted would count as a move.
  if (row[5] !== filePath && row[5] !== pathKey(filePath)) throw new UnreadableRow('path and key of a file');
  return {
    path: filePath,
    size: whole(row[1]),
    mtimeNs: big(row[2]),
    ino: inode(row[3]),
    hash: hashOrNull(row[4]),
  };
}

/*
 * A file in step says the same in all three trees. Where a column equals what was parsed for another tree, that value
 * is taken: it need not be parsed again, and 100,000 files hold each text once instead of three times.
 */

export function parseRemote(row: Row, locals: Trees['local']): RemoteFile {
  const local = locals.get(row[4] as PathKey);
  const createdAt = textOrNull(row[9]);
  return {
    id: fileId(row[0]),
    category: category(row[1]),
    name: text(row[2]),
    size: wholeOrNull(row[3]),
    facts: parseFacts(row[4], row[5], row[6], row[7], row[12], local),
    fingerprint: fingerprint(row[8]),
    createdAt,
    updatedAt: known(row[10], createdAt) ?? textOrNull(row[10]),
    firstSeen: whole(row[11]),
  };
}

export function parseBase(row: Row, locals: Trees['local'], remotes: Trees['remote']): BaseFile {
  const remote = remotes.get(row[0] as FileId);
  const local = locals.get(row[1] as PathKey);
  const filePath = known(row[1], local?.path) ?? path(row[1]);
  return {
    id: remote?.id ?? fileId(row[0]),
    path: filePath,
    impliedPath: row[2] === filePath ? filePath : path(row[2]),
    category: category(row[3]),
    name: known(row[4], remote?.name) ?? text(row[4]),
    hash: known(row[5], local?.hash) ?? hash(row[5]),
    size: whole(row[6]),
    mtimeNs: known(row[7], local?.mtimeNs) ?? big(row[7]),
    ino: known(row[8], local?.ino) ?? inode(row[8]),
    remote: known(row[9], remote?.fingerprint) ?? fingerprint(row[9]),
    opId: known(row[10], remote?.facts.opId) ?? opIdOrNull(row[10]),
    updatedAt: known(row[11], remote?.updatedAt) ?? textOrNull(row[11]),
  };
}
