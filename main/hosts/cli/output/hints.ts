import type { Failure } from '../../../../shared/failure.ts';
import type { KeptProblem } from '../../../sync/ports/mirror/kept-problem.ts';
import type { SyncReport } from '../../../sync/sync-once.ts';
import { typed } from './typed.ts';

/** What a person at a terminal can do. The failures' own hints are meant for a window. */
const HINTS: Readonly<Partial<Record<Failure['code'], string>>> = {
  cancelled: 'What was done stays. Run the command again when you want the rest.',
  busy: 'Run the command again in a few minutes.',
  'sign-in':
    'Sign in with a valid token: sitesync sign-in --base-url URL --token-stdin, or set SITESYNC_BASE_URL and SITESYNC_TOKEN.',
  offline:
    'Check the address and the network, then run the command again. Your files are safe here meanwhile.',
  'disk-full': 'Free some space on it, then run the command again.',
  timeout: 'The network or the service is slow, or cut off. Run the command again in a while.',
};

/** The hint of a failure for a command that ends: nothing goes on by itself then. */
export function hintAtEnd({ code, reason, hint }: Pick<Failure, 'code' | 'reason' | 'hint'>): string {
  // More is known than the code says, such as which proxy or token is wrong, and the failure's own hint tells what to
  // do.
  if (reason === 'cause-told' || reason === 'no-keychain' || reason === 'unusable-token') return hint;
  // It says until when the service asks to wait.
  if (code === 'busy' && hint !== '') return hint;
  return HINTS[code] ?? (hint === '' ? 'Run the command again.' : hint);
}

/** Which command tells SiteSync that the folder of a site is elsewhere now; null if that is not the problem. */
export function hintOfMove(
  { path, code, reason }: Pick<KeptProblem, 'path' | 'code' | 'reason'>,
  site: { readonly id: string },
): string | null {
  if (path !== '' || code !== 'folder-missing') return null;
  if (reason === 'not-let-in' || reason === 'put-back') return null;
  return `Where it was moved or renamed: sitesync follow ${typed(site.id)} --folder FOLDER`;
}

/** The report with hints for a sync that is over. */
export function reportAtEnd(report: SyncReport): SyncReport {
  return {
    ...report,
    sites: report.sites.map((site) => ({
      ...site,
      problems: site.problems.map((problem) => ({ ...problem, hint: hintAtEnd(problem) })),
    })),
  };
}

/** What to do about deletes that are held. */
export const HELD_HINT =
  'Deletes are held until you say yes: sitesync sync --confirm-deletes. To take them back: sitesync sync --undo-deletes';
