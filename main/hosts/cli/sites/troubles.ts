import type { Failure } from '../../../../shared/failure.ts';
import { folderFaultNow } from '../../../sync/following/folder-fault.ts';
import { folderTaken } from '../../../sync/observe/site-lock.ts';
import type { KeptProblem } from '../../../sync/ports/mirror/kept-problem.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import { lastStop } from '../../../sync/pacing/last-stop.ts';
import {
  failingAsOne,
  isFolderFault,
  reported,
  unlistedAsOne,
} from '../../../sync/problems/reported-problems.ts';
import type { Program } from '../../compose/compose.ts';
import { cutShort, type ToldStop } from '../../cut-short.ts';
import type { Output } from '../output/output.ts';
import { timeText } from '../../system/time-text.ts';

/** Something that does not work at a site, as commands tell it. */
export type Trouble = Pick<KeptProblem, 'path' | 'code' | 'reason' | 'message' | 'hint' | 'tries' | 'nextAt'>;

/** Why changes in the site's folder do not count now: it is away, or another program keeps it. Null if they count. */
export async function folderTrouble(program: Program, site: FollowedSite): Promise<Failure | null> {
  return (await folderFaultNow(program, site)) ?? (await folderTaken(program, site));
}

/**
 * What the last sync could not do, and what is wrong with the folder now. More is not known without a sync; but a drive
 * that was pulled out since must be told.
 */
export async function troublesOf(program: Program, site: FollowedSite): Promise<readonly Trouble[]> {
  const fault = await folderTrouble(program, site);
  const { mirror } = program;
  const found = mirror.problems(site.id).filter((problem) => !isFolderFault(problem));
  const others = failingAsOne(unlistedAsOne(mirror, site, found));
  if (fault === null) return others;
  const { code, reason, message, hint } = fault;
  // The last sync may have noted the same already.
  const more = others.filter((one) => one.path !== '' || one.message !== message);
  return reported([{ path: '', code, reason, message, hint, tries: 1, nextAt: null }, ...more]);
}

/** What ended or hindered the last sync; null if nothing did. */
export function stopOf({ data, mirror }: Pick<Program, 'data' | 'mirror'>): ToldStop | null {
  return cutShort(data, mirror) ?? lastStop(mirror);
}

/**
 * Tells what kept the last sync from its work. Only the next one shows whether it still would. A lost network needs no
 * person.
 */
export function tellStop(out: Output, { kind, words, since }: ToldStop): void {
  const tell = kind === 'offline' ? out.say : out.warn;
  tell(`Since ${timeText(since)}: ${words}`);
}
