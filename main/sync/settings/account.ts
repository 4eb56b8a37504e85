import type { SiteFile } from '../../../shared/model/site-file.ts';
import { joinAnew } from './joined.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { SETTINGS } from './settings.ts';
import { noteUnproven } from './unproven.ts';

/** Are the agreements with another service or account than this one? */
export function isOtherAccount(mirror: Pick<Mirror, 'setting'>, account: string): boolean {
  const before = SETTINGS.account.read(mirror);
  return before !== null && before !== account;
}

/** With another service or account than the last time every site merges, which deletes nothing (rule 6). */
export function enterAccount(mirror: Mirror, account: string): void {
  if (SETTINGS.account.read(mirror) === account) return;
  if (isOtherAccount(mirror, account)) {
    const isOther = isOtherService(mirror, account);
    for (const site of mirror.followed()) {
      giveUp(mirror, site, isOther);
      if (isOther) forgetList(mirror, site);
    }
  }
  SETTINGS.person.write(mirror, null);
  // This comes last: a process that is killed before sees another account again, and merges.
  SETTINGS.account.write(mirror, account);
}

function giveUp(mirror: Mirror, { id }: FollowedSite, isOther: boolean): void {
  if (isOther) mirror.dropAgreements(id);
  else noteUnproven(mirror, id);
  joinAnew(mirror, id);
  // The merge undoes deletes that were approved. If the approval were kept, it would hold for files that vanish later
  // by some fault.
  mirror.setApprovedDeletes(id, []);
  // The list of another service says nothing about this one.
  const unlisted = mirror.problems(id).filter(({ reason }) => reason === 'unlisted');
  mirror.clearProblems(
    id,
    unlisted.map(({ key }) => key),
  );
}

/** Is the service another one than that of the account before? */
export function isOtherService(mirror: Pick<Mirror, 'setting'>, account: string): boolean {
  return serviceIn(account) !== serviceIn(SETTINGS.account.read(mirror) ?? '');
}

/** An account is the address of its service and, behind a space, who it is there. */
function serviceIn(account: string): string {
  return account.split(' ', 1)[0] ?? '';
}

/**
 * What another service listed is not there to be fetched, and a file that it lacked may be on this one: until this one's list
 * has come whole, nothing is known of what it has.
 */
function forgetList(mirror: Mirror, { id }: FollowedSite): void {
  const { listedAt } = mirror.siteState(id);
  if (listedAt === null && mirror.counts(id).remote === 0) return;
  const nothing = mirror
    .beginListing(id)
    .finish(true, 'It was not listed by this service yet.', listedAt ?? 0);
  for (const _ of nothing);
}

/** The service's name for the person whose token this is; null until a file has been uploaded with it. */
export function whoAmI(mirror: Pick<Mirror, 'setting'>): string | null {
  return SETTINGS.person.read(mirror);
}

/** Learns who we are to the service from a record of our own upload: nothing else tells. */
export function learnWhoIAm(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { uploadedBy }: Pick<SiteFile, 'uploadedBy'>,
): void {
  if (uploadedBy !== null && uploadedBy !== SETTINGS.person.read(mirror))
    SETTINGS.person.write(mirror, uploadedBy);
}

/** How the token calls the person; null: it does not. To be shown and nothing else: a token is not proved here. */
export function tokenName(mirror: Pick<Mirror, 'setting'>): string | null {
  return SETTINGS.tokenName.read(mirror);
}

export function noteTokenName(mirror: Pick<Mirror, 'setting' | 'setSetting'>, name: string | null): void {
  if (name !== SETTINGS.tokenName.read(mirror)) SETTINGS.tokenName.write(mirror, name);
}
