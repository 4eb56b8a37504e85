import type { ContentHash, OpId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Intent } from '../../engine/trees.ts';

/** How long a mark is given again, ms: records of one mark that were made further apart than ten minutes both stay. */
const SAME_REQUEST = 5 * 60_000;

interface PutOff {
  readonly opId: OpId;
  readonly hash: ContentHash;
  /** When the first request was refused, epoch ms. */
  readonly at: number;
}

/**
 * The marks of creates that the service answered with "too many requests". As a rule it has done nothing. Where something
 * on the way counts answers instead of requests, the record was made: sent again with the same mark, the second one is known
 * for a repetition, as where a proxy sends a request twice.
 */
export class PutOffMarks {
  readonly #byPath = new Map<string, PutOff>();

  /** The mark of the last request for these bytes in this place; null: none was put off lately. `now`: epoch ms. */
  of(path: string, hash: ContentHash, now: number): OpId | null {
    const before = this.#byPath.get(path);
    return before?.hash === hash && !isOver(before, now) ? before.opId : null;
  }

  putOff({ path, opId, hash }: Pick<Intent, 'path' | 'opId' | 'hash'>, now: number): void {
    for (const [other, each] of this.#byPath) if (isOver(each, now)) this.#byPath.delete(other);
    if (this.#byPath.get(path)?.opId !== opId) this.#byPath.set(path, { opId, hash, at: now });
  }

  /** It was sent: whatever is sent from this place later is another create. */
  sent(path: string): void {
    this.#byPath.delete(path);
  }
}

function isOver({ at }: PutOff, now: number): boolean {
  return hasCome(at + SAME_REQUEST, now, SAME_REQUEST);
}
