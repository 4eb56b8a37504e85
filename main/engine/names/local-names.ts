import type { FileId } from '../../../shared/model/ids.ts';
import {
  baseName,
  folderOf,
  joinPath,
  pathKey,
  type RelPath,
  splitExtension,
} from '../../../shared/model/rel-path.ts';
import { MOST_BYTES_PER_UNIT, utf8Length } from '../../../shared/utf8.ts';
import type { Platform } from '../policy.ts';

/** Bytes (Linux) or UTF-16 units (macOS, Windows) that one name may have. */
const NAME_LIMIT = 255;
/** What follows the last dot is an extension only where it looks like one: `Rev. 2 of the plan` has none. */
const EXTENSION = /^\.[\p{L}\p{N}~+-]{1,24}$/u;

/** Separators and control characters: unsafe or unreadable on every system, so replaced on every system. */
const UNSAFE = /[/\\\u0000-\u001f\u007f]/g;
/** Windows refuses these; `:` would even open another stream of the same file. Elsewhere they are plain characters. */
const UNSAFE_ON_WINDOWS = /[<>:"|?*]/g;
/** Windows devices, with any extension and with blanks before it. They are plain names on every other system. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** With these characters alone, two names can only be equal by case. */
const ASCII = /^[\u0000-\u007f]*$/;

/** What a name of the service becomes on this disk, and whether it could be kept as it is. */
export interface LocalName {
  readonly name: string;
  readonly exact: boolean;
}

/** One safe path segment for any text. Inexact names are not unique: they need `aliasPath`. */
export function toLocalName(name: string, platform: Platform): LocalName {
  // A lone surrogate cannot be written as UTF-8: the disk would give back another name than was written.
  let safe = name.toWellFormed().replace(UNSAFE, '_');
  if (safe === '') safe = 'unnamed';
  if (safe === '.' || safe === '..') safe = '_'.repeat(safe.length);
  if (platform === 'win32') {
    safe = safe.replace(UNSAFE_ON_WINDOWS, '_');
    if (DEVICE.test(safe)) safe = `_${safe}`;
  }
  safe = cutName(safe, '', platform === 'linux' ? utf8Length : utf16Length);
  // Windows silently drops dots and blanks at the end: the file would come back under another name.
  if (platform === 'win32') safe = safe.replace(/[. ]+$/, '_');
  return { name: safe, exact: safe === name };
}

/**
 * The key under which two paths would be one file on some system: NFC and without case. It is used on every system,
 * so that a site that was filled on Linux still fits on Windows and macOS.
 *
 * Lower case first turns ẞ into ß; upper case then folds ß into SS, both small sigmas into Σ and ſ into S. The dotless
 * ı falls together with i (a stricter rule than any disk's, and harmless: one of the two gets an alias), while İ keeps
 * its dot and stays apart from I. No locale is asked, so the key is the same on a Turkish computer.
 */
export function foldKey(path: RelPath): string {
  if (ASCII.test(path)) return path.toUpperCase();
  return path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** Characters that HFS+ leaves out when it compares names: `.site<ZWNJ>sync` is `.sitesync` there. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * The key by which a name is compared with names of ours: all names that any disk might take for one of ours have its
 * key.
 */
export function bareKey(name: string): string {
  return foldKey(name.replace(INVISIBLE, '') as RelPath);
}

/**
 * The path beside `path` that belongs to this record for good: `name ~1a2b3c4d.ext`. Attempt 1 uses more of the id, for
 * records whose ids begin alike. The alias of an alias is the alias itself.
 */
export function aliasPath(path: RelPath, id: FileId, attempt: 0 | 1): RelPath {
  const [short, long] = idMarks(id);
  const mark = ` ~${attempt === 0 ? short : long}`;
  const [stem, extension] = nameParts(baseName(path));
  return joinPath(folderOf(path), cutName(withoutMark(stem, id) + extension, mark));
}

/** The path beside which this alias of the record stands; null if it is none. A name that was cut for it stays cut. */
export function plainPath(alias: RelPath, id: FileId): RelPath | null {
  const [stem, extension] = nameParts(baseName(alias));
  const plain = withoutMark(stem, id);
  return plain === stem ? null : joinPath(folderOf(alias), plain + extension);
}

function withoutMark(stem: string, id: FileId): string {
  const [short, long] = idMarks(id);
  const mark = [` ~${long}`, ` ~${short}`].find((end) => stem.endsWith(end) && stem.length > end.length);
  return mark === undefined ? stem : stem.slice(0, -mark.length);
}

/** Is this the alias of the record beside `of`? Nobody gives a file such a name by hand. */
export function isAliasOf(path: RelPath, of: RelPath, id: FileId): boolean {
  return ATTEMPTS.some((attempt) => pathKey(aliasPath(of, id, attempt)) === pathKey(path));
}

const ATTEMPTS = [0, 1] as const;

/** `name` with `mark` before its extension, its stem cut so that any system can hold it. */
export function cutName(name: string, mark: string, measure: (text: string) => number = utf8Length): string {
  if (mark === '' && name.length * MOST_BYTES_PER_UNIT <= NAME_LIMIT) return name;
  const [stem, extension] = nameParts(name);
  const room = NAME_LIMIT - measure(mark) - measure(extension);
  if (measure(stem) <= room) return stem + mark + extension;
  let kept = '';
  let used = 0;
  for (const character of stem) {
    used += measure(character);
    if (used > room) break;
    kept += character;
  }
  return kept + mark + extension;
}

const utf16Length = (text: string): number => text.length;

/** Stem and extension of a name that is to get a mark or to be cut. */
export function nameParts(name: string): readonly [stem: string, extension: string] {
  const parts = splitExtension(name);
  return EXTENSION.test(parts[1]) ? parts : [name, ''];
}

/** A short and a long mark for an id. Ids that are no UUIDs may begin alike or hold anything: those are hashed. */
function idMarks(id: FileId): readonly [short: string, long: string] {
  const hex = id.toLowerCase().replaceAll('-', '');
  if (/^[0-9a-f]{32}$/.test(hex)) return [hex.slice(0, 8), hex];
  const digest = fnv1a64(id);
  return [digest.slice(0, 8), digest];
}

/** FNV-1a over UTF-16 units, 16 hex digits: spreads names, protects nothing. */
function fnv1a64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
