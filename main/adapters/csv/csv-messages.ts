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

/** `next` asks for the next points, so that the receiving thread is never flooded. */
export type ToCsv = CsvJob | { readonly kind: 'next' };

export interface Unreadable {
  readonly why: string;
  /** True: it may become readable soon, without being changed. */
  readonly passes: boolean;
}

/** The answer. The points come before it, few at a time so that taking them over is quick. */
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
