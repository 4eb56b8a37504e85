import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../compare/fingerprint.ts';
import type { Policy } from '../policy.ts';
import { isRecategorised } from './recategorised.ts';
import { isEarlier, minutesBetween } from '../times/server-time.ts';
import type { BaseFile, InStep, RemoteFile, Trees } from '../trees.ts';

/** So long a watch may not see what others made, minutes: a large site is listed every ten. */
const UNSEEN = 20;

/**
 * Two computers each made a file of one name, and neither saw the other's record before it made its own. Left so, each
 * would have its own file under that name and the other's beside it, for good and without a word. The older record keeps
 * the name; who made the younger one gives it the name of a conflict copy, as if the other had been seen in time (rule 1).
 */
export class CrossedCreates {
  readonly #trees: Trees;
  readonly #policy: Policy;
  /** Our files that gave way to a record of this plan: several records may come to one place. */
  readonly #given = new Set<FileId>();
  #byPlace: ReadonlyMap<PathKey, BaseFile> | null = null;

  constructor(trees: Trees, policy: Policy) {
    this.#trees = trees;
    this.#policy = policy;
  }

  /** The file of ours that has to leave its place to this record; null: none. `isAtRest`: it can do so in this round. */
  givesWay(remote: RemoteFile, place: RelPath): { readonly mine: InStep; readonly isAtRest: boolean } | null {
    const mine = this.#agreedAt(place);
    if (mine === null || !isSeenTooLate(remote, mine.remote)) return null;
    const isFirst = !this.#given.has(mine.base.id);
    this.#given.add(mine.base.id);
    return { mine, isAtRest: isFirst && this.#isAtRest(mine) };
  }

  #isAtRest({ base, local, remote }: InStep): boolean {
    const isInStep = sameFingerprint(local, base) && remote.fingerprint === base.remote;
    return (
      isInStep && this.#policy.wanted(remote) && !isRecategorised(local.path, base.category, this.#policy)
    );
  }

  #agreedAt(place: RelPath): InStep | null {
    const { base, local, remote, settled } = this.#trees;
    const key = pathKey(place);
    const here = local.get(key);
    if (here === undefined) return settled?.at(place) ?? null;
    this.#byPlace ??= new Map([...base.values()].map((each) => [pathKey(each.path), each]));
    const agreed = this.#byPlace.get(key);
    const record = agreed === undefined ? undefined : remote.get(agreed.id);
    return agreed === undefined || record === undefined
      ? null
      : { base: agreed, local: here, remote: record };
  }
}

/**
 * Was the record made before ours, and seen after ours was made? One that was seen before is a namesake of long ago; and so
 * is one that is much older, and was not listed for some reason.
 */
function isSeenTooLate(remote: RemoteFile, mine: RemoteFile): boolean {
  const [theirs, ours] = [remote.createdAt, mine.createdAt];
  const apart = minutesBetween(theirs, ours);
  if (apart === null || apart > UNSEEN || remote.firstSeen <= mine.firstSeen) return false;
  return isEarlier(theirs, ours) || (!isEarlier(ours, theirs) && remote.id < mine.id);
}
