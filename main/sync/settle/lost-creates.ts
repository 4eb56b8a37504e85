import type { ContentHash, FileId } from '../../../shared/model/ids.ts';
import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { hasCome } from '../../engine/times/due.ts';
import { agreementOfIntent, resolveIntents } from '../../engine/open/intents.ts';
import { OpenCreates } from '../../engine/open/open-creates.ts';
import type { Intent, RemoteFile, Trees } from '../../engine/trees.ts';
import { hashOfRecord } from '../apply/fetch/download.ts';
import { SpaceAllocator } from '../pacing/space-allocator.ts';
import type { SiteContext } from '../context.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import { giveUp } from '../settings/given-up-creates.ts';
import { LATE } from '../problems/late-creates.ts';
import { activityOfUpload } from '../apply/commit/journal.ts';
import type { Commit } from '../ports/mirror/notes.ts';

/** How many agreements are written in one transaction, which takes some milliseconds. */
const TAKEN_AT_ONCE = 250;

/** An intent and the record that its request made. */
interface Found {
  readonly intent: Intent;
  readonly remote: RemoteFile;
}

/**
 * Settles creates of unknown outcome after a listing (rule 11). A record that is found becomes an agreement. If a
 * complete listing does not show the record, it was never made, unless the service may show it late: the intent is
 * dropped, so that the plan sends the file again. Returns how many were found.
 */
export async function settleIntents(context: SiteContext, listingComplete: boolean): Promise<number> {
  const { mirror, site } = context;
  let found = 0;
  const bytes = new RecordBytes(context);
  for (let intents = openIntents(context); intents.length > 0;) {
    // Read once for all: a service that never shows the records it made leaves an intent for every file that was sent.
    const trees = mirror.trees(site.id);
    const resolved = resolveIntents(intents, trees.remote, trees.base);
    found += await takeAll(context, resolved.found, false);
    const unseen: Intent[] = [...resolved.open];
    const settled = new Set(resolved.found.map(({ remote }) => remote.id));
    for (const { intent, remotes } of resolved.candidates) {
      const match = await bytes.first(intent, remotes);
      if (match === undefined) unseen.push(intent);
      else if (match !== null) {
        found += await takeAll(context, [{ intent, remote: match }], true);
        settled.add(match.id);
      }
    }
    const told = toldRecords(context, trees, settled, unseen);
    found += await takeAll(context, told, false);
    const taken = new Set(told.map(({ intent }) => intent));
    const rest = unseen.filter((intent) => !taken.has(intent));
    const renamed = await renamedRecords(bytes, trees, settled, rest);
    found += await takeAll(context, renamed.found, true);
    if (listingComplete) drop(context, renamed.never);
    const left = openIntents(context);
    if (left.length === intents.length) break;
    intents = left;
  }
  forgetSettled(context);
  return found;
}

/** What the service said of creates matters only as long as their intents stand. */
function forgetSettled({ mirror, site, inFlight: { unseenCreates } }: SiteContext): void {
  if (unseenCreates.size === 0) return;
  const open = new Set(mirror.intents(site.id).map(({ opId }) => opId));
  for (const opId of unseenCreates.keys()) if (!open.has(opId)) unseenCreates.delete(opId);
}

/** The intents of all creates but those under way, whose outcome is still to come. */
function openIntents({ mirror, site, inFlight }: SiteContext): readonly Intent[] {
  return mirror.intents(site.id).filter(({ path }) => !inFlight.locksPlace(path));
}

/**
 * Finds the records of creates that the service said it made: the one that it named, else the only new one of that name and
 * category. Their bytes may differ from those sent: a service may rewrite what it takes (rule 7).
 */
function toldRecords(
  { inFlight: { unseenCreates } }: SiteContext,
  { base, remote }: Trees,
  settled: Set<FileId>,
  intents: readonly Intent[],
): readonly Found[] {
  const told = intents.filter((intent) => unseenCreates.has(intent.opId));
  if (told.length === 0) return [];
  const isNew = (record: RemoteFile): boolean => !base.has(record.id) && !settled.has(record.id);
  const fresh = [...remote.values()].filter(isNew);
  const namesakes = Map.groupBy(fresh, (record) => record.name.normalize('NFC'));
  const fitting = (intent: Intent): readonly RemoteFile[] => {
    const id = unseenCreates.get(intent.opId) ?? null;
    const named = id === null ? undefined : remote.get(id);
    if (id !== null) return named === undefined ? [] : [named];
    const same = namesakes.get(intent.name.normalize('NFC')) ?? [];
    const open = new OpenCreates([intent]);
    return same.filter((record) => record.category === intent.category && open.mayHaveMade(record));
  };
  return told.flatMap((intent) => {
    const [only, ...others] = fitting(intent).filter(isNew);
    if (only === undefined || others.length > 0) return [];
    settled.add(only.id);
    return [{ intent, remote: only }];
  });
}

/** Writes the agreements of what was found; returns how many they are. */
async function takeAll(context: SiteContext, found: readonly Found[], compared: boolean): Promise<number> {
  const { env, mirror, site } = context;
  const commitOf = ({ intent, remote }: Found): Commit => ({
    base: agreementOfIntent(intent, remote, env.platform, compared),
    dropIntent: intent.opId,
    madeAfter: { id: remote.id, listing: intent.listing },
    ...(context.wanted(remote) ? {} : { pin: { id: remote.id, keep: true } }),
    activity: activityOfUpload(
      context,
      { kind: 'create', path: intent.path, reason: 'new-here', id: remote.id },
      remote.size,
      intent.size,
    ),
  });
  const others = found.filter(({ intent, remote }) => isOfAnother(intent, remote));
  giveUp(
    mirror,
    site.id,
    others.map(({ intent }) => intent),
    env.now(),
  );
  const take = (some: readonly Found[]): void => mirror.commit(site.id, some.map(commitOf));
  await inTurns(env, slices(found, TAKEN_AT_ONCE), take, 1);
  return found.length;
}

/**
 * Does the record bear the mark of another create of the same bytes, such as one that was given up? Then the intent's
 * own record may still show.
 */
function isOfAnother({ opId }: Intent, { facts }: RemoteFile): boolean {
  const others = [facts.opId, ...facts.basedOn];
  return facts.opId !== null && !others.some((mark) => mark === opId);
}

/**
 * Finds new records of another name that hold the bytes of creates which the service took, or may have taken: some services
 * give a file a name of their own, which is then agreed on. `never`: the creates without such a record. A create for which
 * that could not be found out is in neither list.
 */
async function renamedRecords(
  bytes: RecordBytes,
  { base, remote }: Trees,
  settled: Set<FileId>,
  intents: readonly Intent[],
): Promise<{ readonly found: readonly Found[]; readonly never: readonly Intent[] }> {
  const found: Found[] = [];
  const never: Intent[] = [];
  for (const intent of intents) {
    const mayBe = ({ id, facts, size, firstSeen }: RemoteFile): boolean =>
      !base.has(id) &&
      !settled.has(id) &&
      facts.opId === null &&
      firstSeen > intent.listing &&
      (size === null || size === intent.size);
    const remotes = intent.lateUntil === 0 ? [] : [...remote.values()].filter(mayBe);
    const match = await bytes.first(intent, remotes);
    if (match === undefined) never.push(intent);
    else if (match !== null) {
      const { name, category } = match;
      found.push({ intent: { ...intent, name, category }, remote: match });
      settled.add(match.id);
    }
  }
  return { found, never };
}

/** The hashes of records' bytes. Each record is fetched at most once for all intents, even if that fails. */
class RecordBytes {
  readonly #context: SiteContext;
  readonly #space: SpaceAllocator;
  /** Null: the bytes could not be fetched. */
  readonly #known = new Map<FileId, ContentHash | null>();

  constructor(context: SiteContext) {
    this.#context = context;
    this.#space = new SpaceAllocator(context);
  }

  /** The first record that holds the intent's bytes; undefined if none does, null if that could not be found out. */
  async first(intent: Intent, remotes: readonly RemoteFile[]): Promise<RemoteFile | null | undefined> {
    let unknown = false;
    for (const remote of remotes) {
      const hash = await this.#hashOf(remote, intent.path);
      if (hash === intent.hash) return remote;
      unknown ||= hash === null;
    }
    return unknown ? null : undefined;
  }

  /** `path`: what to call the record if its own name is no valid path. */
  async #hashOf(remote: RemoteFile, path: RelPath): Promise<ContentHash | null> {
    const before = this.#known.get(remote.id);
    if (before !== undefined) return before;
    const hash = await hashOfRecord(this.#context, this.#space, remote, parseRelPath(remote.name) ?? path);
    this.#known.set(remote.id, hash);
    return hash;
  }
}

/**
 * Gives up these creates, except those whose record the service may show late: a file that was sent again now would
 * be there twice.
 */
function drop({ env, mirror, site }: SiteContext, intents: readonly Intent[]): void {
  const over = intents.filter(({ lateUntil }) => hasCome(lateUntil, env.now(), LATE));
  giveUp(mirror, site.id, over, env.now());
  mirror.commit(
    site.id,
    over.map((intent) => ({ dropIntent: intent.opId })),
  );
}
