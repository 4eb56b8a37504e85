/** What a person can do if the folder of a site, or the marker in it, is missing. */
export const FOLDER_MISSING_HINT =
  'Reconnect the drive or put the folder back. Nothing is deleted meanwhile. If the folder is gone for good, stop keeping the site here and keep it again.';

/** Added to the hint while a watch runs. */
export const LOOKED_FOR = 'SiteSync looks for it every half minute.';
