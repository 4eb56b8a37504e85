import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../../engine/names/implied-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { SyncContext } from '../context.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/**
 * Takes choices of category along with files that a person moved: those that were never sent have no agreement by which they
 * would be known in their new place. A file is known by its inode, size and time; on a disk without inodes it is not. To be
 * made before a look is taken over.
 */
export class ChosenMoves {
  readonly #mirror: SyncContext['mirror'];
  readonly #site: FollowedSite['id'];
  readonly #before: ReadonlyMap<PathKey, LocalFile>;
  readonly #written: PathKey[] = [];

  constructor({ mirror }: Pick<SyncContext, 'mirror'>, { id }: FollowedSite) {
    this.#mirror = mirror;
    this.#site = id;
    this.#before = this.#filesAt([...mirror.chosenCategories(id).keys()]);
  }

  /** Files that the look found new, or other than before. */
  wrote(paths: readonly PathKey[]): void {
    if (this.#before.size > 0) this.#written.push(...paths);
  }

  /** To be called once the look is taken over. */
  end(): void {
    const there = this.#filesAt([...this.#before.keys()]);
    const left = [...this.#before].filter(([key, { ino }]) => ino !== 0n && !there.has(key));
    if (left.length === 0) return;
    const found = [...this.#filesAt(this.#written).values()];
    const chosen = this.#mirror.chosenCategories(this.#site);
    for (const [, { path: from, ino, size, mtimeNs }] of left) {
      const to = found.find(
        (file) => file.ino === ino && file.size === size && file.mtimeNs === mtimeNs,
      )?.path;
      if (to === undefined) continue;
      // The folder of a category says what the file is, and so does a choice that was made for it there.
      const isSaid = categoryOfPath(to) !== null || chosen.has(pathKey(to));
      this.#mirror.commit(this.#site, [{ choice: { from, to: isSaid ? null : to } }]);
    }
  }

  #filesAt(paths: readonly PathKey[]): ReadonlyMap<PathKey, LocalFile> {
    if (paths.length === 0) return new Map();
    return this.#mirror.someTrees(this.#site, { ids: [], paths })?.local ?? new Map();
  }
}
