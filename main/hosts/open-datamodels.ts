import { join } from 'node:path';
import type { OpenedMirror } from '../adapters/sqlite/mirror.ts';
import { Datamodels } from '../datamodel/datamodels.ts';
import type { CsvReader } from '../datamodel/ports.ts';
import { DatamodelShelf } from '../datamodel/shelf.ts';
import type { Environment } from '../sync/ports/environment.ts';

/** The datamodels of the sites that are kept on this computer. */
export function openDatamodels(mirror: OpenedMirror, csv: CsvReader, env: Environment): Datamodels {
  const shelf = new DatamodelShelf({
    store: mirror.datamodels,
    csv,
    pathOf: (site, path) => {
      const followed = mirror.followed().find((entry) => entry.id === site);
      return followed === undefined ? null : join(followed.folder, path);
    },
  });
  return new Datamodels(shelf, env);
}
