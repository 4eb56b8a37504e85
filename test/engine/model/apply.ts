import type { Action, Hash } from '../../../main/engine/plan/actions.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import { lineAfter } from '../../../main/engine/compare/lineage.ts';
import { agree } from '../../../main/sync/apply/commit/agreement.ts';
import { sentOver, stillSent } from '../../../main/sync/apply/commit/sent-over.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type {
  ContentHash,
  FileId,
  OpId,
  RemoteFingerprint,
  SiteId,
  VersionMark,
} from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import {
  factsOf,
  hashOf,
  type ModelClient,
  type ModelFile,
  type ModelRecord,
  type ModelService,
  newOpId,
} from './world.ts';

/** Thrown where a plan would do what no plan may. */
class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
}

/**
 * One round of the cycle: lost creates, hashes, then at most `limit` steps of a plan (a crash may cut it off anywhere).
 * Returns what was planned last.
 */
export function syncRound(client: ModelClient, service: ModelService, limit = Infinity): readonly Action[] {
  client.settleIntents(service);
  let actions = planOf(client, service);
  for (let hashing = hashes(actions); hashing.length > 0; hashing = hashes(actions)) {
    for (const action of hashing) hashFile(client, action);
    actions = planOf(client, service);
  }
  checkPlan(client, actions);
  for (const action of inOrder(actions).slice(0, limit)) applyAction(client, service, action);
  return actions;
}

/** As the program plans: of what is not settled. */
function planOf(client: ModelClient, service: ModelService): readonly Action[] {
  const policy = client.policy();
  return plan(withoutSettled(client.trees(service), policy), policy);
}

/** No file gets two steps, and no record is to go whose file is here. */
function checkPlan(client: ModelClient, actions: readonly Action[]): void {
  const touched = new Set<string>();
  for (const action of actions) {
    const id = 'id' in action ? action.id : null;
    const key = id ?? action.path;
    if (touched.has(key)) throw new RuleBroken(`two actions for ${key}`);
    touched.add(key);
    if (action.reason === 'overwritten-there' && client.seesAll)
      throw new RuleBroken(`takes a newer version for one that overwrote ours unseen: ${action.path}`);
    if (action.kind === 'deleteRemote' && stillHere(client, action.base))
      throw new RuleBroken(`deletes a record whose file is here: ${action.path}`);
  }
}

const hashes = (actions: readonly Action[]): Hash[] => actions.filter((action) => action.kind === 'hash');

/** As the cycle carries them out: records, then moves in the plan's order, then deletes, then transfers. */
function inOrder(actions: readonly Action[]): readonly Action[] {
  const rank = ({ kind }: Action): number => {
    if (kind === 'adopt' || kind === 'forget') return 0;
    if (kind === 'moveLocal') return 1;
    return kind === 'trashLocal' || kind === 'deleteRemote' || kind === 'free' ? 2 : 3;
  };
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

function hashFile(client: ModelClient, { local }: Hash): void {
  const file = unchanged(client, local);
  if (file === null || file.hash !== null)
    throw new RuleBroken(`hash of what is hashed or gone: ${local.path}`);
  client.local.set(pathKey(local.path), { ...file, hash: hashOf(file.content) });
}

/** Every step looks before it acts, and does nothing where something is not as the plan saw it. */
function applyAction(client: ModelClient, service: ModelService, action: Action): void {
  switch (action.kind) {
    case 'wait':
    case 'hash':
      return;
    case 'adopt': {
      const hash = action.local.hash ?? client.base.get(action.id)?.hash;
      if (hash === undefined) throw new RuleBroken(`adopts unknown bytes: ${action.path}`);
      keepSent(client, action.remote, hash);
      client.base.set(
        action.id,
        agree(action.remote, action.local, hash, { path: action.basePath, impliedPath: action.impliedPath }),
      );
      return;
    }
    case 'forget':
      client.base.delete(action.id);
      return;
    case 'create':
      applyCreate(client, service, action);
      return;
    case 'update':
      applyUpdate(client, service, action);
      return;
    case 'deleteRemote':
      if (action.after === null) applyDelete(client, service, action);
      return;
    case 'download':
      applyDownload(client, service, action);
      return;
    case 'reconcile':
      applyReconcile(client, service, action);
      return;
    case 'moveLocal':
      applyMove(client, action);
      return;
    case 'trashLocal':
      applyTrash(client, service, action);
      return;
    case 'free':
      applyFree(client, service, action);
      return;
    default:
      assertNever(action);
  }
}

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

function applyCreate(client: ModelClient, service: ModelService, action: Of<'create'>): void {
  const file = unchanged(client, action.local);
  if (file === null || (action.gone !== null && service.records.has(action.gone))) return;
  const id = client.post(service, file, action.name, action.category);
  if (id === null) return;
  if (action.gone !== null) client.base.delete(action.gone);
  pinUnwanted(client, service, id);
  markRead(client, file);
}

function applyUpdate(client: ModelClient, service: ModelService, action: Of<'update'>): void {
  const record = expected(service, action.id, action.expect);
  const file = unchanged(client, action.local);
  if (record === null || file === null) return;
  if (!action.content && file.content !== String(action.base.hash))
    throw new RuleBroken(`vouches for other bytes than were sent: ${action.path}`);
  const isPlaced = (other: BaseFile): boolean =>
    other.id !== action.id && pathKey(other.path) === pathKey(action.place);
  if (action.place !== action.base.path && [...client.base.values()].some(isPlaced))
    throw new RuleBroken(`gives a record the place of another: ${action.place}`);
  const [opId, basedOn] = [newOpId(), lineAfter(record)];
  const next = service.update(record, {
    name: action.name,
    category: action.category,
    ...(action.content ? { content: file.content } : {}),
    facts: factsOf({ ...file, path: action.place }, opId, basedOn),
  });
  client.agreeOn(next, file, action.place);
  noteSent(client, action, { opId, basedOn, kept: next.facts.opId === opId });
  markRead(client, file);
}

function noteSent(
  client: ModelClient,
  action: Of<'update'>,
  { opId, basedOn, kept }: { opId: OpId; basedOn: readonly VersionMark[]; kept: boolean },
): void {
  const base = client.base.get(action.id);
  if (base === undefined || !kept) return;
  const mirror = { sentBytes: () => client.sent.get(action.id) ?? null };
  const { sent } = sentOver(mirror, '' as SiteId, action, { base, opId, basedOn });
  if (sent !== undefined) client.sent.set(action.id, sent);
}

function keepSent(client: ModelClient, remote: RemoteFile, hash: ContentHash): void {
  const { sent } = stillSent(
    { sentBytes: (_, id) => client.sent.get(id) ?? null },
    '' as SiteId,
    remote,
    hash,
  );
  if (sent !== undefined) client.sent.set(remote.id, sent);
}

function applyDelete(client: ModelClient, service: ModelService, action: Of<'deleteRemote'>): void {
  const base = client.base.get(action.id);
  const record = expected(service, action.id, action.expect);
  if (record === null) return;
  if (base === undefined || record.content !== String(base.hash))
    throw new RuleBroken(`deletes a record that was changed there: ${action.path}`);
  if (hereAlone(client, service, base))
    throw new RuleBroken(`takes bytes from the service that are here alone then: ${action.path}`);
  service.records.delete(action.id);
  client.base.delete(action.id);
}

/** Are its bytes here, in a file of which nothing is agreed on, and in no other record? */
function hereAlone(client: ModelClient, service: ModelService, base: BaseFile): boolean {
  const agreedOn = [...client.base.values()].filter(({ id }) => id !== base.id);
  const others = [...service.records.values()].filter(({ id }) => id !== base.id);
  return (
    [...client.local.values()].some(({ hash }) => hash === base.hash) &&
    !agreedOn.some(({ hash }) => hash === base.hash) &&
    !others.some(({ content }) => content === String(base.hash))
  );
}

/** Is the agreed file on the disk: edited in its place, or moved as it was, so that it can be no other's? */
function stillHere(client: ModelClient, base: BaseFile): boolean {
  const others = [...client.base.values()].filter((each) => each.id !== base.id);
  const isOthers = (file: ModelFile): boolean =>
    others.some((each) => pathKey(each.path) === pathKey(file.path) || each.ino === file.ino);
  return [...client.local.values()].some(
    (file) =>
      file.ino === base.ino &&
      (pathKey(file.path) === pathKey(base.path) || (file.content === String(base.hash) && !isOthers(file))),
  );
}

function applyDownload(client: ModelClient, service: ModelService, action: Of<'download'>): void {
  const record = expected(service, action.id, action.remote.fingerprint);
  if (record === null) return;
  const lying = action.maybe?.files.flatMap((file) => unchanged(client, file) ?? []) ?? [];
  const agreed = new Set([...client.base.values()].map(({ path }) => pathKey(path)));
  const found = lying.find(({ content, path }) => content === record.content && !agreed.has(pathKey(path)));
  if (found !== undefined) return client.agreeOn(record, found, found.path, action.impliedPath);
  if (action.replaces === null) {
    if (!client.isFree(action.path)) return;
  } else {
    const old = unchanged(client, action.replaces);
    if (old === null) return;
    client.trash.push(old.content);
  }
  place(client, record, action);
}

/** Lays their bytes down; the agreement about them may be cut off. */
function place(client: ModelClient, record: ModelRecord, action: Of<'download'> | Of<'reconcile'>): void {
  const hash = hashOf(record.content);
  const { id, fingerprint, content } = record;
  const agreed = client.base.get(id);
  if (agreed !== undefined && agreed.path !== action.path)
    client.noteBytes({ id, hash, size: content.length, remote: fingerprint });
  const isKilled = client.losesAgreement();
  const file = client.write(action.path, content, { hash: isKilled ? null : hash });
  requirePlace(file, action.path);
  if (!isKilled) client.agreeOn(record, file, action.basePath, action.impliedPath);
}

function applyReconcile(client: ModelClient, service: ModelService, action: Of<'reconcile'>): void {
  const record = expected(service, action.id, action.remote.fingerprint);
  const mine = unchanged(client, action.local);
  if (record === null || mine === null) return;
  if (mine.content === record.content) {
    client.agreeOn(record, mine, action.basePath, action.impliedPath);
    markRead(client, mine);
    return;
  }
  if (action.base !== null && record.content === String(action.base.hash)) {
    const { base } = action;
    client.base.set(base.id, agree(record, base, base.hash, { ...action, path: action.basePath }));
    return;
  }
  if (!client.isFree(action.copy)) return;
  client.remove(mine.path);
  client.put(mine, action.copy);
  place(client, record, action);
  client.pins.add(action.id);
}

function applyMove(client: ModelClient, action: Of<'moveLocal'>): void {
  const file = unchanged(client, action.local);
  if (file === null || !client.isFree(action.to, action.path)) return;
  client.remove(action.path);
  requirePlace(client.put(file, action.to), action.to);
  if (action.reason === 'new-on-both') return;
  const { base, remote } = action;
  const { name, category, updatedAt } = remote;
  if (action.settles) keepSent(client, remote, base.hash);
  const settled = action.settles
    ? { ...base, name, category, updatedAt, remote: remote.fingerprint, opId: remote.facts.opId }
    : base;
  client.base.set(action.id, { ...settled, path: action.to, impliedPath: action.impliedPath });
}

function applyTrash(client: ModelClient, service: ModelService, action: Of<'trashLocal'>): void {
  const file = unchanged(client, action.local);
  if (file === null || service.records.has(action.id)) return;
  if (file.content !== String(client.base.get(action.id)?.hash))
    throw new RuleBroken(`trashes what was changed here: ${action.path}`);
  client.trash.push(file.content);
  client.remove(file.path);
  client.base.delete(action.id);
}

function applyFree(client: ModelClient, service: ModelService, action: Of<'free'>): void {
  const file = unchanged(client, action.local);
  const record = expected(service, action.id, action.expect);
  if (file === null || record === null) return;
  if (file.content !== record.content || client.wanted(record))
    throw new RuleBroken(`frees what is wanted, or not in step: ${action.path}`);
  client.remove(file.path);
  client.base.delete(action.id);
}

/** Elsewhere than was planned, it would be taken for a file that a person moved. */
function requirePlace({ path }: LocalFile, planned: RelPath): void {
  if (path !== planned) throw new RuleBroken(`puts a file to ${planned}, and the disk to ${path}`);
}

/** The file as the plan saw it, or null. */
function unchanged(client: ModelClient, seen: LocalFile): ModelFile | null {
  const file = client.local.get(pathKey(seen.path));
  if (file === undefined || file.path !== seen.path) return null;
  return file.size === seen.size && file.mtimeNs === seen.mtimeNs && file.ino === seen.ino ? file : null;
}

function expected(service: ModelService, id: FileId, fingerprint: RemoteFingerprint): ModelRecord | null {
  const record = service.records.get(id);
  return record?.fingerprint === fingerprint ? record : null;
}

function markRead(client: ModelClient, file: ModelFile): void {
  client.local.set(pathKey(file.path), { ...file, hash: hashOf(file.content) });
}

function pinUnwanted(client: ModelClient, service: ModelService, id: FileId): void {
  const record = service.records.get(id);
  if (record !== undefined && !client.wanted(record)) client.pins.add(id);
}
