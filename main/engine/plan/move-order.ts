import type { FileId } from '../../../shared/model/ids.ts';
import type { Action, MoveLocal } from './actions.ts';
import {
  foldersAbove,
  isBelow,
  pathKey,
  type PathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import { foldersOn } from '../names/folders-here.ts';
import { aliasPath, foldKey } from '../names/local-names.ts';
import type { Policy } from '../policy.ts';
import type { Places } from './places.ts';

/**
 * Puts moves into an order in which each finds its place free: a file moves to the place of another after that one
 * left, and into a folder after the file that stood in the folder's way. A ring (two names swapped on the service) is
 * broken by one stop on the way, from which the next round goes on. If the place stays taken, the file gets its alias
 * beside it. It waits if a delete is about to free the place, if the record that had the place is still to be deleted,
 * or if a file in the way is not moved by this plan.
 *
 * So does a move into a folder that could not be read (`unreadable`): another drive may be there than the one that belongs
 * there, and what was put on that would look deleted once it is out.
 */
export function orderMoves(
  moves: readonly MoveLocal[],
  places: Places,
  unreadable: Policy['unreadable'],
): readonly Action[] {
  return new MoveOrder(moves, places, unreadable).actions();
}

/**
 * Makes a move wait if another file still lies in its place, or where it needs a folder, and is not moved now, since its own
 * move failed or waits as well.
 */
export function waitForPlaces(
  actions: readonly Action[],
  mayGo: (action: Action) => boolean,
): readonly Action[] {
  const kept = new Set<string>();
  const isKept = (path: RelPath | ''): boolean => path !== '' && kept.has(foldKey(path));
  return actions.map((action) => {
    if (action.kind !== 'moveLocal') return action;
    const isFree = kept.size === 0 || ![action.to, ...foldersAbove(action.to)].some(isKept);
    if (isFree && mayGo(action)) return action;
    kept.add(foldKey(action.path));
    return isFree ? action : waitFor(action);
  });
}

class MoveOrder {
  readonly #moves: readonly MoveLocal[];
  readonly #places: Places;
  readonly #unreadable: Policy['unreadable'];
  readonly #byStart: ReadonlyMap<PathKey, MoveLocal>;
  readonly #ordered: Action[] = [];
  readonly #ends = new Map<FileId, 'visiting' | 'leaves' | 'stays'>();
  /** Moves out of a folder whose name another file is to get: that folder. */
  readonly #folders = new Map<FileId, RelPath>();

  constructor(moves: readonly MoveLocal[], places: Places, unreadable: Policy['unreadable']) {
    this.#moves = moves;
    this.#places = places;
    this.#unreadable = unreadable;
    this.#byStart = new Map(moves.map((move) => [pathKey(move.path), move]));
  }

  actions(): readonly Action[] {
    for (const move of this.#moves) if (!this.#ends.has(move.id)) this.#visit(move);
    return this.#ordered;
  }

  /** No recursion: thousands of photos that each got the next number stand in each other's way. */
  #visit(move: MoveLocal): void {
    const chain = [this.#begin(move)];
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const next = last.before.find((each) => !this.#ends.has(each.id));
      if (next !== undefined) chain.push(this.#begin(next));
      else {
        this.#end(last);
        chain.pop();
      }
    }
  }

  #begin(move: MoveLocal): Visit {
    this.#ends.set(move.id, 'visiting');
    const at = this.#moversOf(this.#places.occupants(move.to, move.path));
    const below = this.#moversIn(move.to);
    const way = this.#moversOf(this.#places.onTheWay(move.to));
    const before = [...at.moves, ...below.moves, ...way.moves];
    return { move, before, occupied: at.others || below.others, way };
  }

  #end(visit: Visit): void {
    const action = this.#actionOf(visit);
    this.#ordered.push(action);
    const leaves = action.kind === 'moveLocal' && action.to !== action.path;
    this.#ends.set(visit.move.id, leaves ? 'leaves' : 'stays');
  }

  #actionOf({ move, before, occupied, way }: Visit): Action {
    if (isBelow(move.to, this.#unreadable)) return waitFor(move, 'place-unread');
    const stays = ({ id }: MoveLocal): boolean => this.#ends.get(id) === 'stays';
    const isRing = before.some(({ id }) => this.#ends.get(id) === 'visiting');
    const isShut = way.others || way.moves.some(stays);
    const isBehind = isShut || before.some(stays) || isAnothers(move, this.#places);
    if (isRing || (isBehind && isMovedHere(move)))
      return stopOnTheWay(move, this.#folders.get(move.id) ?? move.path, this.#places);
    return isShut ? waitFor(move) : settle(move, this.#places, occupied || before.some(stays));
  }

  #moversOf(files: readonly RelPath[]): Movers {
    if (files.length === 0) return NONE;
    const found = files.map((path) => this.#byStart.get(pathKey(path)) ?? null);
    return { moves: found.filter((each) => each !== null), others: found.includes(null) };
  }

  /** If some files stay in the folder, there is no point in waiting for the others. */
  #moversIn(folder: RelPath): Movers {
    const files = this.#places.filesBelow(folder);
    if (files === 0) return NONE;
    if (!this.#places.isFolderLeaving(folder)) return { moves: [], others: true };
    const key = foldKey(folder);
    const moves = this.#moves.filter(({ path }) => foldKey(path).startsWith(`${key}/`));
    for (const { id, path } of moves) {
      // As the folder is spelt here: on a disk that tells cases apart, the other spelling may be a file, or nothing.
      const standing = foldersOn(path).find((each) => foldKey(each) === key);
      this.#folders.set(id, standing ?? folder);
    }
    return { moves, others: files > moves.length };
  }
}

/** What is in the way of a move: files that are moved as well, and whether there are others. */
interface Movers {
  readonly moves: readonly MoveLocal[];
  readonly others: boolean;
}

const NONE: Movers = { moves: [], others: false };

/** A move while its place is being looked at. */
interface Visit {
  readonly move: MoveLocal;
  /** Moves that have to happen before, since their files lie in its place or on the way to it. */
  readonly before: readonly MoveLocal[];
  /** Something lies there that no move takes away. */
  readonly occupied: boolean;
  /** Files that stand where folders above its place have to be. */
  readonly way: Movers;
}

function settle(move: MoveLocal, places: Places, occupied: boolean): Action {
  if (places.isDeleteGoing(move.to)) return waitFor(move);
  if (isAnothers(move, places)) return waitFor(move, 'place-left');
  const beside = (): MoveLocal => ({ ...move, to: places.take(move.to, move.id, move.path) });
  if (places.isReserved(move.to)) return beside();
  if (!occupied) {
    places.reserve(move.to);
    return move;
  }
  if (places.isLeaving(move.to, move.path)) return waitFor(move);
  return beside();
}

/**
 * Was the file moved here as well? Then the one it waits for may itself wait to be sent under the name that this one
 * left.
 */
function isMovedHere({ base, path }: MoveLocal): boolean {
  return pathKey(base.path) !== pathKey(path);
}

/**
 * Does the agreement of another record still name its place, since the file of that one was moved here? That is sent
 * first, and waits for no move: a file that was moved here itself, and has a name that the other one may wait for, stops
 * on the way.
 */
function isAnothers({ id, path, to }: MoveLocal, places: Places): boolean {
  return pathKey(to) !== pathKey(path) && places.isOfOneMoved(to, id);
}

function waitFor(
  { id, path }: MoveLocal,
  reason: 'place-taken' | 'place-left' | 'place-unread' = 'place-taken',
): Action {
  return { kind: 'wait', id, path, reason };
}

/** Keeps the old implied path, so that the next plan sees that the move is not finished. */
function stopOnTheWay(move: MoveLocal, beside: RelPath, places: Places): MoveLocal {
  const to = places.take(aliasPath(beside, move.id, 0), move.id);
  return { ...move, to, impliedPath: move.base.impliedPath, settles: false, reason: 'makes-room' };
}
