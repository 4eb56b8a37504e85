import type { DatamodelDifference } from '../../shared/model/datamodel.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { viewsWith } from '../../shared/series/saved-views.ts';
import type { ViewStore } from '../series/ports.ts';
import { DownloadBroken, type SiteDataService } from '../sync/ports/service.ts';
import type { CsvReader, DatamodelFile, DatamodelStore, PackedPoints } from './ports.ts';
import type { DatamodelCache, ReadDatamodel } from './datamodel-cache.ts';

/** What a datamodel that was changed here would change on the service, and what breaks by it here. */
export interface Changes extends DatamodelDifference {
  /** Names of saved views that show an id which goes. */
  readonly breaks: readonly string[];
}

export interface ChangedDatamodel {
  readonly model: ReadDatamodel;
  /** Null if the version before is not known here and cannot be fetched now. */
  readonly changes: Changes | null;
}

export interface ChangesParts {
  readonly datamodelCache: DatamodelCache;
  readonly store: DatamodelStore;
  readonly csv: CsvReader;
  readonly views: ViewStore;
}

/** Larger than any datamodel that people edit: a larger one is not fetched only to be compared. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The datamodels of a site that were changed here and are not sent yet. `service` is null while not signed in. */
export async function changedDatamodels(
  parts: ChangesParts,
  site: SiteId,
  service: SiteDataService | null,
  signal: AbortSignal,
): Promise<readonly ChangedDatamodel[]> {
  const changed: ChangedDatamodel[] = [];
  for (const model of await parts.datamodelCache.read(site, signal)) {
    if (!isChanged(model)) continue;
    changed.push({ model, changes: await changesOf(parts, site, model, service, signal) });
  }
  return changed;
}

/** Is it a record of the service whose content here differs from what both sides agreed on? */
export function isChanged({ file, report }: ReadDatamodel): boolean {
  return report !== null && file.id !== null && file.agreed !== null && report.hash !== file.agreed;
}

export async function changesOf(
  parts: ChangesParts,
  site: SiteId,
  { file, report }: ReadDatamodel,
  service: SiteDataService | null,
  signal: AbortSignal,
): Promise<Changes | null> {
  if (report === null) return null;
  const before = await versionBefore(parts, site, file, service, signal);
  if (before === null) return null;
  const views = parts.views.list(site);
  const shown = views.filter(({ template }) => template === null).flatMap(({ panels }) => panels);
  const compared = await parts.csv.compare({
    before,
    after: report.packed,
    mappings: parts.store.mappings(site),
    watched: [...new Set(shown.flatMap(({ series }) => series))],
    signal,
  });
  if (!compared.ok) return null;
  return { ...compared.value, breaks: viewsWith(views, new Set(compared.value.lost)) };
}

/** The version that both sides agreed on: as it was kept here, else as the service still has it. */
async function versionBefore(
  { store, csv }: ChangesParts,
  site: SiteId,
  { id, agreed }: DatamodelFile,
  service: SiteDataService | null,
  signal: AbortSignal,
): Promise<PackedPoints | null> {
  if (id === null || agreed === null) return null;
  const kept = store.agreedPoints(site, id, agreed);
  if (kept !== null || service === null) return kept;
  const bytes = await contentOf(service, id, signal);
  if (bytes === null) return null;
  const packed = await csv.pack({ source: { bytes }, mappings: store.mappings(site), signal });
  // By now the record may hold what somebody else sent: no point of that was changed here.
  return packed.ok && packed.value.hash === agreed ? packed.value.packed : null;
}

async function contentOf(
  service: SiteDataService,
  id: FileId,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const download = await service.downloadFile(id, null, { signal });
  if (!download.ok) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of download.value.stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_BYTES) return null;
    }
  } catch (error) {
    if (!(error instanceof DownloadBroken)) throw error;
    return null;
  } finally {
    download.value.cancel();
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
