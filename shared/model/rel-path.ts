import type { Brand } from './brand.ts';

/**
 * A file's path below its site's folder: names joined by `/`, as they stand on this disk.
 * Never empty, absolute, or with a `.`, `..` or empty segment, so joining it to a folder cannot climb out.
 */
export type RelPath = Brand<string, 'RelPath'>;

/** A path in the form in which equal names are equal: Unicode NFC. Disks may return names as NFD. */
export type PathKey = Brand<string, 'PathKey'>;

/** Null if the text is not a safe relative path. */
export function parseRelPath(value: unknown): RelPath | null {
  if (typeof value !== 'string' || value.length === 0 || value.length > 4096 || value.includes('\0'))
    return null;
  for (const segment of value.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') return null;
  }
  return value as RelPath;
}

export function pathKey(path: RelPath): PathKey {
  return path.normalize('NFC') as unknown as PathKey;
}

/** The last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a path or key; empty for a file directly in the site's folder. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The folders above a path or a folder, the nearest first; the last is `''`, the site's own, which has none above it. */
export function foldersAbove(path: string): readonly (RelPath | '')[] {
  const names = path === '' ? [] : path.split('/');
  // What lies above a path in a site's folder is a path too.
  return names.map((_, index) => names.slice(0, names.length - 1 - index).join('/') as RelPath | '');
}

/** Does it lie in one of these folders, at any depth? `''` is the site's folder. */
export function isBelow(path: RelPath, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
}

/** The path of a name in a folder, where `''` is the folder that paths begin in. Nothing is checked. */
export function childOf(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Joins folder and name. Throws if the name is not one segment, or the result is not a path. */
export function joinPath(folder: string, name: string): RelPath {
  const path = parseRelPath(childOf(folder, name));
  if (path === null || name.includes('/')) throw new Error(`Not a path: ${folder} + ${name}`);
  return path;
}

/** `drawing.v2.pdf` → [`drawing.v2`, `.pdf`]; a leading dot belongs to the stem. */
export function splitExtension(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}
