import ignore from 'ignore';
import { IGNORE_DEFAULTS } from '../../engine/ignore-defaults.ts';
import { IGNORE_FILE, isOwnSegment, MODELS } from './layout.ts';

/**
 * Is this path, relative to the site's folder with `/`, left out of sync? The folders above it are asked first by
 * the caller, or all at once by `ignoresAnywhere`.
 */
export interface IgnoreRules {
  ignores(path: string, isFolder: boolean): boolean;
  /** The same for a path alone: true where it or a folder above it is left out. */
  ignoresAnywhere(path: string): boolean;
}

/**
 * The built-in names, then the person's lines, then those of `.siteignore`; a later line overrides an earlier one, so
 * `!plan.tmp` takes back what is built in. Lines of a syntax that gitignore does not know match nothing.
 */
export function ignoreRules(lines: readonly string[], ignoreText: string): IgnoreRules {
  const own = [...lines, ...ignoreText.split(/\r?\n/)].filter(
    (line) => line.trim() !== '' && !line.startsWith('#'),
  );
  const all = ignore().add(IGNORE_DEFAULTS).add(own);
  const custom = own.length === 0 ? null : ignore().add(own);

  const ignores = (path: string, isFolder: boolean): boolean => {
    const slash = path.lastIndexOf('/');
    if (slash < 0 && (isOwnSegment(path) || path === MODELS || path === IGNORE_FILE)) return true;
    const asked = isFolder ? `${path}/` : path;
    if (LITTER.test(path.slice(slash + 1))) return all.ignores(asked);
    return custom?.ignores(asked) ?? false;
  };

  return {
    ignores,
    ignoresAnywhere: (path) => {
      for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        if (ignores(path.slice(0, slash), true)) return true;
      }
      // Whether the last name is a file or a folder is not known here: a line for folders alone does not match it.
      return ignores(path, false);
    },
  };
}

/**
 * One expression for all built-in names. Asking `ignore` takes 5 µs a path, half of a scan; a name that does not match
 * this cannot be a built-in one, and only the lines of the person are left to ask.
 */
const LITTER = new RegExp(
  `^(?:${IGNORE_DEFAULTS.map((line) =>
    line
      .replace(/\/$/, '')
      .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*'),
  ).join('|')})$`,
  'isu',
);
