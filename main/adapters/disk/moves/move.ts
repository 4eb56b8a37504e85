import { randomUUID } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { baseName, folderOf, joinPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { cutName } from '../../../engine/names/local-names.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import { acrossDrives, copiesBeside } from './across-drives.ts';
import { requireDrives } from '../paths/drives-inside.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { flushFolders } from '../paths/folders.ts';
import { isOneName, isStill, numberedAnew, unlinkIfSame } from '../paths/last-look.ts';
import type { MoveNotes } from './move-notes.ts';
import { placeNew, renameNew, requireFree } from './place-new.ts';
import { changedMeanwhile, guarded, Refused } from '../problem.ts';
import { placeOnDisk } from '../paths/spellings.ts';
import { flushFolder, inside, lstatOrNull, makeWay, requireUnchanged } from '../paths/way.ts';

interface Where {
  readonly notes: MoveNotes;
  /** Absolute path of the site's folder. */
  readonly folder: string;
  /** Folders in it with drives of their own, which have to be plugged in. */
  readonly drives: readonly string[];
}

/** Moves a file to a free name. Whatever ends the process, the file has one name when the next scan begins. */
export function move(
  { notes, folder, drives }: Where,
  from: LocalFile,
  to: RelPath,
): Promise<Result<LocalFile>> {
  return guarded('write', from.path, async () => {
    const old = await requireUnchanged(folder, from.path, from);
    const full = inside(folder, to);
    // The fingerprint from before the move: a file that was saved right after it must not count as having the old
    // bytes.
    const moved = { ...from, path: to };
    if (old === full) return moved;
    requireDrives(folder, drives, to);
    await makeWay(folder, folderOf(to));
    const there = await lstatOrNull(full);
    // On a disk that ignores case or spelling, the new name finds the file itself.
    if (there !== null && isOneName(old, full))
      return { ...moved, path: await respell(folder, from.path, to) };
    // A killed try may have left it there.
    if (there !== null) await notes.takeBack(folder);
    const copied = await giveName(notes, folder, from, to);
    return { ...moved, ...copied, path: await placeOnDisk(folder, to) };
  });
}

/** Returns the new fingerprint if the file was copied to another drive, or its drive numbered it anew; null else. */
async function giveName(
  notes: MoveNotes,
  folder: string,
  file: LocalFile,
  to: RelPath,
): Promise<Fingerprint | null> {
  const from = file.path;
  const [old, full] = [inside(folder, from), inside(folder, to)];
  // On Windows, a file that another program has open would keep both names.
  if (process.platform === 'win32') {
    requireStill(old, file);
    renameNew(old, full, to);
    return numberedAnew(full, file);
  }
  requireFree(full, to);
  return notes.keep(folder, { from, to }, async () => {
    const copied = await acrossDrives(old, copiesBeside(folder, full), (each) => {
      if (each === old) requireStill(old, file);
      placeNew(each, full, to);
    });
    // Flushed, since a power cut that takes the move back after it was agreed on would make it look like a person's
    // move, which is then sent.
    await flushFolders(folder, [to, from]);
    if (copied !== null) await dropCopied(folder, file, full, copied);
    return copied;
  });
}

/** While the note was written a person may have put another file there, which would be taken for this one from then on. */
function requireStill(old: string, file: LocalFile): void {
  if (!isStill(old, file)) throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
}

/** Drops the original now that its copy is on the disk. If the original was saved meanwhile, the copy goes instead. */
async function dropCopied(folder: string, file: LocalFile, copy: string, copied: Fingerprint): Promise<void> {
  if (!unlinkIfSame(inside(folder, file.path), file)) {
    unlinkIfSame(copy, copied);
    throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
  }
  await flushFolders(folder, [file.path]);
}

/** Gives the file the new spelling of its name, if the disk has both. Its folders keep theirs. */
async function respell(folder: string, from: RelPath, to: RelPath): Promise<RelPath> {
  const respelt = joinPath(folderOf(from), baseName(to));
  const [old, full] = [inside(folder, from), inside(folder, respelt)];
  await rename(old, full);
  if (!(await isListed(full))) renameInTwo(old, full, respelt);
  await flushFolder(dirname(full));
  return (await isListed(full)) ? respelt : from;
}

/**
 * On most disks that ignore case Linux takes such a rename for done already, so the file gets a third name first. If the
 * process ends then, the file counts as moved here, and goes on to the name that its record has.
 */
function renameInTwo(old: string, full: string, path: RelPath): void {
  const between = joinPath(folderOf(path), cutName(baseName(path), ` ~${randomUUID().slice(0, 8)}`));
  const third = join(dirname(full), baseName(between));
  renameNew(old, third, between);
  renameNew(third, full, path);
}

/** Does its folder list this name? A Mac may list é as two characters. */
async function isListed(full: string): Promise<boolean> {
  const composed = basename(full).normalize('NFC');
  return (await readdir(dirname(full))).some((name) => name.normalize('NFC') === composed);
}
