import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../compare/fingerprint.ts';
import type { Policy } from '../policy.ts';
import { isRecategorised } from './recategorised.ts';
import { isEarlier, minutesBetween } from '../times/server-time.ts';
import type { BaseFile, InStep, RemoteFile, Trees } from '../trees.ts';

/** A watch may miss what others made for so long, in minutes: a large site is listed every ten. */
const UNSEEN = 20;

/**
 * Two computers each made a file of the same name before either saw the other's record. If nothing were done, each
 * would keep its own file under that name and the other's beside it, for good and without a word. So the older record
 * keeps the name. Whoever made the younger one renames it to a conflict copy, as if the other had been seen in time
 * (rule 1).
 */
export class CrossedCreates {
  readonly #trees: Trees;
  readonly #policy: Policy;
  /** Our files that gave way to a record in this plan: several records may want one place. */
  readonly #given = new Set<FileId>();
  #byPlace: ReadonlyMap<PathKey, BaseFile> | null = null;

  constructor(trees: Trees, policy: Policy) {
    this.#trees = trees;
    this.#policy = policy;
  }

  /** Our file that has to leave its place to this record; null if none has. `isAtRest`: it can do so in this round. */
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
 * Was the record made before ours, but seen only after ours was made? A record that was seen before is simply a
 * namesake; and so is one that is much older and was not listed for some reason.
 */
function isSeenTooLate(remote: RemoteFile, mine: RemoteFile): boolean {
  const [theirs, ours] = [remote.createdAt, mine.createdAt];
  const apart = minutesBetween(theirs, ours);
  if (apart === null || apart > UNSEEN || remote.firstSeen <= mine.firstSeen) return false;
  return isEarlier(theirs, ours) || (!isEarlier(ours, theirs) && remote.id < mine.id);
}
