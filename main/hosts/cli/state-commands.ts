import { counted } from '../../../shared/counted.ts';
import { join } from 'node:path';
import { fail, failureText, type Failure, type Result } from '../../../shared/failure.ts';
import { checkWords } from '../../app/check-words.ts';
import { decidedIn, deedWords } from '../../app/views/words.ts';
import type { Problem } from '../../sync/state/tally.ts';
import { heldOnEachSide, type HeldDeletes } from '../../engine/mass-delete-guard.ts';
import type { FollowedSite, LeftOut } from '../../sync/ports/mirror.ts';
import { originalOf } from '../../engine/conflict-name.ts';
import { sameFingerprint } from '../../engine/fingerprint.ts';
import { folderFault } from '../../sync/observe/folder-fault.ts';
import { folderTaken, takeFolder } from '../../sync/observe/site-lock.ts';
import { lastStop } from '../../sync/state/last-stop.ts';
import { dueNow, hasSomethingToTry } from '../../sync/state/item.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import type { Program } from '../compose.ts';
import { firstLook } from '../first-look.ts';
import { GIVE_EACH_TIME } from './account-commands.ts';
import { tellIfNothingIsKept, TRASH_FOLDER } from './kept-site.ts';
import { hintOfMove } from './hints.ts';
import { LEFT_OUT_HINT, leftOutOf, leftOutWords } from './left-out.ts';
import { timeText } from '../time-text.ts';
import { EXIT, exitOf, nameOrder, type Output } from './output.ts';
import { nameOf } from '../../sync/site-name.ts';
import { tellStop, troublesOf, type Trouble } from './troubles.ts';
import { waitingOf } from './waiting.ts';

/** `problems`: each with its path, cause, what to do, and when it is tried again. */
export async function problemsCommand(program: Program, out: Output): Promise<number> {
  const problems: (Problem & { site: string; tries: number; nextAt: number | null })[] = [];
  const held: (Omit<HeldDeletes, 'files'> & { site: string; files: readonly HeldFile[] })[] = [];
  tellIfNothingIsKept(program, out);
  const leftOut = new Map<FollowedSite, readonly LeftOut[]>();
  for (const site of program.mirror.followed()) {
    const troubles = await troublesOf(program, site);
    leftOut.set(site, leftOutOf(program, site, troubles));
    for (const trouble of troubles) {
      const { path, code, message, hint, tries, nextAt } = trouble;
      problems.push({ site: site.id, path, code, message, hint, tries, nextAt });
      tellTrouble(program, out, site, trouble);
    }
    const waiting = program.mirror.siteState(site.id).held;
    if (waiting === null) continue;
    const { direction, count: number, of, why } = waiting;
    const files = heldFiles(waiting);
    held.push({ site: site.id, direction, count: number, of, why, files });
    tellHeld(program, out, site, waiting, files);
  }
  if (problems.length > 0)
    out.warn(`${counted(problems.length, 'problem')}. To try again: sitesync retry, then sitesync sync`);
  const stop = lastStop(program.mirror);
  const isRefused = stop?.kind === 'sign-in' && program.mirror.followed().length > 0;
  const waits = problems.length + held.length > 0 ? null : await whatWaits(program);
  if (waits !== null && !isRefused) out.say(`No problems.${waits}`);
  if (stop !== null && (isRefused || waits !== '')) tellStop(out, stop);
  tellLeftOut(program, out, leftOut);
  out.object({
    ok: true,
    stop,
    problems,
    held,
    leftOut: [...leftOut].flatMap(([site, of]) => of.map((entry) => ({ site: site.id, ...entry }))),
  });
  return problems.length + held.length === 0 && !isRefused ? EXIT.inSync : EXIT.problems;
}

function tellTrouble(program: Program, out: Output, site: FollowedSite, trouble: Trouble): void {
  const { path, code, message, hint, nextAt } = trouble;
  const when = nextAt === null ? '' : ` ${whenTried(nextAt, program.env.now())}`;
  const todo = hint === '' ? 'Sync again.' : hint;
  for (const line of [heading(program, site, path), `  ${message}`, `  ${todo}${when}`]) out.warn(line);
  const moved = hintOfMove({ path, code }, site);
  if (moved !== null) out.warn(`  ${moved}`);
}

/** By their names. */
function heldFiles({ files }: HeldDeletes): readonly HeldFile[] {
  const compare = nameOrder();
  return files.map(({ path, direction }) => ({ path, direction })).sort((a, b) => compare(a.path, b.path));
}

function tellHeld(
  program: Program,
  out: Output,
  site: FollowedSite,
  held: HeldDeletes,
  files: readonly HeldFile[],
): void {
  out.warn(nameOf(program, site));
  out.warn(`  ${held.why}`);
  for (const file of files.slice(0, FILES_TOLD)) out.warn(`    ${file.path}${whichSide(file, held)}`);
  if (files.length > FILES_TOLD) out.warn(`    … and ${files.length - FILES_TOLD} more`);
  if (site.paused) out.warn(`  It is paused. Take it up again first: sitesync resume ${site.id}`);
  out.warn(`  Say yes with: sitesync sync --site ${site.id} --confirm-deletes`);
  out.warn(`  If it was not meant: ${unmeant(held)}`);
}

/** Below the problems, for it is none. */
function tellLeftOut(
  program: Program,
  out: Output,
  leftOut: ReadonlyMap<FollowedSite, readonly LeftOut[]>,
): void {
  const some = [...leftOut].filter(([, entries]) => entries.length > 0);
  for (const [site, entries] of some) out.say(`${nameOf(program, site)}: ${leftOutWords(entries)}`);
  if (some.length > 0) out.say(`  ${LEFT_OUT_HINT}`);
}

type HeldFile = Pick<HeldDeletes['files'][number], 'path' | 'direction'>;

/** So many of the files that would be deleted are named; the object names all. */
const FILES_TOLD = 10;

/** What a person does who did not mean these deletes. */
function unmeant(held: Pick<HeldDeletes, 'files'>): string {
  const { here, there } = heldOnEachSide(held);
  if (here === 0) return 'put the files back where they were, or let "sitesync serve" bring them back.';
  const gone = there === 0 ? 'the files' : 'those that are still here';
  const back = there === 0 ? '' : ' It brings back those that vanished here, too.';
  return `leave ${gone} where they are, and let "sitesync serve" put them back on the service, or ask whoever deleted them there.${back}`;
}

/** Where each file would be deleted, if that is not one side for all. */
function whichSide(file: HeldFile, held: Pick<HeldDeletes, 'files'>): string {
  const { here, there } = heldOnEachSide(held);
  if (here === 0 || there === 0) return '';
  return file.direction === 'local' ? '  (here)' : '  (on the service)';
}

/** Without a problem too something may wait: for a network, for a sync at all, or for the end of a pause. */
async function whatWaits(program: Program): Promise<string> {
  const { mirror } = program;
  let changes = 0;
  for (const site of mirror.followed()) {
    const { up, down } = await waitingOf(program, site, mirror.counts(site.id));
    changes += up + down;
  }
  if (changes === 0) return '';
  return ` ${counted(changes, 'change waits', 'changes wait')}; for what, says: sitesync status`;
}

function whenTried(nextAt: number, now: number): string {
  return nextAt > now ? `Next try at ${timeText(nextAt)}.` : 'It is tried again with the next sync.';
}

function heading(program: Program, site: FollowedSite, path: string): string {
  return path === '' ? nameOf(program, site) : `${nameOf(program, site)}: ${path}`;
}

/** `conflicts`: the copies that are still there to be looked at. */
export function conflictsCommand(program: Program, out: Output): number {
  const conflicts = program.mirror.followed().flatMap((site) => {
    const { base, local } = program.mirror.trees(site.id);
    const agreed = new Map([...base.values()].map((entry) => [entry.path, entry]));
    return [...local.values()]
      .filter((file) => originalOf(file.path) !== null)
      .map((file) => {
        const there = agreed.get(file.path);
        const sent = there !== undefined && sameFingerprint(file, there);
        return { site, copy: file.path, size: file.size, sent };
      });
  });
  for (const { site, copy, sent } of conflicts)
    out.say(`${nameOf(program, site)}: ${copy}${sent ? '' : '  (not sent yet)'}`);
  if (conflicts.length === 0) out.say('No conflict copies.');
  else if (conflicts.every(({ sent }) => sent))
    out.say('Keep what you need, and delete or rename the copies: both versions are on the service too.');
  else
    out.say(
      'Keep what you need. A copy that is not sent yet is on this computer alone: delete it only if nobody needs it.',
    );
  out.object({ ok: true, conflicts: conflicts.map((each) => ({ ...each, site: each.site.id })) });
  return EXIT.inSync;
}

interface TrashEntry {
  readonly site: FollowedSite;
  readonly id: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly trashedAt: string;
}

/** The trash of each site, and the sites whose folder is away. */
interface Trashes {
  readonly entries: readonly TrashEntry[];
  readonly missing: readonly { readonly site: FollowedSite; readonly failure: Failure }[];
}

/** `trash`: what a sync replaced or removed, kept for 30 days; `--restore` puts back the last of a path, or one by its id. */
export async function trashCommand(
  program: Program,
  out: Output,
  restore: string | undefined,
): Promise<number> {
  const trashes = await trashesOf(program);
  if (restore !== undefined) return putBack(program, out, trashes, restore);
  const { entries, missing } = trashes;
  for (const { site, id } of entries) out.say(`${nameOf(program, site)}: ${id}`);
  for (const { failure } of missing) out.alert(failure.message);
  const nothing =
    missing.length === 0 ? 'The trash is empty.' : 'The trash of the folders that are there is empty.';
  tellIfNothingIsKept(program, out);
  if (entries.length > 0) out.say('Put one back with: sitesync trash --restore PATH');
  else if (program.mirror.followed().length > 0) out.say(nothing);
  else out.say(`The trash of a site that was kept before lies in its folder, in ${TRASH_FOLDER}.`);
  out.object({
    ok: true,
    entries: entries.map((entry) => ({ ...entry, site: entry.site.id })),
    ...(missing.length === 0 ? {} : { missing: missing.map(({ site }) => site.id) }),
  });
  return missing.length === 0 ? EXIT.inSync : EXIT.problems;
}

async function trashesOf(program: Program): Promise<Trashes> {
  const entries: TrashEntry[] = [];
  const missing: { site: FollowedSite; failure: Failure }[] = [];
  for (const site of program.mirror.followed()) {
    // Where the folder is away its trash is not empty, but away too.
    const marker = await program.disk.readMarker(site.folder);
    const fault = folderFault(marker, site, nameOf(program, site));
    const listed = fault === null ? await program.disk.listTrash(site.folder) : fail(fault);
    if (!listed.ok) {
      // The drive of one site is away: that of another may hold what is looked for.
      missing.push({ site, failure: listed.failure });
      continue;
    }
    for (const { id, path, size, trashedAt } of listed.value)
      entries.push({ site, id, path, size, trashedAt: new Date(trashedAt).toISOString() });
  }
  return { entries, missing };
}

/** `wanted`: a path, or an id in the trash. */
async function putBack(
  program: Program,
  out: Output,
  { entries, missing }: Trashes,
  wanted: string,
): Promise<number> {
  const [entry, ...others] = entries.filter(({ id, path }) => id === wanted || path === wanted);
  if (entry === undefined) return out.error(missing[0]?.failure ?? notInTrash(wanted));
  const other = others.find(({ site }) => site !== entry.site);
  if (other !== undefined) return out.error(inTwoSites(wanted, entry.id, other.id));
  const taken = await takeFolder(program, entry.site);
  if (taken !== null) return out.error(taken);
  const restored = await program.disk.restore(entry.site.folder, entry.id);
  if (!restored.ok) return out.error(restored.failure);
  out.say(`Put back: ${join(entry.site.folder, restored.value)}. The next sync sends it.`);
  out.object({ ok: true, site: entry.site.id, restored: restored.value });
  return EXIT.inSync;
}

function inTwoSites(path: string, one: string, other: string): Failure {
  return {
    code: 'bad-input',
    message: `${path} lies in the trash of more than one site.`,
    hint: `Name the one you mean as "sitesync trash" lists it: ${one} or ${other}.`,
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

/** `activity`: what was done, newest first, each with its reason. */
export function activityCommand(program: Program, out: Output): number {
  const lines = program.mirror.activity(null, 200);
  const decided = decidedIn(lines);
  const kept = new Map(program.mirror.followed().map((site) => [site.id, site]));
  const activity = lines.map((line) => ({ ...line, ...deedWords(line, decided) }));
  for (const { at, site, path, done, why } of activity)
    out.say(
      `${timeText(at)}  ${nameOf(program, kept.get(site) ?? { id: site })}: ${done}: ${path}  (${why})`,
    );
  if (activity.length === 0) out.say('Nothing was done yet.');
  out.object({ ok: true, activity });
  return EXIT.inSync;
}

/** `retry`: ends all back-offs, so that the next sync tries everything again. Until then it stays a problem. */
export function retryCommand({ mirror, env }: Program, out: Output): number {
  let cleared = 0;
  let waiting = 0;
  for (const site of mirror.followed()) {
    const attempts = mirror.attempts(site.id);
    const tried = attempts.filter(hasSomethingToTry);
    cleared += tried.length;
    waiting += attempts.length - tried.length;
    mirror.saveAttempts(
      site.id,
      tried.map((attempt) => dueNow(attempt, env.now())),
    );
  }
  if (cleared > 0)
    out.say(`${counted(cleared, 'item')} will be tried again with the next sync: sitesync sync`);
  else if (waiting === 0) out.say('Nothing waits for another try.');
  if (waiting > 0)
    out.say(
      `${counted(waiting, 'item waits', 'items wait')} for something else first; for what, says: sitesync problems`,
    );
  out.object({ ok: true, cleared });
  return EXIT.inSync;
}

const KEPT_IN = {
  keychain: 'kept in the keychain',
  encrypted: 'kept encrypted by the system',
  memory: 'kept until SiteSync ends',
} as const;

/** A command ends at once, and what is in memory with it. */
function tokenWords({ kind, warning }: Secrets): string {
  if (warning === null) return KEPT_IN[kind];
  return kind === 'memory' ? `${warning} ${GIVE_EACH_TIME}` : warning;
}

/** `doctor`: what this installation looks like, for whoever helps. No token, and names only of folders. */
export async function doctorCommand(program: Program, out: Output): Promise<number> {
  const { mirror } = program;
  const secrets = await program.secrets();
  const opened = await program.reader();
  const answer = opened.ok ? await firstLook(opened.value.service, opened.value.stopping) : opened;
  const checks: { name: string; ok: boolean; detail: string }[] = [
    { name: 'node', ok: true, detail: process.version },
    { name: 'database', ok: mirror.rebuilt === null, detail: mirror.rebuilt?.reason ?? 'opened' },
    // Handed over each time it need not be kept, as on a server without a keychain.
    { name: 'token', ok: secrets.warning === null || answer.ok, detail: tokenWords(secrets) },
  ];
  for (const site of mirror.followed()) {
    const marker = await program.disk.readMarker(site.folder);
    const fault =
      folderFault(marker, site, nameOf(program, site)) ??
      (await folderTaken(program, site)) ??
      (await unwritable(program, site));
    checks.push({
      name: `folder of ${site.id}`,
      ok: fault === null,
      detail: fault === null ? site.folder : failureText(fault),
    });
  }
  checks.push({
    name: 'service',
    ok: answer.ok,
    detail: opened.ok ? lookedAt(opened.value.service.baseUrl, answer) : failureText(opened.failure),
  });
  for (const { ok, name, detail } of checks)
    if (ok) out.say(`ok   ${name}: ${detail}`);
    else out.warn(`look ${name}: ${detail}`);
  out.object({ ok: true, checks });
  // As of a sync: what keeps from the service goes before what else is wrong.
  if (!answer.ok) return exitOf(answer.failure);
  return checks.every((check) => check.ok) ? EXIT.inSync : EXIT.problems;
}

/** Why nothing can be put into its folder, as on a drive that is write-protected; null where it can. */
async function unwritable({ disk }: Program, { folder }: FollowedSite): Promise<Failure | null> {
  const tried = await disk.tryFolder(folder);
  return tried.ok ? null : tried.failure;
}

/** With what to look at where address or token may be wrong. */
function lookedAt(address: string, answer: Result<unknown>): string {
  if (answer.ok) return address;
  const words = checkWords(address, answer.failure);
  return words === answer.failure ? words.message : failureText(words);
}
