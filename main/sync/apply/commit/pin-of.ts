import { isKept, type Category } from '../../../../shared/model/category.ts';
import type { Update } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';

/**
 * A file that a person moves to a category which is not kept here stays, just as a new file there does.
 *
 * @param base the agreement until now
 * @param category of the record from now on
 */
export function pinOf(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  { id, base }: Pick<Update, 'id' | 'base'>,
  category: Category,
): Pick<Commit, 'pin'> {
  if (category === base.category || isKept(site.keep, category)) return {};
  return mirror.pin(site.id, id) === null ? { pin: { id, keep: true } } : {};
}
