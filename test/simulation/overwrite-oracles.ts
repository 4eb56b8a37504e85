import type { FileId } from '../../shared/model/ids.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { Identities } from './identities.ts';
import { seenBy, text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import type { SimLaptop } from './sim-laptop.ts';

interface Judged {
  readonly service: MemoryService;
  readonly ledger: Ledger;
  readonly identities: Identities;
}

const liesHere = (laptop: SimLaptop, content: string): boolean =>
  [...seenBy(laptop).files.values()].some((bytes) => text(bytes) === content);

/**
 * No version is replaced on the service by an older one of the same file, nor by one that was made beside it, unless a person
 * took it from its place here: saved over it, moved or deleted it. So what lies in an older copy of the folder overwrites
 * nothing that came since. If the newer version lies elsewhere in the folder, two files had traded places before it came, and
 * one was touched as well: each record gets the bytes at its name then, and no version is missed.
 *
 * Says what is wrong with an update that was just carried out. `lastRead`: the bytes of the record when it was last looked at.
 * `folders`: see `LaptopSetup.onDelete`.
 */
export function wrongUpdate(
  { service, ledger, identities }: Judged,
  laptop: SimLaptop,
  id: FileId,
  lastRead: Uint8Array | null,
  folders: readonly string[],
): readonly string[] {
  const record = service.file(id);
  if (record === null) return [];
  if (lastRead === null) return [`${laptop.name} updates ${id} without a look`];
  const [before, after] = [text(lastRead), text(record.content)];
  if (!identities.isBesideOrBefore(after, before)) return [];
  if (folders.some((folder) => ledger.hasTaken(folder, before)) || liesHere(laptop, before)) return [];
  return [`${laptop.name} sends ${after} over the newer ${before} that nobody replaced there`];
}
