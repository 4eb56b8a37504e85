import { chmodSync, lstatSync } from 'node:fs';

/** How Node shows that a file of Windows may be written. */
const MAY_WRITE = 0o200;

/**
 * Takes the mark “Read-only” off a file, on Windows, which neither replaces nor flushes one that has it. Elsewhere only
 * writing into it is refused. Returns what puts it on again, on whatever lies there by then: people mark plans that were
 * issued, so that they edit none by mistake, and want the next issue all the same.
 */
export function withoutMark(full: string): () => void {
  if (process.platform !== 'win32' || (lstatSync(full).mode & MAY_WRITE) !== 0) return () => undefined;
  chmodSync(full, 0o666);
  return () => {
    try {
      chmodSync(full, 0o444);
    } catch {
      // Its bytes count all the same.
    }
  };
}
