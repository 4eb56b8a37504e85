import type { Migration } from './migration.ts';

/** When an edit was last sent over a record is asked of each file that is to be given up. */
export const editsSent: Migration = {
  version: 17,
  sql: `
    CREATE INDEX activity_edits ON activity (site, file, at) WHERE action = 'update' AND bytes > 0;
  `,
};
