import type { Result } from '../../../../shared/failure.ts';
import type { Marker } from '../../../sync/ports/disk.ts';

type Edition = Pick<Marker, 'edition'>;

/**
 * The least edition that the marker of each folder may have: that of the one which was found or written last. An older
 * image of a disk has the very file numbers and birth times of what it takes the place of: there, a lower edition is all
 * that tells.
 */
export class WrittenEditions {
  readonly #editions = new Map<string, number>();

  /** Null: none is known. */
  of(folder: string): number | null {
    return this.#editions.get(folder) ?? null;
  }

  goBy(folder: string, { edition }: Edition): void {
    this.#editions.set(folder, edition);
  }

  /** `write` puts this marker into the folder. */
  async during<T>(folder: string, marker: Edition, write: () => Promise<Result<T>>): Promise<Result<T>> {
    const written = await write();
    if (written.ok) this.goBy(folder, marker);
    return written;
  }
}
