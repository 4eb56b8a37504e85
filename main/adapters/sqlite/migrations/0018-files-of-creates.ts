import type { Migration } from './migration.ts';

/** By which a file whose create has no answer yet is known where it was moved; 0 of those that were noted before. */
export const filesOfCreates: Migration = {
  version: 18,
  sql: `
    ALTER TABLE intent ADD COLUMN mtime_ns INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE intent ADD COLUMN ino INTEGER NOT NULL DEFAULT 0;
  `,
};
