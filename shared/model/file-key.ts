import { parseFileId, type FileId } from './ids.ts';

/**
 * No id has a control character, so no record can be mistaken for a file of this computer, whatever a service calls it.
 */
const LOCAL = 'local\u001f';

/** The key of a file that only this computer has: made from its path. */
export function localKey(path: string): string {
  return LOCAL + path;
}

/** The path of a file that only this computer had when this key was made; null for the key of a record. */
export function pathOfKey(key: string): string | null {
  return key.startsWith(LOCAL) ? key.slice(LOCAL.length) : null;
}

/** The record that a key names; null for a file that the service does not know yet. */
export function recordOfKey(key: string): FileId | null {
  return parseFileId(key);
}
