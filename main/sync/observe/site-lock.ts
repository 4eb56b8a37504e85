import type { Failure } from '../../../shared/failure.ts';
import type { SyncContext } from '../context.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { LockHolder } from '../ports/site-locks.ts';
import { nameOf } from '../following/site-name.ts';

type LockContext = Pick<SyncContext, 'locks'> & { readonly mirror: Pick<SyncContext['mirror'], 'site'> };

/** Locks a site's folder for this program; returns the failure if another program works in it. */
export async function takeFolder(context: LockContext, site: FollowedSite): Promise<Failure | null> {
  const holder = await context.locks.take(site);
  return holder === null ? null : folderInUse(context, site, holder);
}

/** As `takeFolder`, but only looks whether another program works in the folder now. */
export async function folderTaken(context: LockContext, site: FollowedSite): Promise<Failure | null> {
  const holder = await context.locks.holder(site);
  return holder === null ? null : folderInUse(context, site, holder);
}

function folderInUse(context: LockContext, site: FollowedSite, holder: LockHolder): Failure {
  const who = holderWords(holder);
  const todo =
    who === null
      ? 'It does not answer. End it, or restart the computer.'
      : 'Quit that one, or stop keeping the site in one of the two.';
  return {
    code: 'folder-in-use',
    message: `${nameOf(context, site)} waits: another SiteSync on this computer keeps its folder ${site.folder}${who === null ? '' : `: ${who}`}.`,
    hint: `${todo} Until then this one changes nothing in the folder and on the service.`,
    retry: 'later',
  };
}

/** Who keeps the folder, in words; null if the other program does not say. */
function holderWords({ program, pid, user }: LockHolder): string | null {
  const marks = [pid === null ? null : `process ${pid}`, user === null ? null : `user ${user}`];
  const known = marks.filter((mark) => mark !== null).join(', ');
  if (program === null && known === '') return null;
  return `${program ?? 'a program'}${known === '' ? '' : ` (${known})`}`;
}
