import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { CategoryCount } from '../../../shared/ipc/sites.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { Keep } from '../../../shared/model/category.ts';
import type { Platform } from '../../engine/policy.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import type { SyncContext } from '../../sync/context.ts';
import { followSite, unfollowSite } from '../../sync/following/follow.ts';
import { keptBefore, rememberKeep } from '../../sync/following/kept-before.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { commitsOfLapse, lapsedWords, type LapsedDelete } from '../views/lapsed-deletes.ts';
import type { AppContext } from '../context.ts';
import { keptSite, showAndSync } from '../files/site-files.ts';
import { countsAtService, measureSite } from './site-measures.ts';
import { siteSummaries } from './site-summaries.ts';
import type { SiteCounts } from '../views/views.ts';

export interface SiteDesk {
  /** The last counts of each kept site. */
  readonly counts: () => ReadonlyMap<SiteId, SiteCounts>;
  /** The files whose deletes wait, and would be sent no more if only this were kept. */
  readonly lapsing: (site: SiteId, keep: Keep) => Promise<readonly LapsedDelete[]>;
  /** They say nothing of this site any more. */
  readonly forgetCounts: (site: SiteId) => void;
  /** Asks the service which sites there are; null: its list is taken over. */
  readonly listSites: () => Promise<Failure | null>;
  readonly folderFor: (site: Site, others: readonly Site[]) => Promise<string>;
  /** The set of kept sites changed: watchers start and stop. */
  readonly refresh: () => Promise<void>;
  /** Ends the work on one site, makes a change of what is kept, and takes up what is kept then. */
  readonly release: <T>(site: SiteId, change: () => Promise<T>) => Promise<T>;
}

type Names =
  `sites.${'list' | 'refresh' | 'measure' | 'follow' | 'unfollow' | 'setKeep' | 'pause' | 'openFolder'}`;

/** Which sites there are, and which of them are kept on this computer. */
export function siteCommands(app: AppContext, desk: SiteDesk): Pick<Handlers, Names> {
  const measured = new Map<SiteId, readonly CategoryCount[]>();
  const change = async (id: SiteId, edit: (site: FollowedSite) => FollowedSite): Promise<Result<null>> => {
    const site = keptSite(app, id);
    if (!site.ok) return site;
    app.mirror.follow(edit(site.value));
    await desk.refresh();
    showAndSync(app, site.value.id);
    return ok(null);
  };
  const choices = new SerialQueue();
  /** One after the other: of two choices the later one counts, however long either looks at what waits. */
  const choose = (id: SiteId, keep: Keep): Promise<Result<null>> =>
    choices.run(async () => {
      const site = keptSite(app, id);
      if (!site.ok) return site;
      const lapsing = await desk.lapsing(site.value.id, keep);
      const gone = lapsing.filter((each) => isGone(app, site.value.id, each));
      const stays = lapsing.filter((each) => !gone.includes(each));
      app.mirror.commit(site.value.id, commitsOfLapse(stays));
      const changed = await change(id, (each) => ({ ...each, keep }));
      const words = lapsedWords(stays, gone);
      if (changed.ok && words !== null) app.emit('toast', { kind: 'warn', text: words });
      return changed;
    });
  return {
    'sites.list': async () => ok(siteSummaries(app, desk.counts(), measured)),
    'sites.refresh': async () => {
      const failure = await desk.listSites();
      return failure === null ? ok(null) : fail(failure);
    },
    'sites.measure': async ({ site }, signal) => {
      const session = sessionOf(app);
      if (!session.ok) return session;
      const counts = await measureSite(session.value, site, signal);
      if (!counts.ok) return counts;
      measured.set(site, counts.value);
      app.changed(site);
      return ok([...counts.value]);
    },
    'sites.follow': async ({ site: id, folder, keep: chosen }) => {
      const kept = followedSite(app.mirror, id);
      const keep = chosen ?? kept?.keep ?? keptBefore(app.mirror, id) ?? 'all';
      // It stays where it is, whatever it is called now: a folder that is left would never be sent from again.
      if (kept !== null && (folder ?? kept.folder) === kept.folder) return choose(id, keep);
      return followInFolder(app, desk, id, folder, keep);
    },
    'sites.unfollow': async ({ site }) => {
      const kept = keptSite(app, site);
      if (kept.ok) {
        const last = countsAtService(desk.counts().get(kept.value.id));
        await unfollow(app, desk, kept.value);
        // What was measured before it was kept is older than its trees were.
        if (last === null) measured.delete(kept.value.id);
        else measured.set(kept.value.id, last);
      }
      await desk.refresh();
      return ok(null);
    },
    'sites.setKeep': ({ site, keep }) => choose(site, keep),
    'sites.pause': ({ site, paused }) => change(site, (each) => ({ ...each, paused })),
    'sites.openFolder': async ({ site: id }) => {
      const site = keptSite(app, id);
      return site.ok ? openFolder(app, site.value) : site;
    },
  };
}

/** Was the delete sent, or done, since it was seen to wait? */
function isGone(app: AppContext, site: SiteId, { id }: LapsedDelete): boolean {
  return app.session()?.progress.deleting.has(id) === true || app.mirror.agreement(site, id) === null;
}

async function unfollow(app: AppContext, desk: SiteDesk, site: FollowedSite): Promise<void> {
  // A transfer that ends after the mirror forgot the site would write agreements about a folder that is no more.
  await desk.release(site.id, async () => unfollowSite(app, site));
  rememberKeep(app.mirror, site);
  desk.forgetCounts(site.id);
}

/** It has the name that the service gave the site. One that the system would not open as a folder is shown in its own. */
function openFolder({ env, host }: AppContext, { folder }: FollowedSite): Promise<Result<null>> {
  return host[OPENS_ELSE[env.platform]?.test(folder) === true ? 'reveal' : 'open'](folder);
}

/** A Mac takes a folder with an ending for a program, Windows one that ends with a class in braces for a door to that. */
const OPENS_ELSE: Partial<Record<Platform, RegExp>> = { darwin: /\.[^/]*$/, win32: /\.\{[^\\/]*$/ };

/** Keeps a site in this folder from now on; null: in that which is usual for it. */
async function followInFolder(
  app: AppContext,
  desk: SiteDesk,
  id: SiteId,
  folder: string | null,
  keep: Keep,
): Promise<Result<null>> {
  const session = sessionOf(app);
  if (!session.ok) return session;
  const sites = app.mirror.sites();
  const site = sites.find((each) => each.id === id);
  if (site === undefined) return fail(noSite(id));
  const followed = await desk.release(site.id, async () =>
    followSite(session.value, site, folder ?? (await desk.folderFor(site, sites)), keep),
  );
  // What was counted in another folder says nothing about this one.
  if (followed.ok) desk.forgetCounts(site.id);
  // Somebody else may have been signed in meanwhile.
  await desk.refresh();
  if (!followed.ok) return followed;
  app.syncSoon(site.id);
  return ok(null);
}

function sessionOf(app: AppContext): Result<SyncContext> {
  const session = app.session();
  return session === null ? fail(signInFirst()) : ok(session);
}

export function signInFirst(): Failure {
  return {
    code: 'sign-in',
    message: 'You are not signed in.',
    hint: 'Sign in first. What is on this computer stays usable.',
    retry: 'on-sign-in',
  };
}

function noSite(id: SiteId): Failure {
  return {
    code: 'bad-input',
    message: `The service lists no site ${id} for you.`,
    hint: 'Refresh the list of sites, or ask for access to it.',
    retry: 'on-change',
  };
}
