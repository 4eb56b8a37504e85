import { lstatSync } from 'node:fs';

/**
 * Node gives a name that is no Unicode with this character in it, and that name leads to no file. But the character may
 * also be part of a real name, written by programs that unpack archives, or by records of the service. `odd`: such
 * names met in this folder before, since two of them may look the same.
 */
export function isUnicode(name: string, folder: string, odd: Set<string>): boolean {
  if (!name.includes('\uFFFD')) return true;
  if (odd.has(name) || lstatSync(folder + name, { throwIfNoEntry: false }) === undefined) return false;
  odd.add(name);
  return true;
}
