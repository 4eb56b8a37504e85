import { join } from 'node:path';
import { createCsvReader } from '../../adapters/csv/csv-reader.ts';
import type { OpenedMirror } from '../../adapters/sqlite/mirror.ts';
import { Datamodels } from '../../datamodel/datamodels.ts';
import type { CsvReader } from '../../datamodel/ports.ts';
import { DatamodelCache } from '../../datamodel/datamodel-cache.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { Environment } from '../../sync/ports/environment.ts';

export interface OpenedDatamodels {
  readonly datamodels: Datamodels;
  readonly datamodelCache: DatamodelCache;
  readonly csv: CsvReader;
}

/**
 * The datamodels of the sites that are kept on this computer. `csv.close` ends the thread that reads them. `clock`
 * sorts their points in steps, and may stop that.
 */
export function openDatamodels(
  mirror: OpenedMirror,
  env: Environment,
  clock: Pick<Environment, 'now' | 'sleep'> = env,
): OpenedDatamodels {
  const csv = createCsvReader();
  const datamodelCache = new DatamodelCache({
    store: mirror.datamodels,
    csv,
    env,
    pathOf: (site, path) => {
      const followed = followedSite(mirror, site);
      return followed === null ? null : join(followed.folder, path);
    },
  });
  return { datamodels: new Datamodels(datamodelCache, clock), datamodelCache, csv };
}
