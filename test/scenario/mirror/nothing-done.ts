/** What a sync tells of a site that was in step, or whose files were only found again. */
export const NOTHING_DONE = {
  created: 0,
  updated: 0,
  downloaded: 0,
  moved: 0,
  trashed: 0,
  deletedRemote: 0,
  conflicts: [],
  problems: [],
};
