import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Attempt, FollowedSite, Mirror } from '../ports/mirror.ts';
import { nameOf } from '../site-name.ts';

/**
 * What is said of a site's problems. While nothing in its folder counts that is all: nobody knows what became of the
 * files in it, and their own problems are looked at again when it does.
 */
export function standing<A extends Pick<Attempt, 'path' | 'code'>>(problems: readonly A[]): readonly A[] {
  return problems.some(isFolderFault) ? problems.filter(({ path }) => path === '') : problems;
}

/** Is it why nothing in the folder of a site counts: that is not there, or another program keeps it? */
export function isFolderFault({ path, code }: Pick<Attempt, 'path' | 'code'>): boolean {
  return path === '' && (code === 'folder-missing' || code === 'folder-in-use');
}

/** Of a site's problems: is its folder not there? */
export function isFolderAway(problems: readonly Pick<Attempt, 'path' | 'code'>[]): boolean {
  return problems.some(({ path, code }) => path === '' && code === 'folder-missing');
}

/** Keys of what an observation found, as opposed to what an action failed with. */
export const OBSERVED = 'found:';

/** Of a file: the service failed at one like it after another, so that it is a state of the service. */
export const FAILS_AT_ALL = 'fails-at-all';

/**
 * That the service fails at every file that is sent, or fetched, is one problem each, of the site: of the files only the
 * number is said.
 */
export function failingAsOne(attempts: readonly Attempt[]): readonly Attempt[] {
  const failing = attempts.filter(({ reason }) => reason === FAILS_AT_ALL);
  if (failing.length === 0) return attempts;
  const ones = [...Map.groupBy(failing, ({ action }) => action).values()].flatMap((alike) => {
    const latest = alike.reduce((a, b) => ((a.nextAt ?? 0) < (b.nextAt ?? 0) ? b : a));
    const since = alike.reduce((first, each) => Math.min(first, each.since), latest.since);
    const { length } = alike;
    const wait = length === 1 ? 'One file waits for that.' : `${numberText(length)} files wait for that.`;
    return { ...latest, path: '', since, message: `${latest.message} ${wait}` };
  });
  return [...ones, ...attempts.filter(({ reason }) => reason !== FAILS_AT_ALL)];
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

/** Is it missing in the list of sites, as that was seen last? */
export function isUnlisted(mirror: Pick<Mirror, 'site' | 'sites'>, site: SiteId): boolean {
  return mirror.site(site) === null && mirror.sites().length > 0;
}

/**
 * That the service no longer lists a site is one problem, and what failed with its files follows from it: of them only
 * the number is said. What was found in its folder stands as it is.
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
  const wait =
    failed.length === 1 ? 'One file waits for that.' : `${numberText(failed.length)} files wait for that.`;
  const dueAt = failed.flatMap(({ nextAt }) => nextAt ?? []);
  const one: Attempt = {
    ...first,
    path: '',
    code,
    reason,
    message: `${message} ${wait}`,
    hint,
    tries: failed.reduce((most, { tries }) => Math.max(most, tries), 0),
    nextAt: dueAt.length === 0 ? null : dueAt.reduce((a, b) => Math.min(a, b)),
  };
  // What was found before may call the site as the service did then.
  return [one, ...found.filter((each) => each.path !== '' || each.reason !== reason)];
}
