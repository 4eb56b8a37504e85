import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Did } from './outcome.ts';

/** Counts what was really done in a cycle. */
export class Tally {
  readonly #counts = new Map<Did, number>();
  readonly conflicts: { readonly path: RelPath; readonly copy: RelPath }[] = [];

  add(did: Did): void {
    this.#counts.set(did, this.of(did) + 1);
  }

  of(did: Did): number {
    return this.#counts.get(did) ?? 0;
  }
}
