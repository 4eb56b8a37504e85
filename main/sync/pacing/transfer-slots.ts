import type { Direction } from '../state/step.ts';
import { Slots, type Standing } from './slots.ts';

/**
 * The slots of each direction. A line carries both side by side, and either may be slow alone: what goes up for minutes
 * keeps nothing from coming down, nor the other way round.
 */
export class TransferSlots {
  /** Of each direction. */
  readonly capacity: number;
  readonly #of: Readonly<Record<Direction, Slots>>;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#of = { up: new Slots(capacity), down: new Slots(capacity) };
  }

  of(direction: Direction): Slots {
    return this.#of[direction];
  }

  /** What waits of this group starts no more. */
  dismiss(group: object): void {
    this.#of.up.dismiss(group);
    this.#of.down.dismiss(group);
  }

  /** The owner stands still: its slots go to others, beyond the limit when it goes on. */
  park(owner: string, why: Standing): void {
    this.#of.up.park(owner, why);
    this.#of.down.park(owner, why);
  }

  /** Goes on where it stood still for this reason alone. */
  unpark(owner: string, why: Standing): void {
    this.#of.up.unpark(owner, why);
    this.#of.down.unpark(owner, why);
  }
}
