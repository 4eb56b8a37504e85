import type { CategoryId } from '../../../shared/ipc/define.ts';
import type { DropReview, DropRow, TakenName } from '../../../shared/ipc/drop.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';

/** What the person decided otherwise than was suggested, by the ids of files. */
export interface Choices {
  readonly categories: ReadonlyMap<string, CategoryId>;
  /** True: added although the site holds the same bytes. False: left out. */
  readonly taken: ReadonlyMap<string, boolean>;
  /** Paths of the site's files that they replace. */
  readonly replaced: ReadonlyMap<string, string>;
}

export const AS_SUGGESTED: Choices = { categories: new Map(), taken: new Map(), replaced: new Map() };

/** For how many files something was decided otherwise than was suggested. */
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
  /** Of the row in the table. */
  readonly key: string;
  /** The same in another review of the same files: its path below the drop, and which one it is of several with that. */
  readonly id: string;
  readonly name: string;
  /** Below the drop, empty for files that were dropped by themselves. */
  readonly folder: string;
  readonly category: CategoryId;
  readonly state: ReviewState;
  /** What has its name in that category; null where nothing has, or it is not known yet. */
  readonly nameTaken: TakenName | null;
  /** What it may replace. */
  readonly over: Replaceable | null;
  /** The person wants it to. */
  readonly replaces: boolean;
}

/** Suggestions and decisions together. What the service would refuse is never taken. */
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
      // Where its place is another one by now, that is not what the person chose to replace.
      replaces: over !== null && choices.replaced.get(id) === over.path,
    };
  });
}

/** Files that were dropped by themselves from several folders may have one path. */
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
  // The same bytes are no other version.
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
    // What stands as it was suggested stays open to what the comparing finds later.
    if (take === (row.duplicateOf === null)) taken.delete(id);
    else taken.set(id, take);
  }
  return { ...choices, taken };
}

/** Of several files with one place the first replaces what is there; one that was chosen before gives way. */
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

/** How many files of the site these may replace, and how many they do. */
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
  /** How many replace a file of the site. */
  readonly replaced: number;
  /** Of what is added; categories without a file are left out. */
  readonly byCategory: readonly { readonly category: CategoryId; readonly bytes: number }[];
}

/** What would be added now. */
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

/** How many folders the files come from. */
export function countFolders(files: readonly ReviewFile[]): number {
  return new Set(files.map(({ folder }) => folder).filter((folder) => folder !== '')).size;
}
