/**
 * Bytes that are allocated to downloads under way and not on the disk yet, by disk: what is free there will be less by as
 * much. Sites whose folders lie on one disk share its space.
 */
export class SpaceReservations {
  readonly #bytes = new Map<string, number>();

  on(disk: string): number {
    return this.#bytes.get(disk) ?? 0;
  }

  add(disk: string, bytes: number): void {
    this.#bytes.set(disk, this.on(disk) + bytes);
  }
}
