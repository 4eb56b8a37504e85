import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { InStep } from '../../../engine/trees.ts';
import type { Connection } from '../connection.ts';
import { rowLookups } from './row-lookups.ts';

/** The rows of one file that nothing has to be asked about; null where one of them is missing. */
export function inStepAt(db: Connection): (siteKey: number, place: RelPath) => InStep | null {
  const { localAt, remoteOf, basesAt } = rowLookups(db);
  return (siteKey, place) => {
    const base = basesAt.get(siteKey, pathKey(place));
    const local = localAt.get(siteKey, pathKey(place));
    const remote = base === null ? null : remoteOf.get(siteKey, base.id);
    return base === null || local === null || remote === null ? null : { base, local, remote };
  };
}
