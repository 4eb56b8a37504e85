import type {
  Columns,
  DatamodelDifference,
  DatamodelProblem,
  EquipmentFact,
} from '../../../shared/model/datamodel.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import type { CsvSource, PackedDatamodel, PackedPoints } from '../../datamodel/ports.ts';

/** A version of a datamodel to compare. */
export type Version = CsvSource | { readonly packed: PackedPoints };

export type CsvJob = { readonly mappings: ReadonlyMap<string, Columns> } & (
  | { readonly kind: 'read' | 'pack'; readonly source: CsvSource }
  | {
      readonly kind: 'compare';
      readonly before: Version;
      readonly after: Version;
      readonly watched: readonly string[];
    }
);

/** `next` asks for the next points: a thread that takes them over while others work is never flooded. */
export type ToCsv = CsvJob | { readonly kind: 'next' };

export interface Unreadable {
  readonly why: string;
  /** True: it may be readable soon, though it stays as it is. */
  readonly passes: boolean;
}

/** The points of what is read come before it, so few at a time that taking them over is done in no time. */
export type CsvAnswer =
  | {
      readonly kind: 'done';
      readonly header: readonly string[];
      readonly columns: Columns;
      readonly equipment: readonly EquipmentFact[];
      readonly problems: readonly DatamodelProblem[];
      readonly rows: number;
      readonly hash: ContentHash;
      readonly packed: PackedPoints;
    }
  | ({ readonly kind: 'packed' } & PackedDatamodel)
  | { readonly kind: 'compared'; readonly difference: DatamodelDifference }
  | ({ readonly kind: 'unreadable' } & Unreadable);
