import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';
import { isFound, type Attempt, type KeptProblem } from '../ports/mirror/kept-problem.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from '../following/site-name.ts';
import type { Problem } from './problem.ts';

/**
 * The problems of a site that are reported. While its folder is missing or in use, that is the only one: nobody knows
 * what became of the files in it, and their own problems are looked at again later.
 */
export function reported<P extends Pick<Problem, 'path' | 'code'>>(problems: readonly P[]): readonly P[] {
  return problems.some(isFolderFault) ? problems.filter(({ path }) => path === '') : problems;
}

/** Is it the problem that the whole folder of a site is missing, or that another program keeps it? */
export function isFolderFault({ path, code }: Pick<Problem, 'path' | 'code'>): boolean {
  return path === '' && (code === 'folder-missing' || code === 'folder-in-use');
}

/** Do the problems of a site say that its folder is missing? */
export function isFolderAway(problems: readonly Pick<Problem, 'path' | 'code'>[]): boolean {
  return problems.some(({ path, code }) => path === '' && code === 'folder-missing');
}

/** The reason of a failure that is no fault of the file: the service failed at one file after another. */
export const FAILS_AT_ALL = 'fails-at-all';

/**
 * If the service fails at every file of one kind of action, makes one problem of the site out of theirs, which says
 * how many files wait.
 */
export function failingAsOne(problems: readonly KeptProblem[]): readonly KeptProblem[] {
  const failing = problems.filter(({ reason }) => reason === FAILS_AT_ALL);
  if (failing.length === 0) return problems;
  const ones = [...Map.groupBy(failing, ({ action }) => action).values()].flatMap((alike) => {
    const latest = alike.reduce((a, b) => ((a.nextAt ?? 0) < (b.nextAt ?? 0) ? b : a));
    const since = alike.reduce((first, each) => Math.min(first, each.since), latest.since);
    return { ...latest, path: '', since, message: `${latest.message} ${waitFor(alike.length)}` };
  });
  return [...ones, ...problems.filter(({ reason }) => reason !== FAILS_AT_ALL)];
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
  problems: readonly KeptProblem[],
): readonly KeptProblem[] {
  const failed = problems.filter((each) => !isFound(each));
  const found = problems.filter(isFound);
  const [first] = failed;
  const isSaid = failed.some(({ reason }) => reason === 'unlisted');
  if (first === undefined || !(isUnlisted(mirror, site.id) || isSaid)) return problems;
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

/**
 * Problems that all files of a site may have at once, and how many of them a report names: a full disk and a busy service are
 * states of the site; of files that are forbidden the first few show whether it is the site or single files.
 */
const SAID_ONCE: ReadonlyMap<Problem['code'], number> = new Map<Problem['code'], number>([
  ['disk-full', 1],
  ['busy', 1],
  ['no-access', 3],
  ['just-sent', 3],
]);

/** Names of the problems that all files of a site may have at once the first few, and how many more there are. */
export function inShort(problems: readonly Problem[]): readonly Problem[] {
  return [...SAID_ONCE].reduce((left, [code, times]) => firstFew(left, code, times), problems);
}

/** The first few problems of this kind, and how many more there are. */
function firstFew(problems: readonly Problem[], code: Problem['code'], times: number): readonly Problem[] {
  const alike = problems.filter((problem) => problem.code === code);
  const last = alike[times - 1];
  const more = alike.length - times;
  if (last === undefined || more <= 0) return problems;
  const others = more === 1 ? 'One more file waits' : `${numberText(more)} more files wait`;
  const said = new Set(alike.slice(0, times));
  return problems
    .filter((problem) => problem.code !== code || said.has(problem))
    .map((problem) =>
      problem === last ? { ...last, message: `${last.message} ${others} for the same reason.` } : problem,
    );
}
