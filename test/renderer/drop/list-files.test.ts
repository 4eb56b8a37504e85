import { describe, expect, it } from 'vitest';
import { describeFiles, listFiles } from '../../../renderer/features/drop/list-files.ts';
import { droppedIn, namesOf, pickedFrom } from '../../../renderer/features/drop/dropped.ts';

const never = new AbortController().signal;
const ignore = (): void => undefined;

type Tree = { readonly [name: string]: string | Tree | Error };

/** A browser's entry for a folder or file; folders give their content two at a time, as readers do in batches. */
function entry(name: string, content: string | Tree | Error, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (typeof content === 'string' || content instanceof Error)
    return {
      name,
      fullPath,
      isFile: true,
      isDirectory: false,
      file: (give: (file: File) => void, refuse: (error: Error) => void) =>
        content instanceof Error ? refuse(content) : give(new File([content], name, { lastModified: 5 })),
    } as unknown as FileSystemEntry;
  const inside = Object.entries(content).map(([child, below]) => entry(child, below, fullPath));
  return {
    name,
    fullPath,
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries: (give: (some: FileSystemEntry[]) => void) => give(inside.splice(0, 2)),
    }),
  } as unknown as FileSystemEntry;
}

describe('listing what was dropped in a browser', () => {
  it('walks folders to their end and names what cannot be read', async () => {
    const box = entry('Box', {
      'b10.txt': 'x',
      'b9.txt': 'xy',
      deep: { deeper: { 'c.txt': 'xyz' } },
      'locked.txt': new Error('no'),
    });
    const seen: number[] = [];
    const source = { kind: 'entries', entries: [box, entry('a.txt', '')] } as const;
    const listed = await listFiles(source, (count) => seen.push(count), never);
    expect(listed.files.map(({ path, file }) => [path, file.size])).toEqual([
      ['a.txt', 0],
      ['Box/b9.txt', 2],
      ['Box/b10.txt', 1],
      ['Box/deep/deeper/c.txt', 3],
    ]);
    expect(listed.unread).toEqual(['Box/locked.txt']);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('gives the files of a chosen folder in order, too, which a browser does not', async () => {
    const files = ['Box/IMG_10.JPG', 'Box/a/1.pdf', 'Box/IMG_9.JPG'].map((path) =>
      Object.defineProperty(new File([], 'x'), 'webkitRelativePath', { value: path }),
    );
    const listed = await listFiles({ kind: 'files', files }, ignore, never);
    expect(listed.files.map(({ path }) => path)).toEqual(['Box/a/1.pdf', 'Box/IMG_9.JPG', 'Box/IMG_10.JPG']);
  });

  it('walks a folder of more files than one call takes as arguments', async () => {
    const inside = Array.from({ length: 150_000 }, (_, n) => entry(`${n}.txt`, new Error('no'), '/Box'));
    const box = Object.assign(entry('Box', {}), {
      createReader: () => ({
        readEntries: (give: (some: readonly FileSystemEntry[]) => void) => give(inside.splice(0)),
      }),
    });
    const listed = await listFiles({ kind: 'entries', entries: [box] }, ignore, never);
    expect(listed.unread).toHaveLength(150_000);
  });

  it('ends in the middle when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const source = { kind: 'entries', entries: [entry('a.txt', '')] } as const;
    await expect(listFiles(source, ignore, stop.signal)).rejects.toThrow();
  });

  it('reads the start of tables and of nothing else', async () => {
    const files = [
      { path: 'a.CSV', file: new File(['id,name\n'.repeat(1000)], 'a.CSV', { lastModified: 7 }) },
      { path: 'b.pdf', file: new File(['%PDF'], 'b.pdf', { lastModified: 8 }) },
    ];
    const [table, sheet] = await describeFiles(files, never);
    expect(table?.head).toHaveLength(2048);
    expect(sheet).toEqual({ path: 'b.pdf', size: 4, modifiedAt: 8, head: null });
  });
});

describe('what an event carries', () => {
  const uploads = { kind: 'uploads', send: async () => undefined } as const;
  const paths = { kind: 'paths', pathOf: (file: File) => `/home/me/${file.name}` } as const;
  const transfer = (files: readonly File[], entries: readonly (FileSystemEntry | null)[]) =>
    ({
      files,
      items: entries.map((each) => ({ kind: 'file', webkitGetAsEntry: () => each })),
    }) as unknown as DataTransfer;
  const file = new File(['x'], 'a.txt');

  it('is paths in the desktop app, entries in a browser, files where it gives no entries', () => {
    const folder = entry('Box', {});
    expect(droppedIn(transfer([file], [folder]), paths)).toEqual({
      kind: 'paths',
      paths: ['/home/me/a.txt'],
    });
    expect(droppedIn(transfer([file], [folder]), uploads)).toEqual({ kind: 'entries', entries: [folder] });
    expect(droppedIn(transfer([file], [null]), uploads)).toEqual({ kind: 'files', files: [file] });
    expect(droppedIn(transfer([], []), uploads)).toBeNull();
  });

  it('keeps the folder of a folder that was picked', () => {
    const inside = Object.assign(new File(['x'], 'a.txt'), { webkitRelativePath: 'Box/a.txt' });
    const picked = pickedFrom([inside] as unknown as FileList, paths);
    expect(picked).toEqual({ kind: 'files', files: [inside] });
    expect(namesOf(picked!)).toEqual(['Box']);
    expect(pickedFrom([] as unknown as FileList, uploads)).toBeNull();
  });

  it('is named by what lies at the top', () => {
    expect(namesOf({ kind: 'paths', paths: ['C:\\Jobs\\Handover', '/home/me/plans/'] })).toEqual([
      'Handover',
      'plans',
    ]);
  });
});
