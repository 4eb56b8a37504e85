import type { RelPath } from '../../../shared/model/rel-path.ts';
import { IGNORE_FILE } from '../../engine/names/own-names.ts';
import { ignoreTextOf } from '../ports/ignore-text.ts';
import type { Disk } from '../ports/disk.ts';
import type { Mirror } from '../ports/mirror.ts';
import { SETTINGS } from '../settings/settings.ts';

/** Bytes of a `.siteignore` that are looked at; more than anybody writes. */
const LONGEST = 1024 * 1024;

/** Gitignore lines of the settings. */
export function ignoreLines(mirror: Pick<Mirror, 'setting'>): readonly string[] {
  return SETTINGS.ignore
    .read(mirror)
    .split('\n')
    .filter((line) => line !== '');
}

/** Text of the site's `.siteignore`; empty if there is none, or it cannot be read, which a scan reports. */
export async function ignoreText(disk: Pick<Disk, 'readHead'>, folder: string): Promise<string> {
  const text = await disk.readHead(folder, IGNORE_FILE as RelPath, LONGEST);
  return text.ok ? (ignoreTextOf(text.value) ?? '') : '';
}
