import type { DatamodelFile } from './ports.ts';

/**
 * Why no copy of a datamodel is on this computer; null where one is. `deleted`: both sides agreed on it and it is gone
 * from the folder, since a copy that is not kept here loses its agreement with it. Its delete on the service waits, or
 * was refused.
 */
export function absenceOf({ here, agreed }: DatamodelFile): 'online' | 'deleted' | null {
  if (here !== null) return null;
  return agreed === null ? 'online' : 'deleted';
}
