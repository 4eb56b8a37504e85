import { CATEGORIES, type Keep } from '../../../../../shared/model/category.ts';
import type { FileId, SiteId } from '../../../../../shared/model/ids.ts';
import { pathKey } from '../../../../../shared/model/rel-path.ts';
import type { LocalFile, Settled, Trees } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../../../sync/ports/mirror/sites.ts';
import type { Unsettled } from '../../../../sync/ports/mirror/trees.ts';
import type { Connection, Query, Row } from '../../connection.ts';
import { fileId, path, whole } from '../../row.ts';
import { settledRows } from './in-step.ts';
import { rotCheck } from './rot-check.ts';
import { localLookup, remoteRowLookup } from './row-lookups.ts';
import { AGREED, SETTLED } from './settled-sql.ts';
import { ROWS_OF_SITE, type SiteKeys } from '../site-keys.ts';
import { treesOf, type SomeRows } from './some-rows.ts';
import { BASE_ROWS, LOCAL_ROWS, parseBase, parseLocal, parseRemote, REMOTE_ROWS } from './trees.ts';

/** With more than this, or an eighth of all, one sweep over everything is faster. */
const FEW = 2000;
const SHARE = 8;
/** Agreements that are looked at in one turn, which takes some 5 ms. */
const AT_ONCE = 1500;

/** An agreement that is not settled, and whether its file and its record are there. */
interface OpenAgreement {
  readonly id: FileId;
  readonly isHere: boolean;
  readonly isThere: boolean;
}

/** How many rows a site has, and up to how many unsettled ones count as few. */
interface Size {
  readonly all: ReturnType<Mirror['counts']>;
  readonly few: number;
}

/** The rows of the three trees that a plan has to look at. */
export function unsettledReads(
  db: Connection,
  keys: SiteKeys,
  counts: Mirror['counts'],
): Pick<Mirror, 'unsettled' | 'unsettledInTurns'> {
  const reads = new UnsettledReads(db, keys, counts);
  return {
    unsettledInTurns: (site, turn) => reads.unsettledInTurns(site, turn),
    unsettled: (site) => reads.unsettled(site),
  };
}

class UnsettledReads {
  readonly #db: Connection;
  readonly #keys: SiteKeys;
  readonly #counts: Mirror['counts'];
  readonly #bases: Query<Row>;
  readonly #basesIn: Query<OpenAgreement>;
  readonly #span: Query<readonly [first: number, last: number]>;
  readonly #twice: Query<number>;
  readonly #localAt: Query<LocalFile>;
  readonly #remoteOf: Query<Row>;
  readonly #newLocals: Query<LocalFile>;
  readonly #newRemotes: Query<Row>;
  readonly #newIds: Query<FileId>;
  readonly #settledOf: (siteKey: number, count: number) => Settled;
  readonly #checkRot: (siteKey: number, trees: Trees) => void;

  constructor(db: Connection, keys: SiteKeys, counts: Mirror['counts']) {
    this.#db = db;
    this.#keys = keys;
    this.#counts = counts;
    this.#bases = db.query(
      `SELECT ${BASE_ROWS} ${AGREED}
         WHERE b.site_key = ? AND (${SETTLED}) IS NOT TRUE ORDER BY b.row LIMIT ?`,
      (row) => row,
      { bigint: true },
    );
    this.#basesIn = db.query(
      `SELECT b.id, l.path_key IS NOT NULL, r.id IS NOT NULL ${AGREED}
         WHERE b.row BETWEEN ? AND ? AND (${SETTLED}) IS NOT TRUE`,
      ([id, isHere, isThere]) => ({ id: fileId(id), isHere: isHere === 1, isThere: isThere === 1 }),
    );
    this.#span = db.query(
      `SELECT min(row), max(row) FROM base WHERE ${ROWS_OF_SITE}`,
      ([first, last]) => [whole(first), whole(last)] as const,
    );
    this.#twice = db.query(
      'SELECT count(*) FROM base WHERE site_key = ? GROUP BY path HAVING count(*) > 1 LIMIT 1',
      ([n]) => whole(n),
    );
    this.#localAt = localLookup(db);
    this.#remoteOf = remoteRowLookup(db);
    this.#newLocals = db.query(
      `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ?
         AND NOT EXISTS (SELECT 1 FROM base b WHERE b.site_key = l.site_key AND b.path = l.path_key) LIMIT ?`,
      parseLocal,
      { bigint: true },
    );
    const newRemotes = `FROM remote r WHERE r.site_key = ?
      AND NOT EXISTS (SELECT 1 FROM base b WHERE b.site_key = r.site_key AND b.id = r.id) ORDER BY r.row LIMIT ?`;
    this.#newRemotes = db.query(`SELECT ${REMOTE_ROWS} ${newRemotes}`, (row) => row);
    this.#newIds = db.query(`SELECT r.id ${newRemotes}`, ([id]) => fileId(id));
    this.#settledOf = settledRows(db);
    this.#checkRot = rotCheck(db);
  }

  unsettled(site: FollowedSite): Trees | null {
    return this.#db.snapshot(() => {
      const key = this.#keys.find(site.id);
      return key === null ? null : this.#read(key, site);
    });
  }

  /** Only for the connection that writes, since it does not hear of the writes of others. */
  async unsettledInTurns(site: FollowedSite, turn: () => Promise<unknown>): Promise<Unsettled | null> {
    const key = this.#keys.find(site.id);
    const size = key === null ? null : this.#sizeOf(key, site.id);
    if (key === null || size === null) return null;
    const { all, few } = size;
    const writes = this.#db.writes;
    const agreed = await this.#agreedInTurns(key, site, few, turn);
    const count = all.base - agreed.length;
    // As in `#takeNew`. If something was written meanwhile, the counts say nothing.
    const isStill = this.#db.writes === writes && this.#keys.find(site.id) === key;
    const [here, there] = [agreed.filter(({ isHere }) => isHere), agreed.filter(({ isThere }) => isThere)];
    const isAllHere = isStill && all.local - here.length === count;
    const isAllThere = isStill && all.remote - there.length === count;
    const locals = isAllHere ? [] : this.#newLocals.all(key, few + 1);
    if (!isAllHere) await turn();
    const newIds = isAllThere ? [] : this.#newIds.all(key, few + 1);
    if ([agreed, locals, newIds].some(({ length }) => length > few)) return null;
    return {
      ids: [...agreed.map(({ id }) => id), ...newIds],
      paths: locals.map((file) => pathKey(file.path)),
    };
  }

  /** Null if nothing is agreed on yet, or if two agreements name one path: then the plan has to find the right one. */
  #sizeOf(key: number, site: SiteId): Size | null {
    const all = this.#counts(site);
    if (all.base === 0 || this.#twice.get(key) !== null) return null;
    return { all, few: Math.max(FEW, Math.floor(all.base / SHARE)) };
  }

  /** Stops early if there are more than a few. */
  async #agreedInTurns(
    key: number,
    { keep }: FollowedSite,
    few: number,
    turn: () => Promise<unknown>,
  ): Promise<readonly OpenAgreement[]> {
    const [first, last] = this.#span.get(key, key) ?? [0, -1];
    const kept = categoriesOf(keep);
    const agreed: OpenAgreement[] = [];
    for (let from = first; from <= last && agreed.length <= few; from += AT_ONCE) {
      agreed.push(...this.#basesIn.all(from, from + AT_ONCE - 1, kept));
      await turn();
    }
    return agreed;
  }

  #read(key: number, { id, keep }: FollowedSite): Trees | null {
    const size = this.#sizeOf(key, id);
    if (size === null) return null;
    const agreed = this.#bases.all(key, categoriesOf(keep), size.few + 1);
    if (agreed.length > size.few) return null;
    const found = this.#rowsOf(key, agreed);
    this.#checkRot(key, found);
    if (!this.#takeNew(key, found, size)) return null;
    return treesOf(found, this.#settledOf(key, size.all.base - found.base.size));
  }

  /** The agreements with their files and records. */
  #rowsOf(key: number, agreed: readonly Row[]): SomeRows {
    const found: SomeRows = { base: new Map(), local: new Map(), remote: new Map() };
    for (const row of agreed) {
      const local = this.#localAt.get(key, pathKey(path(row[1])));
      if (local !== null) found.local.set(pathKey(local.path), local);
      const record = this.#remoteOf.get(key, row[0] as string);
      if (record !== null) takeRecord(record, found);
      const file = parseBase(row, found.local, found.remote);
      found.base.set(file.id, file);
    }
    return found;
  }

  /** Adds what is on one side alone; false if that is too much. */
  #takeNew(key: number, found: SomeRows, { all, few }: Size): boolean {
    // Each settled file has one row in each tree: the rest of the counts is new.
    const count = all.base - found.base.size;
    const locals = all.local - found.local.size > count ? this.#newLocals.all(key, few + 1) : [];
    const remotes = all.remote - found.remote.size > count ? this.#newRemotes.all(key, few + 1) : [];
    // A part of them would be worse than none: the other half of a move might be missing.
    if (locals.length > few || remotes.length > few) return false;
    for (const file of locals) found.local.set(pathKey(file.path), file);
    for (const row of remotes) takeRecord(row, found);
    return true;
  }
}

function takeRecord(row: Row, { local, remote }: SomeRows): void {
  const record = parseRemote(row, local);
  remote.set(record.id, record);
}

/** The kept categories as a JSON list. */
function categoriesOf(keep: Keep): string {
  if (keep === 'none') return '[]';
  return JSON.stringify(keep === 'all' ? CATEGORIES.map(({ id }) => id) : keep);
}
