import type { DroppedFile } from '../../../shared/ipc/drop.ts';
import type { Dropped } from './dropped.ts';

export interface ListedFile {
  /** Below the drop, with `/`. */
  readonly path: string;
  readonly file: File;
}

export interface Listed {
  readonly files: readonly ListedFile[];
  /** What the browser could not open. */
  readonly unread: readonly string[];
}

type Walkable = Exclude<Dropped, { kind: 'paths' }>;

const AT_ONCE = 32;
/** Enough to recognise a datamodel by its first line. */
const HEAD_BYTES = 2048;

/** Every file of a drop, with folders walked. `onFound` gets the number so far. */
export async function listFiles(
  source: Walkable,
  onFound: (files: number) => void,
  signal: AbortSignal,
): Promise<Listed> {
  if (source.kind === 'files')
    return {
      files: inOrder(source.files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))),
      unread: [],
    };
  const files: ListedFile[] = [];
  const unread: string[] = [];
  const waiting: FileSystemEntry[] = source.entries.toReversed();
  const visit = async (entry: FileSystemEntry): Promise<void> => {
    // A full path begins with `/`, the root of what was dropped.
    const path = entry.fullPath.slice(1);
    try {
      if (isFile(entry)) {
        files.push({ path, file: await fileOf(entry) });
        onFound(files.length);
      } else if (isFolder(entry)) {
        for (const inner of await entriesOf(entry)) waiting.push(inner);
      }
    } catch {
      // It is gone or cannot be read: the review names it, and the rest goes on.
      unread.push(path);
    }
  };
  while (waiting.length > 0) {
    signal.throwIfAborted();
    await Promise.all(waiting.splice(-AT_ONCE).map(visit));
  }
  return { files: inOrder(files), unread };
}

/** In the order that people expect: a browser lists a folder in the order of its disk. */
function inOrder(files: readonly ListedFile[]): readonly ListedFile[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return files.toSorted((a, b) => compare(a.path, b.path));
}

/** What the engine needs to know of each file for its review. Reads only the start of tables. */
export async function describeFiles(
  files: readonly ListedFile[],
  signal: AbortSignal,
): Promise<DroppedFile[]> {
  const described: DroppedFile[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    signal.throwIfAborted();
    described.push(...(await Promise.all(files.slice(at, at + AT_ONCE).map(describe))));
  }
  return described;
}

async function describe({ path, file }: ListedFile): Promise<DroppedFile> {
  const isTable = /\.(csv|tsv)$/i.test(path);
  const head = isTable
    ? await file
        .slice(0, HEAD_BYTES)
        .text()
        .catch(() => null)
    : null;
  return { path, size: file.size, modifiedAt: file.lastModified, head };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** A reader returns some entries at a time, a hundred in most browsers, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return found;
    for (const entry of some) found.push(entry);
  }
}
