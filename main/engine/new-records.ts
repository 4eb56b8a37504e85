import type { RemoteFile, Trees } from './trees.ts';

/** Records without an agreement, in an order that is the same on every computer: who came first has the plain name. */
export function newRecords({ base, remote }: Trees): RemoteFile[] {
  const fresh: RemoteFile[] = [];
  for (const record of remote.values()) if (!base.has(record.id)) fresh.push(record);
  return fresh.sort((a, b) => {
    const [made, other] = [a.createdAt ?? '', b.createdAt ?? ''];
    return made < other || (made === other && a.id < b.id) ? -1 : 1;
  });
}
