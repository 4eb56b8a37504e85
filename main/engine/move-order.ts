import type { FileId } from '../../shared/model/ids.ts';
import type { Action, MoveLocal } from './actions.ts';
import { aliasPath, foldKey } from './local-names.ts';
import type { Places } from './places.ts';

/**
 * Puts moves into an order in which each finds its place free: A to B's place after B left it. A ring (two names
 * swapped on the service) is opened by one stop on the way, from which the next round goes on. A place that stays
 * taken gives the alias; one that a delete is about to free is waited for.
 */
export function orderMoves(moves: readonly MoveLocal[], places: Places): readonly Action[] {
  const byStart = new Map(moves.map((move) => [foldKey(move.from), move]));
  const ordered: Action[] = [];
  const outcome = new Map<FileId, 'visiting' | 'leaves' | 'stays'>();

  const visit = (move: MoveLocal): void => {
    if (outcome.has(move.id)) return;
    outcome.set(move.id, 'visiting');
    const blocker = foldKey(move.to) === foldKey(move.from) ? undefined : byStart.get(foldKey(move.to));
    if (blocker !== undefined) visit(blocker);
    const before = blocker === undefined ? undefined : outcome.get(blocker.id);
    const action =
      before === 'visiting' ? stopOnTheWay(move, places) : settle(move, places, before === 'leaves');
    outcome.set(move.id, action.kind === 'moveLocal' ? 'leaves' : 'stays');
    ordered.push(action);
  };
  for (const move of moves) visit(move);
  return ordered;
}

function settle(move: MoveLocal, places: Places, freedByMove: boolean): Action {
  const ownPlace = foldKey(move.to) === foldKey(move.from);
  const occupied = places.occupant(move.to) !== null && !ownPlace && !freedByMove;
  if (occupied && places.isLeaving(move.to) && !places.isReserved(move.to)) {
    return { kind: 'wait', id: move.id, path: move.from, reason: 'place-taken' };
  }
  if (!occupied && !places.isReserved(move.to)) {
    places.reserve(move.to);
    return move;
  }
  const to = places.take(move.to, move.id);
  return { ...move, to };
}

/** The old implied path is kept, so that the next plan still sees the move as not done. */
function stopOnTheWay(move: MoveLocal, places: Places): MoveLocal {
  const to = places.take(aliasPath(move.from, move.id, 0), move.id);
  return { ...move, to, impliedPath: move.base.impliedPath, settles: false, reason: 'makes-room' };
}
