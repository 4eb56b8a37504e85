import type { Failure } from '../../../../shared/failure.ts';
import { folderFaultNow } from '../../../sync/observe/folder-fault.ts';
import { folderTaken } from '../../../sync/observe/site-lock.ts';
import type { Attempt, FollowedSite } from '../../../sync/ports/mirror.ts';
import { lastStop } from '../../../sync/state/last-stop.ts';
import { isFolderFault, standing, unlistedAsOne } from '../../../sync/state/standing.ts';
import type { Program } from '../../compose/compose.ts';
import { cutShort, type ToldStop } from '../../cut-short.ts';
import type { Output } from '../output/output.ts';
import { timeText } from '../../system/time-text.ts';

/** What does not work at a site, as a command says it. */
export type Trouble = Pick<Attempt, 'path' | 'code' | 'reason' | 'message' | 'hint' | 'tries' | 'nextAt'>;

/** Why nothing counts that is done in the folder of a site now: it is away, or another program keeps it. */
export async function folderTrouble(program: Program, site: FollowedSite): Promise<Failure | null> {
  return (await folderFaultNow(program, site)) ?? (await folderTaken(program, site));
}

/**
 * What the last sync could not do, and whether the folder is there now and no other program keeps it: no more than that
 * is known without a sync, but a drive that was pulled out since must not go unsaid.
 */
export async function troublesOf(program: Program, site: FollowedSite): Promise<readonly Trouble[]> {
  const fault = await folderTrouble(program, site);
  const { mirror } = program;
  const found = mirror.attempts(site.id).filter((attempt) => !isFolderFault(attempt));
  const others = unlistedAsOne(mirror, site, found);
  if (fault === null) return others;
  const { code, reason, message, hint } = fault;
  // The last sync may have met the same, and noted it.
  const more = others.filter((one) => one.path !== '' || one.message !== message);
  return standing([{ path: '', code, reason, message, hint, tries: 1, nextAt: null }, ...more]);
}

/** What is wrong, with the place: of “plan.pdf” alone nobody knows which one of the site's it is. */
export function reasonOf({ path, message }: Pick<Trouble, 'path' | 'message'>): string {
  return message.includes(path) ? message : `${path}: ${message}`;
}

/** What the last sync was ended or hindered by; null: by nothing. */
export function stopOf({ data, mirror }: Pick<Program, 'data' | 'mirror'>): ToldStop | null {
  return cutShort(data, mirror) ?? lastStop(mirror);
}

/** What kept the last sync from its work; whether it would now, only the next one shows. No network needs no person. */
export function tellStop(out: Output, { kind, words, since }: ToldStop): void {
  const tell = kind === 'offline' ? out.say : out.warn;
  tell(`Since ${timeText(since)}: ${words}`);
}
