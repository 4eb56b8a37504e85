import type { Failure, Result } from '../../../shared/failure.ts';
import type { FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { sameFingerprint } from '../../engine/compare/fingerprint.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import { isEarlier } from '../../engine/times/server-time.ts';
import type { BaseFile, RemoteFile } from '../../engine/trees.ts';
import type { SiteContext } from '../context.ts';
import { again, againAfterListing, failed, type Outcome } from '../steps/outcome.ts';
import { ownMarker } from '../following/as-left.ts';
import { ignoresCase } from '../observe/folder-case.ts';
import { notListed } from '../problems/reported-problems.ts';

const GONE = 'the record is gone from the service';
const LISTED_ANEW = again('the record was listed anew');

/** The record as it is now and as the plan expected it, or the outcome that ends the action. */
export type Checked =
  | { readonly ok: true; readonly record: SiteFile }
  | { readonly ok: false; readonly outcome: Outcome };

/** As `checkRecord`, while a PUT is on its way. */
export async function checkListed(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
): Promise<Checked> {
  return judgeListed(context, id, expect, await ask(context, id, expect));
}

/** As `checkRecord`, before a PUT. A service that is silent holds up no look at folder and list meanwhile. */
export async function checkBeforePut(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
): Promise<Checked> {
  const answer = await askBesideLooks(context, id, expect);
  return answer === null ? { ok: false, outcome: LISTED_ANEW } : judgeListed(context, id, expect, answer);
}

/**
 * A record that is not found was in the list: it has gone since, or the answer came from a second server behind the service
 * that does not know it yet. If that one answer were believed, the file would be sent as a second record. So the site is
 * listed once more.
 */
function judgeListed(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
  answer: Result<SiteFile>,
): Checked {
  const isMissing = !answer.ok && answer.failure.code === 'not-found';
  return isMissing ? { ok: false, outcome: againAfterListing(GONE) } : judge(context, id, expect, answer);
}

/**
 * GET before DELETE and freeing (rule 7). If the record is not as the plan saw it, or gone, the remote tree learns that and
 * the plan is made again.
 */
export async function checkRecord(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
): Promise<Checked> {
  return judge(context, id, expect, await ask(context, id, expect));
}

function ask(
  { service, signal }: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
): Promise<Result<SiteFile>> {
  return service.readFile(id, { signal, expect });
}

/** Asks in a transfer phase. Null if a look has shown another version meanwhile: it is newer than the answer. */
async function askBesideLooks(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
): Promise<Result<SiteFile> | null> {
  const { mirror, site } = context;
  const answer = await context.transferPhase(() => ask(context, id, expect));
  return mirror.record(site.id, id)?.fingerprint === expect ? answer : null;
}

function judge(
  context: SiteContext,
  id: FileId,
  expect: RemoteFingerprint,
  answer: Result<SiteFile>,
): Checked {
  if (answer.ok) {
    if (isElsewhere(context, answer.value)) {
      context.mirror.commit(context.site.id, [{ dropRemote: id }]);
      return { ok: false, outcome: again('the record belongs to another site') };
    }
    if (answer.value.fingerprint === expect) return { ok: true, record: answer.value };
    context.mirror.commit(context.site.id, [{ remote: answer.value }]);
    return { ok: false, outcome: again('the record changed on the service') };
  }
  if (answer.failure.code !== 'not-found') return { ok: false, outcome: failed(answer.failure) };
  context.mirror.commit(context.site.id, [{ dropRemote: id }]);
  return { ok: false, outcome: again(GONE) };
}

/**
 * A list may lag behind and show a record as it was before a rename or an edit that was sent from here. If it were
 * believed, the file would be moved back under a person's hands and forth again later, and one that was deleted since
 * would come back. So unless a version says that it is newer than the agreed one, the service is asked for it once
 * more. Null if the service has it.
 */
export async function checkNewer(
  context: SiteContext,
  base: BaseFile,
  remote: RemoteFile,
): Promise<Outcome | null> {
  if (isNewerThan(base, remote)) return null;
  const checked = await checkRecord(context, remote.id, remote.fingerprint);
  return checked.ok ? null : checked.outcome;
}

/**
 * As `checkNewer`, before bytes are fetched, whose agreement would be about the version that the list shows. If the bytes are
 * newer than that, our own update would look like one of others later, and bring back a file that was deleted here meanwhile.
 * Without an agreement there is nothing to ask.
 *
 * Some lists show each record in a form of their own, which names no time. Each file that was sent from here would then be
 * asked for at each look, and never be in step: what they show is believed, unless the file `comesBack` by it.
 */
export async function checkNewerThanAgreed(
  context: SiteContext,
  remote: RemoteFile,
  { comesBack }: { readonly comesBack: boolean },
): Promise<Outcome | null> {
  const { id, fingerprint, updatedAt } = remote;
  const base = context.mirror.agreement(context.site.id, id);
  if (base === null || (updatedAt === null && !comesBack) || isNewerThan(base, remote)) return null;
  const answer = await askBesideLooks(context, id, fingerprint);
  if (answer === null) return LISTED_ANEW;
  const checked = judge(context, id, fingerprint, answer);
  return checked.ok ? null : checked.outcome;
}

/** Does the version itself say so? One that is as agreed on needs no question either. */
function isNewerThan(base: BaseFile, { fingerprint, updatedAt }: RemoteFile): boolean {
  return fingerprint === base.remote || isEarlier(base.updatedAt, updatedAt);
}

/**
 * Did somebody give the record to another site? In this site's tree it would count as ours, and deleting the copy here would
 * delete it there.
 */
function isElsewhere({ site }: SiteContext, record: SiteFile): boolean {
  return record.site !== site.id;
}

/**
 * Proof that a record is gone (rule 3): GET answers 404 or 410 and the site itself is still listed. Null is the proof;
 * anything else ends the action without a delete.
 */
export async function proveGone(context: SiteContext, id: FileId, path: RelPath): Promise<Outcome | null> {
  const stopped = await proveGoneHere(context, id);
  return stopped === 'elsewhere' ? failed(elsewhere(path)) : stopped;
}

/** As `proveGone`, but a record that belongs to another site by now counts as gone from this one. */
export async function proveNotHere(context: SiteContext, id: FileId): Promise<Outcome | null> {
  const stopped = await proveGoneHere(context, id);
  return stopped === 'elsewhere' ? null : stopped;
}

async function proveGoneHere(context: SiteContext, id: FileId): Promise<Outcome | 'elsewhere' | null> {
  const answer = await context.service.readFile(id, { signal: context.signal });
  if (answer.ok) {
    if (isElsewhere(context, answer.value)) return 'elsewhere';
    context.mirror.commit(context.site.id, [{ remote: answer.value }]);
    return again('the record is still on the service');
  }
  if (answer.failure.code !== 'not-found') return failed(answer.failure);
  const listed = await context.siteIsListed();
  if (!listed.ok) return failed(listed.failure);
  return listed.value ? null : failed(notListed(context.siteName));
}

/** Before any delete the marker must be as the cycle found it (rule 6). Null if it is. */
export async function checkMarker(context: SiteContext): Promise<Outcome | null> {
  const marker = await ownMarker(context);
  return marker.ok ? null : failed(marker.failure);
}

/**
 * Is the record's file still missing in its agreed place, as planned? A program that saves may first move the old file away; a
 * scan just then finds nothing, although the new file that follows is the record's. Null if it is still missing.
 *
 * @param known other files that were there when it was planned
 */
export async function checkPlace(
  { disk, env, mirror, site }: Pick<SiteContext, 'disk' | 'env' | 'mirror' | 'site'>,
  { base }: { readonly base: BaseFile },
  known: readonly RelPath[],
): Promise<Outcome | null> {
  const there = await disk.stat(site.folder, base.path);
  if (!there.ok || there.value === null) return null;
  const isCaseIgnored = ignoresCase(mirror, site.id, env.platform);
  // On a disk that ignores case, this may be one of the known files under another spelling.
  for (const path of known) {
    const other = await disk.stat(site.folder, path);
    if (!other.ok || other.value === null) continue;
    // Whose number may be another then, as on exFAT on Linux (FUSE).
    const isRespelt = isCaseIgnored && foldKey(path) === foldKey(base.path);
    const found = isRespelt ? { ...there.value, ino: other.value.ino } : there.value;
    if (sameFingerprint(other.value, found)) return null;
  }
  return again('the file is back', base.path);
}

function elsewhere(path: RelPath): Failure {
  return {
    code: 'not-found',
    message: `${path} belongs to another site on the service now.`,
    hint: 'The copy here stays. Delete it if you no longer need it: that deletes nothing on the service.',
    retry: 'later',
  };
}
