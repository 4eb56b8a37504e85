import { createHash, randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The name tells who writes it, so that one left by a killed process is known: this computer, and the process there. */
const NAME = /^sitesync-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** The start of a digest: a host's name may hold what a file's may not. */
const COMPUTER = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Those that this process writes now. */
const writing = new Set<string>();

/** A new file beside others, to be renamed or removed once it is written. */
export interface PartFile {
  readonly path: string;
  /** It is renamed or removed: from now on it counts as left, if it is there at all. */
  done(): void;
}

/** The name ends as those that no sync sends. */
export function partFileIn(folder: string): PartFile {
  const name = `sitesync-${COMPUTER}-${process.pid}-${randomUUID()}.part`;
  writing.add(name);
  return { path: join(folder, name), done: () => writing.delete(name) };
}

/** Removes what killed processes of this computer left in a folder. What cannot be looked at or removed stays. */
export async function removeLeftParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isLeft)) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile() === true) await rm(path, { force: true }).catch(() => undefined);
  }
}

function isLeft(name: string): boolean {
  const [, computer, pid] = NAME.exec(name) ?? [];
  if (computer !== COMPUTER) return false;
  return Number(pid) === process.pid ? !writing.has(name) : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error is of a process that is there, and of another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
