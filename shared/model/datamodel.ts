import { isJsonObject, type Json } from './json.ts';

/** What a column of a datamodel may mean to us. */
export const ROLES = ['id', 'label', 'unit', 'class', 'equipment'] as const;
export type Role = (typeof ROLES)[number];

/** Which column means what, by its header as the file has it; null if no column does. */
export type Columns = Readonly<Record<Role, string | null>>;

/** One row of a datamodel that names a timeseries. */
export interface DatamodelPoint {
  /** The service's name of the timeseries. */
  readonly id: string;
  readonly label: string;
  readonly unit: string | null;
  /** Brick or Haystack class, or what the file calls its type; without a prefix such as `brick:`. */
  readonly class: string | null;
  /** Name of the equipment that it belongs to. */
  readonly equipment: string | null;
  /** Line of the file where the row begins, from 1. */
  readonly line: number;
}

/** A row that describes a piece of equipment. */
export interface EquipmentFact {
  /** How points refer to it. */
  readonly ref: string;
  readonly name: string;
  readonly class: string | null;
}

export interface DatamodelProblem {
  /** From 1; null if it concerns the whole file. */
  readonly line: number | null;
  readonly message: string;
}

/** What tells which point it is. */
export type NamedPoint = Pick<DatamodelPoint, 'id' | 'label' | 'equipment'>;

/** What else people rely on: the unit of its values, its class, and what it belongs to. */
export const POINT_FACTS = ['unit', 'class', 'equipment'] as const;
export type PointFact = (typeof POINT_FACTS)[number];

/** What is compared of a point between two versions of a datamodel. */
export type ComparedPoint = NamedPoint & Pick<DatamodelPoint, PointFact>;

/** A point with another name: `was` is its former label or its former id. */
export interface RenamedPoint extends NamedPoint {
  readonly kind: 'label' | 'id';
  readonly was: string;
}

/** A point with another unit, class or equipment; null means none. */
export interface AlteredPoint extends NamedPoint {
  readonly facts: readonly {
    readonly fact: PointFact;
    readonly was: string | null;
    readonly is: string | null;
  }[];
}

/** What a changed datamodel changes. Of each kind the first 500 are named, all are counted. */
export interface DatamodelDifference {
  readonly added: readonly NamedPoint[];
  readonly removed: readonly NamedPoint[];
  readonly renamed: readonly RenamedPoint[];
  readonly altered: readonly AlteredPoint[];
  readonly counts: Readonly<Record<'added' | 'removed' | 'renamed' | 'altered', number>>;
  /** Ids that were asked about and are gone, or go under another id now. */
  readonly lost: readonly string[];
}

export function parseColumns(value: Json): Columns | null {
  if (!isJsonObject(value)) return null;
  const { id, label, unit, class: kind, equipment } = value;
  const isName = (each: Json | undefined): each is string | null => each === null || typeof each === 'string';
  if (!isName(id) || !isName(label) || !isName(unit) || !isName(kind) || !isName(equipment)) return null;
  return { id, label, unit, class: kind, equipment };
}
