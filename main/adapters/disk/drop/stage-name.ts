/** Begins the names of the folders of drops in `.sitesync/tmp/`. */
export const STAGE_PREFIX = 'drop-';
/** In such a folder: what the drop is, for a person. */
export const ABOUT = 'about.json';
