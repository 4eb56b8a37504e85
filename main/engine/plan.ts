import { baseName, pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { Category } from '../../shared/model/category.ts';
import { assertNever } from '../../shared/assert-never.ts';
import { adoptPlaced, type PlacedHere } from './adopt-placed.ts';
import type { Action, MoveLocal, Reconcile } from './actions.ts';
import { conflictPath } from './conflict-name.ts';
import { isJudged, observeLocal, type Here } from './here.ts';
import { categoryOfPath, impliedPath } from './implied-path.ts';
import { lyingHere, mayLieUnseen } from './leftovers.ts';
import { overwritten } from './lineage.ts';
import { orderMoves } from './move-order.ts';
import { newRecords } from './new-records.ts';
import { OpenCreates } from './open-creates.ts';
import { Places } from './places.ts';
import type { Policy } from './policy.ts';
import { compareRemote, vouchesFor, type There } from './there.ts';
import { updateReason } from './update-reason.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from './trees.ts';

/**
 * The plan: what to do so that local and remote become equal, as a pure function of the three trees.
 *
 * Each file gets at most one action, a step that is safe by itself. A file that needs several (moved there and
 * edited here) gets the next one from the plan of the next round, so a plan that is cut off anywhere costs nothing.
 * A plan of trees that agree is empty. Deletes are nominated here, held by `holdDeletes`, and proved when applied.
 */
export function plan(trees: Trees, policy: Policy): readonly Action[] {
  const planner = new Planner(trees, policy);
  return planner.run();
}

class Planner {
  readonly #trees: Trees;
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #actions: Action[] = [];
  readonly #moves: MoveLocal[] = [];
  /** Files of no agreement that nothing was decided for yet. */
  readonly #unclaimed = new Map<PathKey, LocalFile>();
  readonly #open: OpenCreates;

  constructor(trees: Trees, policy: Policy) {
    this.#trees = trees;
    this.#policy = policy;
    this.#places = new Places(trees);
    this.#open = new OpenCreates(policy.intents);
  }

  run(): readonly Action[] {
    const side = observeLocal(this.#trees, this.#policy);
    const unclaimed = this.#unclaimed;
    for (const [key, local] of side.unclaimed) unclaimed.set(key, local);
    for (const base of this.#trees.base.values()) this.#agreed(base, side.of(base));
    for (const remote of newRecords(this.#trees)) {
      const path = impliedPath(remote, this.#policy.platform);
      const local = lyingHere(unclaimed, remote, path);
      const place = local?.path ?? path;
      if (!isJudged(place, this.#policy)) continue;
      if (local === undefined && mayLieUnseen(remote, path, this.#policy)) continue;
      // A record that a create of unknown outcome may have made is not fetched as a file of others.
      if (this.#open.mayHaveMade(remote)) {
        this.#add({ kind: 'wait', id: remote.id, path, reason: 'outcome-unknown' });
      } else if (this.#places.isAgreedOn(place)) {
        this.#add({ kind: 'wait', id: remote.id, path, reason: 'place-taken' });
      } else if (local !== undefined && !this.#open.has(local)) {
        unclaimed.delete(pathKey(local.path));
        this.#newOnBoth(remote, local, path);
      } else if (this.#policy.wanted(remote)) {
        this.#newOnService(remote, path);
      }
    }
    for (const local of unclaimed.values()) this.#newHere(local);
    return [...orderMoves(this.#moves, this.#places), ...this.#actions];
  }

  #agreed(base: BaseFile, here: Here): void {
    const remote = this.#trees.remote.get(base.id);
    const implied = remote === undefined ? base.impliedPath : impliedPath(remote, this.#policy.platform);
    const there = compareRemote(base, remote, implied);
    switch (here.kind) {
      case 'unjudged':
        return;
      case 'unhashed':
        this.#add({ kind: 'hash', path: here.local.path, local: here.local, reason: here.why });
        return;
      case 'unread':
        this.#places.staysAgreedOn(base.path);
        for (const local of here.locals)
          this.#add({ kind: 'hash', path: local.path, local, reason: 'maybe-moved' });
        return;
      case 'placed':
        this.#placedHere(base, here, there, implied);
        return;
      case 'displaced':
        this.#add({ kind: 'forget', id: base.id, path: base.path, reason: 'place-claimed' });
        return;
      case 'gone':
        this.#goneHere(base, there, implied);
        return;
      case 'same':
      case 'touched':
        this.#unchangedHere(base, here, there, implied);
        return;
      case 'changed':
        this.#changedHere(base, here.local, there, implied);
        return;
      case 'moved':
        this.#movedHere(base, here.local, there, implied);
        return;
      default:
        assertNever(here);
    }
  }

  #goneHere(base: BaseFile, there: There, implied: RelPath): void {
    const { id, path } = base;
    if (there.kind === 'gone') {
      this.#add({ kind: 'forget', id, path, reason: 'gone-on-both' });
    } else if (!this.#policy.wanted(there.remote)) {
      this.#add({ kind: 'forget', id, path, reason: 'not-kept-here' });
    } else if (there.kind === 'same') {
      this.#places.staysAgreedOn(path);
      this.#add({ kind: 'deleteRemote', id, path, base, expect: base.remote, reason: 'deleted-here' });
    } else {
      this.#places.staysAgreedOn(path);
      const local = lyingHere(this.#unclaimed, there.remote, implied);
      if (local === undefined || this.#open.has(local)) {
        this.#download(there.remote, implied, 'edit-beats-delete');
      } else {
        // Another file took the place, or a fetch that was killed left it there.
        this.#unclaimed.delete(pathKey(local.path));
        this.#newOnBoth(there.remote, local, implied);
      }
    }
  }

  #unchangedHere(
    base: BaseFile,
    here: { kind: 'same' | 'touched'; local: LocalFile },
    there: There,
    implied: RelPath,
  ): void {
    const { local } = here;
    const { id } = base;
    if (there.kind === 'gone') {
      this.#places.leaves(local.path);
      this.#add({ kind: 'trashLocal', id, path: local.path, base, local, reason: 'deleted-on-service' });
    } else if (there.kind === 'changed') {
      if (there.moved) this.#moveLocal(base, local, there, implied);
      else if (there.wentBack && there.content)
        this.#reconcile(there.remote, local, implied, 'service-went-back');
      else if (there.content) this.#replacedThere(base, local, there.remote, implied);
      else this.#adopt(there.remote, local, implied, 'record-changed');
    } else if (!this.#policy.wanted(there.remote)) {
      this.#add({
        kind: 'free',
        id,
        path: local.path,
        base,
        local,
        expect: base.remote,
        reason: 'online-only',
      });
    } else if (this.#isRecategorised(local.path, base.category)) {
      this.#update(base, local, there.remote, false);
    } else if (here.kind === 'touched') {
      this.#adopt(there.remote, local, implied, 'touched');
    }
  }

  #changedHere(base: BaseFile, local: LocalFile, there: There, implied: RelPath): void {
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (there.kind === 'same') {
      this.#update(base, local, there.remote, true);
    } else if (there.moved) {
      this.#moveLocal(base, local, there, implied);
    } else if (vouchesFor(there.remote, local, base.opId)) {
      this.#adopt(there.remote, local, implied, 'same-bytes');
    } else if (there.content) {
      const reason = there.wentBack ? 'service-went-back' : 'changed-on-both';
      this.#reconcile(there.remote, local, implied, reason, base);
    } else {
      this.#update(base, local, there.remote, true);
    }
  }

  #movedHere(base: BaseFile, local: LocalFile, there: There, implied: RelPath): void {
    this.#places.staysAgreedOn(base.path);
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (there.kind === 'same') {
      this.#update(base, local, there.remote, false);
    } else if (
      there.moved ||
      (there.content && (there.wentBack || overwritten(base, there.remote, this.#policy) !== null))
    ) {
      // Moved on both sides: the service's place wins. What went back, or overwrote ours, is met in its own place as well.
      if (pathKey(local.path) !== pathKey(implied)) this.#moveLocal(base, local, there, implied);
      else if (!there.content) this.#adopt(there.remote, local, implied, 'same-move');
      else if (there.wentBack) this.#reconcile(there.remote, local, implied, 'service-went-back');
      else this.#replacedThere(base, local, there.remote, implied);
    } else if (there.content) {
      this.#refresh(there.remote, local, base.path, implied);
    } else {
      this.#update(base, local, there.remote, false);
    }
  }

  #placedHere(base: BaseFile, here: PlacedHere, there: There, implied: RelPath): void {
    this.#places.staysAgreedOn(base.path);
    if (there.kind === 'gone') this.#createAgain(base, here.local);
    else this.#add(adoptPlaced(base, here, there.remote, implied));
  }

  #newOnService(remote: RemoteFile, path: RelPath): void {
    if (this.#places.isLeaving(path)) {
      this.#add({ kind: 'wait', id: remote.id, path, reason: 'place-taken' });
    } else {
      this.#download(remote, path, 'new-on-service');
    }
  }

  #newOnBoth(remote: RemoteFile, local: LocalFile, implied: RelPath): void {
    if (remote.facts.sha256 !== null && remote.size === local.size && local.hash === null) {
      this.#add({ kind: 'hash', path: local.path, local, reason: 'maybe-same-bytes' });
    } else if (vouchesFor(remote, local, null)) {
      this.#adopt(remote, local, implied, 'same-bytes');
    } else {
      this.#reconcile(remote, local, implied, 'new-on-both');
    }
  }

  #newHere(local: LocalFile): void {
    const { path } = local;
    if (this.#open.has(local)) this.#add({ kind: 'wait', id: null, path, reason: 'outcome-unknown' });
    else if (!this.#policy.listedOnce) this.#add({ kind: 'wait', id: null, path, reason: 'not-listed-yet' });
    else this.#create(local, null);
  }

  /** Edit beats delete: what was deleted on the service and changed here becomes a record again. */
  #createAgain(base: BaseFile, local: LocalFile): void {
    if (this.#open.has(local)) {
      this.#add({ kind: 'wait', id: base.id, path: local.path, reason: 'outcome-unknown' });
    } else {
      this.#create(local, base.id);
    }
  }

  #create(local: LocalFile, gone: BaseFile['id'] | null): void {
    const { path } = local;
    this.#add({
      kind: 'create',
      path,
      local,
      name: baseName(path).normalize('NFC'),
      category: categoryOfPath(path) ?? this.#policy.chosenCategory(path),
      gone,
      reason: gone === null ? 'new-here' : 'edit-beats-delete',
    });
  }

  #update(base: BaseFile, local: LocalFile, remote: RemoteFile, content: boolean): void {
    const { path } = local;
    const renamed = baseName(path) !== baseName(base.path);
    const category = this.#categoryHere(path, remote.category);
    this.#add({
      kind: 'update',
      id: base.id,
      base,
      path,
      local,
      content,
      // An alias that was left alone is no rename: the record keeps the name that this disk could not hold.
      name: renamed ? baseName(path).normalize('NFC') : remote.name,
      category,
      expect: remote.fingerprint,
      reason: updateReason(base, path, content, category !== remote.category),
    });
  }

  /** Bytes that were sent from here and overwritten unseen are an edit of ours, though agreed on; all else is newer there. */
  #replacedThere(base: BaseFile, local: LocalFile, remote: RemoteFile, implied: RelPath): void {
    const ours = overwritten(base, remote, this.#policy);
    if (ours === null) return this.#refresh(remote, local, local.path, implied);
    // Where they wrote no bytes but those before it, ours is the next version.
    const before = local.path === base.path ? { ...base, hash: ours.before } : null;
    this.#reconcile(remote, local, implied, 'overwritten-there', before);
  }

  /** Fetch the new bytes over the old ones. `basePath` stays behind while a move made here is still to be sent. */
  #refresh(remote: RemoteFile, local: LocalFile, basePath: RelPath, implied: RelPath): void {
    this.#add({
      kind: 'download',
      id: remote.id,
      path: local.path,
      remote,
      replaces: local,
      basePath,
      impliedPath: implied,
      reason: 'changed-on-service',
    });
  }

  #download(remote: RemoteFile, implied: RelPath, reason: 'new-on-service' | 'edit-beats-delete'): void {
    const path = this.#places.take(implied, remote.id);
    this.#add({
      kind: 'download',
      id: remote.id,
      path,
      remote,
      replaces: null,
      basePath: path,
      impliedPath: implied,
      reason,
    });
  }

  #reconcile(
    remote: RemoteFile,
    local: LocalFile,
    implied: RelPath,
    reason: Reconcile['reason'],
    base: BaseFile | null = null,
  ): void {
    const { stamp, device } = this.#policy;
    const copy = conflictPath(local.path, stamp, device, (path) => this.#places.isTaken(path));
    this.#places.reserve(copy);
    this.#add({
      kind: 'reconcile',
      id: remote.id,
      path: local.path,
      local,
      remote,
      impliedPath: implied,
      copy,
      base,
      reason,
    });
  }

  #adopt(
    remote: RemoteFile,
    local: LocalFile,
    implied: RelPath,
    reason: 'same-bytes' | 'touched' | 'record-changed' | 'same-move',
  ): void {
    this.#add({
      kind: 'adopt',
      id: remote.id,
      path: local.path,
      local,
      remote,
      basePath: local.path,
      impliedPath: implied,
      reason,
    });
  }

  #moveLocal(
    base: BaseFile,
    local: LocalFile,
    there: Extract<There, { kind: 'changed' }>,
    implied: RelPath,
  ): void {
    this.#places.leaves(local.path);
    this.#moves.push({
      kind: 'moveLocal',
      id: base.id,
      base,
      local,
      from: local.path,
      to: implied,
      remote: there.remote,
      impliedPath: implied,
      settles: !there.content,
      reason: 'renamed-on-service',
    });
  }

  /** The category that a path stands for; outside the category folders the person's choice, else the record's own. */
  #categoryHere(path: RelPath, recorded: Category): Category {
    return categoryOfPath(path) ?? this.#policy.chosenCategory(path) ?? recorded;
  }

  /**
   * Did the person choose another category for a file that stayed where it is? Inside the category folders only a move
   * says so: a folder that does not fit there is a change that the service did not take, and is not sent for ever.
   */
  #isRecategorised(path: RelPath, recorded: Category): boolean {
    const chosen = categoryOfPath(path) === null ? this.#policy.chosenCategory(path) : null;
    return chosen !== null && chosen !== recorded;
  }

  #add(action: Action): void {
    this.#actions.push(action);
  }
}
