import { END_DAY, FIRST_DAY, type SeriesStore, type StoredDay } from '../../../../series/ports.ts';
import type { Connection } from '../../connection.ts';
import { whole } from '../../row.ts';
import { findSeries, ROW_OF_DAY } from './series-keys.ts';

type Writes = Pick<SeriesStore, 'write' | 'setChecked' | 'touch' | 'dropDays'>;

/** Days dropped in one step, which takes some milliseconds. */
const DROP_AT_ONCE = 200;
/** A look that follows another within this time, ms, is not noted. */
const TOUCH_MS = 600_000;

/** These do not count as writes of the mirror: no list of files depends on them. */
export function seriesWrites(db: Connection): Writes {
  const find = findSeries(db);
  const make = db.command('INSERT INTO series (origin, site, id, used_at) VALUES (?, ?, ?, ?)');
  const setFacts = db.command(
    `UPDATE series SET last_at = ?, empty_at = ?, checked_at = coalesce(?, checked_at), used_at = ?, words = ?, bytes = bytes + ?
       WHERE key = ?`,
  );
  const setChecked = db.command('UPDATE series SET last_at = ?, empty_at = ?, checked_at = ? WHERE key = ?');
  const touch = db.command('UPDATE series SET used_at = ? WHERE key = ? AND used_at < ?');
  const uncover = db.command('DELETE FROM series_cover WHERE series_key = ?');
  const cover = db.command(
    'INSERT INTO series_cover (series_key, from_at, to_at, fetched_at) VALUES (?, ?, ?, ?)',
  );
  const days = dayWrites(db);
  const drop = daysDropper(db);

  const keyOf = (place: Parameters<Writes['write']>[0], id: string, at: number): number =>
    find(place, id) ?? make.insert(place.origin, place.site, id, at);

  return {
    write: (place, { id, days: changed, emptied, coverage, newest, words, checked }, at) =>
      db.transaction(() => {
        const key = keyOf(place, id, at);
        let growth = 0;
        for (const day of changed) growth += days.put(key, day);
        for (const day of emptied) growth -= days.remove(key, day);
        uncover.run(key);
        for (const { from, to, fetchedAt } of coverage) cover.run(key, from, to, fetchedAt);
        const told = words.length === 0 ? null : JSON.stringify(words);
        setFacts.run(newest.lastAt, newest.emptyAt, checked ? at : null, at, told, growth, key);
      }),
    setChecked: (place, reaches, at) =>
      db.transaction(() => {
        for (const { id, lastAt, emptyAt } of reaches)
          setChecked.run(lastAt, emptyAt, at, keyOf(place, id, at));
      }),
    touch: (place, ids, at) =>
      db.transaction(() => {
        for (const id of ids) touch.run(at, find(place, id), at - TOUCH_MS);
      }),
    dropDays: (key) =>
      db.transaction(() => {
        uncover.run(key);
        return drop(key);
      }),
  };
}

function dayWrites(db: Connection): {
  readonly put: (key: number, day: StoredDay) => number;
  readonly remove: (key: number, day: number) => number;
} {
  const size = db.query(`SELECT bytes FROM series_day WHERE row = ${ROW_OF_DAY}`, ([bytes]) => whole(bytes));
  const put = db.command(
    `INSERT OR REPLACE INTO series_day (row, day, count, first_at, last_at, step, bytes, points)
       VALUES (${ROW_OF_DAY}, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putRollup = db.command(
    `INSERT OR REPLACE INTO series_rollup (row, day, hour, quarter) VALUES (${ROW_OF_DAY}, ?, ?, ?)`,
  );
  const remove = db.command(`DELETE FROM series_day WHERE row = ${ROW_OF_DAY}`);
  const removeRollup = db.command(`DELETE FROM series_rollup WHERE row = ${ROW_OF_DAY}`);
  return {
    put(key, { day, count, firstAt, lastAt, step, points, rollups }) {
      const before = size.get(key, day) ?? 0;
      const { quarter, hour, day: wholeDay } = rollups;
      const bytes = [points, quarter, hour, wholeDay].reduce((sum, blob) => sum + (blob?.length ?? 0), 0);
      put.run(key, day, day, count, firstAt, lastAt, step, bytes, points);
      putRollup.run(key, day, wholeDay, hour, quarter);
      return bytes - before;
    },
    remove(key, day) {
      const before = size.get(key, day) ?? 0;
      remove.run(key, day);
      removeRollup.run(key, day);
      return before;
    },
  };
}

/** Drops the first of the remaining days; true if there are more. */
function daysDropper(db: Connection): (key: number) => boolean {
  const range = `row >= ${ROW_OF_DAY} AND row < ${ROW_OF_DAY}`;
  const first = db.query(
    `SELECT max(row), sum(bytes) FROM (SELECT row, bytes FROM series_day WHERE ${range} ORDER BY row LIMIT ?)`,
    ([last, bytes]) => (last === null ? null : { last: whole(last), bytes: whole(bytes) }),
  );
  const days = db.command(`DELETE FROM series_day WHERE row >= ${ROW_OF_DAY} AND row <= ?`);
  const rollups = db.command(`DELETE FROM series_rollup WHERE row >= ${ROW_OF_DAY} AND row <= ?`);
  const shrink = db.command('UPDATE series SET bytes = bytes - ? WHERE key = ?');
  return (key) => {
    const some = first.get(key, FIRST_DAY, key, END_DAY, DROP_AT_ONCE);
    if (some === null) return false;
    days.run(key, FIRST_DAY, some.last);
    rollups.run(key, FIRST_DAY, some.last);
    shrink.run(some.bytes, key);
    return true;
  };
}
