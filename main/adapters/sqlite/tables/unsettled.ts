import { CATEGORIES, type Keep } from '../../../../shared/model/category.ts';
import type { FileId } from '../../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../engine/trees.ts';
import type { FollowedSite, Mirror, Unsettled } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { fileId, path, whole } from '../row.ts';
import { settledRows } from './in-step.ts';
import { rotCheck } from './rot-check.ts';
import { ROWS_OF_SITE, type SiteKeys } from './site-keys.ts';
import { BASE_ROWS, LOCAL_ROWS, parseBase, parseLocal, parseRemote, REMOTE_ROWS } from './trees.ts';

/** More than these, or an eighth of all, are read faster with the others in one sweep. */
const FEW = 2000;
const SHARE = 8;
/** Agreements that are looked at in one turn: some 5 ms. */
const AT_ONCE = 1500;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const LABEL = `CASE r.category ${CATEGORIES.map(({ id, label }) => `WHEN ${quoted(id)} THEN ${quoted(label)}`).join(' ')} END`;
const LABELS = CATEGORIES.map(({ label }) => quoted(label.toLowerCase())).join(', ');
const FIRST = "substr(r.fact_path, 1, instr(r.fact_path, '/') - 1)";

/** `isSettled` of the engine in SQL. Parameters: the categories that are kept, as a list in JSON. */
const SETTLED = `
  l.path = b.path AND l.size = b.size AND l.mtime_ns = b.mtime_ns AND l.ino = b.ino
  AND (l.hash IS NULL OR l.hash = b.hash)
  AND r.fingerprint = b.remote AND r.updated_at IS b.updated_at AND r.category = b.category AND r.name = b.name
  AND iif(r.fact_path IS NULL, b.implied_path = ${LABEL} || '/' || r.name,
    b.implied_path = r.fact_path
    AND (r.fact_path = r.name OR substr(r.fact_path, -1 - length(r.name)) = '/' || r.name)
    AND (${FIRST} = ${LABEL} OR lower(${FIRST}) NOT IN (${LABELS})))
  AND coalesce((SELECT p.keep FROM pin p WHERE p.site_key = b.site_key AND p.id = b.id),
    r.category IN (SELECT value FROM json_each(?)))
  AND NOT EXISTS (SELECT 1 FROM chosen_category c WHERE c.site_key = b.site_key AND c.path = b.path)`;

const AGREED = `FROM base b
  LEFT JOIN local l ON l.site_key = b.site_key AND l.path_key = b.path
  LEFT JOIN remote r ON r.site_key = b.site_key AND r.id = b.id`;

/** The rows of the three trees that a plan has to look at. */
export function unsettledReads(
  db: Connection,
  keys: SiteKeys,
  counts: Mirror['counts'],
): Pick<Mirror, 'unsettled' | 'openInTurns'> {
  const bases = db.query(
    `SELECT ${BASE_ROWS} ${AGREED}
       WHERE b.site_key = ? AND (${SETTLED}) IS NOT TRUE ORDER BY b.row LIMIT ?`,
    (row) => row,
    { bigint: true },
  );
  const basesIn = db.query(
    `SELECT b.id, l.path_key IS NOT NULL, r.id IS NOT NULL ${AGREED}
       WHERE b.row BETWEEN ? AND ? AND (${SETTLED}) IS NOT TRUE`,
    ([id, isHere, isThere]) => ({ id: fileId(id), isHere: isHere === 1, isThere: isThere === 1 }),
  );
  const span = db.query(
    `SELECT min(row), max(row) FROM base WHERE ${ROWS_OF_SITE}`,
    ([first, last]) => [whole(first), whole(last)] as const,
  );
  const twice = db.query(
    'SELECT count(*) FROM base WHERE site_key = ? GROUP BY path HAVING count(*) > 1 LIMIT 1',
    ([n]) => whole(n),
  );
  const localAt = db.query(
    `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ? AND l.path_key = ?`,
    parseLocal,
    { bigint: true },
  );
  const remoteOf = db.query(
    `SELECT ${REMOTE_ROWS} FROM remote r WHERE r.site_key = ? AND r.id = ?`,
    (row) => row,
  );
  const newLocals = db.query(
    `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ?
       AND NOT EXISTS (SELECT 1 FROM base b WHERE b.site_key = l.site_key AND b.path = l.path_key) LIMIT ?`,
    parseLocal,
    { bigint: true },
  );
  const newRemotes = db.query(
    `SELECT ${REMOTE_ROWS} FROM remote r WHERE r.site_key = ?
       AND NOT EXISTS (SELECT 1 FROM base b WHERE b.site_key = r.site_key AND b.id = r.id) ORDER BY r.row LIMIT ?`,
    (row) => row,
  );
  const settledOf = settledRows(db);
  const checkRot = rotCheck(db);

  const mostOf = (agreed: number): number => Math.max(FEW, Math.floor(agreed / SHARE));

  function read(key: number, site: FollowedSite): Trees | null {
    const all = counts(site.id);
    const few = mostOf(all.base);
    // Nothing is agreed on yet, or two agreements name one path, of which the plan has to find the one that holds.
    if (all.base === 0 || twice.get(key) !== null) return null;
    const agreed = bases.all(key, JSON.stringify(categoriesOf(site.keep)), few + 1);
    if (agreed.length > few) return null;
    const local = new Map<PathKey, LocalFile>();
    const remote = new Map<FileId, RemoteFile>();
    const takeLocal = (file: LocalFile | null): void => {
      if (file !== null) local.set(pathKey(file.path), file);
    };
    const takeRemote = (file: RemoteFile | null): void => {
      if (file !== null) remote.set(file.id, file);
    };
    const base = new Map<FileId, BaseFile>();
    for (const row of agreed) {
      takeLocal(localAt.get(key, pathKey(path(row[1]))));
      const record = remoteOf.get(key, row[0] as string);
      if (record !== null) takeRemote(parseRemote(record, local));
      const file = parseBase(row, local, remote);
      base.set(file.id, file);
    }
    checkRot(key, { base, local, remote });
    // Each settled file has one row in each tree; what the counts leave over is new.
    const count = all.base - base.size;
    const locals = all.local - local.size > count ? newLocals.all(key, few + 1) : [];
    const remotes = all.remote - remote.size > count ? newRemotes.all(key, few + 1) : [];
    // A part of them would be worse than none: a file that was moved may be among those that are left out.
    if (locals.length > few || remotes.length > few) return null;
    for (const file of locals) takeLocal(file);
    for (const row of remotes) takeRemote(parseRemote(row, local));
    return {
      base,
      local: inOrder(local),
      remote,
      settled: settledOf(key, count),
    };
  }

  /** For the connection that writes: of another's writes this one does not know. */
  async function openInTurns(site: FollowedSite, turn: () => Promise<unknown>): Promise<Unsettled | null> {
    const key = keys.find(site.id);
    const all = counts(site.id);
    const few = mostOf(all.base);
    if (key === null || all.base === 0 || twice.get(key) !== null) return null;
    const writes = db.writes;
    const keep = JSON.stringify(categoriesOf(site.keep));
    const [first, last] = span.get(key, key) ?? [0, -1];
    const agreed: { readonly id: FileId; readonly isHere: boolean; readonly isThere: boolean }[] = [];
    for (let from = first; from <= last && agreed.length <= few; from += AT_ONCE) {
      agreed.push(...basesIn.all(from, from + AT_ONCE - 1, keep));
      await turn();
    }
    const count = all.base - agreed.length;
    // As in `read`; where something was written meanwhile the counts tell nothing.
    const isStill = db.writes === writes && keys.find(site.id) === key;
    const [here, there] = [agreed.filter(({ isHere }) => isHere), agreed.filter(({ isThere }) => isThere)];
    const isAllHere = isStill && all.local - here.length === count;
    const isAllThere = isStill && all.remote - there.length === count;
    const locals = isAllHere ? [] : newLocals.all(key, few + 1);
    if (!isAllHere) await turn();
    const remotes = isAllThere ? [] : newRemotes.all(key, few + 1);
    if ([agreed, locals, remotes].some(({ length }) => length > few)) return null;
    return {
      ids: [...agreed.map(({ id }) => id), ...remotes.map(([id]) => fileId(id))],
      paths: locals.map((file) => pathKey(file.path)),
    };
  }

  return {
    openInTurns,
    unsettled: (site) =>
      db.transaction(() => {
        const key = keys.find(site.id);
        return key === null ? null : read(key, site);
      }),
  };
}

function categoriesOf(keep: Keep): readonly string[] {
  if (keep === 'none') return [];
  return keep === 'all' ? CATEGORIES.map(({ id }) => id) : keep;
}

function inOrder(files: ReadonlyMap<PathKey, LocalFile>): ReadonlyMap<PathKey, LocalFile> {
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
