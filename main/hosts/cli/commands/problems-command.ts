import { counted } from '../../../../shared/counted.ts';
import type { Problem } from '../../../sync/problems/problem.ts';
import { heldOnEachSide, type HeldDeletes } from '../../../engine/guards/mass-delete-guard.ts';
import type { FollowedSite, LeftOut } from '../../../sync/ports/mirror/sites.ts';
import { changedModels } from '../../../models/changed-models.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Program } from '../../compose/compose.ts';
import { CHANGED_MODELS_HINT, changedModelsWords } from '../sites/changed-models.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { hintOfMove } from '../output/hints.ts';
import { LEFT_OUT_HINT, leftOutOf, leftOutWords } from '../sites/left-out.ts';
import { timeText } from '../../system/time-text.ts';
import { EXIT, nameOrder, type Output } from '../output/output.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { stopOf, tellStop, troublesOf, type Trouble } from '../sites/troubles.ts';
import { waitingOf } from '../sites/waiting.ts';
import { typed } from '../output/typed.ts';

/** `problems`: each with its path, cause, what to do, and when it is tried again. */
export async function problemsCommand(program: Program, out: Output): Promise<number> {
  const { mirror, disk, stopping } = program;
  const problems: (Problem & { site: string; tries: number; nextAt: number | null })[] = [];
  const held: (Omit<HeldDeletes, 'files' | 'serviceWentBack'> & {
    site: string;
    files: readonly HeldFile[];
  })[] = [];
  tellIfNothingIsKept(program, out);
  const leftOut = new Map<FollowedSite, readonly LeftOut[]>();
  const models = new Map<FollowedSite, readonly RelPath[]>();
  for (const site of mirror.followed()) {
    const troubles = await troublesOf(program, site);
    leftOut.set(site, leftOutOf(program, site, troubles));
    models.set(site, await changedModels({ mirror, disk, signal: stopping }, site));
    for (const trouble of troubles) {
      const { path, code, message, hint, tries, nextAt } = trouble;
      problems.push({ site: site.id, path, code, message, hint, tries, nextAt });
      tellTrouble(program, out, site, trouble);
    }
    const waiting = mirror.siteState(site.id).held;
    if (waiting === null) continue;
    const { direction, count: number, of, why } = waiting;
    const files = heldFiles(waiting);
    held.push({ site: site.id, direction, count: number, of, why, files });
    tellHeld(program, out, site, waiting, files);
  }
  if (problems.length > 0)
    out.warn(`${counted(problems.length, 'problem')}. To try again: sitesync retry, then sitesync sync`);
  const stop = stopOf(program);
  const isKept = mirror.followed().length > 0;
  const needsPerson = stop !== null && stop.kind !== 'offline' && isKept;
  const waits = problems.length + held.length > 0 ? null : await whatWaits(program);
  if (waits !== null && !needsPerson) out.say(`No problems.${waits}`);
  if (stop !== null && isKept) tellStop(out, stop);
  tellBelow(program, out, { of: leftOut, words: leftOutWords, hint: LEFT_OUT_HINT });
  tellBelow(program, out, { of: models, words: changedModelsWords, hint: CHANGED_MODELS_HINT });
  out.object({
    ok: true,
    stop,
    problems,
    held,
    leftOut: [...leftOut].flatMap(([site, of]) => of.map((entry) => ({ site: site.id, ...entry }))),
    changedModels: [...models].flatMap(([site, of]) => of.map((path) => ({ site: site.id, path }))),
  });
  return problems.length + held.length === 0 && !needsPerson ? EXIT.inSync : EXIT.problems;
}

function tellTrouble(program: Program, out: Output, site: FollowedSite, trouble: Trouble): void {
  const { path, message, hint, nextAt } = trouble;
  const when = nextAt === null ? '' : ` ${whenTried(site, nextAt, program.env.now())}`;
  const todo = hint === '' ? 'Sync again.' : hint;
  for (const line of [heading(program, site, path), `  ${message}`, `  ${todo}${when}`]) out.warn(line);
  const moved = hintOfMove(trouble, site);
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
  if (site.paused) out.warn(`  It is paused. Take it up again first: sitesync resume ${typed(site.id)}`);
  const sync = `sitesync sync --site ${typed(site.id)}`;
  out.warn(`  Say yes with: ${sync} --confirm-deletes`);
  out.warn(`  If it was not meant, this ${unmeant(held)}: ${sync} --undo-deletes`);
}

/** Notes that are no problems, printed below them. */
interface Below<T> {
  readonly of: ReadonlyMap<FollowedSite, readonly T[]>;
  readonly words: (entries: readonly T[]) => string;
  readonly hint: string;
}

function tellBelow<T>(program: Program, out: Output, { of, words, hint }: Below<T>): void {
  const some = [...of].filter(([, entries]) => entries.length > 0);
  for (const [site, entries] of some) out.say(`${nameOf(program, site)}: ${words(entries)}`);
  if (some.length > 0) out.say(`  ${hint}`);
}

type HeldFile = Pick<HeldDeletes['files'][number], 'path' | 'direction'>;

/** At most this many of the files that would be deleted are printed; the JSON names all. */
const FILES_TOLD = 10;

/** What it does to take these deletes back. */
function unmeant(held: Pick<HeldDeletes, 'files'>): string {
  const { here, there } = heldOnEachSide(held);
  if (here === 0) return 'brings the files back';
  if (there === 0) return 'sends the files again, which are still here';
  return 'sends those again that are still here, and brings back those that vanished here';
}

/** On which side this file would be deleted; empty if all are deleted on the same side. */
function whichSide(file: HeldFile, held: Pick<HeldDeletes, 'files'>): string {
  const { here, there } = heldOnEachSide(held);
  if (here === 0 || there === 0) return '';
  return file.direction === 'local' ? '  (here)' : '  (on the service)';
}

/** Changes may wait without any problem: for a network, for the next sync, or for the end of a pause. */
async function whatWaits(program: Program): Promise<string> {
  const { mirror } = program;
  let changes = 0;
  for (const site of mirror.followed()) {
    const { up, down, toCompare } = await waitingOf(program, site, mirror.counts(site.id));
    changes += up + down + toCompare;
  }
  if (changes === 0) return '';
  return ` ${counted(changes, 'change waits', 'changes wait')}: sitesync status tells why`;
}

const MINUTE = 60_000;

function whenTried({ id, paused }: FollowedSite, nextAt: number, now: number): string {
  if (paused) return `It is tried again once the site is taken up: sitesync resume ${typed(id)}`;
  // Rounded up: when that minute begins on the person's clock, it is due.
  const at = Math.ceil(nextAt / MINUTE) * MINUTE;
  return nextAt > now ? `Next try at ${timeText(at)}.` : 'It is tried again with the next sync.';
}

function heading(program: Program, site: FollowedSite, path: string): string {
  return path === '' ? nameOf(program, site) : `${nameOf(program, site)}: ${path}`;
}
