import { parseRelPath, pathKey } from '../../shared/model/rel-path.ts';
import { agreementOfIntent, mayHaveMade, resolveIntents } from '../engine/intents.ts';
import type { Intent, RemoteFile } from '../engine/trees.ts';
import { fetchInto } from './apply/fetch.ts';
import type { SiteContext } from './context.ts';
import { activityOf } from './journal.ts';

/**
 * Looks up creates whose outcome is not known (rule 11), after a listing. What is found becomes an agreement; what a
 * complete listing does not show was never made, and its intent is dropped so that the plan sends it again.
 * Returns how many were found.
 */
export async function settleIntents(context: SiteContext, listingComplete: boolean): Promise<number> {
  let found = 0;
  for (let intents = context.mirror.intents(context.site.id); intents.length > 0;) {
    const { base, remote } = context.mirror.trees(context.site.id);
    const resolved = resolveIntents(intents, remote, base);
    for (const { intent, remote: record } of resolved.found) found += take(context, intent, record, false);
    const compared: Intent[] = [];
    for (const { intent, remotes } of resolved.candidates) {
      const match = await firstWithBytes(context, intent, remotes);
      if (match === undefined) compared.push(intent);
      else if (match !== null) found += take(context, intent, match, true);
    }
    const unseen: Intent[] = [];
    for (const intent of [...resolved.open, ...compared]) {
      const record = toldRecord(context, intent);
      if (record === null) unseen.push(intent);
      else found += take(context, intent, record, false);
    }
    if (listingComplete) drop(context, unseen);
    const left = context.mirror.intents(context.site.id);
    if (left.length === intents.length) break;
    intents = left;
  }
  return found;
}

/**
 * The record of a create that the service said it did: the one that it named, else the only new one of that name and
 * category. Its bytes may be others than were sent: a service may rewrite what it takes (rule 7).
 */
function toldRecord(context: SiteContext, intent: Intent): RemoteFile | null {
  const id = context.made.get(intent.opId);
  if (id === undefined) return null;
  const { base, remote } = context.mirror.trees(context.site.id);
  if (id !== null) return base.has(id) ? null : (remote.get(id) ?? null);
  const fitting = [...remote.values()].filter(
    (record) => !base.has(record.id) && record.category === intent.category && mayHaveMade(intent, record),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function take(context: SiteContext, intent: Intent, record: RemoteFile, compared: boolean): 1 {
  const here = context.mirror.trees(context.site.id).local.get(pathKey(intent.path));
  context.mirror.commit(context.site.id, [
    {
      base: agreementOfIntent(intent, record, here?.ino ?? 0n, context.env.platform, compared),
      dropIntent: intent.opId,
      ...(context.wanted(record) ? {} : { pin: { id: record.id, keep: true } }),
      activity: activityOf(
        context,
        { kind: 'create', path: intent.path, reason: 'new-here', id: record.id },
        intent.size,
      ),
    },
  ]);
  return 1;
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
