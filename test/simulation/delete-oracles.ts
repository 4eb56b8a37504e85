import { createHash } from 'node:crypto';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import { seenBy, text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import type { SimLaptop } from './sim-laptop.ts';

interface Judged {
  readonly site: SiteId;
  readonly service: MemoryService;
  readonly ledger: Ledger;
}

/** Nothing goes here unless the service lacks it: says what is wrong with a delete that is about to be made. */
export function wrongTrash({ site, service }: Judged, laptop: SimLaptop, path: string): readonly string[] {
  const { base } = laptop.mirror.trees(site);
  const key = pathKey(path as RelPath);
  // Two agreements may name one path, of files that traded places: the file belongs to one of them.
  const agreed = [...base.values()].filter((each) => pathKey(each.path) === key);
  if (!agreed.every(({ id }) => service.file(id)?.site === site)) return [];
  return [`${laptop.name} trashes ${path} although the service has it`];
}

/**
 * Nothing goes there unless it is as it was agreed on, and a person took it away here; or it is a second record of one
 * create, and the service has the very same bytes in another one, which the laptop agreed on. `lastRead`: the bytes of the
 * record when it was last looked at. `folders`: see `LaptopSetup.onDelete`; what was taken from others proves nothing.
 */
export function wrongDelete(
  judged: Judged,
  laptop: SimLaptop,
  id: FileId,
  lastRead: Uint8Array | null,
  folders: readonly string[],
): readonly string[] {
  if (lastRead === null) return [`${laptop.name} deletes ${id} without a look`];
  const wrong: string[] = [];
  const content = text(lastRead);
  const agreed = laptop.mirror.trees(judged.site).base.get(id);
  // A service that adds a line has agreed on what it was sent.
  const hashes = [lastRead, content].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  const isTwin = agreed === undefined && hasTwin(judged, laptop, id, lastRead);
  // Where a person rejected what others deleted, no bytes are agreed on any more; the record itself is what was agreed on.
  const isPutBack = agreed?.mtimeNs === -1n && judged.service.file(id)?.content === lastRead;
  if (!isTwin && !isPutBack && !hashes.includes(String(agreed?.hash)))
    wrong.push(`${laptop.name} deletes ${content}, which is not as agreed`);
  // It may have been moved over another one, and got these bytes from the service after that: then that one has them.
  // What lies in a folder that nobody may read was not moved over another one.
  const liesHere = [...seenBy(laptop).files].some(
    ([path, bytes]) => Buffer.compare(bytes, lastRead) === 0 && !laptop.locked.holds(path),
  );
  if (!liesHere && !folders.some((folder) => judged.ledger.hasTaken(folder, content)))
    wrong.push(`${laptop.name} deletes ${content} that nobody took away there`);
  return wrong;
}

function hasTwin({ site, service }: Judged, laptop: SimLaptop, id: FileId, bytes: Uint8Array): boolean {
  const others = [...laptop.mirror.trees(site).base.keys()].filter((other) => other !== id);
  return others.some((other) => {
    const record = service.file(other);
    return record !== null && Buffer.compare(record.content, bytes) === 0;
  });
}
