import type { ContentHash } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import type { Action, Hash } from '../../engine/plan/actions.ts';
import { plan } from '../../engine/plan/plan.ts';
import type { Policy } from '../../engine/policy.ts';
import { withoutSettled } from '../../engine/compare/settled.ts';
import type { LocalFile, Trees } from '../../engine/trees.ts';

/** Stands for bytes that nobody has read yet. */
const UNREAD = '0'.repeat(64) as ContentHash;
/**
 * A file and a record in its place that nothing was agreed on yet: that they are equal is to be written down, or to be
 * found out, since nobody read both. False where it is known that they are not.
 */
export function isToCompare(action: Action, { base }: Trees): boolean {
  if (action.kind === 'adopt') return !base.has(action.id);
  if (action.kind !== 'reconcile' || action.reason !== 'new-on-both') return false;
  const { local, remote } = action;
  if (remote.size !== null && remote.size !== local.size) return false;
  return local.hash === UNREAD || remote.facts.sha256 === null;
}

/** A move that is found may need one more look at what lay there. */
const ROUNDS = 3;

/**
 * The plan as it will most likely be: a file that was not read since it changed is taken for what it seems, so that
 * a screen shows a rename as a rename at once, also without the service. Only for showing: a cycle reads first.
 */
export function likelyPlan(
  trees: Trees,
  policy: Policy,
): { readonly trees: Trees; readonly actions: readonly Action[] } {
  const open = trees.settled === undefined ? withoutSettled(trees, policy) : trees;
  let seen = open;
  for (let round = 0; round < ROUNDS; round++) {
    const actions = plan(seen, policy);
    const hashes = actions.filter((action) => action.kind === 'hash');
    if (hashes.length === 0) return { trees: guessed(trees, open, seen), actions };
    seen = { ...seen, local: withGuesses(seen, hashes) };
  }
  return { trees: guessed(trees, open, seen), actions: plan(seen, policy) };
}

/** All of the trees, with what was guessed of those parts that were planned. */
function guessed(trees: Trees, open: Trees, seen: Trees): Trees {
  return seen === open ? trees : { ...trees, local: new Map([...trees.local, ...seen.local]) };
}

function withGuesses(trees: Trees, hashes: readonly Hash[]): ReadonlyMap<PathKey, LocalFile> {
  const byInode = new Map([...trees.base.values()].map((base) => [base.ino, base]));
  const local = new Map(trees.local);
  for (const { local: file, reason } of hashes) {
    const base = reason === 'maybe-moved' ? byInode.get(file.ino) : undefined;
    local.set(pathKey(file.path), { ...file, hash: base?.hash ?? UNREAD });
  }
  return local;
}
