import type { Direction } from '../steps/step.ts';
import { Slots, type ParkReason } from './slots.ts';

/**
 * Slots for each direction. A line carries both side by side, and either may be slow: so uploads never wait for
 * downloads, nor the other way round.
 */
export class TransferSlots {
  /** For each direction. */
  readonly capacity: number;
  readonly #of: Readonly<Record<Direction, Slots>>;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#of = { up: new Slots(capacity), down: new Slots(capacity) };
  }

  of(direction: Direction): Slots {
    return this.#of[direction];
  }

  /** Waiting work of this group will not start any more. */
  dismiss(group: object): void {
    this.#of.up.dismiss(group);
    this.#of.down.dismiss(group);
  }

  /** The owner's service has had enough: in either direction half as many run at once from here on. */
  narrow(owner: string): void {
    this.#of.up.narrow(owner);
    this.#of.down.narrow(owner);
  }

  /** A piece of the owner's work went well: after some, one more may run at once. */
  wentWell(owner: string): void {
    this.#of.up.wentWell(owner);
    this.#of.down.wentWell(owner);
  }

  /** The owner stands still: its slots go to others. When it goes on, more than the limit may run. */
  park(owner: string, why: ParkReason): void {
    this.#of.up.park(owner, why);
    this.#of.down.park(owner, why);
  }

  /** This reason is over. The owner goes on if there is no other. */
  unpark(owner: string, why: ParkReason): void {
    this.#of.up.unpark(owner, why);
    this.#of.down.unpark(owner, why);
  }
}
