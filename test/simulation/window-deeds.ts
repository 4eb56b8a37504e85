import type { Replacer } from '../../main/app/ports.ts';
import type { Disk } from '../../main/sync/ports/disk.ts';
import type { Identities } from './identities.ts';
import { contentAt, seenBy, text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import type { SimLaptop } from './sim-laptop.ts';

export interface NotedBy {
  readonly ledger: Ledger;
  readonly identities: Identities;
}

/**
 * A disk that notes what a person does through it. It is noted beforehand, since a process that dies may have done it: the
 * trash keeps what is deleted so, which therefore is not given up.
 */
export function noteDeeds(disk: Disk, laptop: SimLaptop, noted: NotedBy): Disk {
  const { ledger, identities } = noted;
  return {
    ...disk,
    move: async (folder, file, to) => {
      const content = contentAt(laptop, file.path);
      if (content !== null) takes(laptop, content, noted);
      if (content !== null) ledger.again(content);
      const moved = await disk.move(folder, file, to);
      if (content !== null) ledger.took(laptop.folders.name, content);
      const isThere = moved.ok && content !== null && contentAt(laptop, moved.value.path) === content;
      if (moved.ok && isThere) identities.moved(laptop, file.path, moved.value.path);
      else identities.acted(laptop);
      return moved;
    },
    trash: async (folder, file) => {
      bins(laptop, file.path, noted);
      const trashed = await disk.trash(folder, file);
      identities.acted(laptop);
      return trashed;
    },
    restore: async (folder, entry) => {
      const bytes = seenBy(laptop).trash.get(entry);
      const content = bytes === undefined ? null : text(bytes);
      if (content !== null) ledger.again(content);
      const restored = await disk.restore(folder, entry);
      if (restored.ok && content !== null) ledger.isBack(content);
      identities.acted(laptop);
      return restored;
    },
  };
}

/** The same where a file takes the place of another one, which goes into the trash. */
export function noteReplaces(replacer: Replacer, laptop: SimLaptop, noted: NotedBy): Replacer {
  const { ledger, identities } = noted;
  return {
    replace: async (folder, file, over) => {
      bins(laptop, over.path, noted);
      const content = contentAt(laptop, file.path);
      if (content !== null) {
        identities.removes(laptop, file.path);
        takes(laptop, content, noted);
        ledger.again(content);
      }
      const replaced = await replacer.replace(folder, file, over);
      identities.acted(laptop);
      return replaced;
    },
  };
}

function bins(laptop: SimLaptop, path: string, noted: NotedBy): void {
  const content = contentAt(laptop, path);
  if (content === null) return;
  noted.identities.removes(laptop, path);
  takes(laptop, content, noted);
  noted.ledger.binned(content);
}

/** Also from the folder that another one may just have taken the place of. */
function takes({ folders }: SimLaptop, content: string, { ledger }: NotedBy): void {
  for (const name of folders.lately) ledger.took(name, content);
}
