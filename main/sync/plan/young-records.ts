import type { Action } from '../../engine/plan/actions.ts';
import { LATE } from '../problems/late-creates.ts';
import { proveGone } from '../apply/proof.ts';
import type { SiteContext } from '../context.ts';
import { forEachLimited } from '../concurrency/for-each-limited.ts';

/**
 * Leaves out deletes of files here that were sent a moment ago if their records exist after all: some services list a record
 * half a minute after they made it. If the guard counted them, it might ask a person about deletes that nobody made.
 */
export async function withoutYoung(
  context: SiteContext,
  actions: readonly Action[],
): Promise<readonly Action[]> {
  const { env, mirror, site, slots } = context;
  const trashed = actions.filter((action) => action.kind === 'trashLocal');
  const made = trashed.length === 0 ? new Set() : mirror.creates(site.id, env.now() - LATE);
  const stays = new Set<Action>();
  await forEachLimited(
    trashed.filter(({ id }) => made.has(id)),
    slots.capacity,
    async (action) => {
      const proof = await proveGone(context, action.id, action.path);
      if (proof?.kind === 'again') stays.add(action);
    },
  );
  return stays.size === 0 ? actions : actions.filter((action) => !stays.has(action));
}
