import ignore from 'ignore';
import { IGNORE_DEFAULTS } from './ignore-defaults.ts';
import { isOwnPath } from './ignore-own.ts';

/** Is this path, relative to the site's folder with `/`, left out of sync? */
export interface IgnoreRules {
  /** For one whose folders were asked before, as a walk does. */
  readonly ignores: (path: string, isFolder: boolean) => boolean;
  /** For a path alone: true where it or a folder above it is left out. Its last name is taken for a file's. */
  readonly ignoresAnywhere: (path: string) => boolean;
}

/**
 * What is ours, then the built-in names, then the person's lines, then those of `.siteignore` (rule 15). A later line
 * overrides an earlier one, so `!plan.tmp` takes back what is built in; what is ours cannot be taken back. Building
 * files are named on disks that ignore case, so `*.BAK` and `*.bak` mean the same. Lines of a syntax that gitignore
 * does not know match nothing.
 */
export function ignoreRules(lines: readonly string[], ignoreText: string): IgnoreRules {
  const own = [...lines, ...ignoreText.split(/\r?\n/)].filter(
    (line) => line.trim() !== '' && !line.startsWith('#'),
  );
  const all = ignore({ ignorecase: true }).add(IGNORE_DEFAULTS).add(own);
  const custom = own.length === 0 ? null : ignore({ ignorecase: true }).add(own);

  const ignores = (path: string, isFolder: boolean): boolean => {
    if (isOwnPath(path)) return true;
    const asked = isFolder ? `${path}/` : path;
    if (LITTER.test(path.slice(path.lastIndexOf('/') + 1))) return all.ignores(asked);
    return custom?.ignores(asked) ?? false;
  };

  return {
    ignores,
    ignoresAnywhere: (path) => {
      for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        if (ignores(path.slice(0, slash), true)) return true;
      }
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
