import { parseRelPath, pathKey } from '../../shared/model/rel-path.ts';
import { agreementOfIntent, resolveIntents } from '../engine/intents.ts';
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
    if (listingComplete) drop(context, [...resolved.open, ...compared]);
    const left = context.mirror.intents(context.site.id);
    if (left.length === intents.length) break;
    intents = left;
  }
  return found;
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
