import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import { acrossDrives, copiesBeside } from './across-drives.ts';
import { requireDrives } from '../paths/drives-inside.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { flushFolders } from '../paths/folders.ts';
import { isOneName, unlinkIfSame } from '../paths/last-look.ts';
import type { MoveNotes } from './move-notes.ts';
import { placeNew, renameNew, requireFree } from './place-new.ts';
import { changedMeanwhile, guarded, isErrno, Refused } from '../problem.ts';
import { placeOnDisk } from '../paths/spellings.ts';
import { flushFolder, inside, lstatOrNull, makeWay, requireUnchanged } from '../paths/way.ts';

interface Where {
  readonly notes: MoveNotes;
  /** The site's. */
  readonly folder: string;
  /** Folders in it with drives of their own, which have to be there. */
  readonly drives: readonly string[];
}

/** Moves a file to a name that nothing has, so that whatever ends the process, it has one name when a scan counts. */
export function move(
  { notes, folder, drives }: Where,
  from: LocalFile,
  to: RelPath,
): Promise<Result<LocalFile>> {
  return guarded('write', from.path, async () => {
    const old = await requireUnchanged(folder, from.path, from);
    const full = inside(folder, to);
    // As it was before the move: a file that was saved right after it must not be known by the bytes of before.
    const moved = { ...from, path: to };
    if (old === full) return moved;
    requireDrives(folder, drives, to);
    await makeWay(folder, folderOf(to));
    const there = await lstatOrNull(full);
    // A disk that ignores case or spelling shows the file itself under its new name.
    if (there !== null && isOneName(old, full))
      return { ...moved, path: await respell(folder, from.path, to) };
    // An earlier try that was killed may have left it there.
    if (there !== null) await notes.takeBack(folder);
    const copied = await giveName(notes, folder, from, to);
    return { ...moved, ...copied, path: await placeOnDisk(folder, to) };
  });
}

/** Returns what the file is known by where it got another one, on another drive. */
async function giveName(
  notes: MoveNotes,
  folder: string,
  file: LocalFile,
  to: RelPath,
): Promise<Fingerprint | null> {
  const from = file.path;
  const [old, full] = [inside(folder, from), inside(folder, to)];
  // A file that another program has open would keep both names on Windows.
  if (process.platform === 'win32') {
    renameNew(old, full, to);
    return null;
  }
  requireFree(full, to);
  return notes.keep(folder, { from, to }, async () => {
    const copied = await acrossDrives(old, copiesBeside(folder, full), (each) => placeNew(each, full, to));
    // Taken back by a power cut after it was agreed on, it would look like a move by a person, and be sent as one.
    await flushFolders(folder, [to, from]);
    if (copied !== null) await dropCopied(folder, file, full, copied);
    return copied;
  });
}

/** The other name of what was copied, now that the copy is on the disk. Where it was saved meanwhile the copy goes. */
async function dropCopied(folder: string, file: LocalFile, copy: string, copied: Fingerprint): Promise<void> {
  if (!unlinkIfSame(inside(folder, file.path), file)) {
    unlinkIfSame(copy, copied);
    throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
  }
  await flushFolders(folder, [file.path]);
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
