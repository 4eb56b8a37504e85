/** What a person can do where the folder of a site, or its marker, is not there. */
export const FOLDER_MISSING_HINT =
  'Reconnect the drive or put the folder back. Nothing is deleted meanwhile. If the folder is gone for good, stop keeping the site here and keep it again.';

/** Said after that by who watches. */
export const LOOKED_FOR = 'SiteSync looks for it every half minute.';
