import type { FileId } from '../../shared/model/ids.ts';
import { parseRelPath, pathKey } from '../../shared/model/rel-path.ts';
import { agreementOfIntent, resolveIntents } from '../engine/intents.ts';
import { OpenCreates } from '../engine/open-creates.ts';
import type { Intent, RemoteFile, Trees } from '../engine/trees.ts';
import { fetchInto } from './apply/fetch.ts';
import type { SiteContext } from './context.ts';
import { inTurns, slices } from './in-turns.ts';
import { activityOf } from './journal.ts';
import type { Commit } from './ports/mirror.ts';

/** Noted in one transaction: some milliseconds. */
const TAKEN_AT_ONCE = 250;

/** An intent and the record that its request made. */
interface Found {
  readonly intent: Intent;
  readonly remote: RemoteFile;
}

/**
 * Looks up creates whose outcome is not known (rule 11), after a listing. What is found becomes an agreement; what a
 * complete listing does not show was never made, and its intent is dropped so that the plan sends it again.
 * Returns how many were found.
 */
export async function settleIntents(context: SiteContext, listingComplete: boolean): Promise<number> {
  const { mirror, site } = context;
  let found = 0;
  for (let intents = mirror.intents(site.id); intents.length > 0;) {
    // Read once for all of them: a service that shows no record that it made leaves one of each file that was sent.
    const trees = mirror.trees(site.id);
    const resolved = resolveIntents(intents, trees.remote, trees.base);
    found += await takeAll(context, trees, resolved.found, false);
    const unseen: Intent[] = [...resolved.open];
    const settled = new Set(resolved.found.map(({ remote }) => remote.id));
    for (const { intent, remotes } of resolved.candidates) {
      const match = await firstWithBytes(context, intent, remotes);
      if (match === undefined) unseen.push(intent);
      else if (match !== null) {
        found += await takeAll(context, trees, [{ intent, remote: match }], true);
        settled.add(match.id);
      }
    }
    const told = toldRecords(context, trees, settled, unseen);
    found += await takeAll(context, trees, told, false);
    const taken = new Set(told.map(({ intent }) => intent));
    const never = unseen.filter((intent) => !taken.has(intent));
    if (listingComplete) drop(context, never);
    const left = mirror.intents(site.id);
    if (left.length === intents.length) break;
    intents = left;
  }
  return found;
}

/**
 * The records of creates that the service said it did: each the one that it named, else the only new one of that name and
 * category. Their bytes may be others than were sent: a service may rewrite what it takes (rule 7).
 */
function toldRecords(
  { made }: SiteContext,
  { base, remote }: Trees,
  settled: Set<FileId>,
  intents: readonly Intent[],
): readonly Found[] {
  const told = intents.filter((intent) => made.has(intent.opId));
  if (told.length === 0) return [];
  const isNew = (record: RemoteFile): boolean => !base.has(record.id) && !settled.has(record.id);
  const fresh = [...remote.values()].filter(isNew);
  const namesakes = Map.groupBy(fresh, (record) => record.name.normalize('NFC'));
  const fitting = (intent: Intent): readonly RemoteFile[] => {
    const id = made.get(intent.opId) ?? null;
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

/** Returns how many they are. */
async function takeAll(
  context: SiteContext,
  { local }: Trees,
  found: readonly Found[],
  compared: boolean,
): Promise<number> {
  const { env, mirror, site } = context;
  const commitOf = ({ intent, remote }: Found): Commit => ({
    base: agreementOfIntent(
      intent,
      remote,
      local.get(pathKey(intent.path))?.ino ?? 0n,
      env.platform,
      compared,
    ),
    dropIntent: intent.opId,
    ...(context.wanted(remote) ? {} : { pin: { id: remote.id, keep: true } }),
    activity: activityOf(
      context,
      { kind: 'create', path: intent.path, reason: 'new-here', id: remote.id },
      intent.size,
    ),
  });
  const take = (some: readonly Found[]): void => mirror.commit(site.id, some.map(commitOf));
  await inTurns(env, slices(found, TAKEN_AT_ONCE), take, 1);
  return found.length;
}

/** The first record that holds the intent's bytes; undefined where none does, null where that could not be found out. */
async function firstWithBytes(
  context: SiteContext,
  intent: Intent,
  remotes: readonly RemoteFile[],
): Promise<RemoteFile | null | undefined> {
  let unknown = false;
  for (const remote of remotes) {
    const sink = await context.disk.openDownload(
      context.site.folder,
      remote.id,
      remote.fingerprint,
      intent.path,
    );
    if (!sink.ok) return null;
    const fetched = await fetchInto(context, sink.value, remote, parseRelPath(remote.name) ?? intent.path);
    await sink.value.discard();
    if (!fetched.ok) unknown = true;
    else if (fetched.value.hash === intent.hash) return remote;
  }
  return unknown ? null : undefined;
}

function drop(context: SiteContext, intents: readonly Intent[]): void {
  context.mirror.commit(
    context.site.id,
    intents.map((intent) => ({ dropIntent: intent.opId })),
  );
}
