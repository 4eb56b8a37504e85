import type { Failure, Result } from '../../../shared/failure.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SyncContext } from '../../sync/context.ts';
import { followSite } from '../../sync/follow.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import { syncOnce, type SyncReport } from '../../sync/sync-once.ts';
import type { SiteReport } from '../../sync/tally.ts';
import { watchSites } from '../../sync/watch-run.ts';
import { WatchSum } from '../../sync/watch-sum.ts';
import { spareMemory } from '../spare-memory.ts';
import { createWatcher } from '../../adapters/watch/watch.ts';
import { defaultRoot, SETTINGS, type Program } from '../compose.ts';
import { folderBelow, isBelow } from '../site-folder.ts';
import { askSites } from './ask-sites.ts';
import { bytesText, count, EXIT, type Output } from './output.ts';
import { showProgress } from './progress-bar.ts';
import { RefusedToken } from './refused-token.ts';
import { tellOfMove } from './tell-of-move.ts';

const ASKED_AGAIN = 'It is asked again in a few seconds.';
const SIGN_IN_ANEW = 'The watch ends: sign in with a valid token (sitesync sign-in), and start it again.';
const GIVE_ANOTHER = 'The watch ends: start it again with a valid token (SITESYNC_TOKEN or --token-stdin).';

export interface SyncArguments {
  readonly root?: string;
  readonly site: readonly string[];
  readonly watch?: boolean;
  readonly confirmDeletes?: boolean;
}

/** `sync`: one cycle of the followed sites, or of those named, following them first where needed. */
export async function syncCommand(
  program: Program,
  out: Output,
  args: SyncArguments,
  token: string | null,
): Promise<number> {
  const opened = await program.context();
  if (!opened.ok) return out.error(opened.failure);
  const context = opened.value;
  const sites = await chooseSites(program, context, out, args);
  if (!sites.ok) return refused(context, out, sites.failure);
  const options = { confirmDeletes: args.confirmDeletes === true, eager: true, scope: null, list: true };
  const stopShowing = showProgress(context, out);
  const done = await syncOnce(context, sites.value, options).finally(stopShowing);
  // The list of sites may have been asked for before.
  const report = { ...done, requests: context.service.requests };
  // With a token that is refused there is nothing to wait for.
  if (args.watch !== true || context.stopping.aborted || report.state === 'sign-in')
    return conclude(out, report);
  if (sites.value.length === 0) {
    out.say('Every site is paused, so there is nothing to watch.');
    return conclude(out, report);
  }
  return watch(context, out, sites.value, report, token !== null);
}

/**
 * Reports when it ends, of all that was done while it ran: its one object, and its exit status, tell how all stands then.
 * A refused token ends it, as it would a sync.
 */
async function watch(
  context: SyncContext,
  out: Output,
  sites: readonly FollowedSite[],
  first: SyncReport,
  isTokenGiven: boolean,
): Promise<number> {
  // The one object comes at the end: whoever waits for it reads meanwhile, in the log, what goes on.
  const live = out.json ? { ...out, say: out.log, warn: out.log } : out;
  printReport(live, first);
  spareMemory();
  live.say('Watching for changes. Ctrl+C ends it.');
  const sum = new WatchSum(context, first);
  const token = new RefusedToken(context);
  const stopping = AbortSignal.any([context.stopping, token.ending]);
  await watchSites({ ...context, stopping }, createWatcher(), sites, {
    onReport: (site) => {
      sum.add(site);
      printSite(live, site);
    },
    onNotice: live.warn,
    onStop: (failure) => {
      token.stopped(failure);
      if (failure === null) live.say('The service is reached again.');
      else live.warn(`${failure.message} ${failure.code === 'sign-in' ? ASKED_AGAIN : failure.hint}`);
    },
  });
  if (token.failure !== null)
    live.warn(`${token.failure.message} ${isTokenGiven ? GIVE_ANOTHER : SIGN_IN_ANEW}`);
  const report: SyncReport = token.failure === null ? sum.report : { ...sum.report, state: 'sign-in' };
  out.object(report);
  return exitOfState(report);
}

async function chooseSites(
  program: Program,
  context: SyncContext,
  out: Output,
  args: SyncArguments,
): Promise<Result<readonly FollowedSite[]>> {
  const { mirror } = program;
  const followed = mirror.followed();
  if (args.site.length === 0) {
    if (followed.length === 0) return fail(nothingFollowed());
    for (const site of followed)
      if (args.root !== undefined && !isBelow(site.folder, args.root)) sayItStays(program, out, site);
    return ok(withoutPaused(program, out, followed));
  }
  const named = await followNamed(program, context, out, args);
  if (!named.ok) return named;
  const chosen = mirror.followed().filter((site) => args.site.includes(site.id));
  return ok(withoutPaused(program, out, chosen));
}

/** A site that is paused stays so until it is resumed, also where a script names it. */
function withoutPaused(
  { mirror }: Program,
  out: Output,
  sites: readonly FollowedSite[],
): readonly FollowedSite[] {
  for (const { id, paused } of sites)
    if (paused)
      out.log(`${mirror.site(id)?.name ?? id} is paused and left out. Resume it: sitesync resume ${id}`);
  return sites.filter((site) => !site.paused);
}

function sayItStays({ mirror }: Program, out: Output, { id, folder }: FollowedSite): void {
  const name = mirror.site(id)?.name ?? id;
  out.log(`${name} stays in ${folder}: only a site that is named with --site is moved by --root.`);
}

/** Those that are not kept yet, or not below the root that is given. */
async function followNamed(
  program: Program,
  context: SyncContext,
  out: Output,
  args: SyncArguments,
): Promise<Result<void>> {
  const { mirror } = program;
  const root = args.root ?? mirror.setting(SETTINGS.root) ?? defaultRoot();
  const keptIn = (id: string): string | undefined => mirror.followed().find((site) => site.id === id)?.folder;
  const needed = args.site.filter((id) => {
    const folder = keptIn(id);
    return folder === undefined || (args.root !== undefined && !isBelow(folder, root));
  });
  if (needed.length === 0) return ok(undefined);
  const listed = await askSites(context);
  if (!listed.ok) return listed;
  for (const id of new Set(needed)) {
    const site = listed.value.find((entry) => entry.id === id);
    if (site === undefined) return fail(noSuchSite(id, listed.value));
    const before = mirror.followed().find((entry) => entry.id === site.id);
    const folder = await folderBelow(program, root, site, listed.value);
    const made = await followSite(context, site, folder, before?.keep ?? 'all');
    if (!made.ok) return made;
    tellOfMove(out, site, before?.folder, folder);
  }
  if (args.root !== undefined) mirror.setSetting(SETTINGS.root, root);
  return ok(undefined);
}

/** Offline and sign-in are states of a sync that is reported all the same. */
function refused(context: SyncContext, out: Output, failure: Failure): number {
  const state =
    failure.code === 'sign-in'
      ? 'sign-in'
      : failure.code === 'offline' || failure.code === 'timeout'
        ? 'offline'
        : null;
  if (state === null || !out.json) return out.error(failure);
  const report: SyncReport = {
    ok: true,
    state,
    sites: [],
    bytesUp: 0,
    bytesDown: 0,
    requests: context.service.requests,
    ms: 0,
  };
  out.object(report);
  return exitOfState(report);
}

function conclude(out: Output, report: SyncReport): number {
  printReport(out, report);
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

function printReport(out: Output, report: SyncReport): void {
  for (const site of report.sites) printSite(out, site);
  const words = {
    'in-sync': report.sites.length === 0 ? 'Nothing was to be synced.' : 'Everything is in step.',
    problems: 'Some files need you: see above, or run: sitesync problems',
    held: 'Deletes are held until you say yes: sitesync sync --confirm-deletes',
    offline: 'The service is not reached. Your changes are safe here and are sent when it is.',
    'sign-in': 'The service refused the token. Sign in again: sitesync sign-in',
  };
  out.say(
    `${bytesText(report.bytesUp)} up, ${bytesText(report.bytesDown)} down, ${(report.ms / 1000).toFixed(1)} s`,
  );
  const tell = report.state === 'in-sync' ? out.say : out.warn;
  tell(words[report.state]);
}

function printSite(out: Output, site: SiteReport): void {
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

function nothingFollowed(): Failure {
  return {
    code: 'bad-input',
    message: 'No site is kept on this computer yet.',
    hint: 'List the sites with: sitesync sites. Then: sitesync follow SITE',
    retry: 'on-change',
  };
}

export function noSuchSite(id: string, sites: readonly Site[]): Failure {
  const some = sites.slice(0, 5).map((site) => `${site.id} (${site.name})`);
  return {
    code: 'bad-input',
    message: `The service lists no site ${id} for you.`,
    hint:
      some.length === 0
        ? 'It lists no site at all: ask for access.'
        : `It lists ${some.join(', ')}${sites.length > 5 ? ' and more' : ''}.`,
    retry: 'on-change',
  };
}
