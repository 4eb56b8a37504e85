/** Begins the names of the folders of drops in `.sitesync/tmp/`. */
export const STAGE_PREFIX = 'drop-';
