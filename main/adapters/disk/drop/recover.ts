import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { isJsonObject, type Json } from '../../../../shared/model/json.ts';
import { parseRelPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { CutDrop, KeptBeside, Recovered } from '../../../app/ports.ts';
import { besidePath } from '../../../engine/names/beside-path.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import { flushFolders } from '../paths/folders.ts';
import { PARTIALS } from '../layout.ts';
import { readOwn } from '../own-files/own-file.ts';
import { guarded, Refused } from '../problem.ts';
import { checkWay, lstatOrNull, requireMarker } from '../paths/way.ts';
import { PLAN, placeOne, type Placing } from './place-all.ts';
import { ABOUT, STAGE_PREFIX, stagedIn } from './stage-name.ts';

/** Bytes. Larger than the plan of as many files as may be dropped, each with a path as long as may be. */
const PLAN_BYTES = 256 * 1024 * 1024;

/**
 * Makes drops all or nothing even if the process was killed: a drop with a plan is finished, one without is thrown
 * away. If one cannot be finished, the others are all the same, and it is tried again at the next start. `isUnderWay`
 * tells the drops of this process.
 */
export function recover(folder: string, isUnderWay: (drop: string) => boolean): Promise<Result<Recovered>> {
  return guarded('write', folder, async () => {
    await requireMarker(folder);
    const found: Found = { placed: [], beside: [], cut: [] };
    if (!(await checkWay(folder, PARTIALS))) return found;
    for (const name of await readdir(join(folder, PARTIALS))) {
      const isLeftover = name.startsWith(STAGE_PREFIX) && !isUnderWay(name.slice(STAGE_PREFIX.length));
      if (isLeftover) await guarded('write', name, () => finish(folder, join(folder, PARTIALS, name), found));
    }
    return found;
  });
}

interface Found extends Recovered {
  readonly placed: RelPath[];
  readonly beside: KeptBeside[];
  readonly cut: CutDrop[];
}

async function finish(folder: string, stage: string, { placed, beside, cut }: Found): Promise<void> {
  if ((await lstatOrNull(stage))?.isDirectory() !== true) return;
  const files: RelPath[] = [];
  const kept: KeptBeside[] = [];
  const plan = await readPlan(stage);
  const left = plan.length === 0 ? await readAbout(stage) : null;
  for (const file of plan) {
    const staged = await lstatOrNull(join(stage, String(file.index)));
    // It was placed already, and perhaps moved since by a person: only its old name is left.
    if (staged === null || staged.nlink > 1n) continue;
    const { file: done, over } = await placeOne({ folder, stage }, file, besidePath);
    files.push(done.path);
    if (file.over !== undefined && over === null) kept.push({ path: done.path, over: file.over.path });
  }
  await flushFolders(folder, files);
  for (const file of files) placed.push(file);
  for (const each of kept) beside.push(each);
  await rm(stage, { recursive: true, force: true });
  if (left !== null) cut.push(left);
}

/** What is thrown away, so that it can be told; null if no drop was begun, or nothing tells. */
async function readAbout(stage: string): Promise<CutDrop | null> {
  const about = await readJson(join(stage, ABOUT));
  if (!isJsonObject(about)) return null;
  const { first, folder, files, begun } = about;
  if (typeof first !== 'string' || typeof files !== 'number') return null;
  const count = typeof begun === 'number' ? begun : (await stagedIn(stage)).length;
  return { first, folder: typeof folder === 'string' ? folder : null, files, begun: count };
}

/** The plan; empty if placing had not begun. */
async function readPlan(stage: string): Promise<readonly Placing[]> {
  const value = await readJson(join(stage, PLAN));
  return Array.isArray(value) ? value.flatMap((entry: Json) => parsePlacing(entry) ?? []) : [];
}

/** Null if the file is missing, was not written to its end, or not by us. */
async function readJson(path: string): Promise<Json> {
  try {
    return JSON.parse((await readOwn(path, PLAN_BYTES))?.text ?? '') as Json;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Refused) return null;
    throw error;
  }
}

function parsePlacing(value: Json): Placing | null {
  if (!isJsonObject(value)) return null;
  const { index } = value;
  const target = parseRelPath(value['target']);
  if (typeof index !== 'number' || !Number.isInteger(index) || target === null) return null;
  return { index, target, over: parseOver(value['over']) };
}

/** Undefined if the file replaces none, or if nobody can tell which: then it is placed beside what is there. */
function parseOver(value: Json | undefined): ScannedFile | undefined {
  if (!isJsonObject(value)) return undefined;
  const { size } = value;
  const path = parseRelPath(value['path']);
  const [mtimeNs, ino] = [parseBig(value['mtimeNs']), parseBig(value['ino'])];
  if (path === null || typeof size !== 'number' || mtimeNs === null || ino === null) return undefined;
  return { path, size, mtimeNs, ino };
}

function parseBig(value: Json | undefined): bigint | null {
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : null;
}
