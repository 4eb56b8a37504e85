import { counted } from '../../../../shared/counted.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import { changedModels } from '../../../models/changed-models.ts';
import type { Program } from '../../compose/compose.ts';
import { changedModelsWords } from '../sites/changed-models.ts';
import { HELD_HINT, hintOfMove } from '../output/hints.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { leftOutOf, leftOutWords } from '../sites/left-out.ts';
import { timeText } from '../../system/time-text.ts';
import { EXIT, type Output } from '../output/output.ts';
import { tokenKeptSince } from '../../../app/account/kept-tokens.ts';
import { whoAmI } from '../../../sync/settings/account.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { reasonOf, toSendWords } from '../output/sync-report.ts';
import { stopOf, tellStop, troublesOf, type Trouble } from '../sites/troubles.ts';
import { waitingOf, type Waiting } from '../sites/waiting.ts';
import { typed } from '../output/typed.ts';

/** At most this many reasons are printed for each site, and then the command that prints all. */
const REASONS = 3;

/** How a site stands, as in the JSON on stdout. */
interface SiteStatus {
  readonly id: SiteId;
  readonly name: string;
  readonly folder: string;
  readonly paused: boolean;
  /** Files that are agreed on. */
  readonly files: number;
  /** Files here, and records there, as they were seen last. */
  readonly local: number;
  readonly remote: number;
  /** Changes that wait to be sent. The next one: to be fetched. */
  readonly waitingUp: number;
  readonly waitingDown: number;
  /**
   * Files on both sides that the next sync compares first, since nothing is agreed on yet: for instance after a sign-in
   * with another account.
   */
  readonly toCompare: number;
  readonly problems: number;
  /** Conflict copies that are still there to be looked at. Nothing waits for that. */
  readonly conflicts: number;
  /** Links and special files in the folder: left out on purpose, no problem. */
  readonly leftOut: number;
  /** Pulled models that were changed here since: these changes are not sent. */
  readonly changedModels: number;
  /** Agreed files that are left out by now, by `.siteignore` or by the settings. */
  readonly ignored: number;
  readonly held: number;
  /** Epoch ms; null: never. */
  readonly syncedAt: number | null;
  readonly scannedAt: number | null;
  readonly listedAt: number | null;
}

interface AccountStatus {
  readonly baseUrl: string | null;
  /** How the service names who sends files from here; null until one was sent. */
  readonly person: string | null;
  /** When the token was kept, epoch ms; null: none is, or since when is not known. */
  readonly keptSince: number | null;
}

/**
 * `status`: how things stand as they were last seen, so it needs no network. Of the disk it only looks whether the
 * folders are there. As long as anything waits, it is not in sync.
 */
export async function statusCommand(program: Program, out: Output): Promise<number> {
  const sites: SiteStatus[] = [];
  for (const site of program.mirror.followed()) sites.push(await tellSite(program, out, site));
  tellIfNothingIsKept(program, out);
  const stop = stopOf(program);
  if (stop !== null && sites.length > 0) tellStop(out, stop);
  const needsPerson = stop !== null && stop.kind !== 'offline' && sites.length > 0;
  tellWhatToDo(out, sites, needsPerson);
  const state = stateOf(sites, needsPerson);
  out.object({ ok: true, state, stop, account: accountOf(program), sites });
  return state === 'in-sync' ? EXIT.inSync : EXIT.problems;
}

/** Who works where, as was noted last: neither service nor keychain is asked. */
function accountOf({ mirror }: Program): AccountStatus {
  const baseUrl = SETTINGS.baseUrl.read(mirror);
  return {
    baseUrl,
    person: whoAmI(mirror),
    keptSince: baseUrl === null ? null : tokenKeptSince(mirror, baseUrl),
  };
}

/** Says how a site stands, and returns it. */
async function tellSite(program: Program, out: Output, site: FollowedSite): Promise<SiteStatus> {
  const { mirror, disk, stopping } = program;
  const troubles = await troublesOf(program, site);
  const { held, syncedAt, scannedAt, listedAt } = mirror.siteState(site.id);
  const counts = mirror.counts(site.id);
  const { base, local, remote } = counts;
  const waiting = await waitingOf(program, site, counts);
  const leftOut = leftOutOf(program, site, troubles);
  const models = await changedModels({ mirror, disk, signal: stopping }, site);
  const status: SiteStatus = {
    id: site.id,
    name: nameOf(program, site),
    folder: site.folder,
    paused: site.paused,
    files: base,
    local,
    remote,
    waitingUp: waiting.up,
    waitingDown: waiting.down,
    toCompare: waiting.toCompare,
    problems: troubles.length,
    conflicts: mirror.conflictCopies(site.id).length,
    leftOut: leftOut.length,
    changedModels: models.length,
    ignored: waiting.ignored,
    held: held?.count ?? 0,
    syncedAt,
    scannedAt,
    listedAt,
  };
  tellFiles(out, status, waiting, troubles);
  if (leftOut.length > 0) out.say(`  ${leftOutWords(leftOut)}`);
  if (models.length > 0) out.say(`  ${changedModelsWords(models)}`);
  return status;
}

/** Names the command for whatever waits. `needsPerson`: a sync would not get through before that is seen to. */
function tellWhatToDo(out: Output, sites: readonly SiteStatus[], needsPerson: boolean): void {
  if (sites.some(hasProblems)) out.warn('What to do about each problem: sitesync problems');
  // A sync leaves paused sites out, even with --confirm-deletes.
  for (const site of sites)
    if (site.paused && (isOpen(site) || isHeld(site)))
      out.warn(
        `Take ${site.name} up again${isHeld(site) ? ' first' : ''}: sitesync resume ${typed(site.id)}`,
      );
  if (sites.some(isHeld)) out.warn(HELD_HINT);
  if (sites.some(({ conflicts }) => conflicts > 0))
    out.say('Which files have conflict copies: sitesync conflicts');
  for (const site of sites)
    if (countOfWaiting(site) > site.problems)
      out.say(`Which files of ${site.name} wait: sitesync files ${typed(site.id)} --waiting`);
  if (!needsPerson && sites.some((site) => isOpen(site) && isForSync(site)))
    out.warn('Send and fetch what waits: sitesync sync');
}

function stateOf(sites: readonly SiteStatus[], needsPerson: boolean): 'held' | 'problems' | 'in-sync' {
  if (sites.some(isHeld)) return 'held';
  return needsPerson || sites.some((site) => hasProblems(site) || isOpen(site)) ? 'problems' : 'in-sync';
}

const isHeld = ({ held }: SiteStatus): boolean => held > 0;
const hasProblems = ({ problems }: SiteStatus): boolean => problems > 0;

function countOfWaiting({ waitingUp, waitingDown, toCompare }: SiteStatus): number {
  return waitingUp + waitingDown + toCompare;
}

function isOpen(site: SiteStatus): boolean {
  return site.syncedAt === null || countOfWaiting(site) > 0;
}

function isInStep(site: SiteStatus): boolean {
  return !isOpen(site) && !hasProblems(site) && !isHeld(site);
}

/** Does anything wait that a sync could do, besides the problems? */
function isForSync(site: SiteStatus): boolean {
  return !site.paused && (site.syncedAt === null || countOfWaiting(site) > site.problems);
}

function tellFiles(out: Output, site: SiteStatus, waiting: Waiting, troubles: readonly Trouble[]): void {
  const parts = [
    counted(waiting.inStep, 'file in step', 'files in step'),
    waiting.ignored > 0 ? `${waiting.ignored} left out by the ignore lists` : null,
    waiting.toCompare > 0 ? `${waiting.toCompare} to be compared with the service` : null,
    waiting.up > 0 ? toSendWords(waiting.up, waiting.deletes) : null,
    waiting.down > 0 ? `${waiting.down} to be fetched` : null,
    site.paused ? 'paused' : null,
    site.problems > 0 ? counted(site.problems, 'problem') : null,
    site.conflicts > 0 ? counted(site.conflicts, 'conflict copy', 'conflict copies') : null,
    site.held > 0 ? `${counted(site.held, 'delete')} held` : null,
    asOf(site),
  ].filter((part) => part !== null);
  const tell = isInStep(site) ? out.say : out.warn;
  tell(`${site.name}: ${parts.join(' · ')}`);
  tell(`  ${site.folder}`);
  const first = troubles.toSorted((a, b) => Number(b.path === '') - Number(a.path === ''));
  for (const trouble of first.slice(0, REASONS)) tell(`  ${reasonOf(trouble)}`);
  for (const trouble of troubles) {
    const moved = hintOfMove(trouble, site);
    if (moved !== null) tell(`  ${moved}`);
  }
  if (troubles.length > REASONS) tell(`  … and ${troubles.length - REASONS} more`);
}

/** Says when the site was last looked at: what was done in its folder since then is seen by the next look. */
export function asOf({ syncedAt, scannedAt }: Pick<SiteStatus, 'syncedAt' | 'scannedAt'>): string {
  if (syncedAt === null) return 'never synced';
  return scannedAt === null || scannedAt <= syncedAt
    ? `as of the last sync at ${timeText(syncedAt)}`
    : `last synced at ${timeText(syncedAt)}, its folder looked at ${timeText(scannedAt)}`;
}
