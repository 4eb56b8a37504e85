import type { Migration } from './migration.ts';

/** Whether conflict copies are there is asked with each status: without this, of 100,000 files each path is read for it. */
export const conflictCopies: Migration = {
  version: 23,
  sql: "CREATE INDEX local_conflict_copies ON local (site_key, path) WHERE instr(path, ' (conflict ') > 0;",
};
