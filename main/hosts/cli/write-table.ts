import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Failure } from '../../../shared/failure.ts';

/** Whole or not at all: a table that breaks off would be taken for all there is. Null: it was written. */
export async function writeTable(file: string, pieces: Iterable<string>): Promise<Failure | null> {
  const half = `${file}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(half));
    await rename(half, file);
    return null;
  } catch (error) {
    await rm(half, { force: true });
    return {
      code: 'read-only',
      message: `${file} could not be written.`,
      hint: 'Name a file in a folder that you may write to.',
      retry: 'on-change',
      detail: String(error),
    };
  }
}
