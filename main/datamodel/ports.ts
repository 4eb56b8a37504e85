import type { Result } from '../../shared/failure.ts';
import type { Brand } from '../../shared/model/brand.ts';
import type {
  Columns,
  DatamodelDifference,
  DatamodelPoint,
  DatamodelProblem,
  EquipmentFact,
} from '../../shared/model/datamodel.ts';
import type { ContentHash, FileId, SiteId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';

/** A KG CSV datamodel of a site: a record of that category, or a file that will become one. */
export interface DatamodelFile {
  /** Null: the service does not know it yet. */
  readonly id: FileId | null;
  /** Below the site's folder; of one that is not here, the name of its record. */
  readonly path: string;
  /** The copy on this computer; null where there is none. */
  readonly here: {
    readonly path: RelPath;
    readonly size: number;
    readonly mtimeNs: bigint;
    readonly hash: ContentHash | null;
  } | null;
  /** Hash of the content that both sides agreed on last; null before the first time. */
  readonly agreed: ContentHash | null;
}

/** The points of a version of a datamodel in a small form, which only the reader of datamodels knows. */
export type PackedPoints = Brand<string, 'PackedPoints'>;

/** What is kept about datamodels. Synchronous: it is a local file. */
export interface DatamodelStore {
  files(site: SiteId): readonly DatamodelFile[];
  /** What the person said about files of a header, by its `headerKey`. */
  mappings(site: SiteId): ReadonlyMap<string, Columns>;
  /** The points that were kept of the site's files are forgotten with it: other columns may have given them. */
  setMapping(site: SiteId, header: string, columns: Columns): void;
  favourites(site: SiteId): ReadonlySet<string>;
  setFavourite(site: SiteId, id: string, favourite: boolean): void;
  /** The points of a file as it was with this hash, where that is the version kept. */
  agreedPoints(site: SiteId, file: FileId, hash: ContentHash): PackedPoints | null;
  hasAgreedPoints(site: SiteId, file: FileId, hash: ContentHash): boolean;
  setAgreedPoints(site: SiteId, file: FileId, hash: ContentHash, points: PackedPoints): void;
}

/** Where the text of a datamodel comes from: an absolute path, or its bytes. */
export type CsvSource = { readonly path: string } | { readonly bytes: Uint8Array };

export interface CsvReadOptions {
  readonly source: CsvSource;
  /** What the person said about headers, by their `headerKey`; any other header is recognised. */
  readonly mappings: ReadonlyMap<string, Columns>;
  readonly signal?: AbortSignal | undefined;
}

/** A datamodel as it was read. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly points: readonly DatamodelPoint[];
  readonly equipment: readonly EquipmentFact[];
  readonly problems: readonly DatamodelProblem[];
  /** Rows with content below the header. */
  readonly rows: number;
}

/** And in the form that is kept. */
export interface CsvReport extends CsvTable, PackedDatamodel {}

/** A datamodel in a small form, and whose form it is. */
export interface PackedDatamodel {
  /** Of the bytes that were read. */
  readonly hash: ContentHash;
  readonly packed: PackedPoints;
}

export interface CsvCompareOptions {
  readonly before: CsvSource | PackedPoints;
  readonly after: CsvSource | PackedPoints;
  readonly mappings: ReadonlyMap<string, Columns>;
  /** Ids that are named in `lost` where they go. */
  readonly watched: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads datamodels off the main thread. A file that cannot be read or holds no text is `unreadable`. After `close`, and
 * if the signal is aborted, everything is `cancelled`.
 */
export interface CsvReader {
  read(options: CsvReadOptions): Promise<Result<CsvReport>>;
  /** As `read`, for what is only kept. */
  pack(options: CsvReadOptions): Promise<Result<PackedDatamodel>>;
  compare(options: CsvCompareOptions): Promise<Result<DatamodelDifference>>;
  close(): Promise<void>;
}
