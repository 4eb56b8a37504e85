import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';

/**
 * Takes a choice of category that was not sent yet along with the file that it was made for. Left behind, it would be lost,
 * and the next file in that place would inherit it.
 */
export function takeChoiceAlong(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  from: RelPath,
  to: RelPath,
): void {
  const chosen = mirror.chosenCategories(site.id).get(pathKey(from));
  if (chosen === undefined) return;
  mirror.setChosenCategory(site.id, from, null);
  mirror.setChosenCategory(site.id, to, chosen);
}

/**
 * The same as part of a commit about the file, whose agreement was about another place: if the process ended in between, the
 * choice would stay behind. A choice for the new place was made since the file lies there, and counts.
 */
export function choiceOfMoved(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  from: RelPath,
  to: RelPath,
): Pick<Commit, 'choice'> {
  const chosen = mirror.chosenCategories(site.id);
  if (pathKey(from) === pathKey(to) || !chosen.has(pathKey(from))) return {};
  return { choice: { from, to: chosen.has(pathKey(to)) ? null : to } };
}

/** Takes a choice along with a file that we move; its place was free, so no choice is for that. */
export function choiceAlong(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  from: RelPath,
  to: RelPath,
): Pick<Commit, 'choice'> {
  const isMoved = pathKey(from) !== pathKey(to) && mirror.chosenCategories(site.id).has(pathKey(from));
  return isMoved ? { choice: { from, to } } : {};
}

/** Drops a choice with the file that it was made for: the next file in its place has nothing to do with it. */
export function choiceOfGone(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  path: RelPath,
): Pick<Commit, 'choice'> {
  return mirror.chosenCategories(site.id).has(pathKey(path)) ? { choice: { from: path, to: null } } : {};
}
