import { fail, type Result } from '../../../shared/failure.ts';
import type { Platform } from '../../engine/policy.ts';

/** The most characters of a path that Explorer and most other programs of Windows take: MAX_PATH without its end. */
const LONGEST = 259;

/** What came of opening a file; if Windows does not open so long a path, says so instead of naming another way to open it. */
export function unlessTooLong(opened: Result<null>, path: string, platform: Platform): Result<null> {
  if (opened.ok || platform !== 'win32' || path.length <= LONGEST) return opened;
  return fail({
    ...opened.failure,
    hint: `Its whole path has ${path.length} characters, and most programs of Windows open no path of more than ${LONGEST}. Keep the site in a folder with a shorter one, or give its folders shorter names.`,
  });
}
