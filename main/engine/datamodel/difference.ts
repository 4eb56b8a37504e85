import type { DatamodelDifference, NamedPoint, RenamedPoint } from '../../../shared/model/datamodel.ts';

/** More of each kind than a person reads; the rest is counted. */
const NAMED = 500;

/**
 * What a changed datamodel changes. `watched` are ids that something here shows; those of them that go are named. Of an id
 * that a version names several times the first row counts, as wherever points are shown.
 */
export function differenceOf(
  before: readonly NamedPoint[],
  after: readonly NamedPoint[],
  watched: readonly string[],
): DatamodelDifference {
  const was = byId(before);
  const is = byId(after);
  const gone = [...was.values()].filter(({ id }) => !is.has(id));
  const fresh = [...is.values()].filter(({ id }) => !was.has(id));
  const reidentified = underOtherIds(gone, fresh);
  const paired = new Set(reidentified.flatMap(({ id, was: old }) => [id, old]));
  const added = fresh.filter(({ id }) => !paired.has(id));
  const removed = gone.filter(({ id }) => !paired.has(id));
  const renamed = [...reidentified, ...underOtherLabels(was, is)];
  return {
    added: added.slice(0, NAMED).map(named),
    removed: removed.slice(0, NAMED).map(named),
    renamed: renamed.slice(0, NAMED),
    counts: { added: added.length, removed: removed.length, renamed: renamed.length },
    lost: watched.filter((id) => was.has(id) && !is.has(id)),
  };
}

function byId(points: readonly NamedPoint[]): ReadonlyMap<string, NamedPoint> {
  return new Map(points.toReversed().map((point) => [point.id, point]));
}

/** The same label of the same equipment under another id. Of several with one name nobody can say which became which. */
function underOtherIds(gone: readonly NamedPoint[], fresh: readonly NamedPoint[]): readonly RenamedPoint[] {
  const goneByName = Map.groupBy(gone, nameKey);
  const freshByName = Map.groupBy(fresh, nameKey);
  return [...freshByName].flatMap(([name, [point, ...others]]): readonly RenamedPoint[] => {
    const [old, ...more] = goneByName.get(name) ?? [];
    if (point === undefined || old === undefined || others.length + more.length > 0) return [];
    return [{ ...named(point), kind: 'id', was: old.id }];
  });
}

/** The same id under another label. */
function underOtherLabels(
  was: ReadonlyMap<string, NamedPoint>,
  is: ReadonlyMap<string, NamedPoint>,
): readonly RenamedPoint[] {
  return [...is.values()].flatMap((point): readonly RenamedPoint[] => {
    const old = was.get(point.id);
    if (old === undefined || old.label === point.label) return [];
    return [{ ...named(point), kind: 'label', was: old.label }];
  });
}

function nameKey({ label, equipment }: NamedPoint): string {
  return `${label}\n${equipment ?? ''}`;
}

function named({ id, label, equipment }: NamedPoint): NamedPoint {
  return { id, label, equipment };
}
