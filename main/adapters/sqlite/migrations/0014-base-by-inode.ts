import type { Migration } from './migration.ts';

/** Of which record a new file was before it was moved is asked by its inode, before it is sent. */
export const baseByInode: Migration = {
  version: 14,
  sql: 'CREATE INDEX base_by_inode ON base (site_key, ino);',
};
