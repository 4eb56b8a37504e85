import { foldersAbove } from '../../../shared/model/rel-path.ts';
import type { ScanScope } from '../ports/disk.ts';

/** The folders that hints and surprises named since the last scan. */
export class DirtyFolders {
  readonly #below = new Set<string>();
  readonly #directly = new Set<string>();

  /** Something in this folder changed; `deep`: perhaps anything below it. */
  add(folder: string, deep: boolean): void {
    (deep ? this.#below : this.#directly).add(folder);
  }

  /** Each folder once; null stands for the whole site. */
  scope(): ScanScope | null {
    if (this.#below.has('')) return null;
    const isCovered = (folder: string): boolean =>
      foldersAbove(folder).some((above) => this.#below.has(above));
    return {
      below: [...this.#below].filter((folder) => !isCovered(folder)),
      directly: [...this.#directly].filter((folder) => !this.#below.has(folder) && !isCovered(folder)),
    };
  }
}
