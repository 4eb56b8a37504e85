import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import type { CategoryCount, SiteSummary } from '../../shared/ipc/sites.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import { CATEGORIES, type Keep } from '../../shared/model/category.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Site } from '../../shared/model/site.ts';
import type { SyncContext } from '../sync/context.ts';
import { followSite, unfollowSite } from '../sync/follow.ts';
import { keptBefore, rememberKeep } from '../sync/kept-before.ts';
import { followedSite } from '../sync/followed-site.ts';
import type { FollowedSite } from '../sync/ports/mirror.ts';
import { pagesOf } from '../sync/observe/pages.ts';
import { commitsOfLapse, lapsedWords, type LapsedDelete } from './lapsed-deletes.ts';
import { compareText } from './views/file-query.ts';
import type { AppContext } from './context.ts';
import { keptSite, showAndSync } from './files/site-files.ts';
import type { SiteCounts } from './views/views.ts';

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
  const change = async (id: string, edit: (site: FollowedSite) => FollowedSite): Promise<Result<null>> => {
    const site = keptSite(app, id);
    if (!site.ok) return site;
    app.mirror.follow(edit(site.value));
    await desk.refresh();
    showAndSync(app, site.value.id);
    return ok(null);
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: of two choices the later one counts, however long either looks at what waits. */
  const choose = (id: string, keep: Keep): Promise<Result<null>> => {
    const chosen = last.then(async () => {
      const site = keptSite(app, id);
      if (!site.ok) return site;
      const lapsing = await desk.lapsing(site.value.id, keep);
      app.mirror.commit(site.value.id, commitsOfLapse(lapsing));
      const changed = await change(id, (each) => ({ ...each, keep }));
      const words = lapsedWords(lapsing);
      if (changed.ok && words !== null) app.emit('toast', { kind: 'warn', text: words });
      return changed;
    });
    last = chosen.catch(() => undefined);
    return chosen;
  };
  return {
    'sites.list': async () => ok(summaries(app, desk, measured)),
    'sites.refresh': async () => {
      const failure = await desk.listSites();
      return failure === null ? ok(null) : fail(failure);
    },
    'sites.measure': async ({ site }, signal) => {
      const session = sessionOf(app);
      if (!session.ok) return session;
      const counts = await measureSite(session.value, site as SiteId, signal);
      if (!counts.ok) return counts;
      measured.set(site as SiteId, counts.value);
      app.changed(site as SiteId);
      return ok([...counts.value]);
    },
    'sites.follow': async ({ site: id, folder, keep: chosen }) => {
      const kept = followedSite(app.mirror, id);
      const keep = chosen ?? kept?.keep ?? keptBefore(app.mirror, id as SiteId) ?? 'all';
      // It stays where it is, whatever it is called by now: a folder that is left would never be sent from again.
      if (kept !== null && (folder ?? kept.folder) === kept.folder) return choose(id, keep);
      return followInFolder(app, desk, id, folder, keep);
    },
    'sites.unfollow': async ({ site }) => {
      // A transfer that ends after the mirror forgot the site would write agreements about a folder that is no more.
      const kept = keptSite(app, site);
      if (kept.ok) {
        const { id } = kept.value;
        const last = countsAtService(desk.counts().get(id));
        await desk.release(id, async () => unfollowSite(app, kept.value));
        rememberKeep(app.mirror, kept.value);
        desk.forgetCounts(id);
        // What was measured before it was kept is older than its trees were.
        if (last === null) measured.delete(id);
        else measured.set(id, last);
      }
      await desk.refresh();
      return ok(null);
    },
    'sites.setKeep': ({ site, keep }) => choose(site, keep),
    'sites.pause': ({ site, paused }) => change(site, (each) => ({ ...each, paused })),
    'sites.openFolder': async ({ site: id }) => {
      const site = keptSite(app, id);
      if (!site.ok) return site;
      const { folder } = site.value;
      // It has the name that the service gave the site, and a Mac takes a folder with an ending for a program.
      const mayBeProgram = app.env.platform === 'darwin' && /\.[^/]*$/.test(folder);
      return app.host[mayBeProgram ? 'reveal' : 'open'](folder);
    },
  };
}

/** Keeps a site in this folder from now on; null: in that which is usual for it. */
async function followInFolder(
  app: AppContext,
  desk: SiteDesk,
  id: string,
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
  // What was counted of it in another folder says nothing of this one.
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

function summaries(
  app: AppContext,
  desk: SiteDesk,
  measured: ReadonlyMap<SiteId, readonly CategoryCount[]>,
): SiteSummary[] {
  const followed = new Map(app.mirror.followed().map((site) => [site.id, site]));
  const listed = app.mirror.sites();
  const known = new Set(listed.map((site) => site.id));
  // A site that the service no longer lists is still shown while its folder is kept.
  const orphans = [...followed.keys()].filter((id) => !known.has(id)).map((id) => bareSite(id));
  const inOrder = [...listed, ...orphans].sort((a, b) => compareText(a.name, b.name));
  return inOrder.map((site): SiteSummary => {
    const kept = followed.get(site.id);
    const counts = desk.counts().get(site.id);
    return {
      ...site,
      hasPhoto: site.photoUrl !== null,
      followed:
        kept === undefined ? null : { folder: kept.folder, keep: copyOf(kept.keep), paused: kept.paused },
      keptBefore: kept === undefined ? mutable(keptBefore(app.mirror, site.id)) : null,
      categories: mutable((kept === undefined ? measured.get(site.id) : counts?.categories) ?? null),
      pending: counts?.pending ?? 0,
      issues: counts?.issues ?? 0,
      conflicts: counts?.conflicts ?? 0,
      held: counts?.held ?? 0,
      folderAway: counts?.folderAway ?? false,
      trouble:
        counts?.trouble ??
        (kept !== undefined && !known.has(site.id) ? 'The service no longer lists this site.' : null),
      listedAt: counts?.listedAt ?? null,
      syncedAt: counts?.syncedAt ?? null,
    };
  });
}

/** What the trees of a site told of the service; null where they may say otherwise, so that it is to be measured. */
function countsAtService(counts: SiteCounts | undefined): readonly CategoryCount[] | null {
  if (counts === undefined || counts.listedAt === null) return null;
  const { pending, issues, conflicts, held } = counts;
  if (pending + issues + conflicts + held > 0) return null;
  return counts.categories.map((each) => ({ ...each, here: 0, bytesHere: 0, unread: 0 }));
}

function mutable<T>(list: readonly T[] | null): T[] | null {
  return list === null ? null : [...list];
}

function copyOf(keep: Keep): Exclude<SiteSummary['followed'], null>['keep'] {
  return typeof keep === 'string' ? keep : [...keep];
}

function bareSite(id: SiteId): Site {
  return {
    id,
    name: id,
    organization: null,
    photoUrl: null,
    createdAt: null,
    address: null,
    latitude: null,
    longitude: null,
    city: null,
    country: null,
    countryCode: null,
    timezone: null,
    graphUri: null,
  };
}

/** Counts a site's files at the service page by page, keeping nothing but the sums. */
async function measureSite(
  session: SyncContext,
  site: SiteId,
  unwanted: AbortSignal,
): Promise<Result<readonly CategoryCount[]>> {
  const counts = new Map(
    CATEGORIES.map(({ id }) => [id, { category: id, files: 0, here: 0, bytes: 0, bytesHere: 0, unread: 0 }]),
  );
  const { service, settings } = session;
  const signal = AbortSignal.any([session.signal, unwanted]);
  const pages = pagesOf((offset) => service.filesPage(site, offset, settings.pageSize, { signal }));
  for await (const page of pages) {
    if (!page.ok) return page;
    for (const file of page.value.items) {
      const count = counts.get(file.category);
      if (count === undefined || file.site !== site) continue;
      count.files += 1;
      count.bytes += file.size ?? 0;
    }
  }
  return ok([...counts.values()]);
}

export function signInFirst(): Failure {
  return {
    code: 'sign-in',
    message: 'You are not signed in.',
    hint: 'Sign in first. What is on this computer stays usable.',
    retry: 'on-sign-in',
  };
}

function noSite(id: string): Failure {
  return {
    code: 'bad-input',
    message: `The service lists no site ${id} for you.`,
    hint: 'Refresh the list of sites, or ask for access to it.',
    retry: 'on-change',
  };
}
