import {
  END_DAY,
  FIRST_DAY,
  type Covered,
  type DayHead,
  type KnownReach,
  type RollupLevel,
  type SeriesStore,
} from '../../../../series/ports.ts';
import type { Connection, Query, Row } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { bytes, json, siteId, whole, wholeOrNull } from '../../row.ts';
import { DAYS_OF_SERIES, findSeries } from './series-keys.ts';

type Reads = Pick<SeriesStore, 'facts' | 'reaches' | 'heads' | 'points' | 'rollups' | 'sizes'>;

export function seriesReads(db: Connection): Reads {
  const find = findSeries(db);
  const facts = db.query(
    'SELECT last_at, empty_at, checked_at, words FROM series WHERE key = ?',
    ([lastAt, emptyAt, checkedAt, words]) => ({
      ...parseReach([lastAt, emptyAt, checkedAt]),
      words: parseWords(words),
    }),
  );
  const reach = db.query(
    'SELECT last_at, empty_at, checked_at FROM series WHERE origin = ? AND site = ? AND id = ?',
    parseReach,
  );
  const coverage = db.query(
    'SELECT from_at, to_at, fetched_at FROM series_cover WHERE series_key = ? ORDER BY from_at',
    parseCovered,
  );
  const heads = db.query(
    `SELECT day, count, first_at, last_at, step FROM series_day WHERE ${DAYS_OF_SERIES} ORDER BY row`,
    parseHead,
  );
  const points = dayBlobs(db, `SELECT day, points FROM series_day WHERE ${DAYS_OF_SERIES} ORDER BY row`);
  const rollups: Readonly<Record<RollupLevel, Query<DayBlob>>> = {
    quarter: dayBlobs(db, rollupSql('quarter')),
    hour: dayBlobs(db, rollupSql('hour')),
    day: dayBlobs(db, rollupSql('day')),
  };
  const sizes = db.query(
    'SELECT key, site, bytes, used_at FROM series WHERE bytes > 0',
    ([key, site, size, usedAt]) => ({
      key: whole(key),
      site: siteId(site),
      bytes: whole(size),
      usedAt: whole(usedAt),
    }),
  );
  return {
    facts: (place, ids) =>
      ids.map((id) => {
        const key = find(place, id);
        const known = facts.get(key);
        return known === null
          ? { id, ...NOTHING, words: [], coverage: [] }
          : { id, ...known, coverage: coverage.all(key) };
      }),
    reaches: ({ origin, site }, ids) =>
      ids.map((id) => ({ id, ...(reach.get(origin, site, id) ?? NOTHING) })),
    heads: (place, id, from, to) => heads.all(...within(find(place, id), from, to)),
    points: (place, id, from, to) => points.all(...within(find(place, id), from, to)),
    rollups: (place, id, level, from, to) => rollups[level].all(...within(find(place, id), from, to)),
    sizes: () => sizes.all(),
  };
}

interface DayBlob {
  readonly day: number;
  readonly blob: Uint8Array;
}

const NOTHING = { lastAt: null, emptyAt: null, checkedAt: null };

function parseReach([lastAt, emptyAt, checkedAt]: Row): Omit<KnownReach, 'id'> {
  return {
    lastAt: wholeOrNull(lastAt),
    emptyAt: wholeOrNull(emptyAt),
    checkedAt: wholeOrNull(checkedAt),
  };
}

function parseWords(words: unknown): readonly string[] {
  const list = words === null ? [] : json(words);
  if (!Array.isArray(list) || !list.every((word) => typeof word === 'string'))
    throw new UnreadableRow('words of a series');
  return list;
}

function rollupSql(level: RollupLevel): string {
  return `SELECT (row & 1048575) - 524288, ${level} FROM series_rollup
    WHERE ${DAYS_OF_SERIES} AND ${level} IS NOT NULL ORDER BY row`;
}

function dayBlobs(db: Connection, sql: string): Query<DayBlob> {
  return db.query(sql, ([day, blob]) => ({ day: whole(day), blob: bytes(blob) }));
}

type Within = readonly [number | null, number, number | null, number];

function within(key: number | null, from: number, to: number): Within {
  return [key, Math.max(from, FIRST_DAY), key, Math.min(to, END_DAY)];
}

function parseCovered([from, to, fetchedAt]: Row): Covered {
  return { from: whole(from), to: whole(to), fetchedAt: whole(fetchedAt) };
}

function parseHead([day, count, firstAt, lastAt, step]: Row): DayHead {
  return {
    day: whole(day),
    count: whole(count),
    firstAt: whole(firstAt),
    lastAt: whole(lastAt),
    step: wholeOrNull(step),
  };
}
