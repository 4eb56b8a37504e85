import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteContext } from '../../context.ts';

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

/** Forgets a choice for a file that is gone on both sides: the next file in its place has nothing to do with it. */
export function forgetChoice({ mirror, site }: Pick<SiteContext, 'mirror' | 'site'>, path: RelPath): void {
  if (mirror.chosenCategories(site.id).has(pathKey(path))) mirror.setChosenCategory(site.id, path, null);
}
