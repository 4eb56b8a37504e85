import type { ContentHash } from '../../../../shared/model/ids.ts';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import { isTimeOfFile } from '../../../../main/engine/compare/fingerprint.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import { otherSpellings } from '../../../../main/adapters/disk/paths/spellings.ts';
import { changedMeanwhile, guarded, Refused } from '../../../../main/adapters/disk/problem.ts';
import { parentOf } from './file-tree.ts';
import type { FileNode } from './nodes.ts';
import { inside, seen, type SessionIo } from './session-io.ts';
import { placeInTrash } from './trash.ts';

/** A temporary file, by its absolute path. */
export interface Part {
  readonly folder: string;
  readonly part: string;
  readonly file: FileNode;
}

/** Where it goes, in place of what, with which time (epoch ms) and hash. */
export interface Placing {
  readonly target: RelPath;
  readonly replaces: LocalFile | null;
  readonly mtimeMs: number | null;
  readonly hash: ContentHash;
}

/** Gives a temporary file its time and its name. */
export async function placePart(
  io: SessionIo,
  { folder, part, file }: Part,
  { target, replaces, mtimeMs, hash }: Placing,
): Promise<LocalFile> {
  const full = inside(folder, target);
  await io.requireOriginal(folder);
  await io.makeWay(folder, folderOf(target));
  if (mtimeMs !== null && isTimeOfFile(mtimeMs))
    await io.steps.run('set-time', part, () =>
      io.tree.setTime(part, BigInt.asIntN(64, BigInt(Math.trunc(mtimeMs)) * 1_000_000n)),
    );
  const placed = { ...seen(file, target), hash };
  if (replaces === null) {
    if (otherSpellings(full).some((other) => io.tree.find(other) !== null))
      throw new Refused(changedMeanwhile(target, 'another spelling is there'));
    await io.placeNew(part, full, target);
  } else await placeOver(io, { folder, part, file }, full, replaces);
  await io.steps.run('sync', parentOf(full), () => io.tree.folder(parentOf(full), 'open'));
  return replaces === null ? { ...placed, path: io.placeOnDisk(folder, target) } : placed;
}

async function placeOver(
  io: SessionIo,
  { folder, part }: Part,
  full: string,
  replaces: LocalFile,
): Promise<void> {
  const old = await io.requireUnchanged(folder, replaces.path, replaces);
  const kept = await placeInTrash(io, folder, replaces.path);
  await io.steps.run('link', kept, () => io.tree.link(old, kept));
  try {
    await io.requireUnchanged(folder, replaces.path, replaces);
    await io.rename(part, full);
  } catch (error) {
    await guarded('write', kept, async () => {
      if ((await io.lstat(full)) === (await io.lstat(kept))) await io.unlink(kept);
    });
    throw error;
  }
}

export async function dropIfThere(io: SessionIo, path: string): Promise<void> {
  if ((await io.lstat(path)) !== null) await io.unlink(path);
}
