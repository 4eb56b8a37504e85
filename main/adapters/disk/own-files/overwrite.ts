import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes that any disk writes as a whole or not at all. */
const SECTOR = 512;
/** As `READ_REGULAR`, but for writing too. */
const READ_WRITE = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Changes a file in place, which takes no disk space. Only possible if its length stays, the change lies in one sector,
 * and the file has no other name. False: nothing was done. File systems that never write in place may have no room for
 * this either; then it fails, and the file is as it was. `onTaken`: the bytes were taken, and are flushed next. If that fails,
 * the file may be either.
 */
export async function overwrite(
  path: string,
  change: (text: string) => string,
  onTaken: () => void = () => undefined,
): Promise<boolean> {
  const handle = await open(path, READ_WRITE);
  try {
    const { nlink } = await handle.stat();
    const before = await handle.readFile();
    const next = Buffer.from(change(before.toString()));
    const differs = (byte: number, at: number): boolean => byte !== before[at];
    const [first, last] = [next.findIndex(differs), next.findLastIndex(differs)];
    const isInPlace = first >= 0 && next.length === before.length && nlink === 1;
    if (!isInPlace || Math.floor(first / SECTOR) !== Math.floor(last / SECTOR)) return false;
    const { bytesWritten } = await handle.write(next, first, last + 1 - first, first);
    onTaken();
    await handle.sync();
    return bytesWritten === last + 1 - first;
  } finally {
    await handle.close();
  }
}
