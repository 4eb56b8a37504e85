import { parseFileId, type FileId } from './ids.ts';

/** No id has a control character, so that no record can be taken for a file of this computer, whatever a service calls it. */
const LOCAL = 'local\u001f';

/** Names a file to the screens that only this computer has: by its path. */
export function localKey(path: string): string {
  return LOCAL + path;
}

/** The record that a key names; null for a file that the service does not know yet. */
export function recordOfKey(key: string): FileId | null {
  return parseFileId(key);
}
