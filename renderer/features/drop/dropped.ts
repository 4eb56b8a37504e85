import type { DropSource } from '../../state/drop-source.ts';

/** What a person dropped or picked, before anything was looked into. */
export type Dropped =
  /** The desktop app: main walks these absolute paths. */
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  /** A browser: files and folders as its directory entries. */
  | { readonly kind: 'entries'; readonly entries: readonly FileSystemEntry[] }
  /** A browser's picker, or an older browser's drop: files alone, a folder's with their paths below it. */
  | { readonly kind: 'files'; readonly files: readonly File[] };

/**
 * Must be called within the event: a browser forgets what was dropped when the event is over. Null where the drag
 * carried no files.
 */
export function droppedIn(transfer: DataTransfer, way: DropSource): Dropped | null {
  const inApp = pathsOf([...transfer.files], way);
  if (inApp !== null) return inApp;
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === items.length && entries.length > 0) return { kind: 'entries', entries };
  return transfer.files.length === 0 ? null : { kind: 'files', files: [...transfer.files] };
}

/** Null where the picker was left without a choice. */
export function pickedFrom(list: FileList | null, way: DropSource): Dropped | null {
  const files = [...(list ?? [])];
  if (files.length === 0) return null;
  const alone = files.every((file) => file.webkitRelativePath === '');
  // Of a folder that was picked only its own path keeps the tree together; its files' paths would lose it.
  return (alone ? pathsOf(files, way) : null) ?? { kind: 'files', files };
}

/** Names of what was dropped at the top, for the words above a review. */
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
