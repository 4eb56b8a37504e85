import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connection, Query } from '../../../main/adapters/sqlite/connection.ts';
import { text } from '../../../main/adapters/sqlite/row.ts';
import { judgedRows } from '../../../main/adapters/sqlite/tables/scan/judged-rows.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { ConnectionHome } from './connection-home.ts';

const SITE = 1;
let home: ConnectionHome;

beforeEach(() => {
  home = new ConnectionHome();
  home.db.exec(`
    CREATE TABLE local (site_key INTEGER, path_key TEXT, path TEXT, size INTEGER, mtime_ns INTEGER, ino INTEGER,
      PRIMARY KEY (site_key, path_key)) STRICT, WITHOUT ROWID;
    CREATE TABLE folder (site_key INTEGER, folder TEXT, PRIMARY KEY (site_key, folder)) STRICT, WITHOUT ROWID;`);
});

afterEach(() => home.remove());

function hold(paths: readonly string[]): void {
  home.db.exec('DELETE FROM local; DELETE FROM folder');
  const file = home.db.prepare('INSERT INTO local VALUES (?, ?, ?, 1, 1, 1)');
  const folder = home.db.prepare('INSERT INTO folder VALUES (?, ?) ON CONFLICT DO NOTHING');
  home.db.transaction(() => {
    for (const site of [SITE - 1, SITE, SITE + 1])
      for (const path of paths) {
        file.run(site, path, path);
        folder.run(site, folderOf(path));
      }
  })();
}

/** Counts the statements that are begun, and the rows that are read one by one. */
function counting(db: Connection) {
  const counts = { begun: 0, rows: 0 };
  const query = (...args: Parameters<Connection['query']>): Query<unknown> => {
    const real = db.query(...args);
    return {
      ...real,
      get: (...params) => {
        counts.begun += 1;
        return real.get(...params);
      },
      eachWhile: (take, ...params) => {
        counts.begun += 1;
        real.eachWhile(
          (row) => {
            counts.rows += 1;
            return take(row);
          },
          ...params,
        );
      },
    };
  };
  return { db: { query } as unknown as Connection, counts };
}

const rowsIn = (db: Connection, folder: string): readonly string[] =>
  [...judgedRows(db).rowsIn(SITE, folder)].flat().map(([key]) => text(key));

const foldersOf = (db: Connection, folder: string, standing: readonly string[]): readonly string[] => [
  ...new Set(
    [
      ...judgedRows(db).folders(SITE, {
        scope: { below: [], directly: [folder] },
        standing,
        unreadable: [],
        at: 0,
      }),
    ].flat(),
  ),
];

// Characters that sort before and after "/", and after all of the first plane.
const name = fc.string({ unit: fc.constantFrom('a', 'b', '!', '0', '￿', '😀'), minLength: 1, maxLength: 3 });
const place = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

it('gives the rows directly in a folder, and the folders that do not stand, whatever lies beside and below them', () => {
  const db = home.connect();
  fc.assert(
    fc.property(fc.uniqueArray(place, { maxLength: 60 }), fc.nat(60), (paths, which) => {
      hold(paths);
      const folders = [...new Set(paths.map((path) => folderOf(path)))];
      for (const folder of ['', ...folders])
        expect(rowsIn(db, folder).toSorted()).toEqual(
          paths.filter((path) => folderOf(path) === folder).toSorted(),
        );
      const folder = folders[which % Math.max(1, folders.length)] ?? '';
      const inside = folders.filter((each) => each.startsWith(folder === '' ? '' : `${folder}/`));
      const direct = inside.map((each) =>
        each
          .split('/')
          .slice(0, depth(folder) + 1)
          .join('/'),
      );
      const standing = [...new Set(direct)].filter((each, index) => each !== '' && index % 2 === 0);
      const stands = (each: string): boolean =>
        standing.some((one) => each === one || each.startsWith(`${one}/`));
      expect(foldersOf(db, folder, standing).toSorted()).toEqual(
        folders.filter((each) => each === folder || (inside.includes(each) && !stands(each))).toSorted(),
      );
    }),
  );
});

function depth(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

it('looks at a folder of a thousand full folders with a few statements, not one for each', () => {
  const inside = Array.from({ length: 1200 }, (_, n) => `Other/folder ${String(n).padStart(4, '0')}`);
  const own = ['Other/a.txt', 'Other/folder 0500.txt', 'Other/z.txt'];
  hold([...own, ...inside.flatMap((each) => [`${each}/1`, `${each}/sub/2`, `${each}/sub/3`])]);
  const { db, counts } = counting(home.connect());
  expect(rowsIn(db, 'Other')).toEqual(own);
  expect(foldersOf(db, 'Other', inside)).toEqual(['Other']);
  expect(counts.begun).toBeLessThanOrEqual(20);
});

it('reads little of what lies below a folder that stands', () => {
  hold(Array.from({ length: 20_000 }, (_, n) => `Other/deep/${n}/file`));
  const { db, counts } = counting(home.connect());
  expect(foldersOf(db, 'Other', ['Other/deep'])).toEqual([]);
  expect(rowsIn(db, 'Other')).toEqual([]);
  expect(counts.rows).toBeLessThanOrEqual(50);
});
