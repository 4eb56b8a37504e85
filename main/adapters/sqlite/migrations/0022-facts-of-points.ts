import type { Migration } from './migration.ts';

/**
 * The points that were kept of agreed datamodels lacked unit and class. They are kept anew where the file still is that
 * version, and else asked of the service when they are to be compared.
 */
export const factsOfPoints: Migration = {
  version: 22,
  sql: `
    DELETE FROM agreed_datamodel;
  `,
};
