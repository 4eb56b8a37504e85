import type { Migration } from './migration.ts';

/** Until when (epoch ms) a listing proves nothing about a create that the service took; 0 where it said nothing. */
export const lateCreates: Migration = {
  version: 7,
  sql: `ALTER TABLE intent ADD COLUMN late_until INTEGER NOT NULL DEFAULT 0;`,
};
