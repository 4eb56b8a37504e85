import { ignoreRules } from '../../main/engine/ignore/ignore-rules.ts';
import type { FolderSnapshot } from '../support/memory/disk/disk.ts';
import type { SimLaptop } from './sim-laptop.ts';

type Keeper = Pick<SimLaptop, 'disk' | 'folder' | 'locked'>;

/** What a program works on before a file has its name: nobody sends that, and people leave it alone. */
export const UNSENT = ignoreRules([], '');

/** What a file or a record holds, without the line that a service may have added. */
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trimEnd();

/** All in the site's folder of a laptop, also what nobody may read. */
export function seenBy({ disk, folder, locked }: Keeper): FolderSnapshot {
  return locked.seen(() => disk.snapshot(folder));
}

/** What lies at a place; null where nothing does. Some disks list a name in other characters than it is asked for. */
export function contentAt(laptop: Keeper, path: string): string | null {
  const { files } = seenBy(laptop);
  const key = path.normalize('NFC');
  const bytes = files.get(path) ?? [...files].find(([each]) => each.normalize('NFC') === key)?.[1];
  return bytes === undefined ? null : text(bytes);
}

/** What people and their programs may work on: nothing that they may not read, or that no sync is to see yet. */
export function filesAtHand(laptop: Keeper): readonly (readonly [path: string, bytes: Uint8Array])[] {
  return [...seenBy(laptop).files].filter(
    ([path]) => !laptop.locked.holds(path) && !UNSENT.ignoresAnywhere(path),
  );
}
