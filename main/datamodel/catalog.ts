import type { DatamodelPoint, DatamodelProblem } from '../../shared/model/datamodel.ts';
import { folded } from '../../shared/typed-words.ts';
import { inTurns } from '../sync/concurrency/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { sortedInTurns } from './sorted-in-turns.ts';
import type { ReadDatamodel } from './datamodel-cache.ts';

/** A point with the datamodel that names it. */
export class FilePoint {
  readonly point: DatamodelPoint;
  readonly file: string;

  constructor(point: DatamodelPoint, file: string) {
    this.point = point;
    this.file = file;
  }

  /**
   * All text that a search looks at, folded. It is made each time: 200,000 such texts in memory would hold up
   * the garbage collector.
   */
  get searched(): string {
    const { label, id, class: kind, equipment, unit } = this.point;
    return folded(`${label} ${id} ${kind ?? ''} ${equipment ?? ''} ${unit ?? ''}`);
  }
}

export interface EquipmentGroup {
  /** As points refer to it; null: points of no equipment. */
  readonly name: string | null;
  /** What else a datamodel calls it. */
  readonly label: string | null;
  readonly class: string | null;
  readonly points: readonly FilePoint[];
}

export interface PointPlace {
  readonly file: string;
  readonly line: number;
}

type Clock = Pick<Environment, 'now' | 'sleep'>;

/** The points of a site as its datamodels name them. */
export interface PointCatalog {
  /** Equipment by name, numbers by their value; points without equipment come last. */
  readonly groups: readonly EquipmentGroup[];
  /** Each id once, as the first file has it. */
  readonly byId: ReadonlyMap<string, FilePoint>;
  /** Every place of the ids that are named in several. */
  readonly repeated: ReadonlyMap<string, readonly PointPlace[]>;
}

/** Builds the catalog of 200,000 points without holding up the program. */
export async function catalogOf(models: readonly ReadDatamodel[], env: Clock): Promise<PointCatalog> {
  const byId = new Map<string, FilePoint>();
  const repeated = new Map<string, PointPlace[]>();
  const groups = new Map<string | null, FilePoint[]>();
  for (const { file, report } of models) {
    await inTurns(env, report?.points ?? [], (point) => {
      const first = byId.get(point.id);
      if (first !== undefined) {
        const place = { file: file.path, line: point.line };
        const places = repeated.get(point.id);
        if (places === undefined)
          repeated.set(point.id, [{ file: first.file, line: first.point.line }, place]);
        else places.push(place);
        return;
      }
      const entry = new FilePoint(point, file.path);
      byId.set(point.id, entry);
      const group = groups.get(point.equipment);
      if (group === undefined) groups.set(point.equipment, [entry]);
      else group.push(entry);
    });
  }
  return { groups: await sortedGroups(groups, factsOf(models), env), byId, repeated };
}

async function sortedGroups(
  groups: ReadonlyMap<string | null, readonly FilePoint[]>,
  facts: ReadonlyMap<string, EquipmentNote>,
  env: Clock,
): Promise<readonly EquipmentGroup[]> {
  const entries: { readonly order: string; readonly group: EquipmentGroup }[] = [];
  await inTurns(env, groups, ([name, points]) => {
    const fact = name === null ? undefined : facts.get(name);
    const label = fact === undefined || fact.name === name ? null : fact.name;
    entries.push({ order: orderKey(name), group: { name, label, class: fact?.class ?? null, points } });
  });
  const sorted = await sortedInTurns(env, entries, (a, b) => (a.order < b.order ? -1 : 1));
  return sorted.map(({ group }) => group);
}

/**
 * Names are compared as plain text: a collator takes seconds for those of a large building. Those without a name come
 * last.
 */
function orderKey(name: string | null): string {
  if (name === null) return '\u{10FFFF}';
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(10, '0'));
}

interface EquipmentNote {
  readonly name: string;
  readonly class: string | null;
}

/** What files say about equipment, under all names by which points may refer to it. */
function factsOf(models: readonly ReadDatamodel[]): ReadonlyMap<string, EquipmentNote> {
  const facts = new Map<string, EquipmentNote>();
  for (const { report } of models) {
    for (const { ref, name, class: kind } of report?.equipment ?? []) {
      for (const key of [ref, name]) if (!facts.has(key)) facts.set(key, { name, class: kind });
    }
  }
  return facts;
}

/** What could not be read, with file and line. */
export function problemsOf(
  models: readonly ReadDatamodel[],
): readonly (DatamodelProblem & { readonly file: string })[] {
  return models.flatMap(({ file, report, failure }) => [
    ...(failure === null ? [] : [{ file: file.path, line: null, message: failure.message }]),
    ...(report?.problems ?? []).map((problem) => ({ ...problem, file: file.path })),
  ]);
}
