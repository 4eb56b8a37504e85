import type { PointsIndex } from './points.ts';

/**
 * What each series of a page is called there, by its id. Each air handler of a building has its "Supply air temperature":
 * such names get their equipment, and where that tells nothing, their id.
 */
export function distinctNames(
  ids: readonly string[],
  points: Pick<PointsIndex, 'of'>,
): ReadonlyMap<string, string> {
  const named = new Map(ids.map((id) => [id, points.of(id).label]));
  const placed = withMore(named, (id, name) => {
    const { equipment } = points.of(id);
    return equipment === null ? name : `${name} · ${equipment}`;
  });
  return withMore(placed, (id, name) => (name === id ? name : `${name} (${id})`));
}

/** Names that several have get more. */
function withMore(
  names: ReadonlyMap<string, string>,
  more: (id: string, name: string) => string,
): ReadonlyMap<string, string> {
  const having = Map.groupBy(names.keys(), (id) => names.get(id));
  return new Map(
    [...names].map(([id, name]) => [id, (having.get(name)?.length ?? 0) > 1 ? more(id, name) : name]),
  );
}
