import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { adoptPlaced, type PlacedHere } from './adopt-placed.ts';
import type { Action } from './actions.ts';
import { CrossedCreates } from './crossed-creates.ts';
import { observeLocal, type Here, type LocalSide } from '../compare/here.ts';
import { isJudged, type Policy } from '../policy.ts';
import { Leftovers, mayLieUnseen } from './leftovers.ts';
import { overwritten } from '../compare/lineage.ts';
import { foldKey, isAliasOf } from '../names/local-names.ts';
import { newRecords, type NewRecord } from './new-records.ts';
import { OpenCreates } from '../open/open-creates.ts';
import { Places } from './places.ts';
import { PlanBuilder } from './plan-builder.ts';
import { isRecategorised } from './recategorised.ts';
import { isRespelt, isSamePlace } from '../names/same-place.ts';
import { compareRemote, vouchesFor, type ChangedThere, type There } from '../compare/there.ts';
import type { BaseFile, InStep, LocalFile, RemoteFile, Trees } from '../trees.ts';

/**
 * The plan: what to do so that local and remote become equal, as a pure function of the three trees.
 *
 * Each file gets at most one action, which is safe by itself. A file that needs several (moved there and edited here)
 * gets the next one from the plan of the next round, so a plan that is cut off anywhere costs nothing.
 * A plan of trees that agree is empty. Deletes are nominated here, held by `holdDeletes`, and proved when applied.
 */
export function plan(trees: Trees, policy: Policy): readonly Action[] {
  return new Decisions(trees, policy).plan();
}

/** An agreement, what became of its file on this disk (`here`) and of its record on the service (`there`). */
interface Compared {
  readonly base: BaseFile;
  readonly here: Here;
  readonly there: There;
}

class Decisions {
  readonly #trees: Trees;
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #plan: PlanBuilder;
  readonly #side: LocalSide;
  /** Files without an agreement about which nothing was decided yet. */
  readonly #unclaimed: Map<PathKey, LocalFile>;
  readonly #open: OpenCreates;
  readonly #fresh: readonly NewRecord[];
  readonly #leftovers: Leftovers;
  readonly #crossed: CrossedCreates;
  /** Files that are moved aside for a folder in this round; whatever else they need is planned in the next one. */
  readonly #aside = new Set<FileId>();
  /** Records whose files were deleted here and that changed on the service: they are fetched again. */
  readonly #back: ChangedThere[] = [];

  constructor(trees: Trees, policy: Policy) {
    this.#trees = trees;
    this.#policy = policy;
    this.#places = new Places(trees, policy.platform);
    this.#plan = new PlanBuilder(policy, this.#places);
    this.#side = observeLocal(trees, policy);
    this.#unclaimed = this.#side.unclaimed;
    this.#open = new OpenCreates(policy.intents);
    this.#fresh = newRecords(trees, policy.platform);
    this.#leftovers = new Leftovers(this.#unclaimed, this.#places, this.#open, this.#fresh);
    this.#crossed = new CrossedCreates(trees, policy);
  }

  /** In this order, since each kind takes places and files that the next kinds could otherwise claim. */
  plan(): readonly Action[] {
    const agreed = [...this.#trees.base.values()].map((base) => this.#compare(base));
    this.#needFolders(agreed);
    this.#makeRoom(agreed);
    for (const each of agreed) if (!this.#aside.has(each.base.id)) this.#agreedOn(each);
    for (const each of this.#back) this.#comesBack(each);
    for (const each of this.#fresh) this.#newRecord(each);
    for (const local of this.#unclaimed.values()) this.#newHere(local);
    return this.#plan.actions(this.#trees);
  }

  #compare(base: BaseFile): Compared {
    const there = compareRemote(base, this.#trees.remote.get(base.id), this.#policy.platform);
    return { base, here: this.#side.of(base), there };
  }

  /** Notes the folders that coming files need before any file gets or keeps a place: so the order of files decides nothing. */
  #needFolders(agreed: readonly Compared[]): void {
    for (const { base, here, there } of agreed)
      if (there.kind === 'changed' && this.#comes(base, here, there))
        this.#places.needFolders(there.impliedPath);
    for (const { remote, implied } of this.#fresh) {
      if (this.#places.areFoldersNeeded(implied)) continue;
      if (this.#policy.wanted(remote) && isJudged(implied, this.#policy)) this.#places.needFolders(implied);
    }
  }

  /** Does its file come to the record's place? */
  #comes(base: BaseFile, here: Here, there: ChangedThere): boolean {
    const { kind } = here;
    if (kind === 'gone') return this.#policy.wanted(there.remote);
    if (here.kind === 'moved') return this.#beatsMoveHere(base, here.local, there);
    return there.moved;
  }

  /** Files with an agreement give way where a folder has to be. A new file is sent first, and gives way later. */
  #makeRoom(agreed: readonly Compared[]): void {
    const inTheWay = this.#places.inTheWay();
    if (inTheWay.length === 0) return;
    const byPlace = Map.groupBy(agreed, ({ base }) => pathKey(base.path));
    for (const path of inTheWay) {
      const key = pathKey(path);
      const settled = this.#trees.local.has(key) ? null : (this.#trees.settled?.at(path) ?? null);
      if (settled !== null) this.#giveWay(this.#compareSettled(settled));
      else for (const each of byPlace.get(key) ?? []) this.#giveWay(each);
    }
  }

  #compareSettled({ base, local, remote }: InStep): Compared {
    const there = compareRemote(base, remote, this.#policy.platform);
    return { base, here: { kind: 'same', local }, there };
  }

  /** Moves a file aside, unless it leaves its place anyway, or has to be read or sent first: then the folder waits. */
  #giveWay({ base, here, there }: Compared): void {
    const lies = here.kind === 'same' || here.kind === 'touched' || here.kind === 'changed';
    if (!lies || there.kind === 'gone' || (there.kind === 'changed' && there.moved)) return;
    this.#aside.add(base.id);
    this.#plan.moveAside(base, here.local, there);
  }

  #agreedOn({ base, here, there }: Compared): void {
    switch (here.kind) {
      case 'unjudged':
        this.#unjudgedHere(base, there);
        return;
      case 'unhashed':
        this.#plan.hash(here.local, here.why);
        return;
      case 'unread':
        this.#places.staysAgreedOn(base.path);
        for (const local of here.locals) this.#plan.hash(local, 'maybe-moved');
        return;
      case 'placed':
        this.#placedHere(base, here, there);
        return;
      case 'unseen':
        this.#places.staysAgreedOn(base.path);
        this.#plan.wait(base.id, here.local.path, 'not-seen');
        return;
      case 'displaced':
        this.#plan.forget(base, 'place-claimed');
        return;
      case 'replaced':
        this.#replacedHere(base, here.local, there);
        return;
      case 'gone':
        this.#goneHere(base, there);
        return;
      case 'same':
      case 'touched':
        this.#unchangedHere(base, here, there);
        return;
      case 'changed':
        this.#changedHere(base, here.local, there);
        return;
      case 'moved':
        this.#movedHere(base, here.local, there);
        return;
      case 'moved-changed':
        this.#movedAndChangedHere(base, here.local, there);
        return;
      default:
        assertNever(here);
    }
  }

  /** If others moved it out of what is ignored here, it comes to its new place, and the ignored file stays as it is. */
  #unjudgedHere(base: BaseFile, there: There): void {
    const hasLeft = there.kind === 'changed' && there.moved && isJudged(there.impliedPath, this.#policy);
    if (hasLeft && this.#policy.ignored(base.path)) this.#plan.forget(base, 'ignored');
  }

  #goneHere(base: BaseFile, there: There): void {
    if (there.kind === 'gone') {
      this.#plan.forget(base, 'gone-on-both');
    } else if (!this.#policy.wanted(there.remote)) {
      this.#plan.forget(base, 'not-kept-here');
    } else if (this.#policy.wasIgnored(base.path)) {
      this.#plan.forget(base, 'was-ignored');
    } else {
      this.#places.staysAgreedOn(base.path);
      if (there.kind === 'same') this.#plan.deleteRemote(base);
      else this.#back.push(there);
    }
  }

  /** Edit beats delete: what was deleted here and changed on the service is fetched again. */
  #comesBack({ remote, impliedPath: implied }: ChangedThere): void {
    const local = this.#leftovers.of(remote, implied);
    if (this.#places.isDeleteOpen(implied)) return this.#plan.wait(remote.id, implied, 'place-taken');
    if (local === undefined || this.#open.has(local)) {
      this.#plan.download(remote, implied, local, 'edit-beats-delete');
    } else {
      // Another file took the place, or a fetch that was killed left it there.
      this.#unclaimed.delete(pathKey(local.path));
      this.#newOnBoth(remote, local, implied);
    }
  }

  #unchangedHere(
    base: BaseFile,
    { kind, local }: Extract<Here, { kind: 'same' | 'touched' }>,
    there: There,
  ): void {
    if (there.kind === 'gone') {
      this.#plan.trashLocal(base, local);
    } else if (there.kind === 'changed') {
      if (there.moved) this.#plan.moveLocal(base, local, there);
      else if (there.content) this.#otherBytesThere(base, local, there);
      else this.#plan.adopt(there.remote, local, there.impliedPath, 'record-changed');
    } else if (!this.#policy.wanted(there.remote)) {
      this.#plan.free(base, local);
    } else if (isRecategorised(local.path, base.category, this.#policy)) {
      this.#plan.sendCategory(base, local, there.remote);
    } else if (kind === 'touched') {
      this.#plan.adopt(there.remote, local, there.impliedPath, 'touched');
    }
  }

  #changedHere(base: BaseFile, local: LocalFile, there: There): void {
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      // Maybe no edit: two files changed places before a create of one was answered.
      this.#plan.wait(base.id, local.path, 'outcome-unknown');
    } else if (there.kind === 'same') {
      this.#plan.sendEdit(base, local, there.remote);
    } else if (there.moved) {
      this.#plan.moveLocal(base, local, there);
    } else if (vouchesFor(there.remote, local, base.opId)) {
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-bytes');
    } else if (there.content) {
      this.#plan.keepBoth(base, local, there, local.path);
    } else {
      this.#plan.sendEdit(base, local, there.remote);
    }
  }

  /** This may be an unrelated file, and the record's bytes may be on the service alone: so both are kept. */
  #replacedHere(base: BaseFile, local: LocalFile, there: There): void {
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      this.#plan.wait(base.id, local.path, 'outcome-unknown');
    } else if (there.kind === 'changed' && there.moved) {
      // Its record has another place by now: what lies here is a new file, and that comes there.
      this.#plan.forget(base, 'was-ignored');
    } else if (vouchesFor(there.remote, local, base.opId)) {
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-bytes');
    } else {
      this.#plan.reconcile(there.remote, local, there.impliedPath, 'changed-while-ignored');
    }
  }

  #movedHere(base: BaseFile, local: LocalFile, there: There): void {
    this.#places.staysAgreedOn(base.path);
    this.#plan.left(base);
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (there.kind === 'same' && isAliasOf(local.path, base.path, base.id)) {
      // It gave way to a folder, and the process ended before that was written.
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-move');
    } else if (there.kind === 'same') {
      this.#plan.sendMove(base, local, there.remote);
    } else if (this.#beatsMoveHere(base, local, there)) {
      this.#movedThere(base, local, there);
    } else if (there.content) {
      this.#plan.refresh(there.remote, local, base.path, there.impliedPath);
    } else {
      this.#plan.sendMove(base, local, there.remote);
    }
  }

  /** One update sends both. To another place of the record it goes first, as an edit; other bytes come to lie beside it. */
  #movedAndChangedHere(base: BaseFile, local: LocalFile, there: There): void {
    this.#places.staysAgreedOn(base.path);
    const isThere = there.kind === 'changed' && this.#liesThere(local, there);
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      this.#plan.wait(base.id, local.path, 'outcome-unknown');
    } else if (isThere) {
      this.#changedHere(base, local, { ...there, moved: false });
    } else if (there.kind === 'changed' && !there.moved && vouchesFor(there.remote, local, base.opId)) {
      // The bytes are there; the place is sent next.
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-bytes', base.path);
    } else if (there.kind === 'changed' && there.moved) {
      this.#plan.moveLocal(base, local, there);
    } else if (there.kind === 'changed' && there.content) {
      this.#plan.keepBoth(base, local, there, base.path);
    } else {
      this.#plan.sendEdit(base, local, there.remote);
    }
  }

  /**
   * Does the file go to the record's place although it was moved here? Yes if both sides moved it: the service's place wins.
   * Yes if a record that went back, or overwrote ours, leads to a conflict copy, which is made in the record's place. And yes
   * for other new bytes on a disk without inodes: once they are placed, nothing would show that the file was moved.
   */
  #beatsMoveHere(base: BaseFile, local: LocalFile, there: ChangedThere): boolean {
    const isUnknown = base.ino === 0n && foldKey(local.path) !== foldKey(base.path);
    if (there.moved || (there.content && isUnknown)) return true;
    return there.content && (there.wentBack || overwritten(base, there.remote, this.#policy) !== null);
  }

  /** One step a round: to the record's place first, and there what its bytes ask for. */
  #movedThere(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    if (!this.#liesThere(local, there)) this.#plan.moveLocal(base, local, there);
    else if (there.content) this.#otherBytesThere(base, local, there);
    else this.#plan.adopt(there.remote, local, there.impliedPath, 'same-move');
  }

  /**
   * The record has other bytes, and the file here those that were agreed on. Theirs are fetched over it, unless ours are the
   * newer ones after all: the service went back to a backup, or ours were sent from here and overwritten unseen.
   */
  #otherBytesThere(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    const { remote, impliedPath: implied } = there;
    if (there.wentBack) return this.#plan.reconcile(remote, local, implied, 'service-went-back');
    const ours = overwritten(base, remote, this.#policy);
    if (ours === null) return this.#plan.refresh(remote, local, local.path, implied);
    // If they only wrote back the bytes from before ours, ours is the next version and needs no copy.
    const before = local.path === base.path ? { ...base, hash: ours.before } : null;
    this.#plan.reconcile(remote, local, implied, 'overwritten-there', before);
  }

  #liesThere({ path }: LocalFile, { impliedPath: implied }: ChangedThere): boolean {
    return isSamePlace(pathKey(path), pathKey(implied), this.#policy.platform);
  }

  #placedHere(base: BaseFile, here: PlacedHere, there: There): void {
    this.#places.staysAgreedOn(base.path);
    this.#plan.left(base);
    if (there.kind === 'gone') this.#createAgain(base, here.local);
    else this.#plan.add(adoptPlaced(base, here, there.remote, there.impliedPath));
  }

  #newRecord({ remote, implied }: NewRecord): void {
    const local = this.#leftovers.of(remote, implied);
    const place = local?.path ?? this.#places.standing(implied);
    if (!isJudged(place, this.#policy)) return;
    if (local === undefined && mayLieUnseen(remote, implied, this.#policy)) return;
    // A record that a create of unknown outcome may have made is not fetched as a file of others.
    if (this.#open.mayHaveMade(remote)) {
      this.#plan.wait(remote.id, implied, 'outcome-unknown');
    } else if (this.#places.isAgreedOn(place)) {
      this.#plan.wait(remote.id, implied, 'place-taken');
    } else if (local !== undefined && !this.#open.has(local)) {
      this.#unclaimed.delete(pathKey(local.path));
      this.#newOnBoth(remote, local, implied);
    } else if (this.#policy.wanted(remote)) {
      if (this.#isOurs(remote, place)) this.#plan.wait(remote.id, implied, 'place-taken');
      else this.#plan.download(remote, implied, local, 'new-on-service');
    }
  }

  /** Does a file that was made here have to leave its place to the record? It does so at once if it is at rest. */
  #isOurs(remote: RemoteFile, place: RelPath): boolean {
    const crossed = this.#crossed.givesWay(remote, place);
    if (crossed?.isAtRest === true && !this.#aside.has(crossed.mine.base.id))
      this.#plan.keepAsCopy(crossed.mine);
    return crossed !== null;
  }

  /** A name that differs in case alone is agreed on as it is spelt here, so that the next plan renames the file. */
  #newOnBoth(remote: RemoteFile, local: LocalFile, place: RelPath): void {
    const implied = isRespelt(local.path, place, this.#policy.platform) ? local.path : place;
    if (remote.facts.sha256 !== null && remote.size === local.size && local.hash === null) {
      this.#plan.hash(local, 'maybe-same-bytes');
    } else if (vouchesFor(remote, local, null)) {
      this.#plan.adopt(remote, local, implied, 'same-bytes');
    } else {
      this.#plan.reconcile(remote, local, implied, 'new-on-both');
    }
  }

  #newHere(local: LocalFile): void {
    if (this.#open.has(local)) this.#plan.wait(null, local.path, 'outcome-unknown');
    else if (!this.#policy.listedOnce) this.#plan.wait(null, local.path, 'not-listed-yet');
    else this.#plan.create(local, null);
  }

  /** Edit beats delete: what was deleted on the service and changed here becomes a record again. */
  #createAgain(base: BaseFile, local: LocalFile): void {
    if (this.#open.has(local)) this.#plan.wait(base.id, local.path, 'outcome-unknown');
    else this.#plan.create(local, base);
  }
}
