import type { CategoryId } from '../../../../shared/ipc/define.ts';
import type { DropReview, DropRow, TakenName } from '../../../../shared/ipc/drop.ts';
import { CATEGORIES } from '../../../../shared/model/category.ts';
import { baseName, folderOf } from '../../../../shared/model/rel-path.ts';

/** The person's decisions that differ from the suggestions, by file id. */
export interface Choices {
  readonly categories: ReadonlyMap<string, CategoryId>;
  /** True: added although the site already has the same bytes. False: left out. */
  readonly taken: ReadonlyMap<string, boolean>;
  /** Path of the site's file that each one replaces. */
  readonly replaced: ReadonlyMap<string, string>;
}

export const AS_SUGGESTED: Choices = { categories: new Map(), taken: new Map(), replaced: new Map() };

/** The number of files for which the person decided differently from the suggestion. */
export function countDecided({ categories, taken, replaced }: Choices): number {
  return new Set([...categories.keys(), ...taken.keys(), ...replaced.keys()]).size;
}

export type ReviewState = 'add' | 'left-out' | 'duplicate' | 'refused';

/** A file of the site that may be replaced. */
export interface Replaceable {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

/** A dropped file as the review shows it. */
export interface ReviewFile {
  readonly row: DropRow;
  /** The key of its table row. */
  readonly key: string;
  /** Stays the same when the files are reviewed again: the path within the drop, and a number if several share it. */
  readonly id: string;
  readonly name: string;
  /** Within the drop; empty for files that were dropped by themselves. */
  readonly folder: string;
  readonly category: CategoryId;
  readonly state: ReviewState;
  /** What already has its name in that category; null if nothing has, or if that is not known yet. */
  readonly nameTaken: TakenName | null;
  /** The file that it could replace. */
  readonly over: Replaceable | null;
  /** The person chose to replace that file. */
  readonly replaces: boolean;
}

/** Merges suggestions and decisions. What the service would refuse is never added. */
export function decideAll(
  rows: DropReview['rows'],
  names: ReadonlyMap<number, TakenName>,
  choices: Choices,
): readonly ReviewFile[] {
  const idOf = idsInOrder();
  return rows.map((row) => {
    const id = idOf(row.path);
    const category = choices.categories.get(id) ?? row.category;
    const state = stateOf(row, choices.taken.get(id));
    const name = names.get(row.index);
    const nameTaken = name?.category === category ? name : null;
    const over = state === 'add' ? overOf(row, nameTaken) : null;
    return {
      row,
      key: String(row.index),
      id,
      name: baseName(row.path),
      folder: folderOf(row.path),
      category,
      state,
      nameTaken,
      over,
      // If the file would lie elsewhere by now, the person's choice to replace was about another file.
      replaces: over !== null && choices.replaced.get(id) === over.path,
    };
  });
}

/** Files dropped by themselves from several folders can share a path. */
function idsInOrder(): (path: string) => string {
  const seen = new Map<string, number>();
  return (path) => {
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    return before === 0 ? path : `${path}/${before}`;
  };
}

function overOf({ duplicateOf }: DropRow, nameTaken: TakenName | null): Replaceable | null {
  const holder = nameTaken?.holder ?? null;
  // The same bytes are not another version.
  if (holder === null || holder.here === null || holder.path === duplicateOf) return null;
  return { path: holder.path, ...holder.here };
}

function stateOf(row: DropRow, taken: boolean | undefined): ReviewState {
  if (row.refused !== null) return 'refused';
  if (taken === true) return 'add';
  if (taken === false) return 'left-out';
  return row.duplicateOf === null ? 'add' : 'duplicate';
}

export function withCategory(choices: Choices, files: readonly ReviewFile[], category: CategoryId): Choices {
  const categories = new Map(choices.categories);
  for (const { id } of files) categories.set(id, category);
  return { ...choices, categories };
}

export function withTaken(choices: Choices, files: readonly ReviewFile[], take: boolean): Choices {
  const taken = new Map(choices.taken);
  for (const { id, row } of files) {
    if (row.refused !== null) continue;
    // A file left as suggested stays open to what comparing finds later.
    if (take === (row.duplicateOf === null)) taken.delete(id);
    else taken.set(id, take);
  }
  return { ...choices, taken };
}

/** Of several files with the same target, the first replaces it, and an earlier choice is dropped. */
export function withReplaced(choices: Choices, files: readonly ReviewFile[], replace: boolean): Choices {
  const replaced = new Map(choices.replaced);
  if (!replace) {
    for (const { id } of files) replaced.delete(id);
    return { ...choices, replaced };
  }
  const byPath = new Map([...replaced].map(([id, path]) => [path, id]));
  const chosen = new Set<string>();
  for (const { id, over } of files) {
    if (over === null || chosen.has(over.path)) continue;
    chosen.add(over.path);
    replaced.delete(byPath.get(over.path) ?? '');
    replaced.set(id, over.path);
  }
  return { ...choices, replaced };
}

/** How many of the site's files these could replace, and how many they do replace. */
export function countOver(files: readonly ReviewFile[]): {
  readonly places: number;
  readonly replaced: number;
} {
  return {
    places: new Set(files.flatMap(({ over }) => over?.path ?? [])).size,
    replaced: files.filter(({ replaces }) => replaces).length,
  };
}

export interface ReviewSum {
  readonly files: number;
  readonly bytes: number;
  /** How many of them replace a file of the site. */
  readonly replaced: number;
  /** What is added, without empty categories. */
  readonly byCategory: readonly { readonly category: CategoryId; readonly bytes: number }[];
}

export function sumOf(files: readonly ReviewFile[]): ReviewSum {
  const taken = files.filter(({ state }) => state === 'add');
  return {
    files: taken.length,
    bytes: bytesOf(taken),
    replaced: taken.filter(({ replaces }) => replaces).length,
    byCategory: CATEGORIES.map(({ id }) => ({
      category: id,
      bytes: bytesOf(taken.filter(({ category }) => category === id)),
    })).filter((part) => part.bytes > 0),
  };
}

export function bytesOf(files: readonly ReviewFile[]): number {
  return files.reduce((sum, { row }) => sum + row.size, 0);
}

export function countFolders(files: readonly ReviewFile[]): number {
  return new Set(files.map(({ folder }) => folder).filter((folder) => folder !== '')).size;
}
