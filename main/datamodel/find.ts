import { folded, typedWords } from '../../shared/typed-words.ts';
import { inTurns } from '../sync/concurrency/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { EquipmentGroup, FilePoint, PointCatalog } from './catalog.ts';

export interface PointFilter {
  /** Every word must be found in label, id, class, equipment or unit, whatever the case. */
  readonly text: string;
  /** Only these ids; null: all. */
  readonly only: ReadonlySet<string> | null;
}

/** Groups that have points left under the filter, with those points. */
export async function findPoints(
  catalog: PointCatalog,
  { text, only }: PointFilter,
  env: Pick<Environment, 'now' | 'sleep'>,
): Promise<readonly EquipmentGroup[]> {
  const words = typedWords(folded(text));
  if (words.length === 0 && only === null) return catalog.groups;
  const found = new Map<EquipmentGroup, FilePoint[]>();
  let about = { group: null as EquipmentGroup | null, text: '' };
  await inTurns(env, entriesOf(catalog), ({ group, entry }) => {
    if (only !== null && !only.has(entry.point.id)) return;
    // Words about the equipment count for its points too.
    if (about.group !== group) about = { group, text: folded(`${group.label ?? ''} ${group.class ?? ''}`) };
    const { text: more } = about;
    if (!words.every((word) => entry.searched.includes(word) || more.includes(word))) return;
    const points = found.get(group);
    if (points === undefined) found.set(group, [entry]);
    else points.push(entry);
  });
  return [...found].map(([group, points]) => ({ ...group, points }));
}

/** All points in one sequence: there may be very many groups with one point each. */
function* entriesOf({
  groups,
}: PointCatalog): Generator<{ readonly group: EquipmentGroup; readonly entry: FilePoint }> {
  for (const group of groups) for (const entry of group.points) yield { group, entry };
}
