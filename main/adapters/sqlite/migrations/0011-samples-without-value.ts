import type { Migration } from './migration.ts';

/** When a series last sent a sample without a value; `last_at` is of samples with one. */
export const samplesWithoutValue: Migration = {
  version: 11,
  sql: `
    ALTER TABLE series ADD COLUMN empty_at INTEGER;
  `,
};
