import { folderOf, pathKey, type PathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile, ScanScope } from '../../../../main/sync/ports/disk.ts';
import type { ScanEnd, ScanWriter } from '../../../../main/sync/ports/mirror/looks.ts';
import type { SiteMemory } from './site.ts';

export interface MemoryScanParts {
  /** False once the site was unfollowed. */
  readonly isCurrent: () => boolean;
  /** Returns whether its row was written. */
  readonly take: (file: ScannedFile) => boolean;
  /** Returns rows dropped. */
  readonly drop: (key: PathKey) => number;
}

/** A scan taken over into memory, all of it at its end. */
export function beginMemoryScan(memory: SiteMemory, { isCurrent, take, drop }: MemoryScanParts): ScanWriter {
  const seen = new Map<PathKey, ScannedFile>();
  const overruled = new Set<PathKey>();
  memory.overruled = overruled;
  const expected = new Map(memory.versions);
  const found = new Map<string, string | null>();
  const asTheyWere = new Set<string>();
  const knows = (folder: string): boolean => [...memory.local.keys()].some((key) => isInside(key, folder));
  return {
    versions: (scope) => new Map([...expected].filter(([folder]) => isInScope(folder, scope))),
    addFolders: (folders) => {
      for (const { folder, version } of folders) {
        const key = folder.normalize('NFC');
        if (version !== null && version === expected.get(key)) asTheyWere.add(key);
        found.set(key, found.has(key) ? null : version);
      }
    },
    add: (files) => files.forEach((file) => seen.set(pathKey(file.path), file)),
    knows,
    unknown: (folders) => folders.filter((folder) => !knows(folder)),
    knownAs: (path) => memory.local.get(pathKey(path as RelPath))?.file.path ?? null,
    seenBelow: (folder) => {
      const known = [...memory.local.keys()].filter((key) => isInside(key, folder));
      const there = known.filter((key) => seen.has(key) || asTheyWere.has(folderOf(key)));
      if (there.length === known.length) return 'all';
      return there.length === 0 ? 'none' : 'some';
    },
    *finish(end) {
      if (!isCurrent()) return;
      for (const [key, { file }] of memory.local)
        if (asTheyWere.has(folderOf(key))) seen.set(key, seen.get(key) ?? file);
      const written: PathKey[] = [];
      for (const [key, file] of seen) if (!overruled.has(key) && take(file)) written.push(key);
      yield { written, dropped: 0 };
      if (!isCurrent()) return;
      memory.state = { ...memory.state, scannedAt: end.at };
      const folders = new Set([...seen.keys()].filter((key) => !overruled.has(key)).flatMap(foldersAbove));
      const gone = [...memory.local.keys()].filter(
        (key) => !seen.has(key) && !overruled.has(key) && (isJudged(key, end) || folders.has(key)),
      );
      yield { written: [], dropped: gone.reduce((count, key) => count + drop(key), 0) };
      const said = foldersOf(overruled);
      for (const folder of foldersOf([...seen.keys(), ...gone]))
        if (!asTheyWere.has(folder)) memory.versions.delete(folder);
      const unseen = foldersOf([...memory.local.keys()].filter((key) => !seen.has(key)));
      const filled = foldersOf(memory.local.keys());
      for (const [folder, version] of found) {
        const isWhole = filled.has(folder) && !said.has(folder) && !unseen.has(folder);
        if (version !== null && isWhole) memory.versions.set(folder, version);
        else memory.versions.delete(folder);
      }
    },
  };
}

function isInside(key: string, folder: string): boolean {
  return folder === '' || key.startsWith(`${folder.normalize('NFC')}/`);
}

/** Could that scan have seen it? */
function isJudged(key: string, { scope, standing, unreadable }: ScanEnd): boolean {
  if (unreadable.some((folder) => isInside(`${key}/`, folder))) return false;
  if (scope === null || scope.below.some((folder) => isInside(key, folder))) return true;
  const kept = new Set(standing.map((folder) => folder.normalize('NFC')));
  return scope.directly.some((folder) => {
    if (!isInside(key, folder)) return false;
    const slash = key.indexOf('/', folder === '' ? 0 : folder.normalize('NFC').length + 1);
    return slash < 0 || !kept.has(key.slice(0, slash));
  });
}

function isInScope(folder: string, scope: ScanScope | null): boolean {
  if (scope === null) return true;
  const is = (other: string): boolean => other.normalize('NFC') === folder;
  return scope.directly.some(is) || scope.below.some((other) => is(other) || isInside(folder, other));
}

function foldersOf(keys: Iterable<PathKey>): ReadonlySet<string> {
  return new Set([...keys].map((key) => folderOf(key)));
}

function foldersAbove(key: string): readonly string[] {
  const names = key.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
