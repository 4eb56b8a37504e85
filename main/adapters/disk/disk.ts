import { open, stat, statfs } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Disk, ScannedFile, ScanOptions, ScanReport } from '../../sync/ports/disk.ts';
import { ResumeCache } from './transfers/resume-cache.ts';
import { scannedFile } from './fingerprint.ts';
import { HeldMemory } from './transfers/held-memory.ts';
import { bytesBelow } from './bytes-below.ts';
import { isAway } from './paths/is-away.ts';
import { unlinkIfSame } from './paths/last-look.ts';
import { pruneEmptyFolders } from './paths/folders.ts';
import { createSiteFolder, readMarker, rewriteMarker, sitesAround } from './own-files/marker.ts';
import { MoveNotes } from './moves/move-notes.ts';
import { move } from './moves/move.ts';
import { READ_REGULAR } from './own-files/own-file.ts';
import { cancelled, changedMeanwhile, folderMissing, guarded, Refused } from './problem.ts';
import { hashFiles, openUpload, openUploads, type Reading } from './transfers/reading.ts';
import { NO_PART, SMALL } from './layout.ts';
import { SmallSink, type Placing, type SmallDownloads } from './transfers/small-sink.ts';
import { realPath } from './paths/real-path.ts';
import { openSink } from './transfers/sink.ts';
import { Parts } from './transfers/parts.ts';
import { perFolder, Batcher } from './batcher.ts';
import { tryFolder } from './own-files/try-folder.ts';
import { listTrash, moveToTrash, purge, restoreFromTrash } from './trash/trash.ts';
import { lookAt, requireFolder, requireUnchanged } from './paths/way.ts';
import type { PackedFiles } from './workers/worker-messages.ts';
import { DiskWorkers } from './workers/workers.ts';

export interface ThreadedDisk extends Disk {
  /** To be called when a scan is about to come: starts what takes time to start. */
  readonly getReady: () => void;
}

/** The real disk. Scanning and hashing run in two worker threads. */
export function createDisk(): ThreadedDisk {
  const workers = new DiskWorkers();
  const placing = perFolder<Placing>(
    (folder) => new Batcher((files) => workers.place({ kind: 'place', folder, files })),
  );
  const reading = perFolder<Reading>((folder) => new Batcher((files) => openUploads(workers, folder, files)));
  const parts = new Parts();
  const small: SmallDownloads = {
    placing,
    resumeCache: new ResumeCache(),
    workers,
    part: (of) => openSink(workers, parts, of),
  };
  const held = new HeldMemory(workers.memory);
  const notes = new MoveNotes();
  const { editions } = workers;
  return {
    getReady: () => workers.getReady(),
    realPath,
    tryFolder,
    readMarker,
    sitesAround,
    goBy: (folder, marker) => editions.goBy(folder, marker),
    createSiteFolder: (folder, marker, instead) =>
      editions.during(folder, marker, () => createSiteFolder(folder, marker, instead)),
    rewriteMarker: (folder, marker, found) =>
      editions.during(folder, marker, () => rewriteMarker(folder, marker, found)),
    scan: async (folder, options, onBatch) => {
      const whole = await guarded('read', folder, () => notes.takeBack(folder));
      return whole.ok ? scan(workers, folder, options, onBatch) : whole;
    },
    hash: (folder, files, onBytes, signal) => hashFiles(workers, folder, files, onBytes, signal),
    isAway,
    stat: (folder, path) =>
      guarded('read', path, async () => {
        const { stats } = await lookAt(folder, path);
        return stats === null ? null : scannedFile(path, stats);
      }),
    openUpload: (folder, file) => openUpload(workers, reading(folder), folder, file),
    openUploads: (folder, files) => openUploads(workers, folder, files),
    bytesBelow,
    readHead,
    openDownload: async (folder, id, fingerprint, path, size = null) => {
      const of = { folder, id, fingerprint, path };
      const isSmall = size !== null && size <= SMALL;
      const memory = isSmall && (size <= NO_PART || !(await parts.has(folder, id))) ? held.take(size) : null;
      return memory === null ? openSink(workers, parts, of) : ok(new SmallSink(small, of, memory));
    },
    move: (folder, from, to) => move({ notes, folder, drives: workers.drives.of(folder) }, from, to),
    trash: moveToTrash,
    free: (folder, file, toTrash = false) =>
      toTrash
        ? moveToTrash(folder, file)
        : guarded('write', file.path, async () => {
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
        const { dev } = await stat(folder, { bigint: true });
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, disk: String(dev) };
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
  const { ignore, scope, drives = [], known, signal } = options;
  const job = { kind: 'scan', folder, ignore, scope, drives, known: known?.versions ?? new Map() } as const;
  const report = await workers.scan(job, ({ files, folders }) => {
    if (signal?.aborted === true) return;
    if (files !== null) onBatch(unpack(files));
    known?.onFolders(folders);
  });
  if (signal?.aborted === true) return fail(cancelled);
  if ('missing' in report) return fail(folderMissing(folder, report.missing));
  return 'blocked' in report ? fail({ ...report.blocked, retry: 'on-change' }) : ok(report);
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
    const handle = await open(full, READ_REGULAR);
    try {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  });
}
