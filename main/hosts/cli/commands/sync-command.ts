import type { SiteId } from '../../../../shared/model/ids.ts';
import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { SyncContext } from '../../../sync/context.ts';
import { followSite } from '../../../sync/following/follow.ts';
import { FailureError } from '../../../sync/ports/failure-error.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import { syncOnce, type SyncReport } from '../../../sync/sync-once.ts';
import { tellSilence } from '../../../sync/telling/silence.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import { tryToNoteStop } from '../../../sync/pacing/last-stop.ts';
import type { Program } from '../../compose/compose.ts';
import { forgetCutShort, noteCutShort } from '../../cut-short.ts';
import { defaultRoot } from '../../folders/default-folders.ts';
import { folderBelow, isDirectlyIn, passedWords } from '../../folders/site-folder.ts';
import { askSites, noSuchSite, siteMeant } from '../sites/ask-sites.ts';
import { keptSites } from '../sites/kept-site.ts';
import { EXIT, exitOf, type Output } from '../output/output.ts';
import { clearProgress, showProgress } from '../output/progress-bar.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { conclude, exitOfState, tellCause, type Chosen } from '../output/sync-report.ts';
import { keptUntilNow, tellOfMove } from '../sites/tell-of-move.ts';
import { unsentOf } from '../sites/waiting.ts';
import { typed } from '../output/typed.ts';

export interface SyncArguments {
  readonly root?: string;
  readonly site: readonly string[];
  readonly once?: boolean;
  readonly watch?: boolean;
  readonly confirmDeletes?: boolean;
  readonly undoDeletes?: boolean;
}

/** `sync`: one cycle of the followed sites, or of those named, following them first where needed; or a watch of them. */
export async function syncCommand(
  program: Program,
  out: Output,
  args: SyncArguments,
  token: string | null,
): Promise<number> {
  const began = performance.now();
  const opened = await program.context();
  if (!opened.ok) {
    const { reason } = opened.failure;
    if (reason === 'signed-out' || reason === 'no-keychain') return out.error(opened.failure);
    return refused(program, out, opened.failure, began);
  }
  const context = opened.value;
  // With --once it may be a script that runs each minute: then the service's wish to wait is kept. A person who types
  // `sync` alone wants it tried now.
  if (args.once === true) context.gate.recall();
  else if (args.watch !== true) context.gate.hurry(null);
  const chosen = await chooseSites(program, context, out, args);
  if (!chosen.ok) return refused(program, out, chosen.failure, began);
  const { sites, leftOut } = chosen.value;
  const confirmDeletes = args.confirmDeletes === true;
  if (args.undoDeletes === true) {
    // Loaded only here: it brings parts of the app along.
    const { undoHeld } = await import('../sites/undo-held.ts');
    await undoHeld(program, out, sites);
  }
  if (args.watch === true && !context.stopping.aborted && sites.length > 0) {
    // Loaded only for a watch: a single sync does not need it.
    const { watchCommand } = await import('./sync-watch.ts');
    const watched = { confirmDeletes, isTokenGiven: token !== null };
    return watchCommand(program, context, out, { sites, leftOut }, watched);
  }
  const stopShowing = showProgress(context, out);
  const onNotice = (line: string): void => {
    clearProgress(out);
    out.log(line);
  };
  const endSilence = tellSilence(context, { onNotice });
  const done = await notedIfCutShort(program, () =>
    syncOnce(context, sites, { confirmDeletes, eager: true, scope: null, list: true }).finally(() => {
      endSilence();
      stopShowing();
    }),
  );
  if (args.watch === true && !context.stopping.aborted)
    out.say('Every site is paused, so there is nothing to watch.');
  // Counts all requests: the list of sites may have been asked for before.
  const report = { ...done, requests: context.service.requests };
  const unsent = report.state === 'offline' ? await unsentOf(program, sites) : null;
  return conclude(out, report, { stop: context.gate.stop, leftOut, unsent });
}

/** If a full disk or another program's lock ends the sync, the mirror cannot note that: it is noted beside it. */
async function notedIfCutShort<T>({ data }: Program, sync: () => Promise<T>): Promise<T> {
  try {
    const done = await sync();
    forgetCutShort(data);
    return done;
  } catch (error) {
    if (error instanceof FailureError) noteCutShort(data, error.failure);
    throw error;
  }
}

async function chooseSites(
  program: Program,
  context: SyncContext,
  out: Output,
  args: SyncArguments,
): Promise<Result<Chosen>> {
  const { mirror } = program;
  const followed = mirror.followed();
  if (args.site.length === 0) {
    if (followed.length === 0) return fail(nothingFollowed());
    for (const site of followed)
      if (args.root !== undefined && !isDirectlyIn(site.folder, args.root)) sayItStays(program, out, site);
    return ok(withoutPaused(program, out, followed, false));
  }
  const named = await followNamed(program, context, out, args);
  if (!named.ok) return named;
  const all = mirror.followed();
  const chosen = all.filter((site) => named.value.has(site.id));
  return ok(withoutPaused(program, out, chosen, chosen.length < all.length));
}

/** A paused site stays out until it is resumed, even if a script names it. */
function withoutPaused(
  program: Program,
  out: Output,
  meant: readonly FollowedSite[],
  others: boolean,
): Chosen {
  const paused = meant.filter((site) => site.paused);
  for (const site of paused)
    out.log(`${nameOf(program, site)} is paused and left out. Resume it: sitesync resume ${typed(site.id)}`);
  return {
    sites: meant.filter((site) => !site.paused),
    leftOut: { paused: paused.map((site) => ({ id: site.id, name: nameOf(program, site) })), others },
  };
}

function sayItStays(program: Program, out: Output, site: FollowedSite): void {
  out.log(
    `${nameOf(program, site)} stays in ${site.folder}: only a site that is named with --site is moved by --root.`,
  );
}

/** Follows the named sites that are not kept yet, or not below the given root. Returns the ids of all that are named. */
async function followNamed(
  program: Program,
  context: SyncContext,
  out: Output,
  args: SyncArguments,
): Promise<Result<ReadonlySet<SiteId>>> {
  const { mirror } = program;
  const root = args.root ?? SETTINGS.root.read(mirror) ?? defaultRoot();
  const chosen = new Set<SiteId>();
  const needed: string[] = [];
  for (const given of args.site) {
    const meant = siteMeant(given, keptSites(program));
    if (!meant.ok) return meant;
    const kept = meant.value;
    if (kept !== null && (args.root === undefined || isDirectlyIn(kept.folder, root))) chosen.add(kept.id);
    else needed.push(kept?.id ?? given);
  }
  if (needed.length === 0) return ok(chosen);
  const listed = await askSites(context, out);
  if (!listed.ok) return listed;
  for (const given of new Set(needed)) {
    const meant = siteMeant(given, listed.value);
    if (!meant.ok) return meant;
    const site = meant.value;
    if (site === null) return fail(noSuchSite(given, listed.value));
    const before = keptUntilNow(program, site.id);
    const folder = await folderBelow(program, root, site, listed.value, (passed) =>
      out.log(passedWords(site, passed)),
    );
    const made = await followSite(context, site, folder, before.site?.keep ?? 'all');
    if (!made.ok) return made;
    await tellOfMove(program, out, site, before, made.value.folder);
    chosen.add(site.id);
  }
  if (args.root !== undefined) SETTINGS.root.write(mirror, root);
  return ok(chosen);
}

/** Offline and sign-in are states of a sync, so the JSON is a report all the same. */
function refused(program: Program, out: Output, failure: Failure, began: number): number {
  const status = exitOf(failure);
  const state = status === EXIT.signIn ? 'sign-in' : status === EXIT.offline ? 'offline' : null;
  if (state !== null) tryToNoteStop(program.mirror, { kind: state, failure }, program.env.now());
  if (state === null || !out.json) return out.error(failure);
  tellCause(out, failure);
  const report: SyncReport = {
    ok: true,
    state,
    sites: [],
    bytesUp: 0,
    bytesDown: 0,
    requests: program.requests(),
    ms: Math.round(performance.now() - began),
  };
  out.object(report);
  return exitOfState(report);
}

function nothingFollowed(): Failure {
  return {
    code: 'bad-input',
    message: 'No site is kept on this computer yet.',
    hint: 'List the sites with: sitesync sites. Then: sitesync follow SITE',
    retry: 'on-change',
  };
}
