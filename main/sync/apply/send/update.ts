import { type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { ContentHash, OpId, VersionMark } from '../../../../shared/model/ids.ts';
import { parseRelPath, pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { Update } from '../../../engine/plan/actions.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { fitsRecord } from '../../../engine/names/implied-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import { agreeOnReadBack, agreeOnReply, unlessOverwritten } from '../commit/agreement.ts';
import type { SiteContext } from '../../context.ts';
import { again, done, failed, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { withFacts } from './facts.ts';
import { activityOf, activityOfUpload } from '../commit/journal.ts';
import { noteUpdate } from './open-update.ts';
import { choiceOfMoved } from '../commit/choices.ts';
import { pinOf } from '../commit/pin-of.ts';
import { lineOver, sentOver } from '../commit/sent-over.ts';
import type { Sent } from '../commit/commit-group.ts';
import { changedMeanwhile, sentHash } from './sent-file.ts';
import { contentTypeOf } from './content-type.ts';
import type { UploadSource } from '../../ports/disk.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import type { FileFields, UploadBody, WriteReply } from '../../ports/service.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { RecordRecheck } from './record-recheck.ts';
import { checkBeforePut, checkPlace } from '../proof.ts';
import { hashOfLarge, outcomeUnknown, provesNothingDone, readBack, transfer } from './sending.ts';

/** PUT a record that was changed, renamed or moved here. */
export async function update(context: SiteContext, action: Update): Promise<Sent> {
  const recheck = new RecordRecheck(context, action);
  const checked = await checkBeforePut(context, action.id, action.expect);
  if (!checked.ok) return endWithoutCommit(checked.outcome);
  const elsewhere = (await checkLeft(context, action)) ?? (await checkLies(context, action));
  if (elsewhere !== null) return endWithoutCommit(elsewhere);
  const held = (await context.review?.(context, action)) ?? null;
  if (held !== null) return endWithoutCommit(failed(held));
  const withBytes =
    action.content || SETTINGS.updatesNeedBytes.read(context.mirror) === context.service.baseUrl;
  const { record } = checked;
  const first = await sendUpdate(context, action, record, withBytes ? recheck : null);
  const { outcome } = first;
  if (outcome.kind !== 'failed' || outcome.failure.code !== 'bytes-needed' || withBytes) return first;
  const second = await sendUpdate(context, action, record, recheck);
  // A refusal without readable words may mean something else: then no later rename has to carry its bytes.
  if (second.outcome.kind === 'done')
    SETTINGS.updatesNeedBytes.write(context.mirror, context.service.baseUrl);
  return second;
}

/** Is the place that a moved file left still empty? A disk that ignores case may show the file itself there. */
function checkLeft(context: SiteContext, action: Update): Promise<Outcome | null> {
  if (action.path === action.base.path) return Promise.resolve(null);
  return checkPlace(context, action, [...action.inPlace, action.path]);
}

/** Does the file still lie where its record is about to say? If its bytes are sent, opening it checks that. */
async function checkLies({ disk, site }: SiteContext, { content, local }: Update): Promise<Outcome | null> {
  const there = content ? ok(local) : await disk.stat(site.folder, local.path);
  if (!there.ok) return failedOrAgain(there.failure, local.path);
  const lies = there.value !== null && sameFingerprint(there.value, local);
  return lies ? null : again('the file is elsewhere by now', local.path);
}

/** Opens what is to be sent, and sends it. `recheck`: null for an update without bytes. */
async function sendUpdate(
  context: SiteContext,
  action: Update,
  record: SiteFile,
  recheck: RecordRecheck | null,
): Promise<Sent> {
  const hashed = action.content ? await hashOfLarge(context, action.local) : ok(action.base.hash);
  if (!hashed.ok) return endWithoutCommit(failedOrAgain(hashed.failure, action.path));
  const { disk, site } = context;
  const readAt = context.env.now();
  const opened = recheck !== null ? await disk.openUpload(site.folder, action.local) : ok(null);
  if (!opened.ok) return endWithoutCommit(failedOrAgain(opened.failure, action.path));
  const source = opened.value;
  try {
    const hash = source?.hash ?? hashed.value;
    if (hash === null) return endWithoutCommit(again('the file changed size', action.path));
    return await exchange(context, action, record, { source, recheck, hash, readAt });
  } finally {
    await source?.close();
  }
}

/** What one PUT is made of. */
interface Sending {
  /** The bytes to send; null if only the fields change. */
  readonly source: UploadSource | null;
  readonly recheck: RecordRecheck | null;
  /** Of the file when it was opened, or of the agreed bytes. */
  readonly hash: ContentHash;
  /** When it was opened, epoch ms. */
  readonly readAt: number;
}

/** The PUT itself, and what its reply proves. */
async function exchange(
  context: SiteContext,
  action: Update,
  record: SiteFile,
  { source, recheck, hash, readAt }: Sending,
): Promise<Sent> {
  const request = requestFor(context, action, record, hash);
  const sent = await put(context, action, request.fields, source, recheck);
  // Thrown inside the upload it would count as a file that cannot be read.
  if (recheck !== null && recheck.thrown !== null) throw recheck.thrown.error;
  if (!sent.ok && recheck !== null && recheck.found !== null) return endWithoutCommit(recheck.found);
  const reply = sent.ok
    ? (sent.value.record ?? (await readBack(context, action.id)))
    : await lookUp(context, action, sent.failure, request.opId);
  if (reply === null || isAsBefore(record, reply, action)) {
    const failure = sent.ok || reply !== null ? outcomeUnknown(action.path) : sent.failure;
    const isAsRead = source === null || (await sentHash(source)) === hash;
    if (isAsRead && !provesNothingDone(failure))
      noteUpdate(context, action, record, request, { hash, isWithBytes: source !== null });
    return endWithoutCommit(failed(failure));
  }
  const written = {
    reply,
    isOfOurBytes: source !== null && sent.ok && sent.value.record !== null,
    hash: source === null ? hash : await sentHash(source),
    bytes: source === null ? null : action.local.size,
  };
  const changed =
    source && (await changedMeanwhile(context, action.local, { source, readAt, hash: written.hash }));
  const did = action.content || isChoiceAlone(action) ? 'updated' : 'moved';
  return {
    outcome: done(did, changed ?? undefined),
    commit: commitOf(context, action, record, request, written),
  };
}

/**
 * Did a person choose a category for a file that stays where it is? (A file that moves into a category's folder
 * changes its category too.)
 */
function isChoiceAlone({ reason, path, base }: Update): boolean {
  return reason === 'category-changed-here' && path === base.path;
}

/** An end without a commit: nothing was done, or nobody knows what was. */
function endWithoutCommit(outcome: Outcome): Sent {
  return { outcome, commit: null };
}

/** What a PUT says, and how its version is recognised. */
interface UpdateRequest {
  readonly opId: OpId;
  /** The versions of the record that this one is based on. */
  readonly basedOn: readonly VersionMark[];
  /** The place that the record states for all computers. */
  readonly stated: RelPath;
  readonly fields: FileFields;
}

function requestFor(
  { env, mirror, site }: SiteContext,
  action: Update,
  record: SiteFile,
  hash: ContentHash,
): UpdateRequest {
  const opId = env.newOpId();
  const basedOn = lineOver(mirror, site.id, action, record);
  const stated = statedPath(action, record);
  const type = contentTypeOf(action.name);
  const fields = {
    site: site.id,
    category: action.category === record.category ? record.categoryText : action.category,
    name: action.name,
    contentType: action.content ? type : (record.contentType ?? type),
    metadata: withFacts(record.metadata, { local: action.local, hash, path: stated, opId, basedOn }),
  };
  return { opId, basedOn, stated, fields };
}

/** `source`: the bytes to send; null if only the fields change. */
function put(
  context: SiteContext,
  { id, path }: Update,
  fields: FileFields,
  source: UploadSource | null,
  recheck: RecordRecheck | null,
): Promise<Result<WriteReply>> {
  const { service, signal } = context;
  if (source === null) return service.updateFile(id, fields, null, { signal });
  const send = (body: UploadBody, onBytes: (bytes: number) => void): Promise<Result<WriteReply>> =>
    service.updateFile(id, fields, body, { signal, onBytes });
  return transfer(context, path, source, send, recheck);
}

/** A PUT that was carried out. */
interface Written {
  /** The record as it is now. */
  readonly reply: SiteFile;
  /** The reply showed the record with our bytes; else the record was read afterwards, or no bytes were sent. */
  readonly isOfOurBytes: boolean;
  /** Of the bytes that the record has now. */
  readonly hash: ContentHash;
  /** How many were sent; null if only the fields were. */
  readonly bytes: number | null;
}

function commitOf(
  context: SiteContext,
  action: Update,
  record: SiteFile,
  { opId, basedOn, stated }: UpdateRequest,
  { reply, isOfOurBytes, hash, bytes }: Written,
): Commit {
  const { mirror, env, site } = context;
  const local: LocalFile = { ...action.local, hash };
  const told = isOfOurBytes
    ? agreeOnReply(reply, local, hash, env.platform)
    : agreeOnReadBack(reply, local, hash, env.platform, bytes ?? record.size);
  const agreedOn = unlessOverwritten(told, record, opId, { ...action, path: stated }, env.platform);
  const base = { ...agreedOn, path: action.place };
  return {
    base,
    ...sentOver(mirror, site.id, action, { base, opId, basedOn }),
    dropUpdates: action.id,
    remote: reply,
    local,
    ...pinOf(context, action, reply.category),
    ...choiceOfMoved(context, action.base.path, action.path),
    activity:
      bytes === null ? activityOf(context, action, 0) : activityOfUpload(context, action, reply.size, bytes),
  };
}

/**
 * Drops a choice of category that was sent and committed. If it were kept, it would be sent for ever to a service
 * that takes the update and keeps another category.
 */
export function dropChoice(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  { path, category, reason }: Update,
): void {
  if (reason !== 'category-changed-here') return;
  const chosen = mirror.chosenCategories(site.id).get(pathKey(path));
  if (chosen === category) mirror.setChosenCategory(site.id, path, null);
}

/**
 * The place to state for all computers. If this disk cannot hold the stated one, the file lies elsewhere here, which is of no
 * concern to the others: an edit of it leaves the stated place as it is.
 */
function statedPath(action: Update, record: SiteFile): RelPath {
  const stated = parseRelPath(record.facts.path);
  if (stated === null || action.place !== action.base.path) return action.place;
  return fitsRecord(stated, action) ? stated : action.place;
}

/**
 * Is the record still as it was, although the update would show in it? A service may take an update and carry it out later
 * (202). If the old version were agreed on, the next listing would bring the old bytes back over the new ones; or the new ones
 * would count as sent although they never arrive.
 */
function isAsBefore(before: SiteFile, after: SiteFile, { content, local }: Update): boolean {
  const isMarked = before.facts.opId !== null;
  const isResized = content && before.size !== null && before.size !== local.size;
  return after.fingerprint === before.fingerprint && (isMarked || isResized);
}

/** A PUT whose reply was lost: the record itself tells by our mark whether it was done. */
async function lookUp(
  context: SiteContext,
  action: Update,
  failure: Failure,
  opId: string,
): Promise<SiteFile | null> {
  if (failure.code !== 'unknown-outcome') return null;
  const record = await readBack(context, action.id);
  return record?.facts.opId === opId ? record : null;
}
