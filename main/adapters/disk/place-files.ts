import {
  closeSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '../../../shared/failure.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { fingerprintOf, type Fingerprint } from './fingerprint.ts';
import { replaceIfSame } from './last-look.ts';
import { PARTIALS } from './layout.ts';
import { placeNew } from './place-new.ts';
import { changedMeanwhile, guardedNow, isErrno, Refused } from './problem.ts';
import { keepInTrashNow } from './trash-now.ts';
import { inside } from './way.ts';
import { makeWayNow, requireMarkerNow, unchangedAt } from './way-now.ts';
import type { FileToPlace, PlaceJob } from './worker-messages.ts';

/**
 * Places downloads, with synchronous calls in a worker: all are on the disk before the first gets its name, and each
 * target is looked at once more right before that. One result each, in order. Of what is refused the temporary file
 * goes where the bytes came along; else it is with whoever wrote it.
 */
export function placeFiles({ folder, files }: PlaceJob): readonly Result<Fingerprint>[] {
  const ready = files.map((file) => guardedNow('write', file.target, () => makeReady(folder, file)));
  return files.map((file, at) => {
    const part = ready[at];
    if (part?.ok !== true) return part ?? fail(changedMeanwhile(file.target, 'left out'));
    const done = guardedNow('write', file.target, () => {
      place(folder, partOf(folder, file), file);
      return part.value;
    });
    if (!done.ok) dropOwn(folder, file);
    return done;
  });
}

function partOf(folder: string, file: FileToPlace): string {
  return join(folder, PARTIALS, file.part);
}

/** The temporary file with its time, flushed, and what it is known by: taken before others can write to it. */
function makeReady(folder: string, file: FileToPlace): Fingerprint {
  const part = partOf(folder, file);
  requireMarkerNow(folder);
  if (file.bytes === null) return withTime(openSync(part, 'r+'), file);
  makeWayNow(folder, PARTIALS);
  const descriptor = openNew(part);
  try {
    return withTime(descriptor, file);
  } catch (error) {
    dropOwn(folder, file);
    throw error;
  }
}

/** Closes what it is given. Bytes that were written before are on the disk already. */
function withTime(descriptor: number, { bytes, mtimeMs }: FileToPlace): Fingerprint {
  try {
    if (bytes !== null) writeAll(descriptor, bytes);
    if (mtimeMs !== null && mtimeMs > 0 && mtimeMs <= Date.now()) setTime(descriptor, mtimeMs);
    if (bytes !== null) fsyncSync(descriptor);
    return fingerprintOf(fstatSync(descriptor, { bigint: true }));
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

/** A double of seconds is 0.2 µs coarse: a microsecond more keeps the millisecond from falling to the one before. */
function setTime(descriptor: number, ms: number): void {
  const seconds = (ms + 0.001) / 1000;
  futimesSync(descriptor, seconds, seconds);
}

/**
 * What an earlier try left under that name is dropped and never written to: it may be a file that was placed by a
 * process which died before it dropped this name.
 */
function openNew(part: string): number {
  const mark = `${part}.json`;
  if (lstatSync(mark, { throwIfNoEntry: false }) !== undefined) rmSync(mark, { force: true });
  try {
    return openSync(part, 'wx');
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    rmSync(part, { force: true });
    return openSync(part, 'wx');
  }
}

function place(folder: string, part: string, { target, replaces }: FileToPlace): void {
  const full = inside(folder, target);
  requireMarkerNow(folder);
  makeWayNow(folder, folderOf(target));
  if (replaces === null) {
    placeNew(part, full, target);
    return;
  }
  // The old file is in the trash before the new one takes its name in one step: no moment without a whole file.
  keepInTrashNow(folder, replaces.path, unchangedAt(folder, replaces));
  if (!replaceIfSame(part, full, replaces))
    throw new Refused(changedMeanwhile(replaces.path, 'another fingerprint'));
}

/** A file whose bytes came along has nobody else to clean up after it. */
function dropOwn(folder: string, file: FileToPlace): void {
  if (file.bytes !== null)
    guardedNow('write', file.target, () => rmSync(partOf(folder, file), { force: true }));
}
