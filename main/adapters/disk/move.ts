import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import { flushFolders } from './folders.ts';
import { isOneName } from './last-look.ts';
import type { MoveNotes } from './move-notes.ts';
import { placeNew, renameNew, requireFree } from './place-new.ts';
import { guarded, isErrno } from './problem.ts';
import { flushFolder, inside, lstatOrNull, makeWay, requireUnchanged } from './way.ts';

/** Moves a file to a name that nothing has, so that whatever ends the process, it has one name when a scan counts. */
export function move(
  notes: MoveNotes,
  folder: string,
  from: LocalFile,
  to: RelPath,
): Promise<Result<LocalFile>> {
  return guarded('write', from.path, async () => {
    const old = await requireUnchanged(folder, from.path, from);
    const full = inside(folder, to);
    // As it was before the move: a file that was saved right after it must not be known by the bytes of before.
    const moved = { ...from, path: to };
    if (old === full) return moved;
    await makeWay(folder, folderOf(to));
    const there = await lstatOrNull(full);
    // A disk that ignores case or spelling shows the file itself under its new name.
    if (there !== null && isOneName(old, full))
      return { ...moved, path: await respell(folder, from.path, to) };
    // An earlier try that was killed may have left it there.
    if (there !== null) await notes.takeBack(folder);
    await giveName(notes, folder, from.path, to);
    return moved;
  });
}

async function giveName(notes: MoveNotes, folder: string, from: RelPath, to: RelPath): Promise<void> {
  const [old, full] = [inside(folder, from), inside(folder, to)];
  // A file that another program has open would keep both names on Windows.
  if (process.platform === 'win32') {
    renameNew(old, full, to);
    return;
  }
  requireFree(full, to);
  await notes.keep(folder, { from, to }, async () => {
    placeNew(old, full, to);
    // Taken back by a power cut after it was agreed on, it would look like a move by a person, and be sent as one.
    await flushFolders(folder, [to, from]);
  });
}

/**
 * The folders on the way get their new spelling too, or a scan would find the old one and send it back. One that cannot
 * be renamed now (Windows renames none in which something is open) keeps its own, which is no less the same to this disk.
 */
async function respell(folder: string, from: RelPath, to: RelPath): Promise<RelPath> {
  const names = from.split('/');
  for (const [at, name] of to.split('/').entries()) {
    const before = names[at] ?? name;
    if (before === name) continue;
    const parent = join(folder, ...names.slice(0, at));
    try {
      await rename(join(parent, before), join(parent, name));
    } catch (error) {
      if (at === names.length - 1 || !isErrno(error, 'EPERM', 'EACCES', 'EBUSY')) throw error;
      continue;
    }
    names[at] = name;
    await flushFolder(parent);
  }
  return names.join('/') as RelPath;
}
