import type { Result } from '../../../../shared/failure.ts';
import {
  baseName,
  folderOf,
  joinPath,
  parseRelPath,
  type RelPath,
} from '../../../../shared/model/rel-path.ts';
import { cutName } from '../../../../main/engine/names/local-names.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import { PARTIALS, TRASH } from '../../../../main/adapters/disk/layout.ts';
import { newestFirst } from '../../../../main/adapters/disk/trash/trash-names.ts';
import {
  guarded,
  isErrno,
  Refused,
  thrownByTrash,
  trashTaken,
  unreadable,
} from '../../../../main/adapters/disk/problem.ts';
import type { BytesBelow, TrashEntry } from '../../../../main/sync/ports/disk.ts';
import { parentOf } from './file-tree.ts';
import { inside, type SessionIo } from './session-io.ts';

export async function placeInTrash(io: SessionIo, folder: string, path: RelPath): Promise<string> {
  if (io.tree.find(`${folder}/${TRASH}`)?.kind === 'file') throw new Refused(trashTaken(path));
  const time = new Date(io.now()).toISOString().replaceAll(':', '-');
  for (let number = 0; ; number++) {
    const name = number === 0 ? time : `${time}+${number}`;
    const full = `${folder}/${TRASH}/${name}/${path}`;
    if ((await io.lstat(full)) !== null) continue;
    try {
      await io.makeWay(folder, parentOf(full).slice(folder.length + 1));
    } catch (error) {
      throw thrownByTrash(error, path);
    }
    return full;
  }
}

export function moveToTrash(io: SessionIo, folder: string, file: LocalFile): Promise<Result<void>> {
  return guarded('write', file.path, async () => {
    await io.requireUnchanged(folder, file.path, file);
    const kept = await placeInTrash(io, folder, file.path);
    await io.rename(await io.requireUnchanged(folder, file.path, file), kept);
  });
}

export function listTrash(
  io: SessionIo,
  folder: string,
  only?: RelPath,
): Promise<Result<readonly TrashEntry[]>> {
  return guarded('read', TRASH, async () => {
    const entries: TrashEntry[] = [];
    for (const time of await namesIn(io, `${folder}/${TRASH}`)) {
      const trashedAt = timeOf(time);
      if (trashedAt === null) continue;
      for (const [path, size] of await filesBelow(io, `${folder}/${TRASH}/${time}`, '')) {
        const parsed = parseRelPath(path);
        if (parsed !== null && (only === undefined || parsed === only))
          entries.push({ id: `${time}/${path}`, path: parsed, size, trashedAt });
      }
    }
    return entries.sort(newestFirst);
  });
}

export function restoreFromTrash(io: SessionIo, folder: string, entryId: string): Promise<Result<RelPath>> {
  return guarded('write', entryId, async () => {
    const slash = entryId.indexOf('/');
    const path = parseRelPath(entryId.slice(slash + 1));
    if (parseRelPath(entryId) === null || slash < 0 || path === null)
      throw new Refused(unreadable(entryId, 'it is not in the trash'));
    const from = `${folder}/${TRASH}/${entryId}`;
    const kept = await io.lstat(from);
    if (kept?.kind !== 'file') throw new Refused(unreadable(path, 'it is no longer in the trash'));
    await io.makeWay(folder, folderOf(path));
    const target = await freeName(io, folder, path);
    await io.placeNew(from, inside(folder, target), target);
    return io.placeOnDisk(folder, target);
  });
}

async function freeName(io: SessionIo, folder: string, path: RelPath): Promise<RelPath> {
  let free = path;
  for (let number = 1; (await io.lstat(inside(folder, free))) !== null; number++) {
    const mark = number === 1 ? ' (restored)' : ` (restored ${number})`;
    free = joinPath(folderOf(path), cutName(baseName(path), mark));
  }
  return free;
}

/** What cannot be dropped now stays for the next time. */
export async function purge(
  io: SessionIo,
  folder: string,
  olderThanMs: number,
  signal?: AbortSignal,
): Promise<void> {
  await guarded('write', 'the trash', async () => {
    for (const time of await namesIn(io, `${folder}/${TRASH}`)) {
      const at = timeOf(time);
      if (at !== null && at < olderThanMs) await removeAll(io, `${folder}/${TRASH}/${time}`, signal);
    }
    for (const name of await namesIn(io, `${folder}/${PARTIALS}`)) {
      const full = `${folder}/${PARTIALS}/${name}`;
      const node = await io.lstat(full);
      if (node?.kind === 'file' && Number(node.mtimeNs / 1_000_000n) < olderThanMs) await io.unlink(full);
    }
  });
}

async function removeAll(io: SessionIo, full: string, signal?: AbortSignal): Promise<void> {
  await guarded('write', full, async () => {
    if ((await io.lstat(full))?.kind !== 'folder') return io.unlink(full);
    for (const name of await io.list(full)) {
      if (signal?.aborted === true) return;
      await removeAll(io, `${full}/${name}`, signal);
    }
    await io.steps.run('rmdir', full, () => io.tree.rmdir(full));
  });
}

async function namesIn(io: SessionIo, full: string): Promise<readonly string[]> {
  try {
    return await io.list(full);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function filesBelow(
  io: SessionIo,
  root: string,
  folder: string,
): Promise<readonly (readonly [path: string, size: number])[]> {
  const found: (readonly [string, number])[] = [];
  for (const name of await io.list(folder === '' ? root : `${root}/${folder}`)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const node = await io.lstat(`${root}/${path}`);
    if (node?.kind === 'folder') found.push(...(await filesBelow(io, root, path)));
    else if (node?.kind === 'file') found.push([path, node.bytes.length]);
  }
  return found;
}

function timeOf(name: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:\+\d+)?$/.exec(name);
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}:${match[2]}:${match[3]}`);
  return Number.isNaN(time) ? null : time;
}

/** As the port's `bytesBelow`. */
export async function bytesBelow(io: SessionIo, place: string): Promise<BytesBelow> {
  const node = await io.lstat(place);
  if (node?.kind === 'file') return { bytes: node.bytes.length, isWhole: true };
  if (node?.kind !== 'folder') return { bytes: 0, isWhole: true };
  if (node.denied === 'read') return { bytes: 0, isWhole: false };
  let [bytes, isWhole] = [0, true];
  for (const name of await io.list(place)) {
    const below = await bytesBelow(io, `${place}/${name}`);
    bytes += below.bytes;
    isWhole &&= below.isWhole;
  }
  return { bytes, isWhole };
}
