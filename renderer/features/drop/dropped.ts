import type { DropSource } from '../../state/drop-source.ts';

/** What a person dropped or picked, before it is looked into. */
export type Dropped =
  /** In the desktop app: absolute paths, which main walks. */
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  /** In a browser: files and folders as its directory entries. */
  | { readonly kind: 'entries'; readonly entries: readonly FileSystemEntry[] }
  /** From a browser's picker, or an older browser's drop: files alone. Those of a folder have a path within it. */
  | { readonly kind: 'files'; readonly files: readonly File[] };

/** Must be called within the event, since a browser forgets the drop afterwards. Null if the drag carried no files. */
export function droppedIn(transfer: DataTransfer, way: DropSource): Dropped | null {
  const inApp = pathsOf([...transfer.files], way);
  if (inApp !== null) return inApp;
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === items.length && entries.length > 0) return { kind: 'entries', entries };
  return transfer.files.length === 0 ? null : { kind: 'files', files: [...transfer.files] };
}

/** Null if the picker was closed without a choice. */
export function pickedFrom(list: FileList | null, way: DropSource): Dropped | null {
  const files = [...(list ?? [])];
  if (files.length === 0) return null;
  const alone = files.every((file) => file.webkitRelativePath === '');
  // A picked folder is passed on by its own path, since the paths of its files would lose the tree.
  return (alone ? pathsOf(files, way) : null) ?? { kind: 'files', files };
}

/** The names at the top level of a drop, for the heading of its review. */
export function namesOf(source: Dropped): readonly string[] {
  switch (source.kind) {
    case 'paths':
      return source.paths.map((path) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path);
    case 'entries':
      return source.entries.map(({ name }) => name);
    case 'files': {
      const tops = source.files.map((file) => file.webkitRelativePath.split('/', 1)[0] || file.name);
      return [...new Set(tops)];
    }
    default:
      return source satisfies never;
  }
}

function pathsOf(files: readonly File[], way: DropSource): Dropped | null {
  if (way.kind !== 'paths' || files.length === 0) return null;
  const paths = files.map(way.pathOf);
  return paths.every((path) => path !== null) ? { kind: 'paths', paths } : null;
}
