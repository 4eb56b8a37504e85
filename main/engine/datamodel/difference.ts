import {
  POINT_FACTS,
  type AlteredPoint,
  type ComparedPoint,
  type DatamodelDifference,
  type NamedPoint,
  type RenamedPoint,
} from '../../../shared/model/datamodel.ts';

/** More of each kind than a person reads; the rest is counted. */
const NAMED = 500;

/**
 * What a changed datamodel changes. `watched` are ids that something here shows; those of them that go are named. Of an id
 * that a version names several times the first row counts, as wherever points are shown.
 */
export function differenceOf(
  before: readonly ComparedPoint[],
  after: readonly ComparedPoint[],
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
  const altered = ofOtherFacts(was, is, new Map(reidentified.map((point) => [point.id, point.was])));
  return {
    added: added.slice(0, NAMED).map(named),
    removed: removed.slice(0, NAMED).map(named),
    renamed: renamed.slice(0, NAMED),
    altered: altered.slice(0, NAMED),
    counts: {
      added: added.length,
      removed: removed.length,
      renamed: renamed.length,
      altered: altered.length,
    },
    lost: watched.filter((id) => was.has(id) && !is.has(id)),
  };
}

function byId(points: readonly ComparedPoint[]): ReadonlyMap<string, ComparedPoint> {
  const found = new Map<string, ComparedPoint>();
  for (const point of points) if (!found.has(point.id)) found.set(point.id, point);
  return found;
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

/** Another unit, class or equipment. `formerIds` has those of points that go under another one. */
function ofOtherFacts(
  was: ReadonlyMap<string, ComparedPoint>,
  is: ReadonlyMap<string, ComparedPoint>,
  formerIds: ReadonlyMap<string, string>,
): readonly AlteredPoint[] {
  return [...is.values()].flatMap((point): readonly AlteredPoint[] => {
    const old = was.get(formerIds.get(point.id) ?? point.id);
    if (old === undefined) return [];
    const facts = POINT_FACTS.filter((fact) => old[fact] !== point[fact]);
    if (facts.length === 0) return [];
    return [{ ...named(point), facts: facts.map((fact) => ({ fact, was: old[fact], is: point[fact] })) }];
  });
}

function nameKey({ label, equipment }: NamedPoint): string {
  return `${label}\n${equipment ?? ''}`;
}

function named({ id, label, equipment }: NamedPoint): NamedPoint {
  return { id, label, equipment };
}
