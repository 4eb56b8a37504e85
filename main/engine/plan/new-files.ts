import type { FileId } from '../../../shared/model/ids.ts';
import { isBelow, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { vouchesFor, type ChangedThere } from '../compare/there.ts';
import { isRespelt } from '../names/same-place.ts';
import type { OpenCreates } from '../open/open-creates.ts';
import { isJudged, type Policy } from '../policy.ts';
import type { LocalFile, RemoteFile, Trees } from '../trees.ts';
import type { MaybeHere } from './actions.ts';
import { CrossedCreates } from './crossed-creates.ts';
import { Leftovers, mayLieUnseen } from './leftovers.ts';
import { LostPlaces } from './lost-places.ts';
import type { NewRecord } from './new-records.ts';
import type { Places } from './places.ts';
import type { PlanBuilder } from './plan-builder.ts';

/** What is the same for all files of a plan. */
interface Parts {
  readonly policy: Policy;
  readonly places: Places;
  readonly plan: PlanBuilder;
  readonly open: OpenCreates;
  readonly fresh: readonly NewRecord[];
  /** Files without an agreement about which nothing was decided yet. */
  readonly unclaimed: Map<PathKey, LocalFile>;
  /** Files that are moved aside for a folder in this round. */
  readonly aside: ReadonlySet<FileId>;
}

/**
 * Decides about everything without an agreement: new records, new files here, and records that come back after a delete
 * here.
 */
export class NewFiles {
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #plan: PlanBuilder;
  readonly #open: OpenCreates;
  readonly #unclaimed: Map<PathKey, LocalFile>;
  readonly #aside: ReadonlySet<FileId>;
  readonly #leftovers: Leftovers;
  readonly #crossed: CrossedCreates;
  readonly #lost: LostPlaces;

  constructor(trees: Trees, { policy, places, plan, open, fresh, unclaimed, aside }: Parts) {
    this.#policy = policy;
    this.#places = places;
    this.#plan = plan;
    this.#open = open;
    this.#unclaimed = unclaimed;
    this.#aside = aside;
    this.#leftovers = new Leftovers(unclaimed, places, open, fresh);
    this.#crossed = new CrossedCreates(trees, policy);
    this.#lost = new LostPlaces({ unclaimed, leftovers: this.#leftovers, open, fresh, policy });
  }

  /** Edit beats delete: what was deleted here and changed on the service is fetched again. */
  comesBack({ remote, impliedPath: implied }: ChangedThere): void {
    const local = this.#leftovers.of(remote, implied);
    if (isBelow(local?.path ?? this.#places.standing(implied), this.#policy.unreadable))
      return this.#plan.wait(remote.id, implied, 'place-unread');
    if (this.#places.isDeleteOpen(implied)) return this.#plan.wait(remote.id, implied, 'place-taken');
    if (this.#places.isOfOneMoved(implied, remote.id))
      return this.#plan.wait(remote.id, implied, 'place-left');
    if (local === undefined || this.#open.has(local)) {
      this.#plan.download(remote, implied, local, 'edit-beats-delete');
    } else {
      // Another file lies there by now, or one that a killed fetch left.
      this.#unclaimed.delete(pathKey(local.path));
      this.#newOnBoth(remote, local, implied);
    }
  }

  newRecord({ remote, implied }: NewRecord): void {
    this.#lost.find();
    const maybe = this.#lost.maybeOf(remote);
    const local = maybe === null ? this.#leftovers.of(remote, implied) : undefined;
    const place = local?.path ?? this.#places.standing(implied);
    if (!isJudged(place, this.#policy)) return this.#lost.holdNone(remote);
    if (local === undefined && mayLieUnseen(remote, implied, this.#policy)) return;
    // If one of our creates has no answer yet, this record may be the one it made: then it is not fetched as somebody
    // else's file.
    if (this.#open.mayHaveMade(remote)) {
      this.#plan.wait(remote.id, implied, 'outcome-unknown');
    } else if (this.#places.isAgreedOn(place)) {
      this.#placeTaken(remote, implied, this.#places.isOfOneMoved(place, remote.id));
    } else if (local !== undefined && !this.#open.has(local)) {
      this.#unclaimed.delete(pathKey(local.path));
      this.#newOnBoth(remote, local, implied);
    } else if (this.#policy.wanted(remote)) {
      if (this.#letGiveWay(remote, place)) this.#placeTaken(remote, implied);
      else this.#fetch(remote, implied, local, maybe);
    }
  }

  #placeTaken(remote: RemoteFile, implied: RelPath, isLeft = false): void {
    this.#plan.wait(remote.id, implied, isLeft ? 'place-left' : 'place-taken');
    this.#lost.holdNone(remote);
  }

  /** The files that may be the record's are read first. */
  #fetch(remote: RemoteFile, implied: RelPath, open: LocalFile | undefined, maybe: MaybeHere | null): void {
    if (maybe !== null && this.#lost.isUnread(maybe)) this.#plan.wait(remote.id, implied, 'maybe-there');
    else if (!this.#plan.download(remote, implied, open, 'new-on-service', maybe))
      this.#lost.holdNone(remote);
  }

  /** Lets a file that was made here leave its place to this record, at once if it is at rest. False if none has to. */
  #letGiveWay(remote: RemoteFile, place: RelPath): boolean {
    const crossed = this.#crossed.givesWay(remote, place);
    if (crossed?.isAtRest === true && !this.#aside.has(crossed.mine.base.id))
      this.#plan.keepAsCopy(crossed.mine);
    return crossed !== null;
  }

  newHere(local: LocalFile): void {
    if (this.#open.has(local)) this.#plan.waitForAnswer(null, local);
    else if (!this.#policy.listedOnce) this.#plan.wait(null, local.path, 'not-listed-yet');
    else if (this.#lost.mayBeKnown(local)) this.#toBeCompared(local);
    else this.#plan.create(local, null);
  }

  /** If it were sent before the record's bytes are known, the record might be there twice. */
  #toBeCompared(local: LocalFile): void {
    if (local.hash === null) this.#plan.hash(local, 'maybe-same-bytes');
    else this.#plan.wait(null, local.path, 'maybe-there');
  }

  /** If the names differ only in case, the spelling here is agreed on: the next plan then renames the file. */
  #newOnBoth(remote: RemoteFile, local: LocalFile, place: RelPath): void {
    const implied = isRespelt(local.path, place, this.#policy) ? local.path : place;
    if (remote.facts.sha256 !== null && remote.size === local.size && local.hash === null) {
      this.#plan.hash(local, 'maybe-same-bytes');
    } else if (vouchesFor(remote, local, null)) {
      this.#plan.adopt(remote, local, implied, 'same-bytes');
    } else {
      this.#plan.reconcile(remote, local, implied, 'new-on-both');
    }
  }
}
