import type { RelPath } from '../../../shared/model/rel-path.ts';
import { impliedPath } from '../names/implied-path.ts';
import type { Platform } from '../policy.ts';
import type { RemoteFile, Trees } from '../trees.ts';

export interface NewRecord {
  readonly remote: RemoteFile;
  /** Where it wants to lie. */
  readonly implied: RelPath;
}

/** Records without an agreement, in an order that is the same on every computer: the oldest gets the plain name. */
export function newRecords(
  { base, remote }: Pick<Trees, 'base' | 'remote'>,
  platform: Platform,
): readonly NewRecord[] {
  const fresh: RemoteFile[] = [];
  for (const record of remote.values()) if (!base.has(record.id)) fresh.push(record);
  fresh.sort((a, b) => {
    const [made, other] = [a.createdAt ?? '', b.createdAt ?? ''];
    return made < other || (made === other && a.id < b.id) ? -1 : 1;
  });
  return fresh.map((record) => ({ remote: record, implied: impliedPath(record, platform) }));
}
