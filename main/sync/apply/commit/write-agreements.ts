import { isKept } from '../../../../shared/model/category.ts';
import type { Adopt, Forget } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { inTurns, slices } from '../../concurrency/in-turns.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import type { Tally } from '../../steps/tally.ts';
import { agree } from './agreement.ts';
import { forgetChoice } from './choices.ts';
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
      const commit = action.kind === 'forget' ? commitOfForget(action) : commitOfAdopt(context, action);
      if (commit === null) continue;
      commits.push(commit);
      tally.add(action.kind === 'adopt' && action.reason === 'same-bytes' ? 'adopted' : 'recorded');
    }
    context.mirror.commit(context.site.id, commits);
    for (const { reason, path } of some) if (reason === 'gone-on-both') forgetChoice(context, path);
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
    ...pinOfMoved(context, action),
    ...(found ? { activity: activityOf(context, action, action.local.size) } : {}),
  };
}

/** If the process ended right after a move was sent, the agreement about it is written here. */
function pinOfMoved({ mirror, site }: SiteContext, { id, remote, basePath }: Adopt): Pick<Commit, 'pin'> {
  // A first sync adopts thousands, whose agreements need not be looked up.
  const base = isKept(site.keep, remote.category) ? null : mirror.agreement(site.id, id);
  if (base === null || base.path === basePath) return {};
  return pinOf({ mirror, site }, { id, base }, remote.category);
}

/** Nothing is left of it on either side, or it is not wanted here: its agreement goes. */
function commitOfForget(action: Forget): Commit {
  return { dropBase: action.id };
}
