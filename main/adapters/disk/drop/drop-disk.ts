import { open } from 'node:fs/promises';
import { parseContentHash, type ContentHash } from '../../../../shared/model/ids.ts';
import type { DropDisk, DropEntry } from '../../../app/ports.ts';
import { errnoOf } from '../problem.ts';
import type { HashReply } from '../workers/worker-messages.ts';
import { DiskWorkers } from '../workers/workers.ts';
import { recover } from './recover.ts';
import { openStage } from './stage.ts';
import { walkDrop } from './walk-drop.ts';

const HEADS_AT_ONCE = 32;
/** The size of one job of a worker, in files, or in bytes if they are large: so small that a stop is soon obeyed. */
const FILES_AT_ONCE = 64;
const BYTES_AT_ONCE = 64 * 1024 * 1024;

/** The real disk for drops. It hashes in two worker threads of its own, beside those of the sync. */
export function createDropDisk(): DropDisk {
  const workers = new DiskWorkers();
  return {
    walk: walkDrop,
    heads: async (files, bytes) => {
      const heads: (Uint8Array | null)[] = [];
      for (let at = 0; at < files.length; at += HEADS_AT_ONCE)
        heads.push(
          ...(await Promise.all(files.slice(at, at + HEADS_AT_ONCE).map((file) => head(file, bytes)))),
        );
      return heads;
    },
    hashes: (files, onFile, signal) => hashAll(workers, files, onFile, signal),
    stage: openStage,
    recover,
    close: () => workers.close(),
  };
}

async function head(file: DropEntry, bytes: number): Promise<Uint8Array | null> {
  try {
    const handle = await open(file.full, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

async function hashAll(
  workers: DiskWorkers,
  files: readonly DropEntry[],
  onFile: (file: DropEntry) => void,
  signal: AbortSignal,
): Promise<readonly (ContentHash | null)[]> {
  const hashes: (ContentHash | null)[] = [];
  for (let at = 0; at < files.length && !signal.aborted;) {
    const job = nextJob(files, at);
    const replies = await workers.read({ kind: 'hash', files: job });
    hashes.push(...replies.map(hashOf));
    job.forEach(onFile);
    at += job.length;
  }
  return files.map((_, index) => hashes[index] ?? null);
}

function nextJob(files: readonly DropEntry[], from: number): readonly DropEntry[] {
  const job: DropEntry[] = [];
  let bytes = 0;
  for (let at = from; at < files.length && job.length < FILES_AT_ONCE; at++) {
    const file = files[at];
    if (file === undefined || (job.length > 0 && bytes + file.size > BYTES_AT_ONCE)) break;
    job.push(file);
    bytes += file.size;
  }
  return job;
}

function hashOf(reply: HashReply): ContentHash | null {
  return reply.kind === 'hash' ? parseContentHash(reply.hash) : null;
}
