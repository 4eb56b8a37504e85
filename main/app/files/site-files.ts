import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { baseName, parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import type { LocalFile } from '../../engine/trees.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { ignoreLines, ignoreText } from '../../sync/observe/site-ignore.ts';
import { takeFolder } from '../../sync/observe/site-lock.ts';
import type { AppContext } from '../context.ts';
import { nameOf } from '../../sync/following/site-name.ts';

/** The site with this id, if it is kept on this computer. */
export function keptSite(app: Pick<AppContext, 'mirror'>, id: SiteId): Result<FollowedSite> {
  const site = followedSite(app.mirror, id);
  return site === null ? fail(notKept(nameOf(app, { id }))) : ok(site);
}

/** As `keptSite`, to change something in its folder: fails while another program works there. */
export async function siteToChange(
  app: Pick<AppContext, 'locks' | 'mirror'>,
  id: SiteId,
): Promise<Result<FollowedSite>> {
  const kept = keptSite(app, id);
  if (!kept.ok) return kept;
  const taken = await takeFolder(app, kept.value);
  return taken === null ? kept : fail(taken);
}

/** A file in the site's folder as it is on the disk now. */
export async function fileAt(
  app: Pick<AppContext, 'disk'>,
  site: FollowedSite,
  path: string,
): Promise<Result<LocalFile>> {
  const parsed = parseRelPath(path);
  if (parsed === null) return fail(notHere(path));
  const there = await app.disk.stat(site.folder, parsed);
  if (!there.ok) return there;
  return there.value === null ? fail(notHere(path)) : ok({ ...there.value, hash: null });
}

/** The file's full path, as other programs name it. */
export function absolutePath(app: Pick<AppContext, 'env'>, site: FollowedSite, path: RelPath): string {
  const separator = app.env.platform === 'win32' ? '\\' : '/';
  // The folder of a whole drive ends with one.
  const above = site.folder.endsWith(separator) ? site.folder : site.folder + separator;
  return above + path.replaceAll('/', separator);
}

/** Tells which paths are left out of the sync: a file renamed to one would count as deleted here. */
export async function ignoredPaths(
  app: Pick<AppContext, 'disk' | 'mirror'>,
  site: FollowedSite,
): Promise<(path: RelPath) => boolean> {
  const text = await ignoreText(app.disk, site.folder);
  return ignoreRules(ignoreLines(app.mirror), text).ignoresAnywhere;
}

/**
 * Writes what a command did to the folder into the local tree at once, so that every screen shows it even if no cycle runs. Not
 * for a file with a transfer under way: the end of that writes about the old place, and only a scan sees both.
 */
export function noteMoved(app: AppContext, site: FollowedSite, from: RelPath, file: LocalFile): void {
  if (!isOnItsWay(app, site, from)) app.mirror.commit(site.id, [{ dropLocal: from, local: file }]);
}

/** As `noteMoved`, for a file that was deleted. */
export function noteGone(app: AppContext, site: FollowedSite, path: RelPath, activity?: Activity): void {
  const gone = isOnItsWay(app, site, path) ? {} : { dropLocal: path };
  const told = activity === undefined ? {} : { activity };
  app.mirror.commit(site.id, [{ ...gone, ...told }]);
}

/** As `noteMoved`, for files that are new, or took the place of others. */
export function noteCame(
  app: Pick<AppContext, 'mirror' | 'session'>,
  site: FollowedSite,
  files: readonly LocalFile[],
): void {
  app.mirror.commit(
    site.id,
    files.filter(({ path }) => !isOnItsWay(app, site, path)).map((local) => ({ local })),
  );
}

/** To be called after a change here: screens ask again, and a cycle follows soon. */
export function showAndSync(app: Pick<AppContext, 'changed' | 'syncSoon'>, site: SiteId): void {
  app.changed(site);
  app.syncSoon(site);
}

function isOnItsWay(app: Pick<AppContext, 'session'>, site: FollowedSite, path: RelPath): boolean {
  const running = app.session()?.progress.state.running ?? [];
  return running.some((each) => each.site === site.id && each.path === path);
}

function notKept(name: string): Failure {
  return {
    code: 'bad-input',
    message: `The site ${name} is not kept on this computer.`,
    hint: 'Choose it under Sites to keep it here.',
    retry: 'on-change',
  };
}

function notHere(path: string): Failure {
  const name = baseName(path);
  return {
    code: 'not-found',
    message: `${name} is not on this computer.`,
    hint: 'Choose “Keep offline” to fetch it, or look whether it was renamed or deleted meanwhile.',
    retry: 'on-change',
  };
}

export function noLongerThere(): Failure {
  return {
    code: 'not-found',
    message: 'This file is no longer there.',
    hint: 'It was renamed or deleted meanwhile. The list shows what is there now.',
    retry: 'on-change',
  };
}
