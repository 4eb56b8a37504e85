import { isKept } from '../../../../shared/model/category.ts';
import { pathKey, type PathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { isSettled } from '../../../engine/settled.ts';
import type { RemoteFile, Trees } from '../../../engine/trees.ts';
import type { FollowedSite, Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { fileId, text, whole } from '../row.ts';
import { settledRows } from './in-step.ts';
import type { SiteKeys } from './site-keys.ts';
import { rowsOfSome, type SomeRows } from './some-rows.ts';

/** More than these, and all of the site is looked at again. */
const FEW = 2000;

/** Where a write is noted: by the record's id, by the file's path. */
const BY_ID = ['base', 'remote', 'pin'] as const;
const BY_PATH = { base: 'path', local: 'path_key', chosen_category: 'path' } as const;

type Choices = Pick<Mirror, 'pins' | 'chosenCategories'>;

/**
 * What was written of a site since it was last looked at as a whole. Triggers note it, whoever writes; notes are this
 * connection's own and gone with it.
 */
export function changedReads(
  db: Connection,
  keys: SiteKeys,
  choices: Choices,
): Pick<Mirror, 'noteChanges' | 'leaveOpen' | 'changed'> {
  db.define(NOTES);
  let isArmed = false;
  /** What was to be kept here of a site whose writes are noted; all else of it was looked at. */
  const begun = new Map<number, string>();
  const beingLookedAt = new Map<number, string>();
  const start = db.command('INSERT INTO temp.noted_site VALUES (?) ON CONFLICT DO NOTHING');
  const stop = db.command('DELETE FROM temp.noted_site WHERE site_key = ?');
  const clear = [
    db.command('DELETE FROM temp.noted_id WHERE site_key = ?'),
    db.command('DELETE FROM temp.noted_path WHERE site_key = ?'),
  ];
  const noteId = db.command('INSERT INTO temp.noted_id VALUES (?, ?) ON CONFLICT DO NOTHING');
  const notePath = db.command('INSERT INTO temp.noted_path VALUES (?, ?) ON CONFLICT DO NOTHING');
  const ids = db.query('SELECT id FROM temp.noted_id WHERE site_key = ? LIMIT ?', ([id]) => fileId(id));
  const paths = db.query(
    'SELECT path FROM temp.noted_path WHERE site_key = ? LIMIT ?',
    ([p]) => text(p) as PathKey,
  );
  const someRows = rowsOfSome(db);
  const agreements = db.query('SELECT count(*) FROM base WHERE site_key = ?', ([n]) => whole(n));
  const settledOf = settledRows(db);

  function forget(key: number): void {
    begun.delete(key);
    stop.run(key);
    for (const each of clear) each.run(key);
  }

  /** Triggers that find nothing to note still cost a first sync of many files a tenth of its time. */
  function disarm(): void {
    if (!isArmed || begun.size + beingLookedAt.size > 0) return;
    db.define(NO_TRIGGERS);
    isArmed = false;
  }

  function read(key: number, site: FollowedSite): Trees | null {
    const [fileIds, files] = [ids.all(key, FEW + 1), paths.all(key, FEW + 1)];
    if (fileIds.length > FEW || files.length > FEW) return null;
    const found = someRows(key, { ids: fileIds, paths: files });
    if (found === null) return null;
    dropSettled(found, site, choices);
    for (const each of clear) each.run(key);
    for (const id of [...found.base.keys(), ...found.remote.keys()]) noteId.run(key, id);
    for (const file of found.local.keys()) notePath.run(key, file);
    const { base, local, remote } = found;
    const inOrder = new Map([...local].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return {
      base,
      local: inOrder,
      remote,
      settled: settledOf(key, (agreements.get(key) ?? 0) - base.size),
    };
  }

  return {
    noteChanges: (site) => {
      const key = keys.find(site.id);
      if (key === null) return;
      // Not before: a first listing of 100,000 records would take a third longer.
      if (!isArmed) db.define(TRIGGERS);
      isArmed = true;
      db.transaction(() => {
        forget(key);
        start.run(key);
      });
      beingLookedAt.set(key, JSON.stringify(site.keep));
    },
    leaveOpen: (site, open) => {
      const key = keys.find(site);
      if (key === null) return;
      const keep = beingLookedAt.get(key);
      beingLookedAt.delete(key);
      if (open === null || keep === undefined || open.ids.length > FEW || open.paths.length > FEW) {
        db.transaction(() => forget(key));
        return disarm();
      }
      db.transaction(() => {
        for (const id of open.ids) noteId.run(key, id);
        for (const file of open.paths) notePath.run(key, file);
      });
      begun.set(key, keep);
    },
    changed: (site) => {
      const key = keys.find(site.id);
      // What is kept here decides what is settled: another choice is looked at as a whole.
      if (key === null || begun.get(key) !== JSON.stringify(site.keep)) return null;
      const trees = db.transaction(() => {
        const found = read(key, site);
        if (found === null) forget(key);
        return found;
      });
      if (trees === null) disarm();
      return trees;
    },
  };
}

function dropSettled({ base, local, remote }: SomeRows, { id, keep }: FollowedSite, choices: Choices): void {
  const pins = choices.pins(id);
  const chosen = choices.chosenCategories(id);
  const policy = {
    wanted: (file: Pick<RemoteFile, 'id' | 'category'>) => pins.get(file.id) ?? isKept(keep, file.category),
    chosenCategory: (file: RelPath) => chosen.get(pathKey(file)) ?? null,
  };
  for (const one of base.values()) {
    const key = pathKey(one.path);
    if (!isSettled(one, local.get(key), remote.get(one.id), policy)) continue;
    base.delete(one.id);
    local.delete(key);
    remote.delete(one.id);
  }
}

const EVENTS = { INSERT: ['new'], UPDATE: ['new', 'old'], DELETE: ['old'] } as const;

function nameOf(table: string, into: 'id' | 'path', event: string): string {
  return `note_${table}_${into}_${event.toLowerCase()}`;
}

/** Notes of one table into another, for each kind of write. "Not there yet" is asked, since a write's own way with conflicts holds in its triggers too. */
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
  CREATE TEMP TABLE noted_site (site_key INTEGER PRIMARY KEY) STRICT;
  CREATE TEMP TABLE noted_id (site_key INTEGER, id TEXT, PRIMARY KEY (site_key, id)) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE noted_path (site_key INTEGER, path TEXT, PRIMARY KEY (site_key, path)) STRICT, WITHOUT ROWID;`;

const NOTED: readonly (readonly [table: string, column: string, into: 'id' | 'path'])[] = [
  ...BY_ID.map((table) => [table, 'id', 'id'] as const),
  ...Object.entries(BY_PATH).map(([table, column]) => [table, column, 'path'] as const),
];
const TRIGGERS = NOTED.map((noted) => triggers(...noted)).join('\n');
const NO_TRIGGERS = NOTED.flatMap(([table, , into]) =>
  Object.keys(EVENTS).map((event) => `DROP TRIGGER temp.${nameOf(table, into, event)};`),
).join('\n');
