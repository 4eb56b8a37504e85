import type { ContentHash, SiteId } from '../../../shared/model/ids.ts';
import { recordOfKey } from '../../../shared/model/file-key.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { ViewRow } from './view-row.ts';

export interface ContentHashes {
  /** Of the bytes here; null where there are none, or they were not read since they changed. */
  readonly here: ContentHash | null;
  /** That the record names; null where it names none, or there is no record. */
  readonly record: ContentHash | null;
}

/**
 * What is known of the bytes of these rows, by their keys. It is read from the mirror: the rows of a view stand for a
 * plan, which takes bytes that nobody has read yet for what they seem to be.
 */
export function contentHashes(
  reader: Pick<MirrorReader, 'someTrees' | 'trees'>,
  site: SiteId,
  rows: readonly Pick<ViewRow, 'local' | 'row'>[],
): ReadonlyMap<string, ContentHashes> {
  const ids = rows.flatMap(({ row }) => recordOfKey(row.key) ?? []);
  const paths = rows.flatMap(({ local }) => (local === null ? [] : pathKey(local.path)));
  // While two agreements name one place, only the whole trees can be read.
  const { local: files, remote } = reader.someTrees(site, { ids, paths }) ?? reader.trees(site);
  const hashes = rows.map(({ row, local }): [string, ContentHashes] => {
    const id = recordOfKey(row.key);
    const record = id === null ? undefined : remote.get(id);
    const here = local === null ? undefined : files.get(pathKey(local.path));
    return [row.key, { here: here?.hash ?? null, record: record?.facts.sha256 ?? null }];
  });
  return new Map(hashes);
}
