import type { Result } from '../../../../shared/failure.ts';
import type { Marker } from '../../../sync/ports/disk.ts';

type Edition = Pick<Marker, 'edition'>;

/**
 * The least edition that the marker of each folder may have, of those that this process writes markers into. An older image of a
 * disk has the very file numbers and birth times of what it takes the place of: there, a lower edition is all that tells.
 */
export class WrittenEditions {
  readonly #editions = new Map<string, number>();

  /** Null: no marker was written yet. */
  of(folder: string): number | null {
    return this.#editions.get(folder) ?? null;
  }

  /** `write` puts a marker into the folder. `found`: the one that has to be there before; null: whichever is. */
  async during<T>(
    folder: string,
    marker: Edition,
    found: Edition | null,
    write: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (found !== null) this.#editions.set(folder, found.edition);
    const written = await write();
    if (written.ok) this.#editions.set(folder, marker.edition);
    return written;
  }
}
