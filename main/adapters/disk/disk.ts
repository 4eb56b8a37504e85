import { open, rename, statfs } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { folderOf, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { Disk, ScannedFile, ScanOptions, ScanReport } from '../../sync/ports/disk.ts';
import { Beginnings } from './beginnings.ts';
import { fingerprintOf, sameFingerprint, scannedFile } from './fingerprint.ts';
import { IGNORE_FILE } from '../../engine/ignore-own.ts';
import { dropSecondName, unlinkIfSame } from './last-look.ts';
import { pruneEmptyFolders } from './folders.ts';
import { createSiteFolder, readMarker } from './marker.ts';
import { cancelled, changedMeanwhile, folderMissing, guarded, Refused, unreadable } from './problem.ts';
import { hashFiles, openUpload, openUploads, type Reading } from './reading.ts';
import { SMALL } from './layout.ts';
import { SmallSink, type Placing } from './small-sink.ts';
import { placeNew } from './place-new.ts';
import { openSink } from './sink.ts';
import { perFolder, Together } from './together.ts';
import { listTrash, moveToTrash, purge, restoreFromTrash } from './trash.ts';
import { inside, lookAt, lstatOrNull, makeWay, requireFolder, requireUnchanged } from './way.ts';
import type { PackedFiles } from './worker-messages.ts';
import { DiskWorkers } from './workers.ts';

/** The real disk. Scanning and hashing run in two worker threads. */
export function createDisk(): Disk {
  const workers = new DiskWorkers();
  const placing = perFolder<Placing>(
    (folder) => new Together((files) => workers.place({ kind: 'place', folder, files })),
  );
  const reading = perFolder<Reading>(
    (folder) => new Together((files) => openUploads(workers, folder, files)),
  );
  const small = { placing, beginnings: new Beginnings() };
  return {
    readMarker,
    createSiteFolder,
    scan: (folder, options, onBatch) => scan(workers, folder, options, onBatch),
    hash: (folder, files, onBytes, signal) => hashFiles(workers, folder, files, onBytes, signal),
    stat: (folder, path) =>
      guarded('read', path, async () => {
        const { stats } = await lookAt(folder, path);
        return stats === null ? null : scannedFile(path, stats);
      }),
    openUpload: (folder, file) => openUpload(workers, reading(folder), folder, file),
    openUploads: (folder, files) => openUploads(workers, folder, files),
    readHead,
    openDownload: (folder, id, fingerprint, path, size = null) =>
      size !== null && size <= SMALL
        ? Promise.resolve(ok(new SmallSink(small, folder, { id, fingerprint, size })))
        : openSink(workers, folder, id, fingerprint, path),
    move,
    trash: moveToTrash,
    free: (folder, file) =>
      guarded('write', file.path, async () => {
        if (!unlinkIfSame(await requireUnchanged(folder, file.path, file), file))
          throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
      }),
    pruneEmptyFolders,
    listTrash,
    restore: restoreFromTrash,
    purge,
    space: (folder) =>
      guarded('read', folder, async () => {
        await requireFolder(folder);
        const { bavail, blocks, bsize } = await statfs(folder);
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      }),
    close: () => workers.close(),
  };
}

async function scan(
  workers: DiskWorkers,
  folder: string,
  options: ScanOptions,
  onBatch: (files: readonly ScannedFile[]) => void,
): Promise<Result<ScanReport>> {
  const { ignore, scope, known, signal } = options;
  const job = { kind: 'scan', folder, ignore, scope, known: known?.versions ?? new Map() } as const;
  const report = await workers.scan(job, ({ files, folders }) => {
    if (signal?.aborted === true) return;
    if (files !== null) onBatch(unpack(files));
    known?.onFolders(folders);
  });
  if (signal?.aborted === true) return fail(cancelled);
  if ('missing' in report) return fail(folderMissing(folder, report.missing));
  return 'blocked' in report ? fail(ignoreFileUnreadable(report.blocked)) : ok(report);
}

/** Scanning without its lines would send what the person wants to keep to themselves. */
function ignoreFileUnreadable(code: string): Failure {
  return { ...unreadable(IGNORE_FILE, 'permission is missing', code), retry: 'on-change' };
}

function unpack({ paths, sizes, mtimes, inos }: PackedFiles): readonly ScannedFile[] {
  return paths.split('\0').map((path, index) => ({
    path: path as RelPath,
    size: sizes[index] ?? 0,
    mtimeNs: mtimes[index] ?? 0n,
    ino: inos[index] ?? 0n,
  }));
}

function readHead(folder: string, path: RelPath, bytes: number): Promise<Result<Uint8Array>> {
  return guarded('read', path, async () => {
    const { full } = await lookAt(folder, path);
    const handle = await open(full, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  });
}

/** Linking the new name fails where something has it, so that a move never overwrites. */
function move(folder: string, from: LocalFile, to: RelPath): Promise<Result<LocalFile>> {
  return guarded('write', from.path, async () => {
    const old = await requireUnchanged(folder, from.path, from);
    const full = inside(folder, to);
    if (old !== full) {
      await makeWay(folder, folderOf(to));
      const there = await lstatOrNull(full);
      // A disk that ignores case or spelling shows the file itself under its new name.
      const itself =
        there !== null && fingerprintOf(there).ino === from.ino && isOtherSpelling(from.path, to);
      if (itself) await rename(old, full);
      else if (there !== null && isSecondName(there, from)) dropSecondName(old, full);
      else placeNew(old, full, to);
    }
    // As it was before the move: a file that was saved right after it must not be known by the bytes of before.
    return { ...from, path: to };
  });
}

/** A move that was killed between its two steps left the file under both names. */
function isSecondName(there: BigIntStats, from: LocalFile): boolean {
  return there.isFile() && there.nlink > 1n && from.ino !== 0n && sameFingerprint(fingerprintOf(there), from);
}

function isOtherSpelling(a: RelPath, b: RelPath): boolean {
  return pathKey(a).toLowerCase() === pathKey(b).toLowerCase();
}
