import { lstat, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import { acrossDrives, copiesBeside } from '../moves/across-drives.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { flushFolders, pruneEmptyFolders } from '../paths/folders.ts';
import { numberedAnew, unlinkIfSame } from '../paths/last-look.ts';
import { untilLetGo } from '../paths/once-let-go.ts';
import { placeNew } from '../moves/place-new.ts';
import { failureOf, guarded, Refused } from '../problem.ts';
import { placeOnDisk } from '../paths/spellings.ts';
import { inside, lstatOrNull, makeWay, requireMarker } from '../paths/way.ts';
import { writeDurably } from '../own-files/write-durably.ts';
import { putOver, takeBackOver, type PutOver } from './put-over.ts';

/**
 * Written once all files of a drop are whole; says where they go. From then on, a drop whose process was killed is
 * finished by the next start.
 */
export const PLAN = 'plan.json';
/** At most this many names are tried beside a taken one. */
const TRIES = 1000;

export interface Where {
  readonly folder: string;
  /** Absolute path of the drop's own folder. */
  readonly stage: string;
}

export interface Placing {
  readonly index: number;
  readonly target: RelPath;
  /** The file that it replaces, if that is still as it was seen. */
  readonly over?: ScannedFile | undefined;
}

/** A file in its place; `over` if it replaced another one. */
interface Placed {
  readonly file: LocalFile;
  readonly over: PutOver | null;
}

export async function placeAll(
  at: Where,
  files: readonly Placing[],
  beside: (target: RelPath, number: number) => RelPath,
): Promise<Result<readonly LocalFile[]>> {
  const placed: Placed[] = [];
  try {
    await requireMarker(at.folder);
    for (const { index } of files) await stat(join(at.stage, String(index)));
    await writeDurably(join(at.stage, PLAN), planText(files));
    for (const file of files) placed.push(await placeOne(at, file, beside));
    await flushFolders(
      at.folder,
      placed.map(({ file }) => file.path),
    );
  } catch (error) {
    const failure = failureOf(error, 'write', nameOf(files[placed.length]) ?? at.folder);
    await takeBack(at, placed);
    return fail(failure);
  }
  await guarded('write', at.folder, () => rm(at.stage, { recursive: true, force: true }));
  return ok(placed.map(({ file }) => file));
}

function nameOf(file: Placing | undefined): RelPath | undefined {
  return file?.over?.path ?? file?.target;
}

/** As text, since JSON has no numbers of 64 bits. */
function planText(files: readonly Placing[]): string {
  return JSON.stringify(files, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Puts a file into the place of the one it replaces; else to its target, or beside it if something lies there. */
export async function placeOne(
  { folder, stage }: Where,
  { index, target, over }: Placing,
  beside: (target: RelPath, number: number) => RelPath,
): Promise<Placed> {
  const from = join(stage, String(index));
  await untilLetGo(from);
  const put = over === undefined ? null : await putOver(folder, from, over);
  if (put !== null) return { file: put.file, over: put };
  return { file: await placeBeside(folder, from, target, beside), over: null };
}

async function placeBeside(
  folder: string,
  from: string,
  target: RelPath,
  beside: (target: RelPath, number: number) => RelPath,
): Promise<LocalFile> {
  await makeWay(folder, folderOf(target));
  // Read before it gets its name: what a person saves from then on must not be taken for the dropped file.
  const seen = fingerprintOf(await lstat(from, { bigint: true }));
  for (let number = 1; ; number++) {
    const path = number === 1 ? target : beside(target, number);
    const full = inside(folder, path);
    try {
      const copied = await acrossDrives(from, copiesBeside(folder, full), (staged) =>
        placeNew(staged, full, path),
      );
      if (copied !== null) await rm(from, { force: true });
      const print = copied ?? numberedAnew(full, seen);
      return { path: await placeOnDisk(folder, path), ...print, hash: null };
    } catch (error) {
      const taken = (await lstatOrNull(full)) !== null;
      if (!(error instanceof Refused) || !taken || number >= TRIES) throw error;
    }
  }
}

/** Takes back what was placed. A file that somebody changed since stays: it is theirs now. */
async function takeBack({ folder, stage }: Where, placed: readonly Placed[]): Promise<void> {
  await guarded('write', folder, () => rm(join(stage, PLAN), { force: true }));
  for (const { file, over } of placed.toReversed()) {
    await guarded('write', file.path, async () => {
      if (over !== null) return takeBackOver(folder, over);
      // Nothing is lost: the original is where it was dropped from.
      if (unlinkIfSame(inside(folder, file.path), file)) await pruneEmptyFolders(folder, file.path);
    });
  }
}
