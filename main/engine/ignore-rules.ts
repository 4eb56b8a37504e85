import ignore from 'ignore';
import type { RelPath } from '../../shared/model/rel-path.ts';

/** Gitignore lines as a predicate over paths below a site's folder; later lines win, `!` takes back. */
export function ignoreRules(lines: readonly string[]): (path: RelPath) => boolean {
  // Building files are named on disks that ignore case, so `*.BAK` and `*.bak` mean the same.
  const rules = ignore({ ignorecase: true, allowRelativePaths: false }).add([...lines]);
  return (path) => rules.ignores(path);
}
