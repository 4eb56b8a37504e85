import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { isJsonObject, type Json } from '../../../../shared/model/json.ts';
import { parseRelPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { besidePath } from '../../../engine/beside-path.ts';
import { flushFolders } from '../folders.ts';
import { PARTIALS } from '../layout.ts';
import { guarded, isErrno } from '../problem.ts';
import { checkWay, lstatOrNull, requireMarker } from '../way.ts';
import { PLAN, placeOne, type Placing } from './place-all.ts';
import { STAGE_PREFIX } from './stage-name.ts';

/**
 * A drop is all or nothing, also where the process was killed: with a plan it is finished, without one thrown away. Of
 * several one that cannot be finished keeps none of the others; it is tried again with the next start. `isUnderWay`
 * tells those of this process.
 */
export function recover(
  folder: string,
  isUnderWay: (drop: string) => boolean,
): Promise<Result<readonly RelPath[]>> {
  return guarded('write', folder, async () => {
    await requireMarker(folder);
    if (!(await checkWay(folder, PARTIALS))) return [];
    const placed: RelPath[] = [];
    for (const name of await readdir(join(folder, PARTIALS))) {
      const isLeftover = name.startsWith(STAGE_PREFIX) && !isUnderWay(name.slice(STAGE_PREFIX.length));
      if (isLeftover)
        await guarded('write', name, () => finish(folder, join(folder, PARTIALS, name), placed));
    }
    return placed;
  });
}

async function finish(folder: string, stage: string, placed: RelPath[]): Promise<void> {
  if ((await lstatOrNull(stage))?.isDirectory() !== true) return;
  const files: RelPath[] = [];
  for (const file of await readPlan(stage)) {
    const staged = await lstatOrNull(join(stage, String(file.index)));
    // Placed before the end came; or in its place, wherever a person moved it since, and its old name only remained.
    if (staged === null || staged.nlink > 1n) continue;
    files.push((await placeOne({ folder, stage }, file, besidePath)).path);
  }
  await flushFolders(folder, files);
  for (const file of files) placed.push(file);
  await rm(stage, { recursive: true, force: true });
}

/** Empty where placing had not begun. */
async function readPlan(stage: string): Promise<readonly Placing[]> {
  try {
    const value = JSON.parse(await readFile(join(stage, PLAN), 'utf8')) as Json;
    return Array.isArray(value) ? value.flatMap((entry: Json) => parsePlacing(entry) ?? []) : [];
  } catch (error) {
    if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return [];
    throw error;
  }
}

function parsePlacing(value: Json): Placing | null {
  if (!isJsonObject(value)) return null;
  const { index } = value;
  const target = parseRelPath(value['target']);
  return typeof index === 'number' && Number.isInteger(index) && target !== null ? { index, target } : null;
}
