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
 * Is this about a file and a record in one place that have no agreement yet, and are equal or not compared yet? False
 * if they are known to differ.
 */
export function isToCompare(action: Action, { base }: Trees): boolean {
  if (action.kind === 'adopt') return !base.has(action.id);
  if (action.kind !== 'reconcile' || action.reason !== 'new-on-both') return false;
  const { local, remote } = action;
  if (remote.size !== null && remote.size !== local.size) return false;
  return local.hash === UNREAD || remote.facts.sha256 === null;
}

/** How often to plan again: a move that was found may need another look at what lay there. */
const ROUNDS = 3;

/**
 * The plan as it will most likely be: a file that was not read since it changed counts as what it seems to be, so
 * that a screen shows a rename as a rename at once, even without the service. It is only for showing: a cycle reads
 * the files first.
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

/** The whole trees, with the guesses about the parts that were planned. */
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
