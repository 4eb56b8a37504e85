import type { Migration } from './migration.ts';

/** Some of the texts that a series sent in place of numbers, as a JSON list; null: none. */
export const wordsOfSeries: Migration = {
  version: 21,
  sql: `
    ALTER TABLE series ADD COLUMN words TEXT;
  `,
};
