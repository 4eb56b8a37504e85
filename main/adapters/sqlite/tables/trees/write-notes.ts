import type { FileId } from '../../../../../shared/model/ids.ts';
import type { PathKey } from '../../../../../shared/model/rel-path.ts';
import type { SomeFiles } from '../../../../sync/ports/mirror/trees.ts';
import type { Command, Connection, Query } from '../../connection.ts';
import { fileId, text, whole, wholeOrNull } from '../../row.ts';

/** The tables in which writes are noted by record id; the next ones by path. */
const BY_ID = ['base', 'remote', 'pin'] as const;
const BY_PATH = { base: 'path', local: 'path_key', chosen_category: 'path' } as const;

/**
 * Notes which files of a site were written. Triggers do it, whoever writes. The notes belong to this connection and end
 * with it.
 */
export class WriteNotes {
  readonly #db: Connection;
  readonly #start: Command;
  readonly #stop: Command;
  readonly #clear: readonly Command[];
  readonly #noteId: Command;
  readonly #notePath: Command;
  readonly #ids: Query<FileId>;
  readonly #paths: Query<PathKey>;
  readonly #kept: Query<number | null>;
  readonly #keep: Command;
  readonly #counted: Query<number>;
  #isArmed = false;

  constructor(db: Connection) {
    db.define(NOTES);
    this.#db = db;
    this.#start = db.command('INSERT INTO temp.noted_site VALUES (?, NULL) ON CONFLICT DO NOTHING');
    this.#stop = db.command('DELETE FROM temp.noted_site WHERE site_key = ?');
    this.#clear = [
      db.command('DELETE FROM temp.noted_id WHERE site_key = ?'),
      db.command('DELETE FROM temp.noted_path WHERE site_key = ?'),
    ];
    this.#noteId = db.command('INSERT INTO temp.noted_id VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#notePath = db.command('INSERT INTO temp.noted_path VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#ids = db.query('SELECT id FROM temp.noted_id WHERE site_key = ? LIMIT ?', ([id]) => fileId(id));
    this.#paths = db.query(
      'SELECT path FROM temp.noted_path WHERE site_key = ? LIMIT ?',
      ([path]) => text(path) as PathKey,
    );
    this.#kept = db.query('SELECT agreements FROM temp.noted_site WHERE site_key = ?', ([n]) =>
      wholeOrNull(n),
    );
    this.#keep = db.command('UPDATE temp.noted_site SET agreements = ? WHERE site_key = ?');
    this.#counted = db.query('SELECT count(*) FROM base WHERE site_key = ?', ([n]) => whole(n));
  }

  /** Makes the triggers. Only when needed: a first listing of 100,000 records would take a third longer. */
  arm(): void {
    if (!this.#isArmed) this.#db.define(TRIGGERS);
    this.#isArmed = true;
  }

  /** Drops the triggers: even with nothing to note, they cost a first sync of many files a tenth of its time. */
  disarm(): void {
    if (this.#isArmed) this.#db.define(NO_TRIGGERS);
    this.#isArmed = false;
  }

  /** Begins with no notes. */
  begin(siteKey: number): void {
    this.end(siteKey);
    this.#start.run(siteKey);
  }

  /** Ends, and drops the notes. */
  end(siteKey: number): void {
    this.#stop.run(siteKey);
    this.#drop(siteKey);
  }

  /** The noted files: at most `most` ids and `most` paths. */
  of(siteKey: number, most: number): SomeFiles {
    return { ids: this.#ids.all(siteKey, most), paths: this.#paths.all(siteKey, most) };
  }

  /** How many agreements the site has. Counted once, which takes ms with 100,000 of them; from then on triggers keep it. */
  agreements(siteKey: number): number {
    const kept = this.#kept.get(siteKey);
    if (kept !== null) return kept;
    const counted = this.#counted.get(siteKey) ?? 0;
    this.#keep.run(counted, siteKey);
    return counted;
  }

  add(siteKey: number, ids: Iterable<FileId>, paths: Iterable<PathKey>): void {
    for (const id of ids) this.#noteId.run(siteKey, id);
    for (const path of paths) this.#notePath.run(siteKey, path);
  }

  /** Replaces all notes by these. */
  replace(siteKey: number, ids: Iterable<FileId>, paths: Iterable<PathKey>): void {
    this.#drop(siteKey);
    this.add(siteKey, ids, paths);
  }

  #drop(siteKey: number): void {
    for (const each of this.#clear) each.run(siteKey);
  }
}

const EVENTS = { INSERT: ['new'], UPDATE: ['new', 'old'], DELETE: ['old'] } as const;

function nameOf(table: string, into: 'id' | 'path', event: string): string {
  return `note_${table}_${into}_${event.toLowerCase()}`;
}

/**
 * The triggers that note writes of a table, for each kind of write. They ask whether the note is there: a statement's
 * own conflict rule also applies in its triggers.
 */
function triggers(table: string, column: string, into: 'id' | 'path'): string {
  return Object.entries(EVENTS)
    .map(([event, rows]) => {
      const notes = rows.map(
        (row) => `INSERT INTO noted_${into} SELECT ${row}.site_key, ${row}.${column}
          WHERE NOT EXISTS (SELECT 1 FROM noted_${into} n WHERE n.site_key = ${row}.site_key AND n.${into} = ${row}.${column});`,
      );
      return `CREATE TEMP TRIGGER ${nameOf(table, into, event)} AFTER ${event} ON main.${table}
        WHEN EXISTS (SELECT 1 FROM noted_site s WHERE s.site_key = ${rows[0]}.site_key)
        BEGIN ${notes.join(' ')} END;`;
    })
    .join('\n');
}

const NOTES = `
  CREATE TEMP TABLE noted_site (site_key INTEGER PRIMARY KEY, agreements INTEGER) STRICT;
  CREATE TEMP TABLE noted_id (site_key INTEGER, id TEXT, PRIMARY KEY (site_key, id)) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE noted_path (site_key INTEGER, path TEXT, PRIMARY KEY (site_key, path)) STRICT, WITHOUT ROWID;`;

const NOTED: readonly (readonly [table: string, column: string, into: 'id' | 'path'])[] = [
  ...BY_ID.map((table) => [table, 'id', 'id'] as const),
  ...Object.entries(BY_PATH).map(([table, column]) => [table, column, 'path'] as const),
];
/** They keep the number of agreements: null, not counted, stays null. */
const COUNTING = [
  ['INSERT', 'new', '+ 1'],
  ['DELETE', 'old', '- 1'],
] as const;
const TRIGGERS = [
  ...NOTED.map((noted) => triggers(...noted)),
  ...COUNTING.map(
    ([
      event,
      row,
      change,
    ]) => `CREATE TEMP TRIGGER count_base_${event.toLowerCase()} AFTER ${event} ON main.base
      BEGIN UPDATE noted_site SET agreements = agreements ${change} WHERE site_key = ${row}.site_key; END;`,
  ),
].join('\n');
const NO_TRIGGERS = [
  ...NOTED.flatMap(([table, , into]) => Object.keys(EVENTS).map((event) => nameOf(table, into, event))),
  ...COUNTING.map(([event]) => `count_base_${event.toLowerCase()}`),
]
  .map((name) => `DROP TRIGGER temp.${name};`)
  .join('\n');
