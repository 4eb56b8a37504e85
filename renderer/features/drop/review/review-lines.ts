import { baseName, folderOf } from '../../../../shared/model/rel-path.ts';
import { folded } from '../../../../shared/typed-words.ts';
import type { ReviewFile } from './choices.ts';

export const SHOWN = ['all', 'add', 'taken', 'twin', 'left-out', 'duplicate', 'refused'] as const;
export type Shown = (typeof SHOWN)[number];

export interface ReviewFilter {
  readonly shown: Shown;
  /** Within the drop; null: all of them. */
  readonly folder: string | null;
  readonly text: string;
}

export type ReviewLine =
  | {
      readonly kind: 'folder';
      readonly folder: string;
      /** Without the folder that all of the drop lies in, which the title names; that one by its own name. */
      readonly shownAs: string;
      readonly files: readonly ReviewFile[];
    }
  | { readonly kind: 'file'; readonly file: ReviewFile };

/**
 * The files that pass the filter, by folder in the order of the drop. A heading acts on the shown files of its folder.
 */
export function linesOf(files: readonly ReviewFile[], filter: ReviewFilter): readonly ReviewLine[] {
  const needle = folded(filter.text.trim());
  const passing = files.filter(
    (file) =>
      isShown(file, filter.shown) &&
      (filter.folder === null || isBelow(file.folder, filter.folder)) &&
      (needle === '' || folded(file.row.path).includes(needle)),
  );
  const top = onlyTopOf(files);
  const byFolder = Map.groupBy(passing, ({ folder }) => folder);
  return [...byFolder].flatMap(([folder, inside]): readonly ReviewLine[] => [
    {
      kind: 'folder',
      folder,
      shownAs: top !== null && folder !== top ? folder.slice(top.length + 1) : folder,
      files: inside,
    },
    ...inside.map((file): ReviewLine => ({ kind: 'file', file })),
  ]);
}

/** The dropped folder that all of these lie in; null where they lie in several, or in none. */
function onlyTopOf(files: readonly ReviewFile[]): string | null {
  const [top = ''] = files[0]?.folder.split('/') ?? [];
  return top !== '' && files.every(({ folder }) => isBelow(folder, top)) ? top : null;
}

export function countShown(files: readonly ReviewFile[]): Readonly<Record<Shown, number>> {
  const counts = { all: files.length, add: 0, taken: 0, twin: 0, 'left-out': 0, duplicate: 0, refused: 0 };
  for (const file of files) {
    counts[file.state] += 1;
    if (isShown(file, 'taken')) counts.taken += 1;
    if (isShown(file, 'twin')) counts.twin += 1;
  }
  return counts;
}

function isShown(file: ReviewFile, shown: Shown): boolean {
  if (shown === 'all') return true;
  // Also once it is left out: it can be taken back there.
  if (shown === 'twin') return file.row.twinOf !== null && file.state !== 'refused';
  return shown === 'taken' ? file.state === 'add' && file.nameTaken !== null : file.state === shown;
}

/** A folder of the drop with everything in it. */
export interface FolderNode {
  /** Within the drop. */
  readonly path: string;
  readonly name: string;
  readonly files: number;
  readonly refused: number;
  readonly folders: readonly FolderNode[];
}

interface Growing extends FolderNode {
  files: number;
  refused: number;
  readonly folders: Growing[];
}

/** The folders of a drop, in its order. Files that were dropped by themselves are in none of them. */
export function foldersOf(files: readonly ReviewFile[]): readonly FolderNode[] {
  const tops: Growing[] = [];
  const known = new Map<string, Growing>();
  const node = (path: string): Growing => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const above = folderOf(path);
    const made: Growing = { path, name: baseName(path), files: 0, refused: 0, folders: [] };
    known.set(path, made);
    (above === '' ? tops : node(above).folders).push(made);
    return made;
  };
  for (const { folder, state } of files) {
    for (let path = folder; path !== ''; path = folderOf(path)) {
      const each = node(path);
      each.files += 1;
      if (state === 'refused') each.refused += 1;
    }
  }
  return tops;
}

/** Every folder, before those in it. */
export function folderPaths(folders: readonly FolderNode[]): readonly string[] {
  return folders.flatMap(({ path, folders: inside }) => [path, ...folderPaths(inside)]);
}

function isBelow(folder: string, above: string): boolean {
  return folder === above || folder.startsWith(`${above}/`);
}
