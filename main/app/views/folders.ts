import type { FolderList } from '../../../shared/ipc/files.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { foldersAbove, type RelPath } from '../../../shared/model/rel-path.ts';
import { typedFolder } from '../../../shared/typed-folder.ts';
import { folded, typedWords } from '../../../shared/typed-words.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import { compareText } from './file-query.ts';
import type { SiteView } from './site-view.ts';

/** How many files lie or would lie in each folder, at any depth, by its path; those of all categories are always named. */
type Folders = ReadonlyMap<string, number>;

/** Kept as long as the rows are the same: a field asks at each letter that is typed. */
const known = new WeakMap<SiteView, Folders>();

function foldersOf(view: SiteView): Folders {
  const before = known.get(view);
  if (before !== undefined) return before;
  const counts = new Map<string, number>(CATEGORIES.map(({ label }) => [label, 0]));
  for (const { row } of view.rows) {
    for (const folder of foldersAbove(row.path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  counts.delete('');
  known.set(view, counts);
  return counts;
}

/** The folders whose paths hold these words, first the one that the whole text names. */
export function listFolders(view: SiteView, text: string, limit: number): FolderList {
  const folders = foldersOf(view);
  const typed = typedFolder(text).join('/');
  const words = typedWords(folded(typed));
  const named = folders.has(text) ? text : spelledIn(folders, typed);
  const found = [...folders].filter(
    ([path]) => path === named || words.every((word) => folded(path).includes(word)),
  );
  const sorted = found.toSorted(([a], [b]) => Number(b === named) - Number(a === named) || compareText(a, b));
  return {
    total: found.length,
    folders: sorted.slice(0, limit).map(([path, files]) => ({ path, files })),
    named,
  };
}

/** For each path the folder that it names, as that is spelled; null if there is none. */
export function spelledFolders(view: SiteView, paths: readonly string[]): readonly (string | null)[] {
  const folders = foldersOf(view);
  return paths.map((path) => spelledIn(folders, path));
}

/** Of several whose names differ only in case, it is the one with this very spelling. */
function spelledIn(folders: Folders, path: string): string | null {
  if (folders.has(path)) return path;
  const key = foldKey(path as RelPath);
  return [...folders.keys()].find((each) => foldKey(each as RelPath) === key) ?? null;
}
