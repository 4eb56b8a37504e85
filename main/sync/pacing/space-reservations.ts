/**
 * Bytes, by disk, that running downloads have reserved but not written yet: the free space will shrink by as much.
 * Sites whose folders lie on one disk share it.
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
