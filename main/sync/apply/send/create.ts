import { isKept, type Category } from '../../../../shared/model/category.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { ContentHash, FileId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { Create } from '../../../engine/plan/actions.ts';
import { suggestCategory } from '../../../engine/names/category-guess.ts';
import type { Platform } from '../../../engine/policy.ts';
import type { BaseFile, Intent, LocalFile } from '../../../engine/trees.ts';
import { agreeOnReadBack, agreeOnReply, unlessOverwritten } from '../commit/agreement.ts';
import type { Sent } from '../commit/commit-group.ts';
import { contentTypeOf } from './content-type.ts';
import { isOfOtherRequest } from './crossed-answer.ts';
import { learnWhoIAm } from '../../settings/account.ts';
import { writeCommits } from '../commit/write-commits.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import { again, done, failed, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { withFacts } from './facts.ts';
import { activityOfUpload } from '../commit/journal.ts';
import type { UploadSource } from '../../ports/disk.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import type { WriteReply } from '../../ports/service.ts';
import { proveNotHere } from '../proof.ts';
import { changedMeanwhile, sentHash } from './sent-file.ts';
import { LATE, waitsAfter } from '../../problems/late-creates.ts';
import { notListed } from '../../problems/reported-problems.ts';
import { hashOfLarge, outcomeUnknown, provesNothingDone, readBack, transfer } from './sending.ts';

const HEAD_BYTES = 4096;

/** A file opened for its POST, and the intent that is committed before the POST (rule 11). */
export interface Ready {
  readonly source: UploadSource;
  readonly intent: Intent;
  /** When it was opened, epoch ms. */
  readonly readAt: number;
}

/** POST one file: exactly one record, whatever happens to the reply (rule 11). */
export async function create(context: StepContext, action: Create): Promise<Outcome> {
  if (action.gone !== null) {
    const stopped = await proveNotHere(context, action.gone);
    if (stopped !== null) return stopped;
  }
  const hashed = await hashOfLarge(context, action.local);
  if (!hashed.ok) return failedOrAgain(hashed.failure, action.path);
  const readAt = context.env.now();
  const opened = await context.disk.openUpload(context.site.folder, action.local);
  if (!opened.ok) return failedOrAgain(opened.failure, action.path);
  const { mirror, site } = context;
  try {
    const hash = opened.value.hash ?? hashed.value;
    if (hash === null) return again('the file changed size', action.path);
    const intent = await intentOf(context, action, opened.value, hash, mirror.listingNumber(site.id));
    await mirror.saveIntents(site.id, [intent]);
    const { outcome, commit } = await send(context, action, { source: opened.value, intent, readAt });
    if (commit !== null) writeCommits(context, [commit]);
    return outcome;
  } finally {
    await opened.value.close();
  }
}

/** The intent to commit before the file is sent. `listing`: number of the last listing that was taken over. */
export async function intentOf(
  context: SiteContext,
  action: Create,
  source: UploadSource,
  hash: ContentHash,
  listing: number,
): Promise<Intent> {
  const { env, inFlight } = context;
  const { size, mtimeNs, ino } = action.local;
  return {
    opId: inFlight.putOffMarks.of(action.path, hash, env.now()) ?? env.newOpId(),
    path: action.path,
    name: action.name,
    category: action.category ?? (await guessCategory(context, action, source)),
    size,
    mtimeNs,
    ino,
    hash,
    listing,
    lateUntil: 0,
  };
}

/** The POST itself. Its intent is on the disk already. */
export async function send(context: SiteContext, action: Create, ready: Ready): Promise<Sent> {
  const { source, intent } = ready;
  const { site } = context;
  const fields = {
    site: site.id,
    category: intent.category,
    name: action.name,
    contentType: contentTypeOf(action.name),
    metadata: withFacts(null, {
      local: action.local,
      hash: intent.hash,
      path: action.path,
      opId: intent.opId,
    }),
  };
  const sent = await transfer(context, action.path, source, (body, onBytes) =>
    context.service.createFile(fields, body, { signal: context.signal, onBytes }),
  );
  const { env, inFlight } = context;
  if (!sent.ok) {
    if (sent.failure.code === 'busy') inFlight.putOffMarks.putOff(intent, env.now());
    // Only an answer that refuses, or a connection that never stood, proves that no record was made.
    const commit = provesNothingDone(sent.failure) ? { dropIntent: intent.opId } : null;
    if (sent.failure.late === true) return mayShowLate(context, intent, sent.failure);
    return { outcome: failed(await whyRefused(context, sent.failure)), commit };
  }
  inFlight.putOffMarks.sent(action.path);
  const record = sent.value.record ?? (await recordOf(context, sent.value));
  if (record === null) {
    context.inFlight.unseenCreates.set(intent.opId, sent.value.id);
    return mayShowLate(context, intent, outcomeUnknown(action.path));
  }
  if (record.facts.opId !== intent.opId && isKnown(context, action, intent, record.id))
    return {
      outcome: failed(noneOfItsOwn(action.path)),
      commit: { dropIntent: intent.opId, remote: record },
    };
  const isShown = sent.value.record !== null;
  if (isOfOtherRequest(context, intent, { record, isShown })) {
    // Without marks, its own record is the only new one of its name.
    if (record.facts.opId === null) context.inFlight.unseenCreates.set(intent.opId, null);
    return mayShowLate(context, intent, outcomeUnknown(action.path));
  }
  context.inFlight.createdRecords.add(record.id);
  learnWhoIAm(context.mirror, record);
  const hash = await sentHash(source);
  const made = { record, hash, isShown };
  const commit = commitOf(context, action, intent, made);
  const changed = await changedMeanwhile(context, action.local, { ...ready, hash });
  return { outcome: done('created', changed), commit };
}

/** If the service no longer has the site, that is why it refused: it is no fault of the file, and may pass. */
async function whyRefused(context: SiteContext, failure: Failure): Promise<Failure> {
  if (failure.code !== 'refused') return failure;
  const listed = await context.siteIsListed();
  return listed.ok && !listed.value ? notListed(context.siteName) : failure;
}

/**
 * The service took the file and may show the record late. The file waits for that: if it were sent again before, it
 * would be there twice.
 */
function mayShowLate({ env }: SiteContext, { opId }: Intent, failure: Failure): Sent {
  const until = env.now() + LATE;
  return { outcome: failed(waitsAfter(failure, until, env)), commit: { lateIntent: { opId, until } } };
}

/** A record that a POST made. */
interface Made {
  readonly record: SiteFile;
  /** Of the bytes that were sent. */
  readonly hash: ContentHash;
  /** The reply showed the record; else it was read afterwards. */
  readonly isShown: boolean;
}

/** What is agreed on: of a record that was only read afterwards, another laptop may have sent a version over ours by then. */
function agreedOn(
  action: Create,
  intent: Intent,
  { record, hash, isShown }: Made,
  platform: Platform,
): BaseFile {
  if (isShown) return agreeOnReply(record, action.local, hash, platform);
  const { name, path, local } = action;
  const ours = { ...record, facts: { ...record.facts, opId: intent.opId, path } };
  const agreed = agreeOnReadBack(record, local, hash, platform, local.size);
  return unlessOverwritten(agreed, ours, intent.opId, { name, category: intent.category, path }, platform);
}

function commitOf(
  context: SiteContext,
  action: Create,
  intent: Intent,
  { record, hash, isShown }: Made,
): Commit {
  const local: LocalFile = { ...action.local, hash };
  return {
    base: agreedOn(action, intent, { record, hash, isShown }, context.env.platform),
    ...(action.gone === null ? {} : { dropBase: action.gone, dropRemote: action.gone }),
    remote: record,
    local,
    dropIntent: intent.opId,
    ...(isKept(context.site.keep, record.category) ? {} : { pin: { id: record.id, keep: true } }),
    activity: activityOfUpload(context, { ...action, id: record.id }, record.size, local.size),
  };
}

/** The record that a reply names without showing it. */
async function recordOf(context: SiteContext, { id }: WriteReply): Promise<SiteFile | null> {
  return id === null ? null : readBack(context, id);
}

/**
 * Was a record without our mark there before this create? Records of other creates may not be committed yet, and a listing
 * made during the transfer may show this one: so the mirror alone cannot tell.
 */
function isKnown(
  { mirror, site, inFlight }: SiteContext,
  { gone }: Create,
  intent: Intent,
  id: FileId,
): boolean {
  if (inFlight.createdRecords.has(id)) return true;
  const seen = id === gone ? null : mirror.firstSeen(site.id, id);
  return seen !== null && seen <= intent.listing;
}

/** If two files shared one record, each would be sent over the other for ever. */
function noneOfItsOwn(path: string): Failure {
  return {
    code: 'refused',
    message: `The service did not take ${path} as a new file: it answered with one that it had before.`,
    hint: 'The file stays here. SiteSync sends it again when you change it or give it another name.',
    retry: 'on-change',
  };
}

/** Guesses by the bytes at hand if there are any: reading 10,000 files once more takes as long as sending them. */
async function guessCategory(
  context: SiteContext,
  action: Create,
  { bytes }: UploadSource,
): Promise<Category> {
  if (bytes !== null) return suggestCategory(action.path, bytes.subarray(0, HEAD_BYTES));
  const head = await context.disk.readHead(context.site.folder, action.path, HEAD_BYTES);
  return suggestCategory(action.path, head.ok ? head.value : null);
}
