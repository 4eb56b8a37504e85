import type { FileId, OpId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { agreedAsSent } from './agreed-as-sent.ts';
import { impliedPath } from '../names/implied-path.ts';
import type { Platform } from '../policy.ts';
import { vouchesFor } from '../compare/there.ts';
import type { BaseFile, Intent, RemoteFile } from '../trees.ts';

/** What the listing says about creates whose replies were lost. Each intent is in exactly one of the four. */
export interface ResolvedIntents {
  /** The record bears our mark, or is a later version of one that did: it is ours. */
  readonly found: readonly { readonly intent: Intent; readonly remote: RemoteFile }[];
  /** Records that may be ours; their bytes have to be compared. The first that matches is ours, the others are not. */
  readonly candidates: readonly { readonly intent: Intent; readonly remotes: readonly RemoteFile[] }[];
  /** Their records may be another intent's candidates: to be resolved again when that one is settled. */
  readonly waiting: readonly Intent[];
  /** No record can be theirs: after a complete listing the file may be sent again. */
  readonly open: readonly Intent[];
}

/**
 * Looks in the remote tree for the records of creates whose outcome is unknown (rule 11): by our mark in the record's
 * facts, or among the versions that it is based on if another computer has edited or renamed it since; else by name
 * and size among the records that came after the intent. No record is offered to two intents that it could both
 * settle, so that two equal files never become one record.
 */
export function resolveIntents(
  intents: readonly Intent[],
  remote: ReadonlyMap<FileId, RemoteFile>,
  base: ReadonlyMap<FileId, BaseFile>,
): ResolvedIntents {
  const records = byAge(remote);
  const made = madeBy(new Set(intents.map(({ opId }) => opId)), records, base);
  const claimed = new Set<FileId>();
  const found: { intent: Intent; remote: RemoteFile }[] = [];
  const rest: Intent[] = [];
  for (const intent of intents) {
    const record = made.get(intent.opId);
    if (record === undefined || claimed.has(record.id)) {
      rest.push(intent);
      continue;
    }
    claimed.add(record.id);
    found.push({ intent, remote: record });
  }
  const free = records.filter((record) => !base.has(record.id) && !claimed.has(record.id));
  return { found, ...offer(rest, free) };
}

/**
 * The agreement that the lost reply would have made: what was sent, not what either side holds by now. The record may
 * have been renamed or overwritten since, and the file edited, moved or deleted; the next plan finds that out.
 *
 * @param compared true if the record's bytes were fetched and are the intent's
 */
export function agreementOfIntent(
  intent: Intent,
  record: RemoteFile,
  platform: Platform,
  compared: boolean,
): BaseFile {
  const { path, name, category, hash, size } = intent;
  // The path that the create stated, if the service keeps such facts: another computer may have moved the file since.
  const stated = record.facts.path === null ? null : (path.normalize('NFC') as RelPath);
  const facts = { ...record.facts, path: stated };
  const implied = impliedPath({ ...record, name, category, facts }, platform);
  const isAsSent =
    record.name === name &&
    record.category === category &&
    (compared || vouchesFor(record, { hash, size }, null));
  return agreedAsSent(intent, record, { path, impliedPath: implied }, isAsSent);
}

/**
 * The record that each create made: the oldest that bears its mark, else the oldest that is based on it and has no
 * agreement yet.
 */
function madeBy(
  marks: ReadonlySet<OpId>,
  records: readonly RemoteFile[],
  base: ReadonlyMap<FileId, BaseFile>,
): ReadonlyMap<OpId, RemoteFile> {
  const made = new Map<OpId, RemoteFile>();
  const changedSince = new Map<OpId, RemoteFile>();
  for (const record of records) {
    const { opId, basedOn } = record.facts;
    if (opId !== null && marks.has(opId) && !made.has(opId)) made.set(opId, record);
    if (base.has(record.id)) continue;
    for (const mark of basedOn as readonly string[] as readonly OpId[])
      if (marks.has(mark) && !changedSince.has(mark)) changedSince.set(mark, record);
  }
  return new Map([...changedSince, ...made]);
}

function offer(
  intents: readonly Intent[],
  records: readonly RemoteFile[],
): Pick<ResolvedIntents, 'candidates' | 'waiting' | 'open'> {
  const byName = new Map<string, RemoteFile[]>();
  for (const record of records) {
    const name = record.name.normalize('NFC');
    const namesakes = byName.get(name);
    if (namesakes === undefined) byName.set(name, [record]);
    else namesakes.push(record);
  }
  const candidates: { intent: Intent; remotes: readonly RemoteFile[] }[] = [];
  const waiting: Intent[] = [];
  const open: Intent[] = [];
  /** Intents of the same name and bytes: a record that settles one of them would settle the others as well. */
  const offered = new Set<string>();
  for (const intent of intents) {
    const name = intent.name.normalize('NFC');
    const remotes = (byName.get(name) ?? []).filter((record) => couldBe(intent, record));
    const twin = `${intent.hash}/${name}`;
    if (remotes.length === 0) open.push(intent);
    else if (offered.has(twin)) waiting.push(intent);
    else {
      offered.add(twin);
      candidates.push({ intent, remotes });
    }
  }
  return { candidates, waiting, open };
}

function couldBe(intent: Intent, record: RemoteFile): boolean {
  return record.firstSeen > intent.listing && (record.size === null || record.size === intent.size);
}

function byAge(remote: ReadonlyMap<FileId, RemoteFile>): RemoteFile[] {
  const order = (record: RemoteFile): string => `${record.createdAt ?? ''}\n${record.id}`;
  return [...remote.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
