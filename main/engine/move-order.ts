import type { FileId } from '../../shared/model/ids.ts';
import type { Action, MoveLocal } from './actions.ts';
import { pathKey } from '../../shared/model/rel-path.ts';
import { aliasPath } from './local-names.ts';
import type { Places } from './places.ts';

/**
 * Puts moves into an order in which each finds its place free: A to B's place after B left it. A ring (two names
 * swapped on the service) is opened by one stop on the way, from which the next round goes on. A place that stays
 * taken gives the alias; one that a delete is about to free is waited for.
 */
export function orderMoves(moves: readonly MoveLocal[], places: Places): readonly Action[] {
  const byStart = new Map(moves.map((move) => [pathKey(move.from), move]));
  const ordered: Action[] = [];
  const ends = new Map<FileId, 'visiting' | 'leaves' | 'stays'>();

  const begin = (move: MoveLocal): Visit => {
    ends.set(move.id, 'visiting');
    const inTheWay = places.occupants(move.to, move.from).map((path) => byStart.get(pathKey(path)) ?? null);
    return { move, before: inTheWay.filter((each) => each !== null), occupied: inTheWay.includes(null) };
  };
  const end = ({ move, before, occupied }: Visit): void => {
    const inTheWay = before.map((each) => ends.get(each.id));
    const action = inTheWay.includes('visiting')
      ? stopOnTheWay(move, places)
      : settle(move, places, occupied || inTheWay.includes('stays'));
    ordered.push(action);
    ends.set(move.id, action.kind === 'moveLocal' ? 'leaves' : 'stays');
  };
  for (const move of moves) {
    if (ends.has(move.id)) continue;
    // Not by recursion: thousands of photos that got the next number each are in the way of one another.
    const chain = [begin(move)];
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const next = last.before.find((each) => !ends.has(each.id));
      if (next !== undefined) chain.push(begin(next));
      else {
        end(last);
        chain.pop();
      }
    }
  }
  return ordered;
}

/** A move whose place is looked at. */
interface Visit {
  readonly move: MoveLocal;
  /** Moves that have to leave its place. */
  readonly before: readonly MoveLocal[];
  /** Something lies there that no move takes away. */
  readonly occupied: boolean;
}

function settle(move: MoveLocal, places: Places, occupied: boolean): Action {
  if (places.isReserved(move.to)) return { ...move, to: places.take(move.to, move.id) };
  if (!occupied) {
    places.reserve(move.to);
    return move;
  }
  if (places.isLeaving(move.to, move.from)) {
    return { kind: 'wait', id: move.id, path: move.from, reason: 'place-taken' };
  }
  return { ...move, to: places.take(move.to, move.id) };
}

/** The old implied path is kept, so that the next plan still sees the move as not done. */
function stopOnTheWay(move: MoveLocal, places: Places): MoveLocal {
  const to = places.take(aliasPath(move.from, move.id, 0), move.id);
  return { ...move, to, impliedPath: move.base.impliedPath, settles: false, reason: 'makes-room' };
}
