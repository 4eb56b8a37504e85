import { createWriteStream, ReadStream, type Stats } from 'node:fs';
import { lstat, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Failure } from '../../../../shared/failure.ts';
import { renameOver } from '../../../adapters/disk/own-files/write-durably.ts';
import { flushFolder } from '../../../adapters/disk/paths/way.ts';
import { errnoOf, isErrno } from '../../../adapters/disk/problem.ts';
import { partFileIn, removeLeftParts } from './part-files.ts';

/**
 * Writes a file whole or not at all, even if the power fails: half of it would be taken for all there is. Devices and
 * links are written to as they are. Null: it was written.
 */
export async function writeWhole(file: string, from: Readable, signal: AbortSignal): Promise<Failure | null> {
  // It may break before anybody reads it; the pipeline tells of that too.
  from.on('error', () => undefined);
  const there = await lstat(file).catch(() => null);
  const progress = { isBegun: false };
  try {
    if (there === null || there.isFile()) await replace(file, there, { from, signal, progress });
    else await fill(file, { flags: 'w', flush: await isFile(file), from, signal, progress });
    return null;
  } catch (error) {
    if (signal.aborted) return stopped(file);
    const gone = progress.isBegun ? await lost(file, error) : null;
    return unread(file, error, from) ?? gone ?? unwritable(file, error);
  }
}

interface Writing {
  readonly from: Readable;
  readonly signal: AbortSignal;
  /** Set once the file that is written to was opened: until then, what is missing was never there. */
  readonly progress: { isBegun: boolean };
}

async function replace(file: string, there: Stats | null, writing: Writing): Promise<void> {
  const folder = dirname(file);
  await removeLeftParts(folder);
  const part = partFileIn(folder);
  try {
    // With the same mode, nobody can read it who could not read the file that it replaces.
    const mode = there === null ? 0o666 : there.mode & 0o777;
    await fill(part.path, { ...writing, flags: 'wx', flush: true, mode });
    await renameOver(part.path, file);
  } catch (error) {
    // What kept it from being written may keep it from being removed, as in a folder that may not be entered.
    await rm(part.path, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    part.done();
  }
  await flushNames(folder);
}

interface Filling extends Writing {
  readonly flags: string;
  /** Nothing can flush a pipe or a terminal. */
  readonly flush: boolean;
  readonly mode?: number;
}

/** Writes all of it into a file and flushes that, so that its name is never given to what may not be there yet. */
async function fill(path: string, { from, signal, progress, ...how }: Filling): Promise<void> {
  const into = createWriteStream(path, how);
  into.once('open', () => (progress.isBegun = true));
  await pipeline(from, into, { signal });
}

/** A folder in which one may write but not look cannot be flushed. */
async function flushNames(folder: string): Promise<void> {
  try {
    await flushFolder(folder);
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error;
  }
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** The failure if the file that is copied could not be read; null if that was not it. */
function unread(file: string, error: unknown, from: Readable): Failure | null {
  if (!(from instanceof ReadStream) || errnoOf(error) === null) return null;
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== 'read' && !(syscall === 'open' && path === from.path)) return null;
  return {
    code: 'unreadable',
    message: `${file} was not written: ${String(from.path)} could not be read.`,
    hint: 'See that it is there and that its drive is well, then run the command again.',
    retry: 'on-change',
    detail: String(error),
  };
}

/** The failure if the place of the file went away while it was written; null if that was not it. */
async function lost(file: string, error: unknown): Promise<Failure | null> {
  if (!isErrno(error, ...PLACE_GONE)) return null;
  const folder = dirname(file);
  const isThere = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  // Where a drive is pulled out, its empty mount point may be there instead.
  const why = isThere
    ? `the drive of its folder ${folder} went away meanwhile, or what was written there was removed`
    : `its folder ${folder} went away meanwhile`;
  return {
    code: 'read-only',
    message: `${file} was not written: ${why}.`,
    hint: 'See that the folder and its drive are there, then run the command again.',
    retry: 'on-change',
    detail: String(error),
  };
}

/** What a disk or a share answers that is no longer there. */
const PLACE_GONE = [
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
] as const;

function stopped(file: string): Failure {
  return {
    code: 'cancelled',
    message: `Stopped before ${file} was written.`,
    hint: 'Run the command again.',
    retry: 'now',
  };
}

function unwritable(file: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return {
      code: 'disk-full',
      message: `The disk is full: ${file} could not be written.`,
      hint: 'Free some space on it, or name a file on another disk.',
      retry: 'on-change',
      detail: code,
    };
  const [message, hint] = WHY_UNWRITTEN[String(code)]?.(file) ?? [
    `${file} could not be written.`,
    // On Windows, a program that shows a file keeps it from being replaced.
    'Close it in other programs, or name a file in a folder that you may write to.',
  ];
  return { code: 'read-only', message, hint, retry: 'on-change', detail: String(error) };
}

const WHY_UNWRITTEN: Readonly<Record<string, (file: string) => readonly [string, string]>> = {
  ENOENT: (file) => [
    `${file} could not be written: there is no folder ${dirname(file)}.`,
    'Make that folder first, or name a file in one that exists.',
  ],
  ENOTDIR: (file) => [
    `${file} could not be written: ${dirname(file)} is not a folder.`,
    'Name a file in a folder.',
  ],
  ENAMETOOLONG: (file) => [
    `${file} could not be written: its name is too long for this disk.`,
    'Name a file with a shorter name.',
  ],
  EISDIR: (file) => [`${file} is a folder.`, 'Name a file, which may lie in it.'],
};
