import { isFound, type FoundProblem, type KeptProblem } from '../ports/mirror/kept-problem.ts';
import type { Problem } from './problem.ts';

/** What a look was about: whether the folder is there, what is in it, or what the service lists. */
export type Look = 'folder' | 'scan' | 'list';

/** The name under which what a look found is remembered. `index`: its place among all that this look found. */
export function foundKey(by: Look, { code, path }: Problem, index: number): string {
  // Numbered, since two rows of a list may be alike in all that is known of them.
  return `${beginning(by)}${by === 'list' ? index : ''}:${code}:${path}`;
}

export function isFoundBy(look: Look, problem: KeptProblem): problem is FoundProblem {
  return isFound(problem) && problem.key.startsWith(beginning(look));
}

function beginning(look: Look): string {
  return `found:${look}:`;
}
