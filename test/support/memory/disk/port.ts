import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import { HIDDEN } from '../../../../main/engine/names/own-names.ts';
import { ResumeCache } from '../../../../main/adapters/disk/transfers/resume-cache.ts';
import { CATEGORY_FOLDERS, MARKER, NO_PART } from '../../../../main/adapters/disk/layout.ts';
import { putBackJustNow } from '../../../../main/engine/guards/folder-missing.ts';
import { guarded, Refused } from '../../../../main/adapters/disk/problem.ts';
import { inTheWay, otherSite, parseMarker } from '../../../../main/adapters/disk/own-files/marker.ts';
import type { Disk, FoundMarker, Marker } from '../../../../main/sync/ports/disk.ts';
import { MemoryMoves } from './move-notes.ts';
import type { FileNode } from './nodes.ts';
import { hashFiles, openUpload } from './reading.ts';
import { scan } from './scanning.ts';
import { seen, type SessionIo } from './session-io.ts';
import { openSink } from './sink.ts';
import { SmallMemorySink } from './small-sink.ts';
import { bytesBelow, listTrash, moveToTrash, purge, restoreFromTrash } from './trash.ts';

/** The port on one process's view of a memory disk. */
export function diskPort(io: SessionIo): Disk {
  const resumeCache = new ResumeCache();
  const moves = new MemoryMoves(io);
  return {
    realPath: (folder) => Promise.resolve(folder),
    tryFolder: (folder) => tryFolder(io, folder),
    readMarker: (folder) => readMarker(io, folder),
    sitesAround: async (folder) => sitesAround(io, folder),
    goBy: (folder, marker) => io.editions.goBy(folder, marker),
    createSiteFolder: (folder, marker, instead = null) =>
      io.editions.during(folder, marker, () => createSiteFolder(io, folder, marker, instead)),
    rewriteMarker: (folder, marker, found) =>
      io.editions.during(folder, marker, () =>
        guarded('write', `${folder}/${MARKER}`, () => rewriteMarker(io, folder, marker, found)),
      ),
    scan: async (folder, options, onBatch) => {
      const whole = await guarded('read', folder, () => moves.takeBack(folder));
      return whole.ok ? scan(io, folder, options, onBatch) : whole;
    },
    hash: (folder, files, onBytes, signal) => hashFiles(io, folder, files, onBytes, signal),
    isAway: () => Promise.resolve(false),
    stat: (folder, path) =>
      guarded('read', path, async () => {
        const { node } = await io.lookAt(folder, path);
        return node === null ? null : seen(node, path);
      }),
    openUpload: (folder, file) => openUpload(io, folder, file),
    openUploads: async (folder, files) => {
      const opened = [];
      for (const file of files) opened.push(await openUpload(io, folder, file));
      return opened;
    },
    bytesBelow: (folder, path) => bytesBelow(io, `${folder}/${path}`),
    readHead: (folder, path, bytes) =>
      guarded('read', path, async () => {
        const { full } = await io.lookAt(folder, path);
        return io.steps.run('read', full, () => io.tree.file(full).bytes.slice(0, bytes));
      }),
    openDownload: (folder, id, fingerprint, path, size = null) =>
      size !== null && size <= NO_PART
        ? Promise.resolve(ok(new SmallMemorySink(io, resumeCache, folder, { id, fingerprint })))
        : openSink(io, folder, id, fingerprint, path),
    move: (folder, from, to) => moves.move(folder, from, to),
    trash: (folder, file) => moveToTrash(io, folder, file),
    free: (folder, file, toTrash = false) =>
      toTrash
        ? moveToTrash(io, folder, file)
        : guarded('write', file.path, async () =>
            io.unlink(await io.requireUnchanged(folder, file.path, file)),
          ),
    pruneEmptyFolders: (folder, path) => pruneEmptyFolders(io, folder, path),
    listTrash: (folder, path) => listTrash(io, folder, path),
    restore: (folder, entryId) => restoreFromTrash(io, folder, entryId),
    purge: (folder, olderThanMs, signal) => purge(io, folder, olderThanMs, signal),
    space: (folder) =>
      guarded('read', folder, async () => {
        await io.requireFolder(folder);
        return io.steps.run('space', folder, () => ({
          freeBytes: io.tree.free,
          totalBytes: io.tree.capacity,
          disk: 'the only one',
        }));
      }),
    close: () => Promise.resolve(),
  };
}

function tryFolder(io: SessionIo, folder: string): Promise<Result<void>> {
  return guarded('write', folder, async () => {
    let above = folder;
    while ((await io.lstat(above)) === null) above = above.slice(0, Math.max(1, above.lastIndexOf('/')));
    if ((await io.lstat(above))?.kind !== 'folder') throw new Refused(inTheWay(folder));
    const own = `${above}/.sitesync-try`;
    await io.mkdir(own);
    await io.steps.run('rmdir', own, () => io.tree.rmdir(own));
  });
}

function readMarker(io: SessionIo, folder: string): Promise<Result<FoundMarker | null>> {
  return guarded('read', folder, async () => {
    await io.requireFolder(folder);
    const path = `${folder}/${MARKER}`;
    if ((await io.lstat(path)) === null) return null;
    return io.steps.run('read', path, () => found(io.tree.file(path)));
  });
}

function sitesAround(io: SessionIo, folder: string): Awaited<ReturnType<Disk['sitesAround']>> {
  const names = folder.split('/').filter((name) => name !== '');
  return names
    .map((_, index) => `/${names.slice(0, index + 1).join('/')}`)
    .toReversed()
    .flatMap((at) => {
      if (io.tree.find(`${at}/${MARKER}`) === null) return [];
      const marker = parseMarker(Buffer.from(io.tree.file(`${at}/${MARKER}`).bytes).toString());
      return marker === null ? [] : [{ folder: at, site: marker.site }];
    });
}

async function createSiteFolder(
  io: SessionIo,
  folder: string,
  marker: Marker,
  instead: FoundMarker | null,
): Promise<Result<void>> {
  const there = await readMarker(io, folder);
  if (!there.ok && there.failure.code !== 'folder-missing') return there;
  if (there.ok && there.value !== null && there.value.site !== marker.site)
    return fail(otherSite(folder, there.value.site));
  return guarded('write', folder, async () => {
    const check = instead === null ? undefined : () => void requireFound(io, folder, instead);
    check?.();
    const names = folder.split('/').filter((name) => name !== '');
    for (const [index] of names.entries()) {
      const at = `/${names.slice(0, index + 1).join('/')}`;
      await io.mkdir(at);
      if ((await io.lstat(at))?.kind !== 'folder') throw new Refused(inTheWay(folder));
    }
    await io.makeWay(folder, HIDDEN);
    for (const label of CATEGORY_FOLDERS) await io.makeWay(folder, label);
    await io.writeWhole(`${folder}/${MARKER}`, markerText(marker), check);
  });
}

function found(file: FileNode): FoundMarker | null {
  const marker = parseMarker(Buffer.from(file.bytes).toString());
  return marker !== null && file.isCopy ? { ...marker, isCopy: true } : marker;
}

/** On the real disk an edition is written over the one before, and a copy stays one: here only the result is the same. */
async function rewriteMarker(
  io: SessionIo,
  folder: string,
  marker: Marker,
  instead: FoundMarker,
): Promise<void> {
  await io.requireMarker(folder);
  await io.writeWhole(`${folder}/${MARKER}`, markerText(marker), (file) => {
    const before = requireFound(io, folder, instead);
    const isAlike = markerText({ ...marker, edition: before.edition }) === markerText(before);
    file.isCopy = isAlike && before.isCopy === true;
  });
}

/** The marker that is there; throws `Refused` unless it is the one that was found. */
function requireFound(io: SessionIo, folder: string, instead: FoundMarker): FoundMarker {
  const there = io.tree.find(`${folder}/${MARKER}`);
  const marker = there?.kind === 'file' ? found(there) : null;
  if (marker === null || markerText(marker) !== markerText(instead) || marker.isCopy !== instead.isCopy)
    throw new Refused(putBackJustNow(folder));
  return marker;
}

function markerText({ site, baseUrl, folderId, generation, edition }: Marker): string {
  return `${JSON.stringify({ site, baseUrl, folderId, generation, edition }, null, 2)}\n`;
}

async function pruneEmptyFolders(io: SessionIo, folder: string, path: RelPath): Promise<void> {
  for (let parent = folderOf(path); parent !== '' && !CATEGORY_FOLDERS.includes(parent);) {
    const at = `${folder}/${parent}`;
    const removed = await guarded('write', parent, async () => {
      if (!(await io.checkWay(folder, parent))) return false;
      await io.steps.run('rmdir', at, () => io.tree.rmdir(at));
      return true;
    });
    if (!removed.ok || !removed.value) return;
    parent = parent.includes('/') ? parent.slice(0, parent.lastIndexOf('/')) : '';
  }
}
