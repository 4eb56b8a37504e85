import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { SiteContext } from '../context.ts';
import { inTurns } from '../concurrency/in-turns.ts';

type Context = Pick<SiteContext, 'env' | 'mirror' | 'site'>;

/**
 * Before a plan, drops choices of a category that were carried out, or overtaken by another category on the service. A choice
 * that stayed would undo whatever others choose later; two computers with a choice each would do so for ever, and the next
 * file in its place would inherit it.
 */
export async function settleChoices(context: Context): Promise<void> {
  const { env, mirror, site } = context;
  const chosen = mirror.chosenCategories(site.id);
  if (chosen.size === 0) return;
  await inTurns(env, chosen, ([key, category]) => {
    const path = key as string as RelPath;
    if (agreedAt(context, path).some((id) => isOver(context, id, category)))
      mirror.setChosenCategory(site.id, path, null);
  });
}

/** The disk may spell the place with other Unicode characters. */
function agreedAt({ mirror, site }: Context, path: RelPath): readonly FileId[] {
  const spellings = new Set([path, path.normalize('NFD') as RelPath]);
  return [...spellings].flatMap((each) => mirror.agreedAt(site.id, each));
}

function isOver({ mirror, site }: Context, id: FileId, chosen: Category): boolean {
  const agreed = mirror.agreement(site.id, id)?.category;
  const there = mirror.record(site.id, id)?.category ?? agreed;
  return agreed === chosen || there !== agreed;
}
