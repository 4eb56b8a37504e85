import { closeSync, fstatSync, fsync, futimesSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { folderOf } from '../../../../shared/model/rel-path.ts';
import { acrossDrives, copiesBeside } from '../moves/across-drives.ts';
import { requireDrives } from '../paths/drives-inside.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { flushFolderNow } from '../paths/flush-now.ts';
import { numberedAnew, replaceIfSame } from '../paths/last-look.ts';
import { onceLetGo, untilLetGo } from '../paths/once-let-go.ts';
import { PARTIALS } from '../layout.ts';
import { placeNew, requireOneSpelling } from '../moves/place-new.ts';
import { changedMeanwhile, guarded, guardedNow, isErrno, Refused } from '../problem.ts';
import { dropFromTrashNow, keepInTrashNow } from '../trash/trash-now.ts';
import { foldersInTrash } from '../trash/trash-names.ts';
import { inside } from '../paths/way.ts';
import { requireOriginalNow } from '../own-files/marker.ts';
import { placeOnDisk } from '../paths/spellings.ts';
import { makeWayNow, unchangedAt } from '../paths/way-now.ts';
import type { FileToPlace, PlaceJob } from '../workers/worker-messages.ts';
import { withTimeNow } from '../file-time.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';

/** In the thread pool: files that are flushed at the same time share the work of the file system. */
const flush = promisify(fsync);

/**
 * Gives downloads their places, in a worker. First all are flushed; then each target is looked at once more and
 * replaced in the same moment; then each folder is flushed once, so that the names survive a power cut. One result for
 * each, in order, with the path as the disk spells it. If one is refused, its temporary file is removed if its bytes
 * came with the job; else it stays with whoever wrote it.
 */
export async function placeFiles(job: PlaceJob): Promise<readonly Result<ScannedFile>[]> {
  const { folder, files } = job;
  // All are written first: making a file while another one is flushed waits for the file system's journal.
  const written = await Promise.all(
    files.map((file) => guarded('write', file.target, () => onceLetGo(() => write(job, file)))),
  );
  const ready = await Promise.all(
    files.map(({ target }, at) => flushed(target, written[at] ?? leftOut(target))),
  );
  const kept = keptInTrash(job, ready);
  const placed: Result<Fingerprint>[] = [];
  for (const [at, file] of files.entries()) {
    const done = await placeOne(job, file, ready[at] ?? leftOut(file.target), kept[at] ?? ok(null));
    if (!done.ok) dropOwn(folder, file);
    placed.push(done);
  }
  return asTheyLie(folder, files, inFlushedFolders(folder, files, placed));
}

function leftOut(path: string): Result<never> {
  return fail(changedMeanwhile(path, 'left out'));
}

function partOf(folder: string, { part }: FileToPlace): string {
  return join(folder, PARTIALS, part);
}

/** A temporary file with its bytes and its time. */
interface Written {
  readonly descriptor: number;
  /** False if its bytes were flushed before. */
  readonly unflushed: boolean;
}

function write({ folder, edition }: PlaceJob, file: FileToPlace): Written {
  const { bytes, mtimeMs } = file;
  requireOriginalNow(folder, edition);
  if (bytes !== null) makeWayNow(folder, PARTIALS);
  const descriptor = bytes === null ? openSync(partOf(folder, file), 'r+') : openNew(partOf(folder, file));
  try {
    if (bytes !== null) writeAll(descriptor, bytes);
    if (mtimeMs !== null) withTimeNow(mtimeMs, (seconds) => futimesSync(descriptor, seconds, seconds));
    return { descriptor, unflushed: bytes !== null };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Flushes and closes the file. Returns its fingerprint, read before others can write to it. */
async function flushed(path: string, part: Result<Written>): Promise<Result<Fingerprint>> {
  if (!part.ok) return part;
  const { descriptor, unflushed } = part.value;
  return guarded('write', path, async () => {
    try {
      if (unflushed) await flush(descriptor);
      return fingerprintOf(fstatSync(descriptor, { bigint: true }));
    } finally {
      closeSync(descriptor);
    }
  });
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

/**
 * Opens a new temporary file. What an earlier try left under its name is removed, and never written to: it may be a
 * file in its place, whose process died before it removed this name.
 */
function openNew(part: string): number {
  const note = `${part}.json`;
  if (lstatSync(note, { throwIfNoEntry: false }) !== undefined) rmSync(note, { force: true });
  try {
    return openSync(part, 'wx');
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    rmSync(part, { force: true });
    return openSync(part, 'wx');
  }
}

/**
 * Puts the files that are about to be replaced into the trash, before the new ones take their names in one step: there
 * is always a whole file. Each folder of the trash is flushed once for all of them, so that no power cut loses the old
 * file once the new one has its name. Null for downloads that replace nothing.
 */
function keptInTrash(
  { folder, files, drives, edition }: PlaceJob,
  ready: readonly Result<Fingerprint>[],
): readonly Result<string | null>[] {
  const kept = files.map(({ target, replaces }, at): Result<string | null> => {
    if (replaces === null || ready[at]?.ok !== true) return ok(null);
    return guardedNow(target, () => {
      requireDrives(folder, drives, target);
      requireOriginalNow(folder, edition);
      return keepInTrashNow(folder, replaces.path, unchangedAt(folder, replaces));
    });
  });
  const flushOnce = onceEach(flushFolderNow);
  return kept.map((each, at) => {
    const [file] = files.slice(at, at + 1);
    if (!each.ok || each.value === null || file === undefined || file.replaces === null) return each;
    const folders = foldersInTrash(folder, each.value);
    const flushed = guardedNow(file.target, () => folders.forEach(flushOnce));
    if (flushed.ok) return each;
    dropFromTrashNow(folder, each.value, inside(folder, file.target), file.replaces);
    return flushed;
  });
}

/** Does it once for each folder. If it fails, it fails for all that need the folder. */
function onceEach(act: (full: string) => void): (full: string) => void {
  const done = new Map<string, { readonly error: unknown } | null>();
  return (full) => {
    if (!done.has(full))
      done.set(
        full,
        errorOf(() => act(full)),
      );
    const failed = done.get(full) ?? null;
    if (failed !== null) throw failed.error;
  };
}

function errorOf(act: () => void): { readonly error: unknown } | null {
  try {
    act();
    return null;
  } catch (error) {
    return { error };
  }
}

/** Returns the fingerprint of the copy if the target is on another drive; null else. */
async function placeOne(
  job: PlaceJob,
  file: FileToPlace,
  ready: Result<Fingerprint>,
  kept: Result<string | null>,
): Promise<Result<Fingerprint>> {
  if (!ready.ok) return ready;
  if (!kept.ok) return kept;
  const { folder, drives } = job;
  const placed = await guarded('write', file.target, async () => {
    requireDrives(folder, drives, file.target);
    const part = partOf(folder, file);
    const full = inside(folder, file.target);
    const copies = copiesBeside(folder, full);
    await untilLetGo(part);
    const copied = await acrossDrives(part, copies, (from) => place(job, file, from));
    if (copied !== null) rmSync(part, { force: true });
    // Sticks are FAT or exFAT, which Windows numbers by place: with the old number, each file would be read once more.
    return copied ?? (process.platform === 'win32' ? numberedAnew(full, ready.value) : ready.value);
  });
  if (!placed.ok && kept.value !== null && file.replaces !== null)
    dropFromTrashNow(folder, kept.value, inside(folder, file.target), file.replaces);
  return placed;
}

function place({ folder, edition }: PlaceJob, { target, replaces }: FileToPlace, part: string): void {
  const full = inside(folder, target);
  requireOriginalNow(folder, edition);
  makeWayNow(folder, folderOf(target));
  if (replaces === null) {
    requireOneSpelling(full, target);
    placeNew(part, full, target);
  } else if (!replaceIfSame(part, full, replaces))
    throw new Refused(changedMeanwhile(replaces.path, 'another fingerprint'));
}

/** Removes a temporary file whose bytes came with the job: nobody else does. */
function dropOwn(folder: string, file: FileToPlace): void {
  if (file.bytes !== null) guardedNow(file.target, () => rmSync(partOf(folder, file), { force: true }));
}

/** The results, with failures for files whose folder could not be flushed. */
function inFlushedFolders(
  folder: string,
  files: readonly FileToPlace[],
  placed: readonly Result<Fingerprint>[],
): readonly Result<Fingerprint>[] {
  const folders = new Map<string, Result<void>>();
  return files.map(({ target }, at) => {
    const result = placed[at] ?? leftOut(target);
    if (!result.ok) return result;
    const parent = folderOf(target);
    const known = folders.get(parent) ?? guardedNow(target, () => flushFolderNow(join(folder, parent)));
    folders.set(parent, known);
    return known.ok ? result : known;
  });
}

/** The results with paths as the disk spells them. A file that replaced another lies where that did. */
async function asTheyLie(
  folder: string,
  files: readonly FileToPlace[],
  placed: readonly Result<Fingerprint>[],
): Promise<readonly Result<ScannedFile>[]> {
  const lying: Result<ScannedFile>[] = [];
  for (const [at, { target, replaces }] of files.entries()) {
    const result = placed[at] ?? leftOut(target);
    if (!result.ok) lying.push(result);
    else {
      const path = replaces === null ? await placeOnDisk(folder, target) : target;
      lying.push(ok({ path, ...result.value }));
    }
  }
  return lying;
}
