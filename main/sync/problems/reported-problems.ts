import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { Attempt } from '../ports/mirror/notes.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from '../following/site-name.ts';

/**
 * The problems of a site that are reported. While its folder is missing or in use, that is the only one: nobody knows
 * what became of the files in it, and their own problems are looked at again later.
 */
export function reported<A extends Pick<Attempt, 'path' | 'code'>>(problems: readonly A[]): readonly A[] {
  return problems.some(isFolderFault) ? problems.filter(({ path }) => path === '') : problems;
}

/** Is it the problem that the whole folder of a site is missing, or that another program keeps it? */
export function isFolderFault({ path, code }: Pick<Attempt, 'path' | 'code'>): boolean {
  return path === '' && (code === 'folder-missing' || code === 'folder-in-use');
}

/** Do the problems of a site say that its folder is missing? */
export function isFolderAway(problems: readonly Pick<Attempt, 'path' | 'code'>[]): boolean {
  return problems.some(({ path, code }) => path === '' && code === 'folder-missing');
}

/** The keys of what an observation found begin so; those of failed actions do not. */
export const OBSERVED = 'found:';

/** The reason of a failure that is no fault of the file: the service failed at one file after another. */
export const FAILS_AT_ALL = 'fails-at-all';

/**
 * If the service fails at every file of one kind of action, makes one problem of the site out of theirs, which says
 * how many files wait.
 */
export function failingAsOne(attempts: readonly Attempt[]): readonly Attempt[] {
  const failing = attempts.filter(({ reason }) => reason === FAILS_AT_ALL);
  if (failing.length === 0) return attempts;
  const ones = [...Map.groupBy(failing, ({ action }) => action).values()].flatMap((alike) => {
    const latest = alike.reduce((a, b) => ((a.nextAt ?? 0) < (b.nextAt ?? 0) ? b : a));
    const since = alike.reduce((first, each) => Math.min(first, each.since), latest.since);
    return { ...latest, path: '', since, message: `${latest.message} ${waitFor(alike.length)}` };
  });
  return [...ones, ...attempts.filter(({ reason }) => reason !== FAILS_AT_ALL)];
}

function waitFor(files: number): string {
  return files === 1 ? 'One file waits for that.' : `${numberText(files)} files wait for that.`;
}

/** Why nothing of a site that the service no longer lists is sent, fetched or deleted. */
export function notListed(siteName: string): Failure {
  return {
    code: 'no-access',
    reason: 'unlisted',
    message: `The service no longer lists ${siteName}.`,
    hint: 'Nothing was deleted here. Ask who manages the site whether you still have access, or stop keeping it here.',
    retry: 'later',
  };
}

/** Does the last list of sites that was seen lack this one? */
export function isUnlisted(mirror: Pick<Mirror, 'site' | 'sites'>, site: SiteId): boolean {
  return mirror.site(site) === null && mirror.sites().length > 0;
}

/**
 * If the service no longer lists a site, that is one problem, and the failures of its files follow from it: it says
 * how many wait. What was found in the folder stays as it is.
 */
export function unlistedAsOne(
  mirror: Pick<Mirror, 'site' | 'sites'>,
  site: Pick<FollowedSite, 'id' | 'folder'>,
  attempts: readonly Attempt[],
): readonly Attempt[] {
  const failed = attempts.filter(({ key }) => !key.startsWith(OBSERVED));
  const found = attempts.filter(({ key }) => key.startsWith(OBSERVED));
  const [first] = failed;
  const isSaid = failed.some(({ reason }) => reason === 'unlisted');
  if (first === undefined || !(isUnlisted(mirror, site.id) || isSaid)) return attempts;
  const { code, reason, message, hint } = notListed(nameOf({ mirror }, site));
  const dueAt = failed.flatMap(({ nextAt }) => nextAt ?? []);
  const one: Attempt = {
    ...first,
    path: '',
    code,
    reason,
    message: `${message} ${waitFor(failed.length)}`,
    hint,
    tries: failed.reduce((most, { tries }) => Math.max(most, tries), 0),
    nextAt: dueAt.length === 0 ? null : dueAt.reduce((a, b) => Math.min(a, b)),
  };
  // The same problem as found earlier may call the site by its earlier name.
  return [one, ...found.filter((each) => each.path !== '' || each.reason !== reason)];
}
