import { foldersAbove, folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { MoveLocal, Update } from '../../engine/plan/actions.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import type { SiteContext } from '../context.ts';
import { forEachLimited } from '../concurrency/for-each-limited.ts';

/** Moves under way at a time: the disk flushes once for those that go together. */
const AT_ONCE = 32;

/** The files that leave a place, by the key of that place. Resolves to whether it did. */
type Leaving = Map<string, Promise<boolean>>;

/**
 * Carries out moves in the plan's order, in which each finds its place free, and hears whether the file that lay there left;
 * those that do not wait for one another run side by side, since a folder that a colleague renamed is thousands of moves.
 * Empty folders are removed only after the moves that may fill them.
 */
export async function applyMoves(
  { disk, site }: Pick<SiteContext, 'disk' | 'site'>,
  moves: readonly MoveLocal[],
  run: (move: MoveLocal, isFree: boolean) => Promise<boolean>,
): Promise<void> {
  const leaving: Leaving = new Map();
  for (const part of parts(moves)) {
    await sideBySide(part, leaving, { wayOf: ({ path, to }) => ({ from: path, to }), run });
    const left = new Map(part.map(({ path }) => [folderOf(path), path]));
    for (const path of left.values()) await disk.pruneEmptyFolders(site.folder, path);
  }
}

/** Splits moves so that one which takes the name of a folder comes after the moves that empty this folder. */
function parts(moves: readonly MoveLocal[]): readonly (readonly MoveLocal[])[] {
  const all: MoveLocal[][] = [];
  let left = new Set<string>();
  for (const move of moves) {
    if (all.length === 0 || left.has(foldKey(move.to))) {
      all.push([]);
      left = new Set();
    }
    all.at(-1)?.push(move);
    for (const folder of foldersAbove(move.path)) if (folder !== '') left.add(foldKey(folder));
  }
  return all;
}

/**
 * Renames records in the plan's order, in which each finds its name free: each waits for the one that leaves this name, and
 * hears whether it did.
 */
export async function applyRenames(
  renames: readonly Update[],
  run: (rename: Update, isFree: boolean) => Promise<boolean>,
  onThrow: () => void,
  isOver: () => boolean,
): Promise<void> {
  const wayOf = ({ base, place }: Update): Way => ({ from: base.path, to: place });
  await sideBySide(renames, new Map(), { wayOf, run, onThrow, isOver });
}

/** The renames of which one takes a name that another one leaves. */
export function trading(renames: readonly Update[]): readonly Update[] {
  const left = new Set(renames.map(({ base }) => foldKey(base.path)));
  const taken = new Set(renames.map(({ place }) => foldKey(place)));
  return renames.filter(({ base, place }) => left.has(foldKey(place)) || taken.has(foldKey(base.path)));
}

interface Way {
  readonly from: RelPath;
  readonly to: RelPath;
}

/** How moves are carried out. */
interface Carrier<T> {
  readonly wayOf: (move: T) => Way;
  /** Returns whether the move left its own place. */
  readonly run: (move: T, isFree: boolean) => Promise<boolean>;
  readonly onThrow?: () => void;
  readonly isOver?: () => boolean;
}

/** Runs moves side by side, but each after those before it that free its place, or a place where it needs a folder. */
async function sideBySide<T>(
  moves: readonly T[],
  leaving: Leaving,
  { wayOf, run, onThrow, isOver }: Carrier<T>,
): Promise<void> {
  const inTurn = async (move: T): Promise<void> => {
    const { from, to } = wayOf(move);
    const places = [to, ...foldersAbove(to)];
    const before = places.flatMap((path) => (path === '' ? [] : (leaving.get(foldKey(path)) ?? [])));
    const moved = Promise.all(before).then((left) => run(move, left.every(Boolean)));
    leaving.set(foldKey(from), moved);
    await moved;
  };
  await forEachLimited(moves, AT_ONCE, inTurn, onThrow, isOver);
}
