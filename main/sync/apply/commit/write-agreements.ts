import { isKept } from '../../../../shared/model/category.ts';
import type { Adopt, Forget } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { inTurns, slices } from '../../concurrency/in-turns.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import type { Tally } from '../../steps/tally.ts';
import { agree } from './agreement.ts';
import { choiceOfGone, choiceOfMoved } from './choices.ts';
import { activityOf } from './journal.ts';
import { pinOf } from './pin-of.ts';
import { stillSent } from './sent-over.ts';

const COMMITS_AT_ONCE = 250;

/** Carries out the actions that only write or drop an agreement: many in one transaction, with turns for others in between. */
export async function writeAgreements(
  context: SiteContext,
  actions: readonly (Adopt | Forget)[],
  tally: Tally,
): Promise<void> {
  const record = (some: readonly (Adopt | Forget)[]): void => {
    const commits: Commit[] = [];
    for (const action of some) {
      const commit =
        action.kind === 'forget' ? commitOfForget(context, action) : commitOfAdopt(context, action);
      if (commit === null) continue;
      commits.push(commit);
      tally.add(action.kind === 'adopt' && action.reason === 'same-bytes' ? 'adopted' : 'recorded');
    }
    context.mirror.commit(context.site.id, commits);
  };
  await inTurns(context.env, slices(actions, COMMITS_AT_ONCE), record, 1);
}

/** Null if the hash is not known: without it nothing can be agreed on. */
function commitOfAdopt(context: SiteContext, action: Adopt): Commit | null {
  const { hash } = action.local;
  if (hash === null) return null;
  const base = agree(action.remote, action.local, hash, {
    path: action.basePath,
    impliedPath: action.impliedPath,
  });
  const found = action.reason === 'same-bytes';
  const sent = stillSent(context.mirror, context.site.id, action.remote, hash);
  return {
    base,
    ...sent,
    ...choicesOfMoved(context, action),
    ...(found ? { activity: activityOf(context, action, action.local.size) } : {}),
  };
}

/** If the process ended right after a move was sent, the agreement about it is written here. */
function choicesOfMoved(
  { mirror, site }: SiteContext,
  { id, remote, basePath }: Adopt,
): Pick<Commit, 'pin' | 'choice'> {
  // A first sync adopts thousands, whose agreements need not be looked up.
  const mayMatter = !isKept(site.keep, remote.category) || mirror.chosenCategories(site.id).size > 0;
  const base = mayMatter ? mirror.agreement(site.id, id) : null;
  if (base === null || base.path === basePath) return {};
  const choice = choiceOfMoved({ mirror, site }, base.path, basePath);
  return { ...pinOf({ mirror, site }, { id, base }, remote.category), ...choice };
}

/** Nothing is left of it on either side, or it is not wanted here: its agreement goes. */
function commitOfForget(context: SiteContext, { id, path, reason }: Forget): Commit {
  return { dropBase: id, ...(reason === 'gone-on-both' ? choiceOfGone(context, path) : {}) };
}
