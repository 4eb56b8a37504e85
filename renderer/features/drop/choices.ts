import type { CategoryId } from '../../../shared/ipc/define.ts';
import type { DropReview, DropRow } from '../../../shared/ipc/drop.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';

/** What the person decided otherwise than was suggested, by the path below the drop. */
export interface Choices {
  readonly categories: ReadonlyMap<string, CategoryId>;
  /** True: added although the site holds the same bytes. False: left out. */
  readonly taken: ReadonlyMap<string, boolean>;
}

export const AS_SUGGESTED: Choices = { categories: new Map(), taken: new Map() };

export type ReviewState = 'add' | 'left-out' | 'duplicate' | 'refused';

/** A dropped file as the review shows it. */
export interface ReviewFile {
  readonly row: DropRow;
  /** Of the row in the table. */
  readonly key: string;
  readonly name: string;
  /** Below the drop, empty for files that were dropped by themselves. */
  readonly folder: string;
  readonly category: CategoryId;
  readonly state: ReviewState;
}

/** Suggestions and decisions together. What the service would refuse is never taken. */
export function decideAll(rows: DropReview['rows'], choices: Choices): readonly ReviewFile[] {
  return rows.map((row) => ({
    row,
    key: String(row.index),
    name: baseName(row.path),
    folder: folderOf(row.path),
    category: choices.categories.get(row.path) ?? row.category,
    state: stateOf(row, choices.taken.get(row.path)),
  }));
}

function stateOf(row: DropRow, taken: boolean | undefined): ReviewState {
  if (row.refused !== null) return 'refused';
  if (taken === true) return 'add';
  if (taken === false) return 'left-out';
  return row.duplicateOf === null ? 'add' : 'duplicate';
}

export function withCategory(choices: Choices, files: readonly ReviewFile[], category: CategoryId): Choices {
  const categories = new Map(choices.categories);
  for (const { row } of files) categories.set(row.path, category);
  return { ...choices, categories };
}

export function withTaken(choices: Choices, files: readonly ReviewFile[], take: boolean): Choices {
  const taken = new Map(choices.taken);
  for (const { row } of files) {
    if (row.refused !== null) continue;
    // What stands as it was suggested stays open to what the comparing finds later.
    if (take === (row.duplicateOf === null)) taken.delete(row.path);
    else taken.set(row.path, take);
  }
  return { ...choices, taken };
}

export interface ReviewSum {
  readonly files: number;
  readonly bytes: number;
  /** Of what is added; categories without a file are left out. */
  readonly byCategory: readonly { readonly category: CategoryId; readonly bytes: number }[];
}

/** What would be added now. */
export function sumOf(files: readonly ReviewFile[]): ReviewSum {
  const taken = files.filter(({ state }) => state === 'add');
  const bytes = (some: readonly ReviewFile[]): number => some.reduce((sum, { row }) => sum + row.size, 0);
  return {
    files: taken.length,
    bytes: bytes(taken),
    byCategory: CATEGORIES.map(({ id }) => ({
      category: id,
      bytes: bytes(taken.filter(({ category }) => category === id)),
    })).filter((part) => part.bytes > 0),
  };
}

/** How many folders the files come from. */
export function countFolders(files: readonly ReviewFile[]): number {
  return new Set(files.map(({ folder }) => folder).filter((folder) => folder !== '')).size;
}
