/** What a person can do where the folder of a site, or its marker, is not there. */
export const FOLDER_MISSING_HINT =
  'Reconnect the drive or put the folder back. Nothing is deleted meanwhile. If the folder is gone for good, stop keeping the site here and keep it again.';

/** Why it cannot be looked into, where it may well be there: nothing of the hint above helps then. */
export const NOT_LET_IN = 'permission is missing';
