import type { Attempt } from '../ports/mirror.ts';

/**
 * What is said of a site's problems. While its folder is away that is all: nobody knows what became of the files in it,
 * and their own problems are looked at again when it is back.
 */
export function standing<A extends Pick<Attempt, 'path' | 'code'>>(problems: readonly A[]): readonly A[] {
  return isFolderAway(problems) ? problems.filter(({ path }) => path === '') : problems;
}

/** Of a site's problems: is its folder not there? */
export function isFolderAway(problems: readonly Pick<Attempt, 'path' | 'code'>[]): boolean {
  return problems.some(({ path, code }) => path === '' && code === 'folder-missing');
}
