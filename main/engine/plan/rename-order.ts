import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import type { Action } from './actions.ts';
import { foldKey } from '../names/local-names.ts';
import type { BaseFile, LocalFile } from '../trees.ts';

/** A file that was moved here, from the place that was agreed on to the one where it lies. */
export interface Renamed {
  readonly base: BaseFile;
  readonly local: Pick<LocalFile, 'path'>;
}

/** `opens`: in a ring, the one that gets a name for the time being, so that the others find their names free. */
export interface InTurn<T extends Renamed> {
  readonly renamed: T;
  readonly opens: boolean;
}

/**
 * Puts renames into an order in which no two records ever have the same name: each gets its name after the record that
 * had it. Other computers may look in between, and would lay one of two such files beside the other, for good. On many of them
 * names that differ only in case are one name.
 */
export function orderRenames<T extends Renamed>(all: readonly T[]): readonly InTurn<T>[] {
  const leaving = Map.groupBy(all, ({ base }) => foldKey(base.path));
  const begun = new Set<FileId>();
  const ordered: InTurn<T>[] = [];
  for (const first of all) {
    // Each name is left by one record. So the renames that stand in each other's way form a chain, or a ring.
    const chain: T[] = [];
    let next: T | undefined = first;
    while (next !== undefined && !begun.has(next.base.id)) {
      begun.add(next.base.id);
      chain.push(next);
      next = inTheWay(next, leaving);
    }
    const isRing = next !== undefined && chain.includes(next);
    for (const [at, renamed] of chain.toReversed().entries())
      ordered.push({ renamed, opens: isRing && at === 0 });
  }
  return ordered;
}

/** If several records have that name in some case, the one that has it as it is spelt. */
function inTheWay<T extends Renamed>(
  { base, local }: T,
  leaving: ReadonlyMap<string, readonly T[]>,
): T | undefined {
  const others = leaving.get(foldKey(local.path))?.filter((each) => each.base.id !== base.id) ?? [];
  return others.find((each) => pathKey(each.base.path) === pathKey(local.path)) ?? others[0];
}

/**
 * Makes a rename wait if another record still has its new name and is not renamed now, since its own rename was refused
 * or waits as well.
 */
export function waitForNames(
  actions: readonly Action[],
  mayGo: (action: Action) => boolean,
): readonly Action[] {
  const kept = new Set<string>();
  return actions.map((action) => {
    if (action.kind !== 'update' || action.place === action.base.path) return action;
    const isFree = !kept.has(foldKey(action.place));
    if (isFree && mayGo(action)) return action;
    kept.add(foldKey(action.base.path));
    const { id, path } = action;
    return isFree ? action : { kind: 'wait', id, path, reason: 'name-taken' };
  });
}
