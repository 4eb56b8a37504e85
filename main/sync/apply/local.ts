import type { Adopt, Forget, Free, MoveLocal, TrashLocal } from '../../engine/actions.ts';
import type { BaseFile, LocalFile } from '../../engine/trees.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { agree } from './agreement.ts';
import type { SiteContext } from '../context.ts';
import { again, done, failed, failedOrAgain, type Outcome } from '../state/outcome.ts';
import type { NextGeneration } from './next-generation.ts';
import { activityOf, activityOfDelete } from './journal.ts';
import type { Commit } from '../ports/mirror.ts';
import { stillSent } from './sent-over.ts';
import { bytesHeld } from './bytes-held.ts';
import { noteMove } from './placing.ts';
import { checkMarker, checkNewer, checkRecord, proveGone } from './proof.ts';

const MINUTES = 10;
/** An update that was begun before an edit of ours was taken may end so long after it, ms. */
const OVERTAKEN = MINUTES * 60_000;

/** Records an agreement; no file and no record is written. Its commit is returned so that many go in one transaction. */
export function commitOfAdopt(context: SiteContext, action: Adopt): Commit | null {
  const { hash } = action.local;
  if (hash === null) return null;
  const base = agree(action.remote, action.local, hash, {
    path: action.basePath,
    impliedPath: action.impliedPath,
  });
  const found = action.reason === 'same-bytes';
  const sent = stillSent(context.mirror, context.site.id, action.remote, hash);
  return { base, ...sent, ...(found ? { activity: activityOf(context, action, action.local.size) } : {}) };
}

/** Nothing is left of it on either side, or it is not wanted here: its agreement goes. */
export function commitOfForget(action: Forget): Commit {
  return { dropBase: action.id };
}

/** Moves a file here to where others moved its record. */
export async function moveLocal(context: SiteContext, action: MoveLocal): Promise<Outcome> {
  const outdated = await checkNewer(context, action.base, action.remote);
  if (outdated !== null) return outdated;
  // The service says nothing of a move of our own, so after a crash only a note would tell where the file is.
  const isOurs = action.reason !== 'renamed-on-service';
  if (isOurs && action.base.ino === 0n) await noteMove(context, action);
  const moved = await context.disk.move(context.site.folder, action.local, action.to);
  if (!moved.ok) return failedOrAgain(moved.failure, action.path);
  if (action.reason === 'new-on-both') return becameCopy(context, action, moved.value);
  const { base, remote } = action;
  const stays = moved.value.path === action.path;
  const settled: BaseFile = action.settles
    ? {
        ...base,
        name: remote.name,
        category: remote.category,
        remote: remote.fingerprint,
        opId: remote.facts.opId,
        updatedAt: remote.updatedAt,
      }
    : base;
  context.mirror.commit(context.site.id, [
    {
      // A folder may keep its own spelling of the same name.
      base: { ...settled, path: moved.value.path, impliedPath: action.impliedPath },
      ...(action.settles ? stillSent(context.mirror, context.site.id, remote, base.hash) : {}),
      dropLocal: action.path,
      local: moved.value,
      ...(stays ? {} : { activity: activityOf(context, { ...action, path: moved.value.path }, 0) }),
    },
  ]);
  return done(stays ? 'recorded' : 'moved');
}

/** The agreement stays, so that the next plan sends the move. In the history it is the conflict that it is. */
function becameCopy(context: SiteContext, action: MoveLocal, moved: LocalFile): Outcome {
  const activity = activityOf(context, { ...action, kind: 'reconcile' }, 0);
  context.mirror.commit(context.site.id, [{ dropLocal: action.path, local: moved, activity }]);
  return done('conflict');
}

/** Puts a file into the trash whose record others deleted, once that is proved (rules 3, 4 and 6). */
export async function trashLocal(context: SiteContext, action: TrashLocal): Promise<Outcome> {
  const stopped = (await checkMarker(context)) ?? (await proveGone(context, action.id, action.path));
  if (stopped !== null) return stopped;
  const trashed = await context.disk.trash(context.site.folder, action.local);
  if (!trashed.ok) return failedOrAgain(trashed.failure, action.path);
  context.mirror.commit(context.site.id, [
    {
      dropBase: action.id,
      dropRemote: action.id,
      dropLocal: action.path,
      activity: activityOfDelete(context, action, action.local.size),
    },
  ]);
  await context.disk.pruneEmptyFolders(context.site.folder, action.path);
  return done('trashed');
}

/**
 * Removes a copy that the service proved to hold, so that nothing but the space is given up (rule 16). Where it holds
 * another number of bytes, as one that rewrites what it takes, or kept a part of it, ours goes to the trash.
 *
 * An edit stays for a while: who began to send an older version before it came may end after it, and then this copy is the
 * only one, by which it is seen and sent again.
 */
export async function free(
  context: SiteContext,
  nextGeneration: NextGeneration,
  action: Free,
): Promise<Outcome> {
  const young = justSent(context, action);
  if (young !== null) return failed(young);
  const stopped = (await checkMarker(context)) ?? (await checkBytes(context, action));
  if (stopped !== null) return stopped;
  const held = await bytesHeld(context, action);
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  if (!held.ok) return failed(held.failure);
  const begun = await nextGeneration.begin();
  if (!begun.ok) return failedOrAgain(notNoted(action.path, begun.failure), action.path);
  // Who wants it back may have said so meanwhile.
  if (context.wanted(checked.record)) return again('it is wanted here after all', action.path);
  const { size } = action.local;
  return freeAgreed(context, action, (held.value ?? checked.record.size ?? size) === size);
}

/** Null if no edit was sent lately. One that seems to lie ahead is of a clock that was set back, and hides none before it. */
function justSent({ env, mirror, site }: SiteContext, { id, path }: Free): Failure | null {
  const now = env.now();
  const until = (mirror.lastEdit(site.id, id, now) ?? -Infinity) + OVERTAKEN;
  if (until <= now) return null;
  return {
    code: 'just-sent',
    message: `${path} stays on this computer for ${MINUTES} minutes after an edit of it was sent.`,
    hint: 'A version of somebody else that is on its way in that time may replace it; then yours is sent again from here.',
    retry: 'later',
    retryAfterMs: until - now,
  };
}

/**
 * The agreement goes first, and is gone after a power cut as well: were the file to go before it, and wanted again by the
 * next cycle, it would count as deleted.
 */
async function freeAgreed(context: SiteContext, action: Free, isHeld: boolean): Promise<Outcome> {
  const { disk, mirror, site } = context;
  const { id, base, local, path } = action;
  const sent = mirror.sentBytes(site.id, id);
  mirror.commit(site.id, [{ dropBase: id }]);
  await mirror.flushed();
  const freed = await disk.free(site.folder, local, !isHeld);
  if (!freed.ok) {
    const { failure } = freed;
    // What was moved away by a person meanwhile stays agreed on, as what it was.
    const isOurs = failure.code !== 'changed-meanwhile';
    const there = isOurs ? await disk.stat(site.folder, path) : null;
    // It failed when the file was gone: agreed on and wanted again, it would count as deleted.
    const isGone = there !== null && there.ok && there.value === null;
    mirror.commit(site.id, [isGone ? { dropLocal: path } : { base, ...(sent === null ? {} : { sent }) }]);
    return failedOrAgain(failure, path);
  }
  mirror.commit(site.id, [{ dropLocal: path, activity: activityOf(context, action, local.size) }]);
  await disk.pruneEmptyFolders(site.folder, path);
  return done('freed');
}

function notNoted(path: RelPath, failure: Failure): Failure {
  if (failure.code === 'folder-missing') return failure;
  const why = 'SiteSync first notes in the folder of the site that files are to go, and cannot';
  return { ...failure, message: `${path} was not removed from this computer: ${why}. ${failure.message}` };
}

/**
 * The only file that goes without a copy of it is read once more: a program may have changed its bytes and left size and
 * time as they were. Null where they are those that were agreed on.
 */
async function checkBytes(
  { disk, mirror, site, signal }: SiteContext,
  { local, base, path }: Free,
): Promise<Outcome | null> {
  const [read] = await disk.hash(site.folder, [local], undefined, signal);
  if (read === undefined) return again('it was not read', path);
  if (!read.ok) return failedOrAgain(read.failure, path);
  if (read.value.hash === base.hash) return null;
  mirror.setHashes(site.id, [read.value]);
  return again('its bytes were changed', path);
}
