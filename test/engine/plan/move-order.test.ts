import { expect, it } from 'vitest';
import type { MoveLocal } from '../../../main/engine/plan/actions.ts';
import { orderMoves, waitForPlaces } from '../../../main/engine/plan/move-order.ts';
import { Places } from '../../../main/engine/plan/places.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { POLICY } from '../policy.ts';

/** More than any thread could follow by calling itself. */
const PHOTOS = 50_000;

const photo = (n: number): RelPath => `Other/IMG_${n}.jpg` as RelPath;

function ordered(moves: readonly (readonly [from: number, to: number])[]): readonly (readonly string[])[] {
  const locals = moves.map(([from]) => ({ path: photo(from) }) as LocalFile);
  const places = new Places({ local: new Map(locals.map((file) => [pathKey(file.path), file])) }, POLICY);
  const planned = moves.map(
    ([from, to]) =>
      ({
        kind: 'moveLocal',
        id: `id-${from}` as FileId,
        base: { impliedPath: photo(from) },
        path: photo(from),
        to: photo(to),
      }) as MoveLocal,
  );
  for (const { path } of planned) places.leaves(path);
  return orderMoves(planned, places, []).map((action) =>
    action.kind === 'moveLocal' ? [action.reason, action.path, action.to] : [action.kind],
  );
}

it('photos that each got the next number begin with the last one, however many they are', () => {
  const order = ordered(Array.from({ length: PHOTOS }, (_, n) => [n, n + 1] as const));
  expect(order.map(([, from]) => from)).toEqual(
    Array.from({ length: PHOTOS }, (_, n) => photo(PHOTOS - 1 - n)),
  );
});

it('a ring of thousands is broken by one stop on the way', () => {
  const order = ordered(Array.from({ length: PHOTOS }, (_, n) => [n, (n + 1) % PHOTOS] as const));
  expect(order).toHaveLength(PHOTOS);
  expect(order.filter(([reason]) => reason === 'makes-room').map(([, from]) => from)).toEqual([
    photo(PHOTOS - 1),
  ]);
});

it('what moves to the place of a file that may not move yet waits, and so does what moves to its own', () => {
  const move = (path: string, to: string) => ({ kind: 'moveLocal', id: path, path, to }) as MoveLocal;
  const actions = [
    move('Other/c', 'Other/d'),
    move('Other/b', 'Other/C'),
    move('Other/a', 'Other/b/a'),
    move('Other/x', 'Other/y'),
  ];
  const kinds = (mayGo: (path: string) => boolean) =>
    waitForPlaces(actions, ({ path }) => mayGo(path)).map((action) =>
      action.kind === 'wait' ? action.reason : action.kind,
    );
  expect(kinds((path) => path !== 'Other/c')).toEqual([
    'moveLocal',
    'place-taken',
    'place-taken',
    'moveLocal',
  ]);
  expect(kinds(() => true)).toEqual(actions.map(({ kind }) => kind));
});
