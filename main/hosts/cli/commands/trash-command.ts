import { join } from 'node:path';
import { counted, numberText } from '../../../../shared/counted.ts';
import { fail, failureText, type Failure } from '../../../../shared/failure.ts';
import { MODELS } from '../../../engine/names/own-names.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { ignoreRules } from '../../../engine/ignore/ignore-rules.ts';
import type { FileId } from '../../../../shared/model/ids.ts';
import { baseName, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import { folderFaultNow } from '../../../sync/following/folder-fault.ts';
import { ignoreLines, ignoreText } from '../../../sync/observe/site-ignore.ts';
import { withdrawApprovals } from '../../../app/files/approvals.ts';
import { restoredLine } from '../../../app/trash/restored-line.ts';
import { reasonsIn } from '../../../app/files/trash-reasons.ts';
import { takeFolder } from '../../../sync/observe/site-lock.ts';
import { ignoreFailure } from '../../../sync/ports/failure-error.ts';
import type { Program } from '../../compose/compose.ts';
import { hintOfMove } from '../output/hints.ts';
import {
  foundAsTyped,
  type KeyOf,
  tellIfNothingIsKept,
  TRASH_FOLDER,
  withinSite,
} from '../sites/kept-site.ts';
import { EXIT, type Output } from '../output/output.ts';
import { nameOf } from '../../../sync/following/site-name.ts';

interface TrashEntry {
  readonly site: FollowedSite;
  readonly id: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly trashedAt: string;
  /** In plain words; null where that is not known for sure. */
  readonly why: string | null;
}

/** Why the trash of a site could not be listed. */
interface Fault {
  readonly site: FollowedSite;
  readonly failure: Failure;
}

/** What lies in the trash of all sites; the sites whose folder is away; and those whose trash cannot be read. */
interface Trashes {
  readonly entries: readonly TrashEntry[];
  readonly missing: readonly Fault[];
  readonly unread: readonly Fault[];
}

/**
 * `trash`: what a sync replaced or removed, kept for 30 days at least. `--restore` puts back the newest one of a path,
 * or one by its id.
 */
export async function trashCommand(
  program: Program,
  out: Output,
  restore: string | undefined,
): Promise<number> {
  const trashes = await trashesOf(program);
  if (restore !== undefined) return putBack(program, out, trashes, restore);
  const { entries, missing, unread } = trashes;
  for (const { site, id, why } of entries)
    out.say(`${nameOf(program, site)}: ${id}${why === null ? '' : `  (${why})`}`);
  for (const fault of missing) tellMissing(out, fault);
  for (const { site, failure } of unread) out.alert(`${nameOf(program, site)}: ${failureText(failure)}`);
  tellIfNothingIsKept(program, out);
  const sites = program.mirror.followed().length;
  const nothing = nothingWords(sites, missing.length + unread.length);
  if (entries.length > 0) out.say(howToRestore(entries));
  else if (nothing !== null) out.say(nothing);
  else if (sites === 0)
    out.say(`The trash of a site that was kept before lies in its folder, in ${TRASH_FOLDER}.`);
  out.object({
    ok: true,
    entries: entries.map((entry) => ({ ...entry, site: entry.site.id })),
    ...(missing.length === 0 ? {} : { missing: missing.map(({ site }) => site.id) }),
    ...(unread.length === 0 ? {} : { unread: unread.map(({ site }) => site.id) }),
  });
  return missing.length + unread.length === 0 ? EXIT.inSync : EXIT.problems;
}

/** Of several of one path `--restore PATH` takes the newest, which may be the wrong one. */
function howToRestore(entries: readonly TrashEntry[]): string {
  const way = 'Put one back with: sitesync trash --restore PATH';
  const places = new Set(entries.map(({ site, path }) => `${site.id} ${path}`));
  if (places.size === entries.length) return way;
  return `${way}. Of several with one path that is the newest: name another as it stands above, with its time.`;
}

function placeWords({ site: { folder }, path }: TrashEntry, restored: RelPath): string {
  const place = join(folder, restored);
  return foldKey(restored) === foldKey(path as RelPath)
    ? `Put back: ${place}.`
    : `Another ${baseName(path)} lies there now. Put beside it: ${place}.`;
}

function tellMissing(out: Output, { site, failure }: Fault): void {
  out.alert(failureText(failure));
  const { code, reason } = failure;
  const moved = hintOfMove({ path: '', code, reason }, site);
  if (moved !== null) out.alert(moved);
}

/** What to say if nothing is listed. Null if no trash was seen that could be called empty. */
function nothingWords(sites: number, unseen: number): string | null {
  if (sites === unseen) return null;
  return unseen === 0 ? 'The trash is empty.' : 'The trash of the other sites is empty.';
}

async function trashesOf(program: Program): Promise<Trashes> {
  const entries: TrashEntry[] = [];
  const missing: Fault[] = [];
  const unread: Fault[] = [];
  for (const site of program.mirror.followed()) {
    // If the folder is away, its trash is away too, and not empty.
    const fault = await folderFaultNow(program, site);
    const listed = fault === null ? await program.disk.listTrash(site.folder) : fail(fault);
    if (!listed.ok) {
      // Go on with the other sites: they may hold what is looked for.
      (fault === null ? unread : missing).push({ site, failure: listed.failure });
      continue;
    }
    const reasons = reasonsIn(program.mirror, site.id, listed.value);
    for (const { id, path, size, trashedAt } of listed.value)
      entries.push({
        site,
        id,
        path,
        size,
        trashedAt: new Date(trashedAt).toISOString(),
        why: reasons.get(id) ?? null,
      });
  }
  return { entries, missing, unread };
}

/** `wanted`: a path, or an id in the trash. */
async function putBack(
  program: Program,
  out: Output,
  { entries, missing, unread }: Trashes,
  wanted: string,
): Promise<number> {
  const [entry, ...others] = foundAsTyped(program, (keyOf) =>
    entries.filter((each) => isMeant(each, wanted, keyOf)),
  );
  if (entry === undefined) {
    const below = foundAsTyped(program, (keyOf) => entries.filter((each) => isBelow(each, wanted, keyOf)));
    if (below.length > 0) return putFolderBack(program, out, wanted, below);
    return out.error([...missing, ...unread][0]?.failure ?? notInTrash(wanted));
  }
  const other = others.find(({ site }) => site !== entry.site);
  if (other !== undefined) return out.error(inTwoSites(wanted, entry.id, other.id));
  const taken = await takeFolder(program, entry.site);
  if (taken !== null) return out.error(taken);
  const restored = await program.disk.restore(entry.site.folder, entry.id);
  if (!restored.ok) return out.error(restored.failure);
  noteRestored(program, entry.site, [{ bytes: entry.size, path: restored.value }]);
  const next = await whatFollows(program, entry.site, restored.value);
  out.say(`${placeWords(entry, restored.value)} ${next}`);
  out.object({ ok: true, site: entry.site.id, restored: restored.value });
  return EXIT.inSync;
}

/**
 * Of each file below the folder that is missing there the newest one: beside a newer version its earlier ones would come as
 * files of their own. The first that cannot be put back ends it, and is told.
 */
async function putFolderBack(
  program: Program,
  out: Output,
  wanted: string,
  below: readonly TrashEntry[],
): Promise<number> {
  const [site, other] = [...new Set(below.map((entry) => entry.site))];
  if (site === undefined || other !== undefined) return out.error(folderInTwoSites(wanted));
  const taken = await takeFolder(program, site);
  if (taken !== null) return out.error(taken);
  const folder = isAllOf(withinSite(site, wanted)) ? nameOf(program, site) : wanted;
  const newest = new Map(below.toReversed().map((entry) => [entry.path, entry]));
  const files: Restored[] = [];
  const there: string[] = [];
  let failure: Failure | null = null;
  for (const { id, path, size: bytes } of newest.values()) {
    if (program.stopping.aborted) {
      failure = STOPPED;
      break;
    }
    const now = await program.disk.stat(site.folder, path as RelPath);
    if (now.ok && now.value !== null) {
      there.push(path);
      continue;
    }
    const restored = await program.disk.restore(site.folder, id);
    if (!restored.ok) {
      failure = restored.failure;
      break;
    }
    files.push({ bytes, path: restored.value });
  }
  noteRestored(program, site, files);
  if (failure !== null) {
    out.alert(`${counted(files.length, 'file')} of ${folder} put back before this:`);
    return out.error(failure);
  }
  const next = files.length === 0 ? '' : ' The next sync sends what is not left out.';
  out.say(`Put back: ${counted(files.length, 'file')} of ${folder}.${next}`);
  if (there.length > 0) out.say(thereWords(there.length));
  const stayed = there.length === 0 ? {} : { stayed: there };
  out.object({ ok: true, site: site.id, restored: files.map(({ path }) => path), ...stayed });
  return EXIT.inSync;
}

function thereWords(count: number): string {
  const [lie, them] = count === 1 ? ['1 file lies', 'it'] : [`${numberText(count)} files lie`, 'them'];
  return `${lie} there now, so nothing was put beside ${them}. One by one: sitesync trash --restore PATH`;
}

const STOPPED: Failure = {
  code: 'cancelled',
  message: 'Stopped before all of the folder was put back.',
  hint: 'What was put back stays. Run the command again for the rest.',
  retry: 'now',
};

interface Restored {
  readonly path: RelPath;
  readonly bytes: number;
}

/**
 * What is back is not deleted, as in the window. Where the database cannot be written, the history lacks it: the files are back
 * all the same.
 */
function noteRestored({ env, mirror }: Program, site: FollowedSite, files: readonly Restored[]): void {
  try {
    const deleted = new Map<RelPath | undefined, FileId>();
    for (const id of mirror.approvedDeletes(site.id)) deleted.set(mirror.agreement(site.id, id)?.path, id);
    const back = files.map((each) => ({ ...each, file: deleted.get(each.path) ?? null }));
    withdrawApprovals(
      { mirror },
      site,
      back.flatMap(({ file }) => file ?? []),
    );
    mirror.commit(
      site.id,
      back.map((each) => ({ activity: restoredLine({ at: env.now(), site: site.id, ...each }) })),
    );
  } catch (error) {
    ignoreFailure(error);
  }
}

/** However it was typed: its path as listed, its id, or the path where it lay. */
function isMeant({ site, id, path }: TrashEntry, wanted: string, keyOf: KeyOf): boolean {
  return id === wanted || keyOf(path as RelPath, site) === keyOf(withinSite(site, wanted) as RelPath, site);
}

const isAllOf = (within: string): boolean => within === '' || within === '.';

/** Did it lie in this folder? */
function isBelow({ site, path }: TrashEntry, wanted: string, keyOf: KeyOf): boolean {
  const within = withinSite(site, wanted);
  return isAllOf(within) || keyOf(path as RelPath, site).startsWith(`${keyOf(within as RelPath, site)}/`);
}

/** Of a file that is left out no sync would tell that it was not sent. */
async function whatFollows({ mirror, disk }: Program, site: FollowedSite, path: RelPath): Promise<string> {
  if (path.startsWith(`${MODELS}/`)) return 'Nothing is sent from Models.';
  const { ignoresAnywhere } = ignoreRules(ignoreLines(mirror), await ignoreText(disk, site.folder));
  return ignoresAnywhere(path)
    ? 'It is not sent: the ignore lists (.siteignore, the settings, what systems leave behind) leave it out.'
    : 'The next sync sends it.';
}

function inTwoSites(path: string, one: string, other: string): Failure {
  return {
    code: 'bad-input',
    message: `${path} lies in the trash of more than one site.`,
    hint: `Name the one you mean as "sitesync trash" lists it: ${one} or ${other}.`,
    retry: 'on-change',
  };
}

function folderInTwoSites(path: string): Failure {
  return {
    code: 'bad-input',
    message: `Files of ${path} lie in the trash of more than one site.`,
    hint: 'Name the folder by its whole path on this computer.',
    retry: 'on-change',
  };
}

function notInTrash(path: string): Failure {
  return {
    code: 'bad-input',
    message: `“${path}” is not in the trash.`,
    hint: 'List it with: sitesync trash',
    retry: 'on-change',
  };
}
