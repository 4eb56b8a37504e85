import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Failure } from '../../../../shared/failure.ts';
import { renameOver } from '../../../adapters/disk/own-files/write-durably.ts';

/**
 * Writes a file whole or not at all: half of it would be taken for all there is. Devices and links are written to as
 * they are. Null: it was written.
 */
export async function writeWhole(file: string, from: Readable, signal: AbortSignal): Promise<Failure | null> {
  const there = await lstat(file).catch(() => null);
  const into = there === null || there.isFile() ? join(dirname(file), `${randomUUID()}.part`) : file;
  try {
    // With the same mode, nobody can read it who could not read the file that it replaces.
    const mode = there === null ? 0o666 : there.mode & 0o777;
    await pipeline(from, createWriteStream(into, { mode }), { signal });
    if (into !== file) await renameOver(into, file);
    return null;
  } catch (error) {
    // What kept it from being written may keep it from being removed, as in a folder that may not be entered.
    if (into !== file) await rm(into, { force: true }).catch(() => undefined);
    return signal.aborted ? stopped(file) : unwritable(file, error);
  }
}

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
