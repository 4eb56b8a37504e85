import { bytesText } from '../../../shared/bytes-text.ts';
import type { Stop } from '../../sync/gate.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import type { SyncReport } from '../../sync/sync-once.ts';
import type { SiteReport } from '../../sync/tally.ts';
import { count, EXIT, type Output } from './output.ts';

/** What a sync did not look at, and must not claim. */
export interface LeftOut {
  /** Names of the sites that were meant, and are paused. */
  readonly paused: readonly string[];
  /** Sites are kept here that were not meant. */
  readonly others: boolean;
}

/** What one sync is about. */
export interface Chosen {
  readonly sites: readonly FollowedSite[];
  readonly leftOut: LeftOut;
}

/** Reports of a sync that is over; the exit status that says so. `stop`: what kept all sites from the service. */
export function conclude(out: Output, report: SyncReport, stop: Stop | null, leftOut: LeftOut): number {
  printReport(out, report, stop, leftOut);
  out.object(report);
  return exitOfState(report);
}

export function exitOfState(report: Pick<SyncReport, 'state'>): number {
  switch (report.state) {
    case 'in-sync':
      return EXIT.inSync;
    case 'problems':
    case 'held':
      return EXIT.problems;
    case 'sign-in':
      return EXIT.signIn;
    case 'offline':
      return EXIT.offline;
    default:
      return report.state satisfies never;
  }
}

export function printReport(out: Output, report: SyncReport, stop: Stop | null, leftOut: LeftOut): void {
  for (const site of report.sites) printSite(out, site);
  const problems = report.sites.flatMap((site) => site.problems);
  const wasStopped = problems.length > 0 && problems.every(({ code }) => code === 'cancelled');
  const words = {
    'in-sync': inStepWords(report.sites, leftOut),
    problems: wasStopped
      ? 'Not all was done: sync again for the rest.'
      : 'Something needs you: see above, or run: sitesync problems',
    held: 'Deletes are held until you say yes: sitesync sync --confirm-deletes',
    offline: `${stop?.failure.message ?? 'The service is not reached.'} Your changes are safe here, and are sent when it is reached.`,
    'sign-in': 'The service refused the token. Sign in again: sitesync sign-in --token-stdin',
  };
  out.say(
    `${bytesText(report.bytesUp)} up, ${bytesText(report.bytesDown)} down, ${(report.ms / 1000).toFixed(1)} s`,
  );
  const tell = report.state === 'in-sync' ? out.say : out.warn;
  tell(words[report.state]);
}

function inStepWords(sites: readonly SiteReport[], { paused, others }: LeftOut): string {
  const left = paused.length === 0 ? '' : ` Left out, since paused: ${paused.join(', ')}.`;
  const [first, ...more] = sites;
  if (first === undefined) return `Nothing was synced.${left}`;
  if (paused.length === 0 && !others) return 'Everything is in step.';
  return `${more.length === 0 ? `${first.name} is` : `These ${sites.length} sites are`} in step.${left}`;
}

export function printSite(out: Output, site: SiteReport): void {
  const did = [
    site.created > 0 ? `${site.created} uploaded` : null,
    site.updated > 0 ? `${site.updated} updated there` : null,
    site.downloaded > 0 ? `${site.downloaded} downloaded` : null,
    site.moved > 0 ? `${site.moved} moved` : null,
    site.deletedRemote > 0 ? `${site.deletedRemote} deleted there` : null,
    site.trashed > 0 ? `${site.trashed} moved to the trash here` : null,
    site.adopted > 0 ? `${site.adopted} found equal` : null,
  ].filter((part) => part !== null);
  const needsYou = site.problems.length > 0 || site.held !== null;
  const tell = needsYou ? out.warn : out.say;
  tell(`${site.name} (${count(site.files, 'file')}): ${did.length === 0 ? 'nothing done' : did.join(', ')}`);
  for (const conflict of site.conflicts)
    out.say(`  Conflict: ${conflict.path}. Yours is kept as ${conflict.copy}`);
  if (site.held !== null)
    out.warn(
      `  Held: ${site.held.count} of ${site.held.of} files would be deleted ${site.held.direction === 'local' ? 'here' : 'on the service'}.`,
    );
  for (const problem of site.problems) out.warn(`  ${problem.message} ${problem.hint}`);
}
