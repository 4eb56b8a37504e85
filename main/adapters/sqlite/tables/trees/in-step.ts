import { pathKey, type RelPath } from '../../../../../shared/model/rel-path.ts';
import type { InStep, Settled } from '../../../../engine/trees.ts';
import type { Connection } from '../../connection.ts';
import { path, textOrNull } from '../../row.ts';
import { rowLookups } from './row-lookups.ts';

/** Describes the files that a reader left out because they are in step. `count`: how many. */
export function settledRows(db: Connection): (siteKey: number, count: number) => Settled {
  const stepAt = inStepAt(db);
  const paths = db.query('SELECT path FROM local WHERE site_key = ?', ([each]) => path(each));
  const newest = db.query('SELECT MAX(updated_at) FROM remote WHERE site_key = ?', ([time]) =>
    textOrNull(time),
  );
  return (siteKey, count) => ({
    count,
    paths: () => paths.all(siteKey),
    at: (place) => stepAt(siteKey, place),
    newest: () => newest.get(siteKey),
  });
}

/** The rows of one file in all three trees; null if one is missing. */
function inStepAt(db: Connection): (siteKey: number, place: RelPath) => InStep | null {
  const { localAt, remoteOf, basesAt } = rowLookups(db);
  return (siteKey, place) => {
    const base = basesAt.get(siteKey, pathKey(place));
    const local = localAt.get(siteKey, pathKey(place));
    const remote = base === null ? null : remoteOf.get(siteKey, base.id);
    return base === null || local === null || remote === null ? null : { base, local, remote };
  };
}
