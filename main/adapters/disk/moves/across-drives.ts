import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { copyFile, constants, lstat, mkdir, open, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { HIDDEN } from '../../../engine/names/own-names.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { TO_FLUSH } from '../paths/flush-now.ts';
import { isSameFile } from '../paths/last-look.ts';
import { withoutMark } from '../paths/read-only-mark.ts';
import { PARTIALS } from '../layout.ts';
import { isErrno, Refused, stillChanging } from '../problem.ts';
import { lstatOrNull, requireRealFolder } from '../paths/way.ts';

/*
 * A drive of its own may be mounted at a folder in a site's folder, and no name crosses from one drive to another. Whether
 * one does is only found by trying: a folder of the same disk may be mounted there as well. The copy that takes the
 * file's part is made in a hidden folder beside its new place, since from there every name leads to it.
 */

/** Names of unfinished copies begin with this. */
const COPY_PREFIX = 'copy-';
/** Copies that a killed process left are dropped at this age: no copy goes so long without a byte. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;
/** Another copy that ends may take the common folder away: then try again. */
const TRIES = 10;

/**
 * Moves the file at `from` by `act`. If its new place is on another drive, `act` gets a copy instead that is on the
 * disk already. Returns the copy's fingerprint; then `from` is still there, and the caller has to drop it. Null: `from`
 * itself was moved.
 */
export async function acrossDrives(
  from: string,
  copies: string,
  act: (from: string) => void,
): Promise<Fingerprint | null> {
  try {
    act(from);
    return null;
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error;
  }
  const copy = join(copies, `${COPY_PREFIX}${randomUUID()}`);
  try {
    const seen = await copyWhole(from, copy);
    act(copy);
    return seen;
  } finally {
    await rm(copy, { force: true });
    await dropFolder(copies);
  }
}

/** Was this file of ours a copy that is not in its place yet? */
export function isUnfinishedCopy(name: string): boolean {
  return name.startsWith(COPY_PREFIX);
}

/** The folder in which copies for `full` are made. */
export function copiesBeside(folder: string, full: string): string {
  return dirname(full) === join(folder) ? join(folder, PARTIALS) : join(dirname(full), HIDDEN);
}

/**
 * Is `copy` what `acrossDrives` made of `of`, which still exists with the same bytes? Two drives may show the same time
 * with a difference of up to two seconds.
 */
export async function isCopy(copy: string, of: string): Promise<boolean> {
  const [one, two] = [await lstatOrNull(copy), await lstatOrNull(of)];
  if (one?.isFile() !== true || two?.isFile() !== true || one.size !== two.size) return false;
  const apart = one.mtimeNs < two.mtimeNs ? two.mtimeNs - one.mtimeNs : one.mtimeNs - two.mtimeNs;
  if (isSameFile(one, two) || apart > 2_000_000_000n) return false;
  return (await hashOf(copy)) === (await hashOf(of));
}

async function hashOf(full: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(full)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** Drops copies of a killed process, which a scan found in a hidden folder. What cannot be dropped stays hidden. */
export function dropLeftCopies(copies: string): void {
  try {
    for (const name of readdirSync(copies)) {
      const full = join(copies, name);
      const isLeft = isUnfinishedCopy(name) && Date.now() - lstatSync(full).ctimeMs > LEFT_OVER_MS;
      if (isLeft) unlinkSync(full);
    }
    rmdirSync(copies);
  } catch {
    // Something else lies in it.
  }
}

/** Copies the file with its time. Fails with `still-changing` if it changed meanwhile. */
async function copyWhole(from: string, copy: string): Promise<Fingerprint> {
  const before = await lstat(from, { bigint: true });
  await copyInto(from, copy);
  const markAgain = withoutMark(copy);
  const handle = await open(copy, TO_FLUSH);
  try {
    // A double of seconds is only exact to 0.2 µs: half a microsecond is added, so that it does not fall to the one
    // before. As text, since Node takes a number below zero for now.
    const seconds = String((Number(before.mtimeNs / 1000n) + 0.5) / 1e6);
    await handle.utimes(seconds, seconds);
    await handle.sync();
    const seen = fingerprintOf(await handle.stat({ bigint: true }));
    const after = await lstat(from, { bigint: true });
    if (!sameFingerprint(fingerprintOf(before), fingerprintOf(after)) || seen.size !== Number(after.size))
      throw new Refused(stillChanging(basename(from)));
    return seen;
  } finally {
    await handle.close();
    markAgain();
  }
}

async function copyInto(from: string, copy: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await mkdir(dirname(copy)).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
    requireRealFolder(await lstat(dirname(copy), { bigint: true }), dirname(copy));
    try {
      await copyFile(from, copy, constants.COPYFILE_EXCL);
      return;
    } catch (error) {
      if (!isErrno(error, 'ENOENT') || tries === TRIES || (await lstatOrNull(from)) === null) throw error;
    }
  }
}

async function dropFolder(copies: string): Promise<void> {
  if (basename(copies) === HIDDEN) await rmdir(copies).catch(() => undefined);
}
