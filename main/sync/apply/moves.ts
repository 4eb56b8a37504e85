import { foldersAbove, folderOf } from '../../../shared/model/rel-path.ts';
import type { MoveLocal } from '../../engine/actions.ts';
import { foldKey } from '../../engine/local-names.ts';
import type { SiteContext } from '../context.ts';
import { forEachLimited } from '../slots.ts';

/** Under way at a time: the disk flushes once for those that go together. */
const AT_ONCE = 32;

/**
 * Carries out moves in the plan's order, in which each finds its place free, and side by side where none waits for
 * another: a folder that a colleague renamed is thousands of them. Folders that became empty go when those that may come
 * into them are through.
 */
export async function applyMoves(
  { disk, site }: Pick<SiteContext, 'disk' | 'site'>,
  moves: readonly MoveLocal[],
  run: (move: MoveLocal) => Promise<void>,
): Promise<void> {
  for (const part of parts(moves)) {
    await sideBySide(part, run);
    const left = new Map(part.map(({ from }) => [folderOf(from), from]));
    for (const from of left.values()) await disk.pruneEmptyFolders(site.folder, from);
  }
}

/** One that gets the name of a folder which the others leave has to wait until that is gone. */
function parts(moves: readonly MoveLocal[]): readonly (readonly MoveLocal[])[] {
  const all: MoveLocal[][] = [];
  let left = new Set<string>();
  for (const move of moves) {
    if (all.length === 0 || left.has(foldKey(move.to))) {
      all.push([]);
      left = new Set();
    }
    all.at(-1)?.push(move);
    for (const folder of foldersAbove(move.from)) if (folder !== '') left.add(foldKey(folder));
  }
  return all;
}

/** Each waits for those before it that leave its place, or a file that stands where it needs a folder. */
async function sideBySide(
  moves: readonly MoveLocal[],
  run: (move: MoveLocal) => Promise<void>,
): Promise<void> {
  const leaving = new Map<string, Promise<void>>();
  await forEachLimited(moves, AT_ONCE, async (move) => {
    const places = [move.to, ...foldersAbove(move.to)];
    const before = places.flatMap((path) => (path === '' ? [] : (leaving.get(foldKey(path)) ?? [])));
    const moved = Promise.all(before).then(() => run(move));
    leaving.set(foldKey(move.from), moved);
    await moved;
  });
}
