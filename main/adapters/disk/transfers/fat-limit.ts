import { statfs } from 'node:fs/promises';
import { isErrno } from '../problem.ts';

/** The most bytes of a file on FAT. */
const MOST = 4 * 1024 ** 3 - 1;
/** A disk that is full has less room than this, bytes. */
const ROOM = 64 * 1024 * 1024;

/**
 * The error of a write that went to byte number `end`. Of a file that is too large for FAT, Windows says that the disk is
 * full, where others say that the file is too large (EFBIG). `folder`: one on that disk.
 */
export async function errorOfWrite(error: unknown, folder: string, end: number): Promise<unknown> {
  if (process.platform !== 'win32' || end <= MOST || !isErrno(error, 'ENOSPC')) return error;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ROOM) return error;
  return Object.assign(new Error('EFBIG: file too large, write', { cause: error }), {
    code: 'EFBIG',
    syscall: 'write',
  });
}
