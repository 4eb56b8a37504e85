import type { Failure } from '../../../shared/failure.ts';
import { FOLDER_MISSING_HINT, LOOKED_FOR } from '../../engine/guards/folder-missing.ts';

const SCANNED_INSTEAD = 'SiteSync scans the folder every half minute instead.';

export function noFolder(folder: string): Failure {
  return {
    code: 'folder-missing',
    message: `The folder ${folder} is not there.`,
    // The same words as the look that follows uses, so that it is one notice.
    hint: `${FOLDER_MISSING_HINT} ${LOOKED_FOR}`,
    retry: 'on-change',
  };
}

/** The failure if a folder, or a part of it, cannot be watched. */
export function notWatched(folder: string, error: unknown): Failure {
  const setting = limitOf(error);
  return {
    code: 'unreadable',
    message:
      setting === null
        ? `Changes in ${folder} cannot be watched on this computer.`
        : `This computer watches as many folders as it may: changes in ${folder} are not all seen.`,
    hint:
      setting === null
        ? SCANNED_INSTEAD
        : `${SCANNED_INSTEAD} An administrator can raise the limit: ${setting}.`,
    retry: 'later',
    detail: String(error),
  };
}

/** The second half of a sentence that begins with what may have been missed. */
export function whyNotWatched(error: unknown): string {
  const setting = limitOf(error);
  return setting === null ? String(error) : `this computer watches as many folders as it may (${setting})`;
}

/** The setting of Linux that limits inotify, if that limit was met; null for any other error. */
function limitOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC') return 'fs.inotify.max_user_watches';
  return code === 'EMFILE' ? 'fs.inotify.max_user_instances' : null;
}
