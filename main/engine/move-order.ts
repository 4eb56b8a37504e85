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
  const outcome = new Map<FileId, 'visiting' | 'leaves' | 'stays'>();

  const visit = (move: MoveLocal): 'visiting' | 'leaves' | 'stays' => {
    const known = outcome.get(move.id);
    if (known !== undefined) return known;
    outcome.set(move.id, 'visiting');
    const inTheWay = places.occupants(move.to, move.from).map((path) => {
      const blocker = byStart.get(pathKey(path));
      return blocker === undefined ? 'stays' : visit(blocker);
    });
    const action = inTheWay.includes('visiting')
      ? stopOnTheWay(move, places)
      : settle(move, places, inTheWay.includes('stays'));
    ordered.push(action);
    const end = action.kind === 'moveLocal' ? 'leaves' : 'stays';
    outcome.set(move.id, end);
    return end;
  };
  for (const move of moves) visit(move);
  return ordered;
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
