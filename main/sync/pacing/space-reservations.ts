/**
 * Bytes for which downloads under way were given room, by disk: what is free there will be less by as much. Sites whose
 * folders lie on one disk share its room.
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
