import type { ContentHash, OpId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Intent } from '../../engine/trees.ts';

/** How long a mark is given again, ms: records of one mark that were made further apart than ten minutes both stay. */
const SAME_REQUEST = 5 * 60_000;

interface PutOff {
  readonly intent: Intent;
  /** When the first request was refused, epoch ms. */
  readonly at: number;
}

/**
 * The marks of creates that the service answered with "too many requests". As a rule it has done nothing. Where something
 * on the way counts answers instead of requests, the record was made: sent again with the same mark, the second one is known
 * for a repetition, as where a proxy sends a request twice. What a cycle leaves unsent is for the next list to tell.
 */
export class PutOffMarks {
  readonly #byPath = new Map<string, PutOff>();
  /** Those that were refused since `takeUnsent` was called last. */
  readonly #unsent = new Set<string>();

  /** The mark of the last request for these bytes in this place; null: none was put off lately. `now`: epoch ms. */
  of(path: string, hash: ContentHash, now: number): OpId | null {
    const before = this.#byPath.get(path);
    return before?.intent.hash === hash && !isOver(before, now) ? before.intent.opId : null;
  }

  putOff(intent: Intent, now: number): void {
    for (const [other, each] of this.#byPath) if (isOver(each, now)) this.#byPath.delete(other);
    const before = this.#byPath.get(intent.path);
    const at = before?.intent.opId === intent.opId ? before.at : now;
    this.#byPath.set(intent.path, { intent, at });
    this.#unsent.add(intent.path);
  }

  /** It was sent: whatever is sent from this place later is another create. */
  sent(path: string): void {
    this.#byPath.delete(path);
    this.#unsent.delete(path);
  }

  /** The creates that were put off and not sent since. Each is given once for each time. */
  takeUnsent(): readonly Intent[] {
    const left = [...this.#unsent].flatMap((path) => this.#byPath.get(path)?.intent ?? []);
    this.#unsent.clear();
    return left;
  }
}

function isOver({ at }: PutOff, now: number): boolean {
  return hasCome(at + SAME_REQUEST, now, SAME_REQUEST);
}
