import { baseName, folderOf, joinPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { CONFLICT_MARK } from '../../../shared/model/conflict-mark.ts';
import { cutName, nameParts } from './local-names.ts';

/** The mark of an earlier conflict at the end of a stem. */
const OLD_MARK = new RegExp(`${CONFLICT_MARK.source}$`);
const DEVICE = / \(conflict \d{4}-\d{2}-\d{2} \d{4} ([^()]*?)(?:, \d+)?\)$/;
/** At most this many code points of the device's name: the file's own name needs the room. */
const DEVICE_LIMIT = 24;

/**
 * Where this computer's bytes go when both sides changed: `name (conflict 2026-11-21 0942 MARA-T14).ext`, with a
 * number before the bracket closes where that is taken. A conflict of a conflict copy replaces the old mark.
 *
 * @param stamp `YYYY-MM-DD HHMM`
 * @param taken must be false for all but finitely many paths
 */
export function conflictPath(
  path: RelPath,
  stamp: string,
  device: string,
  taken: (path: RelPath) => boolean,
): RelPath {
  const folder = folderOf(path);
  const plain = withoutMark(baseName(path));
  const label = `${stamp} ${safeDevice(device)}`;
  for (let number = 1; ; number++) {
    const mark = ` (conflict ${label}${number === 1 ? '' : `, ${number}`})`;
    const candidate = joinPath(folder, cutName(plain, mark));
    if (!taken(candidate)) return candidate;
  }
}

/** The path that a conflict copy was made beside; null for a file that is none. */
export function originalOf(copy: RelPath): RelPath | null {
  const name = baseName(copy);
  const plain = withoutMark(name);
  return plain === name ? null : joinPath(folderOf(copy), plain);
}

/** The computer that a conflict copy comes from, by the name that it has in copies; null for a file that is none. */
export function deviceOf(copy: RelPath): string | null {
  return DEVICE.exec(nameParts(baseName(copy))[0])?.[1] ?? null;
}

function withoutMark(name: string): string {
  const [stem, extension] = nameParts(name);
  let plain = stem;
  while (OLD_MARK.test(plain)) plain = plain.replace(OLD_MARK, '');
  return (plain === '' ? 'unnamed' : plain) + extension;
}

/**
 * A computer's name as it stands in the names of its copies. It may hold any character, and brackets would keep the next
 * conflict from finding this mark.
 */
export function safeDevice(device: string): string {
  const plain = device
    .toWellFormed()
    .replace(/[()/\\<>:"|?*\u0000-\u001f\u007f]+/g, '-')
    .trim();
  const kept = Array.from(plain).slice(0, DEVICE_LIMIT).join('').trim();
  return kept === '' ? 'this computer' : kept;
}
