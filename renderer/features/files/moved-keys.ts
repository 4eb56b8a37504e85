import type { CategoriesBefore } from '../../../shared/ipc/files.ts';
import { categoryLabel, CATEGORIES, type Category } from '../../../shared/model/category.ts';
import { localKey, pathOfKey } from '../../../shared/model/file-key.ts';
import type { Selection } from '../../ui/table/selection.ts';

/** Where the file lies now that lay at this path; null for one that stayed. */
export type NewPath = (path: string) => string | null;

/** Until it is sent a file goes by its path: once it was moved here, by its new one. */
export function keyAfter(key: string, newPath: NewPath): string {
  const path = pathOfKey(key);
  const now = path === null ? null : newPath(path);
  return now === null ? key : localKey(now);
}

/** What a person picked, or left out, is that after a move too. */
export function selectionAfter(selection: Selection, newPath: NewPath): Selection {
  const after = (keys: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...keys].map((key) => keyAfter(key, newPath)));
  return selection.all
    ? { all: true, except: after(selection.except) }
    : { all: false, keys: after(selection.keys) };
}

/** Files that were given a category lie in its folder, if they lay in one. */
export function intoCategory(category: Category, stayed: readonly { readonly path: string }[]): NewPath {
  const left = new Set(stayed.map(({ path }) => path));
  const labels = new Set(CATEGORIES.map(({ label }) => label.toLowerCase()));
  return (path) => {
    const slash = path.indexOf('/');
    if (left.has(path) || slash < 0 || !labels.has(path.slice(0, slash).toLowerCase())) return null;
    return categoryLabel(category) + path.slice(slash);
  };
}

/** Files that get back the category that they had. */
export function intoCategories(
  before: CategoriesBefore,
  stayed: readonly { readonly path: string }[],
): NewPath {
  const now = new Map(
    before.flatMap(({ category, keys }) => {
      const into = intoCategory(category, stayed);
      return keys.map((key) => [key, into(pathOfKey(key) ?? '')] as const);
    }),
  );
  return (path) => now.get(localKey(path)) ?? null;
}

/** Of files that were moved, without those that stayed. */
export function movedAs(
  moved: readonly { readonly from: string; readonly to: string }[],
  stayed: readonly { readonly path: string }[] = [],
): NewPath {
  const left = new Set(stayed.map(({ path }) => path));
  const now = new Map(moved.map(({ from, to }) => [from, to]));
  return (path) => (left.has(path) ? null : (now.get(path) ?? null));
}
