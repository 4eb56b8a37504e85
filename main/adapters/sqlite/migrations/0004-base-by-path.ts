import type { Migration } from './migration.ts';

/** Which files have no agreement is asked before each plan, of 100,000 of them. */
export const baseByPath: Migration = {
  version: 4,
  sql: 'CREATE INDEX base_by_path ON base (site_key, path);',
};
