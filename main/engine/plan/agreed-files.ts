import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Here } from '../compare/here.ts';
import { overwritten } from '../compare/lineage.ts';
import { vouchesFor, type ChangedThere, type There } from '../compare/there.ts';
import { foldKey, isAliasOf } from '../names/local-names.ts';
import { isSamePlace } from '../names/same-place.ts';
import type { OpenCreates } from '../open/open-creates.ts';
import { isJudged, type Policy } from '../policy.ts';
import { isEarlier } from '../times/server-time.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../trees.ts';
import { adoptPlaced, type PlacedHere } from './adopt-placed.ts';
import type { Places } from './places.ts';
import type { PlanBuilder } from './plan-builder.ts';
import { isRecategorised } from './recategorised.ts';

/** An agreement, what became of its file on this disk (`here`) and of its record on the service (`there`). */
export interface Compared {
  readonly base: BaseFile;
  readonly here: Here;
  readonly there: There;
}

/**
 * Decides about files that both sides agreed on: a table of what became of the file here against what became of its record
 * there, one method for each row.
 */
export class AgreedFiles {
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #plan: PlanBuilder;
  readonly #open: OpenCreates;
  readonly #back: ChangedThere[] = [];

  constructor(policy: Policy, places: Places, plan: PlanBuilder, open: OpenCreates) {
    this.#policy = policy;
    this.#places = places;
    this.#plan = plan;
    this.#open = open;
  }

  /**
   * Records that changed on the service while their files were deleted here, of the agreements decided so far. Edit
   * beats delete: they are fetched again.
   */
  get back(): readonly ChangedThere[] {
    return this.#back;
  }

  decide({ base, here, there }: Compared): void {
    switch (here.kind) {
      case 'unjudged':
        this.#unjudgedHere(base, there);
        return;
      case 'unhashed':
        if (here.why === 'maybe-moved') this.#places.wasMovedHere(base);
        this.#plan.hash(here.local, here.why);
        return;
      case 'unread':
        this.#places.wasMovedHere(base);
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

  /**
   * If others moved the record out of what is ignored here, it comes to its new place as a new file, and the ignored
   * file stays as it is.
   */
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
      else this.#believe(base, local, there, 'record-changed');
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
      // This may be no edit: perhaps two files traded places before the create of one of them was answered.
      this.#plan.waitForAnswer(base.id, local);
    } else if (there.kind === 'same') {
      this.#plan.sendEdit(base, local, there.remote);
    } else if (there.moved) {
      this.#plan.moveLocal(base, local, there);
    } else if (vouchesFor(there.remote, local, base.opId)) {
      this.#sameBytes(base, local, there, local.path);
    } else if (there.content) {
      this.#plan.keepBoth(base, local, there, local.path);
    } else {
      this.#plan.sendEdit(base, local, there.remote);
    }
  }

  /**
   * Both sides came to the same bytes. If the list may lag behind, a person may have put back what was there before our own
   * update: then that update is what the service has, and replaces the file once the list shows it. So the record is asked for
   * first, and its bytes are compared.
   */
  #sameBytes(base: BaseFile, local: LocalFile, there: ChangedThere, basePath: RelPath): void {
    const { remote, impliedPath: implied } = there;
    if (mayLag(base, remote)) this.#plan.keepBoth(base, local, there, basePath);
    else this.#plan.adopt(remote, local, implied, 'same-bytes', basePath);
  }

  /** This may be an unrelated file, and the record's bytes may be on the service alone: both are kept. */
  #replacedHere(base: BaseFile, local: LocalFile, there: There): void {
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      this.#plan.waitForAnswer(base.id, local);
    } else if (there.kind === 'changed' && there.moved) {
      // Its record lies elsewhere by now: the file here is a new one, and the record comes to its own place.
      this.#plan.forget(base, 'was-ignored');
    } else if (vouchesFor(there.remote, local, base.opId) && !mayLag(base, there.remote)) {
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-bytes');
    } else {
      this.#plan.reconcile(there.remote, local, there.impliedPath, 'changed-while-ignored');
    }
  }

  #movedHere(base: BaseFile, local: LocalFile, there: There): void {
    this.#places.wasMovedHere(base);
    this.#plan.left(base);
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      // A copy of it may be a record of this place already: then this is that one's file, and its own was deleted.
      this.#plan.waitForAnswer(base.id, local);
    } else if (there.kind === 'same' && isAliasOf(local.path, base.path, base.id)) {
      // It was moved aside for a folder, and the process ended before that was written.
      this.#plan.adopt(there.remote, local, there.impliedPath, 'same-move');
    } else if (there.kind === 'same') {
      this.#plan.sendMove(base, local, there.remote);
    } else if (beatsMoveHere(base, local, there, this.#policy)) {
      this.#movedThere(base, local, there);
    } else if (there.content) {
      this.#plan.refresh(there.remote, local, base.path, there.impliedPath);
    } else {
      this.#plan.sendMove(base, local, there.remote);
    }
  }

  /**
   * One update sends the new place and the new bytes. If others moved the record as well, the file first goes to the
   * record's new place. If others changed its bytes, both versions are kept, in the folder to which it was moved here.
   */
  #movedAndChangedHere(base: BaseFile, local: LocalFile, there: There): void {
    this.#places.wasMovedHere(base);
    this.#plan.left(base);
    const isThere = there.kind === 'changed' && this.#liesThere(local, there);
    if (there.kind === 'gone') {
      this.#createAgain(base, local);
    } else if (this.#open.has(local)) {
      this.#plan.waitForAnswer(base.id, local);
    } else if (isThere) {
      this.#changedHere(base, local, { ...there, moved: false });
    } else if (there.kind === 'changed' && !there.moved && vouchesFor(there.remote, local, base.opId)) {
      // The service has these bytes already; the next plan sends the place.
      this.#sameBytes(base, local, there, base.path);
    } else if (there.kind === 'changed' && there.moved) {
      this.#plan.moveLocal(base, local, there);
    } else if (there.kind === 'changed' && there.content) {
      this.#plan.keepBoth(base, local, there, base.path);
    } else {
      this.#plan.sendEdit(base, local, there.remote);
    }
  }

  /** One step in each round: first to the record's place, then whatever its bytes ask for. */
  #movedThere(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    if (!this.#liesThere(local, there)) this.#plan.moveLocal(base, local, there);
    else if (there.content) this.#otherBytesThere(base, local, there);
    else this.#believe(base, local, there, 'same-move');
  }

  /** The file is as the record has it by now. A list that may lag behind is not believed before the record was asked for. */
  #believe(
    base: BaseFile,
    local: LocalFile,
    there: ChangedThere,
    reason: 'record-changed' | 'same-move',
  ): void {
    if (mayLag(base, there.remote)) this.#plan.agreeAfterAsking(base, local, there);
    else this.#plan.adopt(there.remote, local, there.impliedPath, reason);
  }

  /**
   * The record has other bytes, and the file here still has the agreed ones. Theirs are fetched over it, unless ours
   * are the newer ones after all: the service went back to a backup, or ours were sent and overwritten by somebody who
   * had not seen them.
   */
  #otherBytesThere(base: BaseFile, local: LocalFile, there: ChangedThere): void {
    const { remote, impliedPath: implied } = there;
    if (there.wentBack) return this.#plan.reconcile(remote, local, implied, 'service-went-back');
    const ours = overwritten(base, remote, this.#policy);
    if (ours === null) return this.#plan.refresh(remote, local, local.path, implied);
    // If they only wrote back the bytes from before ours, ours is the next version and needs no copy.
    const before = local.path === base.path ? { ...base, hash: ours.before } : null;
    this.#plan.reconcile(remote, local, implied, 'overwritten-there', { base: before });
  }

  #liesThere({ path }: LocalFile, { impliedPath: implied }: ChangedThere): boolean {
    return isSamePlace(pathKey(path), pathKey(implied), this.#policy);
  }

  #placedHere(base: BaseFile, here: PlacedHere, there: There): void {
    this.#places.wasMovedHere(base);
    this.#plan.left(base);
    if (there.kind === 'gone') this.#createAgain(base, here.local);
    else this.#plan.add(adoptPlaced(base, here, there, this.#policy));
  }

  /** Edit beats delete: what was deleted on the service and changed here becomes a record again. */
  #createAgain(base: BaseFile, local: LocalFile): void {
    if (this.#open.has(local)) this.#plan.waitForAnswer(base.id, local);
    else this.#plan.create(local, base);
  }
}

/**
 * May the list show the record as it was before our own last update? Unless that is the agreed version, or says that it is
 * newer. Lists that tell no times are believed: what was sent from here would be asked for at each look.
 */
function mayLag(base: BaseFile, { fingerprint, updatedAt }: RemoteFile): boolean {
  const isTimed = base.updatedAt !== null && updatedAt !== null;
  return fingerprint !== base.remote && isTimed && !isEarlier(base.updatedAt, updatedAt);
}

/**
 * Does the file go to the record's place although it was moved here? It does in three cases. Both sides moved it: the
 * service's place wins. The record went back or overwrote ours, which leads to a conflict copy: that is made in the
 * record's place. Or there are new bytes on a disk without inodes: once these are placed, nothing would show that the
 * file was moved.
 */
export function beatsMoveHere(
  base: BaseFile,
  local: LocalFile,
  there: ChangedThere,
  policy: Policy,
): boolean {
  const isUnknown = base.ino === 0n && foldKey(local.path) !== foldKey(base.path);
  if (there.moved || (there.content && isUnknown)) return true;
  return there.content && (there.wentBack || overwritten(base, there.remote, policy) !== null);
}
