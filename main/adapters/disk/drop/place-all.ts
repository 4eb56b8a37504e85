import { lstat, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import { acrossDrives, copiesBeside } from '../across-drives.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { flushFolders, pruneEmptyFolders } from '../folders.ts';
import { numberedAnew, unlinkIfSame } from '../last-look.ts';
import { placeNew } from '../place-new.ts';
import { failureOf, guarded, Refused } from '../problem.ts';
import { inside, lstatOrNull, makeWay, requireMarker } from '../way.ts';
import { writeDurably } from '../write-durably.ts';

/** Says that all files of a drop are whole and where they go: from then on a killed process is gone on with. */
export const PLAN = 'plan.json';
/** Names that are tried beside a taken one. */
const TRIES = 1000;

export interface Where {
  readonly folder: string;
  /** Absolute path of the drop's own folder. */
  readonly stage: string;
}

export interface Placing {
  readonly index: number;
  readonly target: RelPath;
}

export async function placeAll(
  at: Where,
  files: readonly Placing[],
  beside: (target: RelPath, number: number) => RelPath,
): Promise<Result<readonly LocalFile[]>> {
  const placed: LocalFile[] = [];
  try {
    await requireMarker(at.folder);
    for (const { index } of files) await stat(join(at.stage, String(index)));
    await writeDurably(join(at.stage, PLAN), JSON.stringify(files));
    for (const file of files) placed.push(await placeOne(at, file, beside));
    await flushFolders(
      at.folder,
      placed.map((file) => file.path),
    );
  } catch (error) {
    const failure = failureOf(error, 'write', files[placed.length]?.target ?? at.folder);
    await takeBack(at, placed);
    return fail(failure);
  }
  await guarded('write', at.folder, () => rm(at.stage, { recursive: true, force: true }));
  return ok(placed);
}

/** At its target, or beside it where something lies there. */
export async function placeOne(
  { folder, stage }: Where,
  { index, target }: Placing,
  beside: (target: RelPath, number: number) => RelPath,
): Promise<LocalFile> {
  const from = join(stage, String(index));
  await makeWay(folder, folderOf(target));
  // Taken before the name: what a person saves from then on must not be taken for what was dropped.
  const seen = fingerprintOf(await lstat(from, { bigint: true }));
  for (let number = 1; ; number++) {
    const path = number === 1 ? target : beside(target, number);
    const full = inside(folder, path);
    try {
      const copied = await acrossDrives(from, copiesBeside(folder, full), (staged) =>
        placeNew(staged, full, path),
      );
      if (copied !== null) await rm(from, { force: true });
      return { path, ...(copied ?? numberedAnew(full, seen)), hash: null };
    } catch (error) {
      const taken = (await lstatOrNull(full)) !== null;
      if (!(error instanceof Refused) || !taken || number >= TRIES) throw error;
    }
  }
}

/** Undoes what was placed, but for a file that somebody changed since: that one is theirs now. */
async function takeBack({ folder, stage }: Where, placed: readonly LocalFile[]): Promise<void> {
  await guarded('write', folder, () => rm(join(stage, PLAN), { force: true }));
  for (const file of placed.toReversed()) {
    await guarded('write', file.path, async () => {
      // Its bytes are where they were dropped from.
      if (unlinkIfSame(inside(folder, file.path), file)) await pruneEmptyFolders(folder, file.path);
    });
  }
}
