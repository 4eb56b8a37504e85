import type { Migration } from './migration.ts';

/**
 * What else than its code a problem is told apart by; NULL where that is all. Until this version it was told by the words:
 * those that stand are read once more, as they were then.
 */
export const reasonsOfFailures: Migration = {
  version: 20,
  sql: `
    ALTER TABLE attempt ADD COLUMN reason TEXT;

    UPDATE attempt SET reason = CASE
      WHEN code = 'folder-missing' AND message LIKE '%: permission is missing for %' THEN 'not-let-in'
      WHEN message LIKE 'The service no longer lists %' THEN 'unlisted'
      WHEN code = 'no-access' AND message LIKE '% waits: the service gave this account no access to other files of %'
        THEN 'not-tried'
      WHEN message LIKE '%, since the service may show it late.' THEN 'shown-late'
    END;
  `,
};
