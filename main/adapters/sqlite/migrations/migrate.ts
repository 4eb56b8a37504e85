import type BetterSqlite from 'better-sqlite3';

import { treesAndIntents } from './0001-trees-and-intents.ts';
import { choicesAndHistory } from './0002-choices-and-history.ts';
import { seriesAndViews } from './0003-series-and-views.ts';
import { baseByPath } from './0004-base-by-path.ts';
import { folderVersions } from './0005-folder-versions.ts';
import { listedPages } from './0006-listed-pages.ts';
import { lateCreates } from './0007-late-creates.ts';
import { knownBytes } from './0008-known-bytes.ts';
import { marksOfRows } from './0009-marks-of-rows.ts';
import { linesOfVersions } from './0010-lines-of-versions.ts';
import { samplesWithoutValue } from './0011-samples-without-value.ts';
import { folderGenerations } from './0012-folder-generations.ts';
import { drivesInside } from './0013-drives-inside.ts';
import { baseByInode } from './0014-base-by-inode.ts';
import { leftOut } from './0015-left-out.ts';
import { openUpdates } from './0016-open-updates.ts';
import { editsSent } from './0017-edits-sent.ts';
import { filesOfCreates } from './0018-files-of-creates.ts';
import { ignoredBy } from './0019-ignored-by.ts';
import { reasonsOfFailures } from './0020-reasons-of-failures.ts';
import { wordsOfSeries } from './0021-words-of-series.ts';
import { factsOfPoints } from './0022-facts-of-points.ts';
import { conflictCopies } from './0023-conflict-copies.ts';
import { forbiddenFolders } from './0024-forbidden-folders.ts';
import { UnreadableRow } from '../mirror-error.ts';
import type { Migration } from './migration.ts';

/** All steps in order; the number of the last is the schema's version. A released step never changes. */
export const MIGRATIONS: readonly Migration[] = [
  treesAndIntents,
  choicesAndHistory,
  seriesAndViews,
  baseByPath,
  folderVersions,
  listedPages,
  lateCreates,
  knownBytes,
  marksOfRows,
  linesOfVersions,
  samplesWithoutValue,
  folderGenerations,
  drivesInside,
  baseByInode,
  leftOut,
  openUpdates,
  editsSent,
  filesOfCreates,
  ignoredBy,
  reasonsOfFailures,
  wordsOfSeries,
  factsOfPoints,
  conflictCopies,
  forbiddenFolders,
];

export const SCHEMA_VERSION: number = MIGRATIONS.at(-1)?.version ?? 0;

/**
 * The version of the schema. The file's header holds it twice. If the two differ, a byte rotted: then it throws
 * `UnreadableRow`, and nobody is sent after a newer SiteSync in vain.
 */
export function schemaVersion(db: BetterSqlite.Database): number {
  const version = Number(db.pragma('user_version', { simple: true }));
  const again = Number(db.pragma('application_id', { simple: true }));
  if (version > SCHEMA_VERSION && version !== again) throw new UnreadableRow('version of a schema');
  return version;
}

/** Brings the file from its version up to `target`, one transaction a step, so that a crash leaves a whole version. */
export function migrate(db: BetterSqlite.Database, target: number = SCHEMA_VERSION): void {
  for (const step of MIGRATIONS) {
    if (step.version <= schemaVersion(db) || step.version > target) continue;
    db.transaction(() => {
      db.exec(step.sql);
      for (const place of ['user_version', 'application_id']) db.pragma(`${place} = ${step.version}`);
    }).immediate();
  }
}
