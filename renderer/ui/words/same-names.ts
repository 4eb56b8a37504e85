import { folderOf } from '../../../shared/model/rel-path.ts';

/** Names that files in several folders have: beside such a name the folder has to stand. */
export function sameNames(
  files: Iterable<{ readonly name: string; readonly path: string }>,
): ReadonlySet<string> {
  const folders = new Map<string, string>();
  const same = new Set<string>();
  for (const { name, path } of files) {
    const folder = folderOf(path);
    if ((folders.get(name) ?? folder) !== folder) same.add(name);
    else folders.set(name, folder);
  }
  return same;
}
