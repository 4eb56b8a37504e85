import { counted, numberText } from '../../../../shared/counted.ts';
import { bytesText } from '../../../../shared/bytes-text.ts';
import { failureText, type Failure } from '../../../../shared/failure.ts';
import type { Stop } from '../../../sync/pacing/gate.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { SyncReport } from '../../../sync/sync-once.ts';
import type { SiteReport } from '../../../sync/cycle/site-report.ts';
import { HELD_HINT, hintAtEnd, hintOfMove, reportAtEnd } from './hints.ts';
import { EXIT, type Output } from './output.ts';

/** Sites that a sync did not look at, and must not make claims about. */
export interface LeftOut {
  /** Chosen sites that are paused. */
  readonly paused: readonly Pick<SiteReport, 'id' | 'name'>[];
  /** True if other sites are kept here that were not chosen. */
  readonly others: boolean;
}

/** What one sync is about. */
export interface Chosen {
  readonly sites: readonly FollowedSite[];
  readonly leftOut: LeftOut;
}

/** Changes that wait to be sent, by site. Counted only for a sync that could not do its work. */
export type Unsent = ReadonlyMap<SiteReport['id'], UnsentOfSite>;

interface UnsentOfSite {
  readonly unsent: number;
  /** How many of these are deletes. */
  readonly deletes: number;
}

/** What is to be known of a sync besides its report. */
export interface Circumstances {
  /** What kept all sites from the service. */
  readonly stop: Stop | null;
  readonly leftOut: LeftOut;
  /** Null if they were not counted. */
  readonly unsent: Unsent | null;
}

/** After the report a sync ends; a watch goes on and asks the service again. */
type Then = 'ends' | 'watches';

/** Prints the report of a sync that is over; returns the exit status. */
export function conclude(out: Output, report: SyncReport, around: Circumstances): number {
  const told = reportAtEnd(report);
  printReport(out, told, around, 'ends');
  if (out.json && around.stop?.kind === report.state) tellCause(out, around.stop.failure);
  out.object(objectOf(told, around.leftOut));
  return exitOfState(report);
}

/** Tells on stderr what the JSON has no place for: why the state of a sync is `offline` or `sign-in`. */
export function tellCause(out: Output, failure: Failure): void {
  for (const line of [failure.message, hintAtEnd(failure)]) out.alert(line);
}

/** The JSON object of design section 4. Fields that it does not define are only there if they have something to say. */
export function objectOf(report: SyncReport, { paused }: LeftOut): object {
  const sites = report.sites.map((site) => ({
    ...site,
    // `reason` is for our own code, and no part of the contract.
    problems: site.problems.map(({ path, code, message, hint }) => ({ path, code, message, hint })),
  }));
  return { ...report, sites, ...(paused.length === 0 ? {} : { paused }) };
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

export function printReport(
  out: Output,
  report: SyncReport,
  { stop, leftOut, unsent }: Circumstances,
  then: Then,
): void {
  for (const site of report.sites) printSite(out, site, unsent?.get(site.id));
  const problems = report.sites.flatMap((site) => site.problems);
  const wasStopped = problems.length > 0 && problems.every(({ code }) => code === 'cancelled');
  const words = {
    'in-sync': inStepWords(report.sites, leftOut),
    problems: wasStopped
      ? 'Not all was done: sync again for the rest.'
      : 'Something needs you: see above, or run: sitesync problems',
    held: HELD_HINT,
    offline: `${stopWords(stop)} ${unsentWords(report.sites, unsent, then)}`,
    'sign-in': 'The service refused the token. Sign in again: sitesync sign-in --token-stdin',
  };
  out.say(
    `${bytesText(report.bytesUp)} up, ${bytesText(report.bytesDown)} down, ${(report.ms / 1000).toFixed(1)} s`,
  );
  const tell = report.state === 'in-sync' ? out.say : out.warn;
  tell(words[report.state]);
}

/**
 * If nobody knows why the service is not reached, its hint only says that the work is kept: that is left out, since the
 * words about waiting changes say it too.
 */
function stopWords(stop: Stop | null): string {
  if (stop === null) return 'The service is not reached.';
  const { failure } = stop;
  const isCauseKnown = failure.code !== 'offline' || failure.reason === 'cause-told';
  return isCauseKnown ? failureText(failure) : failure.message;
}

function unsentWords(sites: readonly SiteReport[], unsent: Unsent | null, then: Then): string {
  if (unsent === null) return 'Your changes are safe here, and are sent when it is reached.';
  const sum = [...unsent.values()].reduce((all, { unsent: one }) => all + one, 0);
  // Deletes that are held are not counted: above they are named as what waits for a yes.
  const none = sites.some(({ held }) => held !== null) ? 'Nothing else' : 'No change of yours';
  if (sum === 0)
    return `${none} waits to be sent.${then === 'watches' ? ' It is asked again each minute.' : ''}`;
  const wait = counted(sum, 'change waits', 'changes wait');
  if (then === 'watches')
    return `${wait} here, safe, until it is reached: it is asked again each minute, and what waits is sent then.`;
  return `${wait} here, safe, to be sent by the next sync that reaches it.`;
}

function inStepWords(sites: readonly SiteReport[], { paused, others }: LeftOut): string {
  const left =
    paused.length === 0 ? '' : ` Left out, since paused: ${paused.map(({ name }) => name).join(', ')}.`;
  const [first, ...more] = sites;
  if (first === undefined) return `Nothing was synced.${left}`;
  if (paused.length === 0 && !others) return 'Everything is in step.';
  return `${more.length === 0 ? `${first.name} is` : `These ${numberText(sites.length)} sites are`} in step.${left}`;
}

/** What a sync did with a site, in words; empty if it did nothing. Conflicts have lines of their own. */
export function workOf(site: SiteReport): readonly string[] {
  return [
    site.created > 0 ? `${numberText(site.created)} uploaded` : null,
    site.updated > 0 ? `${numberText(site.updated)} updated there` : null,
    site.downloaded > 0 ? `${numberText(site.downloaded)} downloaded` : null,
    site.moved > 0 ? `${numberText(site.moved)} moved` : null,
    site.deletedRemote > 0 ? `${numberText(site.deletedRemote)} deleted there` : null,
    site.trashed > 0 ? `${numberText(site.trashed)} moved to the trash here` : null,
    site.freed !== undefined ? `${numberText(site.freed)} given up here, kept on the service` : null,
    site.adopted > 0 ? `${numberText(site.adopted)} found equal` : null,
  ].filter((part) => part !== null);
}

export function printSite(out: Output, site: SiteReport, unsent?: UnsentOfSite): void {
  const did = workOf(site);
  const waits =
    unsent === undefined || unsent.unsent === 0 ? '' : `, ${toSendWords(unsent.unsent, unsent.deletes)}`;
  const needsYou = site.problems.length > 0 || site.held !== null;
  const tell = needsYou ? out.warn : out.say;
  tell(
    `${site.name} (${counted(site.files, 'file')}): ${did.length === 0 ? 'nothing done' : did.join(', ')}${waits}`,
  );
  for (const conflict of site.conflicts)
    out.say(`  Conflict: ${conflict.path}. Yours is kept as ${conflict.copy}`);
  if (site.held !== null) out.warn(`  Held: ${counted(site.held.count, 'delete')}. ${site.held.why}`);
  const told = firstOfEach(site.problems);
  for (const problem of told) {
    out.warn(`  ${failureText({ message: reasonOf(problem), hint: problem.hint })}`);
    const moved = hintOfMove(problem, site);
    if (moved !== null) out.warn(`  ${moved}`);
  }
  const more = site.problems.length - told.length;
  if (more > 0) out.warn(`  … and ${counted(more, 'more problem')} of the same kinds: sitesync problems`);
}

/** A delete that was not meant is seen here before the service hears of it. */
export function toSendWords(changes: number, deletes: number): string {
  const among = deletes === 0 ? '' : ` (among them ${counted(deletes, 'delete')})`;
  return `${numberText(changes)} to be sent${among}`;
}

/** At most this many problems of a kind are printed: a bad network gives hundreds of files the same. The JSON has all. */
const OF_A_KIND = 10;

function firstOfEach(problems: SiteReport['problems']): SiteReport['problems'] {
  const kinds = Map.groupBy(problems, ({ code }) => code);
  const first = new Set([...kinds.values()].flatMap((alike) => alike.slice(0, OF_A_KIND)));
  return problems.filter((problem) => first.has(problem));
}

/** The message, with the path if it is not in it: there may be several files called “plan.pdf”. */
export function reasonOf({
  path,
  message,
}: Pick<SiteReport['problems'][number], 'path' | 'message'>): string {
  return message.includes(path) ? message : `${path}: ${message}`;
}
