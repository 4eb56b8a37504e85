import ignore from 'ignore';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { IGNORE_DEFAULTS } from './ignore-defaults.ts';
import { isClosedFolder, isIgnoreFileAsText, isOwnPath } from '../names/own-names.ts';

/** Is this path, relative to the site's folder with `/`, left out of sync? */
export interface IgnoreRules {
  /** As `ignoresAnywhere`, for a path whose folders were asked before, as a walk over the folders does. */
  readonly ignores: (path: string, isFolder: boolean) => boolean;
  /** Is the path, or a folder above it, left out? Its last name counts as that of a file. */
  readonly ignoresAnywhere: (path: string) => boolean;
  /** The same, but its last name counts as that of a folder: a line may name only files, or only folders. */
  readonly ignoresFolder: (path: string) => boolean;
}

/** The most characters of a line, as many as of a path: a regular expression cannot be made of every longer one. */
const LONGEST = 4096;

/** Only a name with other characters than these can be spelt in two ways. */
const PLAIN = /^[\0-\x7f]*$/;

/**
 * The built-in lines, read once: each plan and each scan asks for them, and reading them takes longer than planning a
 * small site.
 */
const BUILT_IN = ignore({ ignorecase: true }).add(IGNORE_DEFAULTS);

/**
 * What is ours or closed and a misnamed ignore list, then the built-in names, then the person's lines, then those of
 * `.siteignore` (rule 15). A later line overrides an earlier one, so `!plan.tmp` takes back what is built in; what is ours
 * or closed cannot be taken back, and neither can that list. Building files are named on disks that ignore case, so `*.BAK`
 * and `*.bak` mean the same. Lines of a syntax that gitignore does not know, or longer than any path, match nothing. A name
 * that a Mac or an archive spelt in other Unicode characters is the same name.
 */
export function ignoreRules(lines: readonly string[], ignoreText: string): IgnoreRules {
  const own = [...lines, ...ignoreText.split(/\r?\n/)]
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && line.length <= LONGEST)
    .map((line) => line.normalize('NFC'));
  const all = ignore({ ignorecase: true }).add(BUILT_IN).add(own);
  const custom = own.length === 0 ? null : ignore({ ignorecase: true }).add(own);

  const ignores = (path: string, isFolder: boolean): boolean => {
    const name = baseName(path);
    if (isOwnPath(path) || (isFolder && isClosedFolder(name))) return true;
    if (!isFolder && isIgnoreFileAsText(path)) return true;
    const composed = PLAIN.test(path) ? path : path.normalize('NFC');
    const asked = isFolder ? `${composed}/` : composed;
    if (mayBeBuiltIn(name)) return all.ignores(asked);
    return custom?.ignores(asked) ?? false;
  };

  /** A site may have a thousand times more files than folders, so the answer for each folder is kept. */
  const folders = new Map<string, boolean>();
  const isBelowIgnored = (path: string): boolean => {
    const folder = folderOf(path);
    if (folder === '') return false;
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const ignored = isBelowIgnored(folder) || ignores(folder, true);
    folders.set(folder, ignored);
    return ignored;
  };

  return {
    ignores,
    ignoresAnywhere: (path) => isBelowIgnored(path) || ignores(path, false),
    ignoresFolder: (path) => isBelowIgnored(path) || ignores(path, true),
  };
}

/*
 * Asking `ignore` takes 5 µs a path, half of a scan. The built-in lines are names, beginnings and ends of names: one
 * that is none of them cannot be built in, and only the lines of the person are left to ask.
 */
const NAMES = new Set<string>();
const BEGINNINGS: string[] = [];
const ENDINGS = new Set<string>();
for (const line of IGNORE_DEFAULTS) {
  // A character in brackets counts as that character: gitignore needs this for a blank at the end of a line.
  const name = line
    .replace(/\/$/, '')
    .replaceAll(/\[([^\]])\]/g, '$1')
    .toLowerCase();
  const star = name.indexOf('*');
  if (star < 0) NAMES.add(name);
  else if (star > 0) BEGINNINGS.push(name.slice(0, star));
  else ENDINGS.add(name.slice(1));
}

function mayBeBuiltIn(name: string): boolean {
  const folded = name.toLowerCase();
  if (NAMES.has(folded) || ENDINGS.has(folded.slice(-1))) return true;
  const dot = folded.lastIndexOf('.');
  if (dot >= 0 && ENDINGS.has(folded.slice(dot))) return true;
  return BEGINNINGS.some((beginning) => folded.startsWith(beginning));
}
