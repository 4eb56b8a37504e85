import { Readable } from 'node:stream';
import { bytesText } from '../../../../shared/bytes-text.ts';
import { counted } from '../../../../shared/counted.ts';
import { failureText, toldFailure } from '../../../../shared/failure.ts';
import { filesCsvLines, type KnownHashes } from '../../../../shared/files-csv.ts';
import { categoryLabel, type Category } from '../../../../shared/model/category.ts';
import type { ContentHash, FileId } from '../../../../shared/model/ids.ts';
import { baseName, isBelow, pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { coveredFolders } from '../../../app/views/site-facts.ts';
import { impliedPath } from '../../../engine/names/implied-path.ts';
import { otherName, type OtherName } from '../../../engine/names/other-name.ts';
import type { LocalFile, Trees } from '../../../engine/trees.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import { fileStates, movedHere, statesOfGone, type FileState, type MovedTo } from '../output/file-states.ts';
import { keptSite } from '../sites/kept-site.ts';
import { EXIT, nameOrder, type Output } from '../output/output.ts';
import { besides, put, tablePieces } from '../output/put.ts';
import { STDOUT } from '../terminal.ts';
import { asOf } from './status-command.ts';
import { folderTrouble } from '../sites/troubles.ts';
import { waitsIn } from '../sites/waiting.ts';

/**
 * A record; or a file here whose record is gone; or a file that was never sent, which has no id and no category yet.
 */
interface ListedFile {
  readonly id: FileId | null;
  readonly name: string;
  readonly category: Category | null;
  /** Bytes. */
  readonly size: number | null;
  readonly updatedAt: string | null;
  /** Null where it is not kept here. */
  readonly path: RelPath | null;
  /** Why it is not called here as its record is; null if it is. */
  readonly otherName: OtherName | null;
  readonly status: FileState;
  readonly sha256: KnownHashes;
}

/** As printed. Files that are not here have a place too, since `keep` takes it. */
interface PlacedFile extends ListedFile {
  readonly place: string;
}

export interface FilesOptions {
  readonly csv?: string | null;
  /** Only the files that `status` counts as waiting, and those whose deletes are held. */
  readonly waiting?: boolean;
}

/**
 * `files SITE`: the records as they were last listed, and which of them are here, as the folder was last seen. Also
 * files here without a record. It says when that was, and what keeps the folder from being seen now.
 */
export async function filesCommand(
  program: Program,
  terminal: Output,
  given: string,
  { csv = null, waiting = false }: FilesOptions,
): Promise<number> {
  const besidesTable = besides(terminal, '--csv', csv);
  if (!besidesTable.ok) return terminal.error(besidesTable.failure);
  const out = besidesTable.value;
  const kept = keptSite(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const trees = program.mirror.trees(site.id);
  const state = program.mirror.siteState(site.id);
  const movedTo = movedHere(trees);
  const listed = await listedFiles(program, site, trees, movedTo);
  const gone = goneThere(program, site, trees, movedTo);
  const covered = coveredFolders(program.mirror.problems(site.id));
  const unsent = unsentFiles(trees, movedTo, covered);
  if (state.listedAt === null)
    out.warn('What the service has is not known yet: it is asked with the first sync. Run: sitesync sync');
  const placeOf = placesOf(program, trees);
  const all = [...listed, ...gone, ...unsent];
  const chosen = waiting ? all.filter(await waitsIn(program, site)) : all;
  const files = chosen.map((file) => ({ ...file, place: placeOf(file) }));
  const table =
    csv === null
      ? null
      : { file: csv, from: Readable.from(tablePieces(csv, tableOf(program, site, trees, files))) };
  const unwritten = table === null ? null : await put(out, table, program.stopping);
  if (unwritten !== null) return unwritten;
  if (csv === null) for (const file of files) out.say(lineOf(file));
  const known = [...listed, ...gone];
  const toSend = countOf([...unsent, ...known], 'Queued');
  out.say(
    `${counted(listed.length, 'file')} on the service, ${counted(toSend, 'file')} waiting to be sent${goingWords(known)}: ${asOf(state)}.`,
  );
  if (csv !== null && csv !== STDOUT) out.say(`Written to ${csv}`);
  const trouble = await folderTrouble(program, site);
  if (trouble !== null) out.warn(failureText(trouble));
  const { syncedAt, scannedAt, listedAt } = state;
  const times = { syncedAt, scannedAt, listedAt };
  const problems = trouble === null ? [] : [toldFailure(trouble)];
  out.object({ ok: true, site: site.id, ...times, problems, files });
  return EXIT.inSync;
}

/** What the service has, by name. */
async function listedFiles(
  program: Program,
  site: FollowedSite,
  trees: Trees,
  movedTo: MovedTo,
): Promise<readonly ListedFile[]> {
  const compare = nameOrder();
  const stateOf = await fileStates(program, site, trees, movedTo);
  const records = [...trees.remote.values()].sort(
    (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  );
  return records.map((record) => {
    const { id, name, category, size, updatedAt } = record;
    const agreed = trees.base.get(id);
    const path = agreed === undefined ? null : (movedTo(agreed)?.path ?? agreed.path);
    return {
      id,
      name,
      category,
      size,
      updatedAt,
      path,
      otherName: path === null ? null : otherName(record, path, program.env.platform),
      status: stateOf(record),
      sha256: { here: hashAt(trees, path), record: record.facts.sha256 },
    };
  });
}

/** Files here whose records others deleted: the delete is held, or waits, or gives way to what was done here. */
function goneThere(
  program: Program,
  site: FollowedSite,
  { base, local, remote }: Trees,
  movedTo: MovedTo,
): readonly ListedFile[] {
  const stateOf = statesOfGone(program, site);
  return [...base.values()].flatMap((agreed) => {
    if (remote.has(agreed.id)) return [];
    const here = local.get(pathKey(agreed.path)) ?? movedTo(agreed);
    if (here === null) return [];
    const { id, name, category, updatedAt } = agreed;
    return [
      {
        id,
        name,
        category,
        size: here.size,
        updatedAt,
        path: here.path,
        otherName: null,
        status: stateOf(agreed, here),
        sha256: { here: here.hash, record: null },
      },
    ];
  });
}

/**
 * Files here without an agreement. One that was moved is not among them: it is listed as its record. `covered`: folders
 * over which another drive lies.
 */
function unsentFiles(
  { base, local }: Trees,
  movedTo: MovedTo,
  covered: readonly string[],
): readonly ListedFile[] {
  const known = new Set([...base.values()].map((file) => movedTo(file)?.path ?? file.path));
  const unsent = [...local.values()].filter((file) => !known.has(file.path));
  return unsent.map((file) => asUnsent(file, isBelow(file.path, covered) ? 'Left out' : 'Queued'));
}

function asUnsent({ path, size, hash }: LocalFile, status: FileState): ListedFile {
  const name = baseName(path);
  return {
    id: null,
    name,
    category: null,
    size,
    updatedAt: null,
    path,
    otherName: null,
    status,
    sha256: { here: hash, record: null },
  };
}

/** Of the bytes at this place, if they were read since they changed. */
function hashAt({ local }: Trees, path: RelPath | null): ContentHash | null {
  return path === null ? null : (local.get(pathKey(path))?.hash ?? null);
}

/** The list for a spreadsheet. */
function* tableOf(
  { mirror }: Program,
  site: FollowedSite,
  { local }: Trees,
  files: readonly PlacedFile[],
): Generator<string> {
  const uploaders = mirror.uploaders(site.id);
  const lines = files.map((file) => {
    const here = file.path === null ? undefined : local.get(pathKey(file.path));
    const sentAt = file.updatedAt === null ? Number.NaN : Date.parse(file.updatedAt);
    const savedAt = here === undefined ? Number.NaN : Number(here.mtimeNs / 1_000_000n);
    const changedAt = file.status === 'Queued' ? savedAt : sentAt;
    return {
      ...file,
      path: file.place,
      category: file.category === null ? '' : categoryLabel(file.category),
      changedAt: Number.isNaN(changedAt) ? null : changedAt,
      by: (file.id === null ? undefined : uploaders.get(file.id)) ?? null,
    };
  });
  yield* filesCsvLines(lines);
}

/** Where a file lies here, or would. */
function placesOf({ env }: Program, { remote }: Trees): (file: ListedFile) => string {
  return ({ id, path, name }) => {
    const record = id === null ? undefined : remote.get(id);
    return path ?? (record === undefined ? name : impliedPath(record, env.platform));
  };
}

function lineOf({ status, size, place, name, otherName: other }: PlacedFile): string {
  const there = other === null ? '' : `  (on the service: ${name})`;
  return `${status.padEnd(12)} ${bytesText(size ?? 0).padStart(9)}  ${place}${there}`;
}

/** Says what happens to files whose records are gone: nothing of them is sent, and held ones go only with a yes. */
function goingWords(files: readonly ListedFile[]): string {
  const [gone, held] = [countOf(files, 'Deleted here'), countOf(files, 'Held')];
  const words = [
    gone === 0 ? '' : `, ${gone} deleted here and to be deleted there`,
    held === 0 ? '' : `, ${counted(held, 'delete')} held (what to do: sitesync problems)`,
  ];
  return words.join('');
}

function countOf(files: readonly ListedFile[], status: FileState): number {
  return files.filter((file) => file.status === status).length;
}
