import type { Failure } from '../../../shared/failure.ts';

/** What a person can do if the folder of a site, or the marker in it, is missing. */
export const FOLDER_MISSING_HINT =
  'Reconnect the drive or put the folder back. Nothing is deleted meanwhile. If the folder is gone for good, stop keeping the site here and keep it again.';

/** Added to the hint while a watch runs. */
export const LOOKED_FOR = 'SiteSync looks for it every half minute.';

/**
 * A copy of the folder took its place while it was being synced. Its marker must not be overwritten before the next cycle
 * has seen that, and merged it.
 */
export function putBackJustNow(folder: string): Failure {
  return {
    code: 'folder-missing',
    reason: 'put-back',
    message: `The folder ${folder} was put back from a copy while it was being synced.`,
    hint: 'Nothing more was put into it. The next sync compares it anew, which deletes nothing.',
    retry: 'on-change',
  };
}
