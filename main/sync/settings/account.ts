import type { SiteFile } from '../../../shared/model/site-file.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/** Settings: the account that the agreements are with, and how the service and the token call its person. */
const ACCOUNT = 'account';
const PERSON = 'account-person';
const TOKEN_NAME = 'account-token-name';

/** Are the agreements with another service or account than this one? */
export function isOtherAccount(mirror: Pick<Mirror, 'setting'>, account: string): boolean {
  const before = mirror.setting(ACCOUNT);
  return before !== null && before !== account;
}

/** With another service or account than the last time every site merges, which deletes nothing (rule 6). */
export function enterAccount(mirror: Mirror, account: string): void {
  if (mirror.setting(ACCOUNT) === account) return;
  if (isOtherAccount(mirror, account)) for (const site of mirror.followed()) giveUp(mirror, site);
  mirror.setSetting(PERSON, null);
  // This comes last: a process that is killed before sees another account again, and merges.
  mirror.setSetting(ACCOUNT, account);
}

function giveUp(mirror: Mirror, { id }: FollowedSite): void {
  mirror.dropAgreements(id);
  // The merge undoes deletes that were approved. If the approval were kept, it would hold for files that vanish later
  // by some fault.
  mirror.setApprovedDeletes(id, []);
  // The list of another service says nothing about this one.
  const unlisted = mirror.attempts(id).filter(({ reason }) => reason === 'unlisted');
  mirror.clearAttempts(
    id,
    unlisted.map(({ key }) => key),
  );
}

/** The service's name for the person whose token this is; null until a file has been uploaded with it. */
export function whoAmI(mirror: Pick<Mirror, 'setting'>): string | null {
  return mirror.setting(PERSON);
}

/** Learns who we are to the service from a record of our own upload: nothing else tells. */
export function learnWhoIAm(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { uploadedBy }: Pick<SiteFile, 'uploadedBy'>,
): void {
  if (uploadedBy !== null && uploadedBy !== mirror.setting(PERSON)) mirror.setSetting(PERSON, uploadedBy);
}

/** How the token calls the person; null: it does not. To be shown and nothing else: a token is not proved here. */
export function tokenName(mirror: Pick<Mirror, 'setting'>): string | null {
  return mirror.setting(TOKEN_NAME);
}

export function noteTokenName(mirror: Pick<Mirror, 'setting' | 'setSetting'>, name: string | null): void {
  if (name !== mirror.setting(TOKEN_NAME)) mirror.setSetting(TOKEN_NAME, name);
}
