import { lstat, rm } from 'node:fs/promises';
import type { LocalFile } from '../../../engine/trees.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import { acrossDrives, copiesBeside } from '../moves/across-drives.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { numberedAnew, replaceIfSame } from '../paths/last-look.ts';
import { changedMeanwhile, Refused } from '../problem.ts';
import { keepInTrash } from '../trash/trash.ts';
import { dropFromTrashNow, pruneTrashNow } from '../trash/trash-now.ts';
import { inside, requireUnchanged } from '../paths/way.ts';

/** A dropped file that replaced another one. */
export interface PutOver {
  readonly file: LocalFile;
  /** The replaced file's absolute path in the trash. */
  readonly kept: string;
}

/**
 * Replaces `over` by the file at `from`, in one step, after `over` was put into the trash. Whatever ends the process,
 * one of the two lies in that place, and both are on the disk. Null if `over` is not as it was seen: nobody agreed to
 * replace what is there now, so nothing is done.
 */
export async function putOver(folder: string, from: string, over: ScannedFile): Promise<PutOver | null> {
  const full = await stillAt(folder, over);
  if (full === null) return null;
  // Read before it gets its name: what a person saves from then on must not be taken for the dropped file.
  const seen = fingerprintOf(await lstat(from, { bigint: true }));
  const kept = await unlessChanged(() => keepInTrash(folder, over.path, full));
  if (kept === null) return null;
  try {
    const copied = await acrossDrives(from, copiesBeside(folder, full), (each) => {
      if (!replaceIfSame(each, full, over)) throw new Refused(changedMeanwhile(over.path, CHANGED));
    });
    if (copied !== null) await rm(from, { force: true });
    return { file: { path: over.path, ...(copied ?? numberedAnew(full, seen)), hash: null }, kept };
  } catch (error) {
    dropFromTrashNow(folder, kept, full, over);
    if (isChanged(error)) return null;
    throw error;
  }
}

/**
 * Takes the replacement back. If somebody saved another file there since, that one stays, and the trash keeps the old
 * one.
 */
export async function takeBackOver(folder: string, { file, kept }: PutOver): Promise<void> {
  const full = inside(folder, file.path);
  const copied = await acrossDrives(kept, copiesBeside(folder, full), (each) => {
    if (!replaceIfSame(each, full, file)) throw new Refused(changedMeanwhile(file.path, CHANGED));
  });
  if (copied !== null) await rm(kept, { force: true });
  pruneTrashNow(folder, kept);
}

const CHANGED = 'another fingerprint';

/**
 * The absolute path of `over`; null if something else lies there. Whatever keeps all files from that place is found
 * when one is placed.
 */
async function stillAt(folder: string, over: ScannedFile): Promise<string | null> {
  try {
    return await requireUnchanged(folder, over.path, over);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

async function unlessChanged<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (isChanged(error)) return null;
    throw error;
  }
}

function isChanged(error: unknown): boolean {
  return error instanceof Refused && error.failure.code === 'changed-meanwhile';
}
