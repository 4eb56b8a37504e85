import { baseName, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { Action, Adopt, Download, Forget, Hash, MoveLocal, Reconcile, Update, Wait } from './actions.ts';
import { conflictPath } from '../names/conflict-name.ts';
import { categoryOfPath } from '../names/implied-path.ts';
import { foldKey } from '../names/local-names.ts';
import { orderMoves } from './move-order.ts';
import type { Places } from './places.ts';
import type { Policy } from '../policy.ts';
import type { ChangedThere, RecordThere } from '../compare/there.ts';
import { orderRenames } from './rename-order.ts';
import { sentFirst } from './sent-first.ts';
import type { BaseFile, InStep, LocalFile, RemoteFile, Trees } from '../trees.ts';
import { updateReason } from './update-reason.ts';

/** An update of a record by a file that may have been moved here. `content`: its bytes are sent as well. */
interface Rename {
  readonly base: BaseFile;
  readonly local: LocalFile;
  readonly remote: RemoteFile;
  readonly content: boolean;
}

/**
 * A plan in the making. `AgreedFiles` and `NewFiles` decide what is to become of a file; this knows the details of each
 * action: what the record will be called, which place a file gets or leaves, what a copy is named.
 */
export class PlanBuilder {
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #actions: Action[] = [];
  readonly #moves: MoveLocal[] = [];
  readonly #renames: Rename[] = [];
  /** Places that files have left here, each with the record that still has this name on the service. */
  readonly #left = new Map<PathKey, FileId>();

  constructor(policy: Policy, places: Places) {
    this.#policy = policy;
    this.#places = places;
  }

  /** The finished plan. Moves come first, so that later actions find the places free. */
  actions(trees: Pick<Trees, 'base' | 'local'>): readonly Action[] {
    const renames = this.#renamesInTurn();
    const others = sentFirst(this.#actions, [...this.#moves, ...renames], trees);
    for (const action of others)
      if (action.kind === 'deleteRemote' && action.after === null) this.#places.deleteGoes(action.path);
    const moves = orderMoves(this.#moves, this.#places, this.#policy.unreadable);
    return [...moves, ...renames, ...others];
  }

  add(action: Action): void {
    this.#actions.push(action);
  }

  wait(id: FileId | null, path: RelPath, reason: Wait['reason']): void {
    this.add(waitFor(id, path, reason));
  }

  /** The file was sent, and its create has no answer yet: nothing is done about it before that. */
  waitForAnswer(id: FileId | null, local: LocalFile): void {
    this.add({ ...waitFor(id, local.path, 'outcome-unknown'), local });
  }

  hash(local: LocalFile, reason: Hash['reason']): void {
    this.add({ kind: 'hash', path: local.path, local, reason });
  }

  forget({ id, path }: BaseFile, reason: Forget['reason']): void {
    this.add({ kind: 'forget', id, path, reason });
  }

  /** `basePath` stays behind while a move made here is still to be sent. */
  adopt(
    remote: RemoteFile,
    local: LocalFile,
    implied: RelPath,
    reason: Exclude<Adopt['reason'], 'was-being-placed'>,
    basePath = local.path,
  ): void {
    this.add({
      kind: 'adopt',
      id: remote.id,
      path: local.path,
      local,
      remote,
      basePath,
      impliedPath: implied,
      reason,
    });
  }

  /**
   * `gone`: the agreement about the record that it replaces. Outside the category folders the new record keeps its
   * category.
   */
  create(local: LocalFile, gone: BaseFile | null): void {
    const { path } = local;
    this.add({
      kind: 'create',
      path,
      local,
      name: recordName(path),
      category: this.#categoryHere(path) ?? gone?.category ?? null,
      gone: gone?.id ?? null,
      reason: gone === null ? 'new-here' : 'edit-beats-delete',
    });
  }

  /** Sends new bytes, and with them the name, place and category that the file has here; if it was moved, as `sendMove`. */
  sendEdit(base: BaseFile, local: LocalFile, remote: RemoteFile): void {
    if (local.path === base.path)
      this.add(this.#updateOf({ base, local, remote, content: true }, local.path));
    else this.#renames.push({ base, local, remote, content: true });
  }

  /** Sends another category of the same bytes in the same place. */
  sendCategory(base: BaseFile, local: LocalFile, remote: RemoteFile): void {
    this.add(this.#updateOf({ base, local, remote, content: false }, local.path));
  }

  /**
   * Sends a move that was made here once its name is free. If another record keeps that name in this round, a later
   * round sends it.
   */
  sendMove(base: BaseFile, local: LocalFile, remote: RemoteFile): void {
    this.#renames.push({ base, local, remote, content: false });
  }

  /** Notes that the file of this agreement left its place, whatever is done about it. */
  left(base: BaseFile): void {
    this.#left.set(pathKey(base.path), base.id);
  }

  #renamesInTurn(): readonly Action[] {
    const going = new Set(this.#renames.map(({ base }) => base.id));
    const staying = new Set(
      [...this.#left]
        .filter(([, id]) => !going.has(id))
        .map(([place]) => foldKey(place as string as RelPath)),
    );
    return orderRenames(this.#renames).map(({ renamed, opens }) => {
      const { base, local } = renamed;
      if (staying.has(foldKey(local.path))) {
        staying.add(foldKey(base.path));
        return waitFor(base.id, local.path, 'name-taken');
      }
      const place = opens ? this.#places.takeBeside(base.path, base.id) : local.path;
      const update = this.#updateOf(renamed, place);
      return opens ? { ...update, reason: 'makes-room' } : update;
    });
  }

  #updateOf({ base, local, remote, content }: Rename, place: RelPath): Update {
    const isRenamed = baseName(place) !== baseName(base.path);
    const category = this.#categoryHere(place) ?? remote.category;
    return {
      kind: 'update',
      id: base.id,
      base,
      path: local.path,
      place,
      local,
      content,
      // If the file has its alias here, nobody renamed it: the record keeps the name that this disk could not hold.
      name: isRenamed ? recordName(place) : remote.name,
      category,
      expect: remote.fingerprint,
      inPlace: local.path === base.path ? [] : this.#places.occupants(base.path),
      reason: updateReason(base, place, content, category !== remote.category),
    };
  }

  deleteRemote(base: BaseFile): void {
    const { id, path } = base;
    const inPlace = this.#places.occupants(path);
    this.#places.wasDeletedHere(path);
    this.add({
      kind: 'deleteRemote',
      id,
      path,
      base,
      inPlace,
      expect: base.remote,
      after: null,
      reason: 'deleted-here',
    });
  }

  trashLocal({ id }: BaseFile, local: LocalFile): void {
    const { path } = local;
    this.#places.leaves(path);
    this.add({ kind: 'trashLocal', id, path, local, reason: 'deleted-on-service' });
  }

  free(base: BaseFile, local: LocalFile): void {
    const { path } = local;
    this.add({ kind: 'free', id: base.id, path, base, local, expect: base.remote, reason: 'online-only' });
  }

  /**
   * Fetches a file that is not here. `open`: a file in its place whose create has no answer yet; the fetch waits for
   * that answer. If it were laid beside that file, each computer would have its own file under the name once both
   * records exist, and nobody would be told. But without a complete listing the answer may never come: then the record
   * is fetched all the same (rule 2). Returns false if it has to wait.
   */
  download(
    remote: RemoteFile,
    implied: RelPath,
    open: LocalFile | undefined,
    reason: Exclude<Download['reason'], 'changed-on-service'>,
    maybe: Download['maybe'] = null,
  ): boolean {
    // A file in its place, or where it needs a folder, has to leave in a step of its own first.
    const waits = this.#places.isLeaving(implied) || this.#places.onTheWay(implied).length > 0;
    const isToBeKnown = open !== undefined && this.#policy.listingComplete;
    if (isToBeKnown || waits) {
      this.wait(remote.id, implied, 'place-taken');
      return false;
    }
    const path = this.#places.take(this.#places.comesTo(implied), remote.id);
    this.add({
      kind: 'download',
      id: remote.id,
      path,
      remote,
      replaces: null,
      basePath: path,
      impliedPath: implied,
      maybe,
      reason,
    });
    return true;
  }

  /** Fetches new bytes over the old ones. `basePath` stays behind while a move made here is still to be sent. */
  refresh(remote: RemoteFile, local: LocalFile, basePath: RelPath, implied: RelPath): void {
    this.add({
      kind: 'download',
      id: remote.id,
      path: local.path,
      remote,
      replaces: local,
      basePath,
      impliedPath: implied,
      maybe: null,
      reason: 'changed-on-service',
    });
  }

  /** Both sides edited a file that they agreed on. `basePath` stays behind while a move made here is still to be sent. */
  keepBoth(base: BaseFile, local: LocalFile, there: ChangedThere, basePath: RelPath): void {
    const reason = there.wentBack ? 'service-went-back' : 'changed-on-both';
    this.reconcile(there.remote, local, there.impliedPath, reason, { base, basePath });
  }

  /** Keeps both the record's bytes and the file here, which becomes a conflict copy. */
  reconcile(
    remote: RemoteFile,
    local: LocalFile,
    implied: RelPath,
    reason: Reconcile['reason'],
    { base = null, basePath = local.path }: Partial<Pick<Reconcile, 'base' | 'basePath'>> = {},
  ): void {
    const { stamp, device } = this.#policy;
    const copy = conflictPath(local.path, stamp, device, (path) => this.#places.isTaken(path));
    this.#places.reserve(copy);
    this.add({
      kind: 'reconcile',
      id: remote.id,
      path: local.path,
      local,
      remote,
      basePath,
      impliedPath: implied,
      copy,
      base,
      reason,
    });
  }

  moveLocal(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    const to = this.#places.comesTo(there.impliedPath);
    const reason = there.moved ? 'renamed-on-service' : 'changed-on-both';
    this.#move(base, local, there, { to, reason });
  }

  /** The file lies where the record says, with the bytes that it has: only that is agreed on, once the record was asked for. */
  agreeAfterAsking(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    this.#move(base, local, there, { to: local.path, reason: 'record-changed' });
  }

  /**
   * The place is needed for a folder: the file gets its alias beside it when the moves are put in order. Its record
   * stays as it is.
   */
  moveAside(base: BaseFile, local: LocalFile, there: RecordThere): void {
    this.#move(base, local, there, { to: local.path, reason: 'makes-room' });
  }

  /** Another record has its name: the file here becomes a conflict copy, and the next plan sends that move. */
  keepAsCopy({ base, local, remote }: InStep): void {
    const there: RecordThere = { kind: 'same', remote, impliedPath: base.impliedPath };
    const { stamp, device } = this.#policy;
    const to = conflictPath(local.path, stamp, device, (path) => this.#places.isTaken(path));
    this.#move(base, local, there, { to, reason: 'new-on-both' });
  }

  #move(
    base: BaseFile,
    local: LocalFile,
    there: RecordThere,
    { to, reason }: Pick<MoveLocal, 'to' | 'reason'>,
  ): void {
    const { remote, impliedPath } = there;
    const settles = there.kind === 'same' || !there.content;
    this.#places.leaves(local.path);
    this.#moves.push({
      kind: 'moveLocal',
      id: base.id,
      base,
      local,
      path: local.path,
      to,
      remote,
      impliedPath,
      settles,
      reason,
    });
  }

  /** The category that the folder stands for; outside the category folders the one that the person chose, or null. */
  #categoryHere(path: RelPath): Category | null {
    return categoryOfPath(path) ?? this.#policy.chosenCategory(path);
  }
}

function waitFor(id: FileId | null, path: RelPath, reason: Wait['reason']): Wait {
  return { kind: 'wait', id, path, reason };
}

function recordName(path: RelPath): string {
  return baseName(path).normalize('NFC');
}
