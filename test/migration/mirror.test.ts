import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openMirror } from '../../main/adapters/sqlite/mirror.ts';
import {
  migrate,
  MIGRATIONS,
  SCHEMA_VERSION,
  schemaVersion,
} from '../../main/adapters/sqlite/migrations/migrate.ts';
import {
  attempt,
  fileId,
  hashOf,
  intent,
  opId,
  path as relPath,
  SITE,
  version,
  finished,
} from '../support/model-values.ts';

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-migration-'));
  file = path.join(dir, 'mirror.sqlite');
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** A file as a SiteSync of that version left it. Rows are written in plain SQL: today's code knows today's tables only. */
function fileOfVersion(target: number, rows: string): void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, target);
  expect(schemaVersion(db)).toBe(target);
  db.exec(rows);
  db.close();
}

const ROWS_OF_1 = `
  INSERT INTO setting VALUES ('baseUrl', 'https://a.test');
  INSERT INTO site (id, name) VALUES ('site-1', 'Harbour');
  INSERT INTO site_key VALUES (1, 'site-1');
  INSERT INTO followed VALUES (1, '/sites/harbour', 'folder-1', '"all"', 0);
  INSERT INTO site_state (site_key, listing, listed_at) VALUES (1, 7, 1234);
  INSERT INTO remote (row, site_key, id, category, category_text, name, size, metadata, fingerprint, first_seen)
    VALUES (4294967296, 1, 'file-1', 'other', 'other', 'a.txt', 5, '{"k":1}', 'v1', 3);
  INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino, hash)
    VALUES (1, 'Other/a.txt', 'Other/a.txt', 5, 1700000000123456789, 42, '${'c'.repeat(64)}');
  INSERT INTO base (row, site_key, id, path, implied_path, category, name, hash, size, mtime_ns, ino, remote)
    VALUES (4294967296, 1, 'file-1', 'Other/a.txt', 'Other/a.txt', 'other', 'a.txt', '${'c'.repeat(64)}', 5,
      1700000000123456789, 42, 'v1');
  INSERT INTO intent VALUES (1, 'op-1', 'Other/b.txt', 'b.txt', 'other', 3, '${'b'.repeat(64)}', 7);
`;

const ROWS_OF_2 = `
  INSERT INTO attempt VALUES (1, 'Other/a.txt', 'Other/a.txt', 'upload', 'in-use', 'm', 'h', 2, NULL, 's', 5);
  INSERT INTO pin VALUES (1, 'file-1', 1);
  INSERT INTO chosen_category VALUES (1, 'Other/a.txt', 'kg-csv');
  INSERT INTO approved_delete VALUES (1, 'file-1');
  INSERT INTO activity (at, site, path, action, reason, bytes) VALUES (9, 'site-1', 'Other/a.txt', 'download', 'new', 5);
`;

describe('the mirror’s migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
    expect(SCHEMA_VERSION).toBe(MIGRATIONS.length);
  });

  it('lead from every version to the same schema as from nothing', () => {
    const schemas = Array.from({ length: SCHEMA_VERSION + 1 }, (_, from) => {
      const db = new Database(':memory:');
      migrate(db, from);
      migrate(db);
      const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
      db.close();
      return schema;
    });
    for (const schema of schemas) expect(schema).toEqual(schemas[0]);
  });

  it('use strict tables only', () => {
    const db = new Database(':memory:');
    migrate(db);
    const loose = db.prepare(
      `SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite_%'`,
    );
    expect(loose.all()).toEqual([]);
    db.close();
  });

  it('from version 1 keep the trees, the creates under way and the settings', () => {
    fileOfVersion(1, ROWS_OF_1);
    const opened = openMirror(dir);
    if (!opened.ok) throw new Error(opened.failure.detail);
    const mirror = opened.value;
    const trees = mirror.trees(SITE);
    expect(mirror.rebuilt).toBeNull();
    expect(mirror.setting('baseUrl')).toBe('https://a.test');
    expect(mirror.sites().map((site) => site.name)).toEqual(['Harbour']);
    expect(mirror.followed()).toMatchObject([{ id: SITE, folder: '/sites/harbour', keep: 'all' }]);
    expect(mirror.siteState(SITE)).toMatchObject({ listing: 7, listedAt: 1234, held: null });
    expect(mirror.generation(SITE)).toEqual({ now: null, before: null });
    expect(trees.remote.get(fileId('file-1'))).toMatchObject({
      name: 'a.txt',
      fingerprint: version('v1'),
      firstSeen: 3,
    });
    expect([...trees.local.values()]).toEqual([
      { path: 'Other/a.txt', size: 5, mtimeNs: 1_700_000_000_123_456_789n, ino: 42n, hash: hashOf('c') },
    ]);
    expect(trees.base.get(fileId('file-1'))).toMatchObject({
      path: 'Other/a.txt',
      hash: hashOf('c'),
      ino: 42n,
    });
    expect(mirror.intents(SITE)).toEqual([
      intent('x', {
        opId: opId('op-1'),
        path: relPath('Other/b.txt'),
        name: 'b.txt',
        listing: 7,
        mtimeNs: 0n,
        ino: 0n,
      }),
    ]);
    mirror.saveProblems(SITE, [attempt('new table')]);
    expect(mirror.problems(SITE)).toHaveLength(1);
    mirror.close();
  });

  it('from version 2 keep what people decided, and have room for series, views and datamodels', () => {
    fileOfVersion(2, `${ROWS_OF_1} ${ROWS_OF_2}`);
    const opened = openMirror(dir);
    if (!opened.ok) throw new Error(opened.failure.detail);
    const mirror = opened.value;
    expect(mirror.rebuilt).toBeNull();
    expect(mirror.pins(SITE)).toEqual(new Map([[fileId('file-1'), true]]));
    expect(mirror.chosenCategories(SITE)).toEqual(new Map([['Other/a.txt', 'kg-csv']]));
    expect(mirror.approvedDeletes(SITE)).toEqual(new Set(['file-1']));
    expect(mirror.problems(SITE)).toMatchObject([{ key: 'Other/a.txt', tries: 2 }]);
    expect(mirror.activity(SITE, 9)).toMatchObject([{ path: 'Other/a.txt', action: 'download' }]);
    expect(mirror.trees(SITE).base.size).toBe(1);
    expect(mirror.series.facts({ origin: 'https://a.test', site: SITE }, ['a'])).toEqual([
      { id: 'a', lastAt: null, emptyAt: null, checkedAt: null, words: [], coverage: [] },
    ]);
    expect(mirror.views.list(SITE)).toEqual([]);
    expect(mirror.datamodels.files(SITE).map((each) => each.path)).toEqual(['Other/a.txt']);
    mirror.close();
  });

  it('from version 4 know the folder of each file, and of none its version', () => {
    const paths = ['top.txt', 'Other/a.txt', 'Other/aa/bb.txt', 'Other/aa/\u00e9.txt', '\u00e9/o/\u00e9'];
    fileOfVersion(
      4,
      `INSERT INTO site_key VALUES (1, 'site-1');
       ${paths.map((each) => `INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino) VALUES (1, '${each}', '${each}', 5, 1, 42);`).join('')}`,
    );
    const opened = openMirror(dir);
    if (!opened.ok) throw new Error(opened.failure.detail);
    const mirror = opened.value;
    expect(mirror.beginScan(SITE).versions(null)).toEqual(new Map());
    // Each is found, and so is dropped where a scan does not see it any more.
    expect(finished(mirror.beginScan(SITE))).toBe(paths.length);
    expect(mirror.counts(SITE).local).toBe(0);
    mirror.close();
  });

  it('from version 19 tell problems that stand apart as they were told by their words', () => {
    const said = [
      ['', 'folder-missing', 'The folder /h cannot be opened: permission is missing for /.', 'not-let-in'],
      ['', 'folder-missing', 'The folder /h cannot be opened (EIO).', undefined],
      ['a', 'no-access', 'The service no longer lists Harbour.', 'unlisted'],
      [
        'b',
        'no-access',
        'b waits: the service gave this account no access to other files of Harbour.',
        'not-tried',
      ],
      ['c', 'no-access', 'The service gives this account no access to c.', undefined],
      [
        'd',
        'unknown-outcome',
        'Whether d arrived is not known yet. It waits until 09:42, since the service may show it late.',
        'shown-late',
      ],
      ['e', 'unknown-outcome', 'Whether e arrived is not known yet.', undefined],
    ] as const;
    fileOfVersion(
      19,
      `INSERT INTO site_key VALUES (1, 'site-1');
       ${said.map(([at, code, words], n) => `INSERT INTO attempt VALUES (1, '${n}', '${at}', 'observe', '${code}', '${words}', 'h', 1, NULL, 's', ${n});`).join('')}`,
    );
    const opened = openMirror(dir);
    if (!opened.ok) throw new Error(opened.failure.detail);
    expect(
      opened.value.problems(SITE).map(({ path: at, code, message, reason }) => [at, code, message, reason]),
    ).toEqual(said);
    opened.value.close();
  });

  it('from version 20 keep the series, and let the points of datamodels be kept anew with what they lacked', () => {
    const packed = 'points without units';
    fileOfVersion(
      20,
      `INSERT INTO series (key, origin, site, id, used_at, last_at) VALUES (1, 'https://a.test', 'site-1', 'a', 5, 42);
       INSERT INTO column_mapping VALUES ('site-1', 'key', '{"id":"key","label":null,"unit":null,"class":null,"equipment":null}');
       INSERT INTO agreed_datamodel VALUES ('site-1', 'file-1', '${hashOf('c')}', '${packed}');`,
    );
    const opened = openMirror(dir);
    if (!opened.ok) throw new Error(opened.failure.detail);
    const mirror = opened.value;
    const place = { origin: 'https://a.test', site: SITE };
    expect(mirror.series.facts(place, ['a'])).toMatchObject([{ id: 'a', lastAt: 42, words: [] }]);
    expect(mirror.datamodels.mappings(SITE).get('key')).toMatchObject({ id: 'key' });
    expect(mirror.datamodels.hasAgreedPoints(SITE, fileId('file-1'), hashOf('c'))).toBe(false);
    mirror.close();
  });

  it('from version 24 know of held deletes by their words alone that the service went back', () => {
    const held = (why: string, more = ''): string =>
      `{"direction":"local","count":1,"of":9,"why":"${why}"${more},"files":[{"id":"file-1","path":"Other/a.txt","direction":"local"}]}`;
    const restored =
      'The service seems to have been restored from an older backup: files that it lacks may only be missing there.';
    const rows = [
      [held(restored), true],
      [held(`${restored} 1 file that is missing here may be in Old, which cannot be read.`), true],
      [held('26 files of 40 would be deleted on this computer at once.'), false],
      // Since then the words count for nothing.
      [held(restored, ',"serviceWentBack":false'), false],
      [held('In other words.', ',"serviceWentBack":true'), true],
    ] as const;
    for (const [row, wentBack] of rows) {
      rmSync(file, { force: true });
      fileOfVersion(
        24,
        `INSERT INTO site_key VALUES (1, 'site-1'); INSERT INTO site_state (site_key, held) VALUES (1, '${row}');`,
      );
      const opened = openMirror(dir);
      if (!opened.ok) throw new Error(opened.failure.detail);
      expect(opened.value.siteState(SITE).held).toMatchObject({ serviceWentBack: wentBack });
      opened.value.close();
    }
  });

  it('that fail leave the version before, whole', () => {
    fileOfVersion(1, `${ROWS_OF_1} CREATE TABLE activity (in_the_way INTEGER) STRICT;`);
    const db = new Database(file);
    expect(() => migrate(db)).toThrow('activity');
    expect(schemaVersion(db)).toBe(1);
    expect(db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'attempt'`).pluck().get()).toBe(0);
    expect(db.prepare('SELECT count(*) FROM base').pluck().get()).toBe(1);
    db.close();
  });
});
