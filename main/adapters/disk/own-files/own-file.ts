import { closeSync, constants, fstatSync, openSync, readFileSync, type BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { isErrno, Refused, unreadable } from '../problem.ts';

/**
 * For opening files that may be anything: a link as the last name is not followed (Windows has no such flag, but making
 * a link there needs a privilege), and a pipe without a writer does not block.
 */
export const READ_REGULAR = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Bytes: more than anybody writes by hand, and more than we write into one file. */
const MOST = 1024 * 1024;

export interface OwnFile {
  readonly text: string;
  readonly stats: BigIntStats;
}

/**
 * The text of a small file that is ours or meant for us: a marker, a note, `.siteignore`. Null if there is nothing, or
 * a folder. A site's folder may come from others: links, devices, pipes and files of more than `most` bytes are
 * `Refused`, and nothing of them is read.
 */
export async function readOwn(path: string, most = MOST): Promise<OwnFile | null> {
  try {
    const handle = await open(path, READ_REGULAR);
    try {
      const stats = await handle.stat({ bigint: true });
      return isFile(path, stats, most) ? { text: await handle.readFile('utf8'), stats } : null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    return nothingAt(path, error);
  }
}

/** The same, synchronously, for workers. */
export function readOwnNow(path: string): OwnFile | null {
  const file = ownNow(path);
  return file === null ? null : { text: file.bytes.toString('utf8'), stats: file.stats };
}

/** The bytes of the file, whatever they are. */
export function ownBytesNow(path: string): Buffer | null {
  return ownNow(path)?.bytes ?? null;
}

function ownNow(path: string): { readonly bytes: Buffer; readonly stats: BigIntStats } | null {
  try {
    const descriptor = openSync(path, READ_REGULAR);
    try {
      const stats = fstatSync(descriptor, { bigint: true });
      return isFile(path, stats, MOST) ? { bytes: readFileSync(descriptor), stats } : null;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return nothingAt(path, error);
  }
}

/** False for a folder; throws for anything that is no regular file, or too large. */
function isFile(path: string, stats: BigIntStats, most: number): boolean {
  if (stats.isDirectory()) return false;
  if (!stats.isFile()) throw notOwn(path, 'it is not a regular file');
  if (stats.size > most) throw notOwn(path, `it is larger than ${most / MOST} MiB`);
  return true;
}

function nothingAt(path: string, error: unknown): null {
  if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
  if (isErrno(error, 'ELOOP')) throw notOwn(path, 'it is a link');
  // A socket, or a missing device.
  if (isErrno(error, 'ENXIO')) throw notOwn(path, 'it is not a regular file');
  throw error;
}

function notOwn(path: string, why: string): Refused {
  const hint = 'Put a plain text file in its place, or take it away. SiteSync follows no links.';
  return new Refused({ ...unreadable(basename(path), why), hint });
}
