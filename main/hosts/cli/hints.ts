import type { Failure } from '../../../shared/failure.ts';
import type { SyncReport } from '../../sync/sync-once.ts';

/** What somebody at a terminal can do, instead of words that were meant for a window. */
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

/** What our hints promise of a program that goes on running; what comes before it joins it to the rest. */
const PROMISE =
  /(?<join>[;.] )?SiteSync (?:then )?(?:tries|goes on|looks|waits|asks|continues|puts|makes)(?! from)[^.;]*/g;

/** The hint of a failure for a command that ends: it does not go on by itself. */
export function hintAtEnd({ code, hint }: Pick<Failure, 'code' | 'hint'>): string {
  return HINTS[code] ?? withoutPromise(hint, 'run the command again');
}

/** `again`: what to do instead of waiting. */
export function withoutPromise(hint: string, again: string): string {
  return hint.replace(PROMISE, (_, join: string | undefined) => {
    if (join === '; ') return `; then ${again}`;
    return `${join ?? ''}${again.charAt(0).toUpperCase()}${again.slice(1)}`;
  });
}

/** What a sync that is over says of each problem. */
export function reportAtEnd(report: SyncReport): SyncReport {
  return {
    ...report,
    sites: report.sites.map((site) => ({
      ...site,
      problems: site.problems.map((problem) => ({ ...problem, hint: hintAtEnd(problem) })),
    })),
  };
}
