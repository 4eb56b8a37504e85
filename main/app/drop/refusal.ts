import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { MAX_BYTES, MAX_FOLDERS } from '../../engine/names/implied-path.ts';
import { utf8Length } from '../../../shared/utf8.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import { toLocalName } from '../../engine/names/local-names.ts';
import type { Platform } from '../../engine/policy.ts';

/** Bytes that one name may have on any system. */
const NAME_BYTES = 255;

/** What is left out of every site. */
const BUILT_IN = ignoreRules([], '');

/** Why a file cannot lie at this place of a site, in words that name what is wrong; null if it can. */
export function refusalOf(
  target: string,
  platform: Platform,
  ignored: (path: RelPath) => boolean,
): string | null {
  for (const segment of target.split('/')) {
    const refused = refusedName(segment, platform);
    if (refused !== null) return refused;
  }
  const path = parseRelPath(target);
  if (path === null) return 'This path cannot be used. Rename the file or its folder.';
  if (path.split('/').length - 1 > MAX_FOLDERS)
    return `It lies more than ${MAX_FOLDERS} folders deep. Drop a folder further in.`;
  if (utf8Length(path) > MAX_BYTES)
    return 'Its path is too long for other computers. Shorten the folders’ names.';
  return ignored(path) ? leftOutWords(path) : null;
}

export const NO_UNICODE = 'Its name is not valid Unicode. Rename it.';

/** Why a file or folder is left out of sync, in words for people who wrote no ignore lines and would not look for them. */
export function leftOutWords(path: string): string {
  // Of some folders the rules only tell what lies in them.
  return BUILT_IN.ignoresAnywhere(path) || BUILT_IN.ignoresAnywhere(`${path}/any`)
    ? 'SiteSync never sends system and temporary files like this one.'
    : 'Left out by the ignore list in Settings, or by the site’s .siteignore.';
}

function refusedName(segment: string, platform: Platform): string | null {
  if (segment === '' || segment === '.' || segment === '..')
    return `“${segment}” is not a valid name for a file or folder.`;
  if (!segment.isWellFormed()) return NO_UNICODE;
  // What is wrong stands first: a line of a list has room for no more.
  if (segment.includes('\\')) return `“\\” is not allowed in names. Rename “${segment}”.`;
  if (/[\u0000-\u001f\u007f]/.test(segment))
    return `A hidden character is not allowed in names. Rename “${segment}”.`;
  if (utf8Length(segment) > NAME_BYTES) return `The name “${segment.slice(0, 40)}…” is too long. Shorten it.`;
  return toLocalName(segment, platform).exact
    ? null
    : `This computer cannot hold the name “${segment}”. Rename it.`;
}
