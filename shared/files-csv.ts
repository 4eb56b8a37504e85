import { csvLine } from './series/csv.ts';

/** What a spreadsheet is told of a file; text that nobody knows is empty. */
export interface FileLine {
  readonly path: string;
  readonly name: string;
  readonly category: string;
  /** Bytes. */
  readonly size: number | null;
  /** In words. */
  readonly status: string;
  /** Epoch ms. */
  readonly changedAt: number | null;
  readonly by: string | null;
  readonly sha256: KnownHashes;
}

/** SHA-256 in hex; each null where it is not known. */
export interface KnownHashes {
  /** Of the bytes on this computer, as they were read last. */
  readonly here: string | null;
  /** As a client of this kind wrote it into the record with the bytes that it sent. */
  readonly record: string | null;
}

const HEAD = [
  'Path',
  'Name',
  'Category',
  'Bytes',
  'Status',
  'Changed',
  'Uploaded by',
  'SHA-256 of the file on this computer',
  'SHA-256 that the record on the service names',
] as const;

/** Lines for a table of a site's files, as for a handover that is to be proved. */
export function* filesCsvLines(files: Iterable<FileLine>): Generator<string> {
  yield csvLine(HEAD);
  for (const { path, name, category, size, status, changedAt, by, sha256 } of files)
    yield csvLine([
      path,
      name,
      category,
      String(size ?? ''),
      status,
      changedAt === null ? '' : new Date(changedAt).toISOString(),
      by ?? '',
      sha256.here ?? '',
      sha256.record ?? '',
    ]);
}
