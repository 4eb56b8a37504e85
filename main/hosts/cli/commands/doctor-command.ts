import { failureText, type Failure, type Result } from '../../../../shared/failure.ts';
import { checkWords } from '../../../app/account/check-words.ts';
import { tokenKeptSince } from '../../../app/account/kept-tokens.ts';
import type { SyncContext } from '../../../sync/context.ts';
import { tokenName, whoAmI } from '../../../sync/settings/account.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import { timeText } from '../../system/time-text.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Secrets } from '../../../sync/ports/environment.ts';
import type { Program } from '../../compose/compose.ts';
import { firstLook } from '../../compose/first-look.ts';
import { GIVE_EACH_TIME } from '../../compose/token-words.ts';
import { EXIT, exitOf, type Output } from '../output/output.ts';
import { VERSION } from '../../version.ts';
import { IGNORE_FILE_AS_TEXT } from '../../../engine/names/own-names.ts';
import { ignoreAsText } from '../../../sync/observe/scan-problems.ts';
import { folderTrouble } from '../sites/troubles.ts';

const KEPT_IN = {
  keychain: 'kept in the keychain',
  encrypted: 'kept encrypted by the system',
  memory: 'kept until SiteSync ends',
} as const;

/** `since`: epoch ms. For a computer that keeps no token: memory ends with the command. */
function keptWords({ kind, warning }: Secrets, since: number | null): string {
  if (warning === null) return since === null ? KEPT_IN[kind] : `${KEPT_IN[kind]} since ${timeText(since)}`;
  return kind === 'memory' ? `${warning} ${GIVE_EACH_TIME}` : warning;
}

/**
 * `doctor`: what this installation looks like, for the person who helps. It shows no token, and of files only the names
 * of folders.
 */
export async function doctorCommand(program: Program, out: Output, token: string | null): Promise<number> {
  const { mirror } = program;
  const secrets = await program.secrets();
  const opened = await program.reader();
  const answer = opened.ok ? await firstLook(opened.value.service, opened.value.stopping) : opened;
  const checks: { name: string; ok: boolean; detail: string }[] = [
    { name: 'sitesync', ok: true, detail: VERSION },
    { name: 'node', ok: true, detail: process.version },
    {
      name: 'database',
      ok: mirror.rebuilt === null,
      detail: mirror.rebuilt?.reason ?? `opened in ${program.data}`,
    },
    // A token that is given with each command need not be kept, as on a server without a keychain.
    {
      name: 'token',
      ok: secrets.warning === null || opened.ok,
      detail: tokenWords(program, secrets, opened, token),
    },
  ];
  const person = token === null && opened.ok ? personAt(mirror, opened.value.service.baseUrl) : null;
  if (person !== null) checks.push({ name: 'account', ok: true, detail: person });
  for (const site of mirror.followed()) {
    const fault = (await folderTrouble(program, site)) ?? (await unwritable(program, site));
    checks.push({
      name: `folder of ${site.id}`,
      ok: fault === null,
      detail: fault === null ? site.folder : failureText(fault),
    });
    const misnamed = await program.disk.stat(site.folder, IGNORE_FILE_AS_TEXT);
    if (misnamed.ok && misnamed.value !== null)
      checks.push({
        name: `ignore list of ${site.id}`,
        ok: false,
        detail: failureText(ignoreAsText(IGNORE_FILE_AS_TEXT)),
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
  // As a sync does: a service that is not reached decides the exit status, whatever else is wrong.
  if (!answer.ok) return exitOf(answer.failure);
  return checks.every((check) => check.ok) ? EXIT.inSync : EXIT.problems;
}

/** How this service and the token name who is signed in; null: neither does, or another service is signed in to. */
function personAt(mirror: Program['mirror'], baseUrl: string): string | null {
  if (SETTINGS.baseUrl.read(mirror) !== baseUrl) return null;
  const [person, name] = [whoAmI(mirror), tokenName(mirror)];
  const words = [
    person === null ? null : `the service names you ${person}`,
    name === null ? null : `the token says ${name}`,
  ].filter((part) => part !== null);
  return words.length === 0 ? null : words.join(', ');
}

function tokenWords(
  { mirror }: Program,
  secrets: Secrets,
  opened: Result<SyncContext>,
  given: string | null,
): string {
  if (given !== null) return 'given with this command';
  if (opened.ok) return keptWords(secrets, tokenKeptSince(mirror, opened.value.service.baseUrl));
  return opened.failure.reason === 'signed-out' ? 'none is kept' : keptWords(secrets, null);
}

/** Why nothing can be written into the site's folder, such as a write-protected drive; null if it can. */
async function unwritable({ disk }: Program, { folder }: FollowedSite): Promise<Failure | null> {
  const tried = await disk.tryFolder(folder);
  return tried.ok ? null : tried.failure;
}

/** The address that answered, or what is wrong and where to look: address or token. */
function lookedAt(address: string, answer: Result<unknown>): string {
  if (answer.ok) return address;
  const words = checkWords(address, answer.failure);
  return words === answer.failure ? words.message : failureText(words);
}
