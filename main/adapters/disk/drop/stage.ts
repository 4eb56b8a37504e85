import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Failure, type Result } from '../../../../shared/failure.ts';
import type { DropAbout, DropEntry, DropStage, Incoming } from '../../../app/ports.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { CHUNK, PARTIALS } from '../layout.ts';
import { READ_REGULAR } from '../own-files/own-file.ts';
import { cancelled, changedMeanwhile, guarded, Refused, stillChanging } from '../problem.ts';
import { makeWay, requireMarker } from '../paths/way.ts';
import { writeDurably } from '../own-files/write-durably.ts';
import { placeAll } from './place-all.ts';
import { ABOUT, STAGE_PREFIX, stagedIn } from './stage-name.ts';
import { withTime } from '../file-time.ts';

export function openStage(folder: string, id: string, about: DropAbout): Promise<Result<DropStage>> {
  if (!/^[\w-]{1,100}$/.test(id)) throw new Error(`Not a plain name: ${id}`);
  return guarded('write', folder, async () => {
    await requireMarker(folder);
    await makeWay(folder, PARTIALS);
    const stage = join(folder, PARTIALS, `${STAGE_PREFIX}${id}`);
    await mkdir(stage);
    await writeDurably(join(stage, ABOUT), JSON.stringify(about));
    const buffers: Uint8Array<ArrayBuffer>[] = [];
    return {
      copy: (index, from, onBytes, signal) =>
        copy(join(stage, String(index)), from, { buffers, onBytes, signal }),
      write: (index, incoming, onBytes) => write(join(stage, String(index)), incoming, onBytes),
      place: (files, beside) => placeAll({ folder, stage }, files, beside),
      discard: async () => {
        // What cannot be removed now is removed by `recover` at the next start.
        await guarded('write', folder, () => rm(stage, { recursive: true, force: true }));
      },
      leave: async () => {
        await guarded('write', folder, () => leave(stage, about));
      },
    };
  });
}

/**
 * Ends a drop. The number of files that had come is written down first, so that it can be told however far the removal
 * comes.
 */
async function leave(stage: string, about: DropAbout): Promise<void> {
  const files = await stagedIn(stage);
  await writeDurably(join(stage, ABOUT), JSON.stringify({ ...about, begun: files.length }));
  for (const file of files) await rm(join(stage, file), { force: true });
}

interface Copying {
  /** Buffers used in turn: a new one for each of 5,000 files would keep the garbage collector busy. */
  readonly buffers: Uint8Array<ArrayBuffer>[];
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

async function copy(
  to: string,
  from: DropEntry,
  { buffers, onBytes, signal }: Copying,
): Promise<Result<void>> {
  const opened = await guarded('read', from.path, () => open(from.full, READ_REGULAR));
  if (!opened.ok) return opened;
  const source = opened.value;
  const buffer = buffers.pop() ?? new Uint8Array(CHUNK);
  try {
    const seen = await isAsSeen(source, from);
    if (!seen.ok || !seen.value) return seen.ok ? fail(changedMeanwhile(from.path, 'another file')) : seen;
    const written = await writeFile(
      to,
      { ...from, modifiedMs: Number(from.mtimeNs / 1_000_000n) },
      async (put) => {
        for (;;) {
          if (signal.aborted) throw new Refused(cancelled);
          const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
          if (bytesRead === 0) return;
          await put(buffer.subarray(0, bytesRead));
          onBytes(bytesRead);
        }
      },
    );
    if (!written.ok) return written;
    const still = await isAsSeen(source, from);
    if (!still.ok) return still;
    return still.value ? written : fail(stillChanging(from.path));
  } finally {
    buffers.push(buffer);
    await source.close();
  }
}

function isAsSeen(source: FileHandle, seen: DropEntry): Promise<Result<boolean>> {
  return guarded('read', seen.path, async () => {
    const stats = await source.stat({ bigint: true });
    return stats.isFile() && sameFingerprint(fingerprintOf(stats), seen);
  });
}

function write(to: string, incoming: Incoming, onBytes: (bytes: number) => void): Promise<Result<void>> {
  const { path, size, modifiedAt } = incoming;
  return writeFile(to, { path, size, modifiedMs: modifiedAt }, async (put) => {
    let come = 0;
    for await (const chunk of incoming.bytes) {
      come += chunk.length;
      // Only the announced size was checked against the free space: no more than that is written.
      if (come > size) break;
      await put(chunk);
      onBytes(chunk.length);
    }
    if (come !== size) throw new Refused(notWhole(path, size));
  });
}

interface NewFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number | null;
}

/** Writes a staged file from its beginning, gives it its time, and flushes it. */
function writeFile(
  to: string,
  { path, size, modifiedMs }: NewFile,
  fill: (put: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<Result<void>> {
  return guarded('write', path, async () => {
    const handle = await open(to, 'w');
    try {
      let at = 0;
      await fill(async (chunk) => {
        for (let done = 0; done < chunk.length;) {
          const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      });
      if (at !== size) throw new Refused(stillChanging(path));
      if (modifiedMs !== null) await withTime(modifiedMs, (seconds) => handle.utimes(seconds, seconds));
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

function notWhole(path: string, size: number): Failure {
  return {
    code: 'damaged-transfer',
    message: `${path} did not arrive with the ${size} bytes that were announced.`,
    hint: 'It may have changed while it was read. Drop it once more.',
    retry: 'now',
  };
}
