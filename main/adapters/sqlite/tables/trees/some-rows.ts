import type { FileId } from '../../../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile, RemoteFile, Settled, Trees } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { SomeFiles } from '../../../../sync/ports/mirror/trees.ts';
import type { Connection } from '../../connection.ts';
import { rotCheck } from './rot-check.ts';
import { rowLookups } from './row-lookups.ts';
import type { SiteKeys } from '../site-keys.ts';

/** Rows of the three trees that a reader collects. */
export interface SomeRows {
  readonly base: Map<FileId, BaseFile>;
  readonly local: Map<PathKey, LocalFile>;
  readonly remote: Map<FileId, RemoteFile>;
}

export function someTreeReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'someTrees'> {
  const someRows = rowsOfSome(db);
  return {
    someTrees: (site, files) =>
      db.snapshot(() => {
        const key = keys.find(site);
        return key === null ? { base: new Map(), local: new Map(), remote: new Map() } : someRows(key, files);
      }),
  };
}

/** The rows of some files in all three trees; null if two agreements name one path. */
export function rowsOfSome(db: Connection): (siteKey: number, files: SomeFiles) => SomeRows | null {
  const { localAt, remoteOf, baseOf, basesAt } = rowLookups(db);
  const checkRot = rotCheck(db);

  // Most files are named twice, by record and by place: each row is read once.
  return (key, { ids, paths }) => {
    const found: SomeRows = { base: new Map(), local: new Map(), remote: new Map() };
    const asked = new Set<PathKey | RelPath>();
    const isOfOne = (path: PathKey | RelPath): boolean => {
      if (asked.has(path)) return true;
      asked.add(path);
      const agreed = basesAt.all(key, path);
      for (const one of agreed) found.base.set(one.id, one);
      return agreed.length < 2;
    };
    if (!paths.every(isOfOne)) return null;
    for (const id of ids) {
      const one = found.base.has(id) ? null : baseOf.get(key, id);
      if (one !== null) found.base.set(id, one);
    }
    const places = [...found.base.values()].map(({ path }) => path);
    if (!places.every(isOfOne)) return null;
    for (const path of new Set([...paths, ...places.map(pathKey)])) {
      const local = localAt.get(key, path);
      if (local !== null) found.local.set(pathKey(local.path), local);
    }
    for (const id of new Set([...ids, ...found.base.keys()])) {
      const remote = remoteOf.get(key, id);
      if (remote !== null) found.remote.set(id, remote);
    }
    checkRot(key, found);
    return found;
  };
}

/** Turns the rows into trees, without the settled files. The local one is in the order of its paths. */
export function treesOf({ base, local, remote }: SomeRows, settled: Settled): Trees {
  const inOrder = new Map([...local].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { base, local: inOrder, remote, settled };
}
