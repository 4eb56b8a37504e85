import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, Adopt, Create, MoveLocal, Reconcile, Update } from '../../engine/plan/actions.ts';
import type { SiteContext } from '../context.ts';
import { inTurns } from '../concurrency/in-turns.ts';

/** An action that ties a file to a record, or to none: it would be wrong if the file came from another record's place. */
type Claiming = Adopt | Create | MoveLocal | Update | Reconcile;

/**
 * Finds places that files have left although the mirror still has them there. A scan of some folders sees the files that came
 * into them, but only a look at the folder that they left shows that they are gone from there. Until then a moved file looks
 * new: it would be sent as such, and its record, with all that others noted in it, would be deleted. So before a file is sent,
 * or agreed on, the places of all agreements with its inode are looked at.
 */
export class PlacesLeft {
  readonly #context: SiteContext;
  readonly #looked = new Set<RelPath>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** The folders to look at; each place is named only once. */
  async folders(actions: readonly Action[]): Promise<readonly string[]> {
    const { env } = this.#context;
    const places = new Map<RelPath, bigint>();
    const moved = Map.groupBy(actions.filter(isMovedHere), ({ local }) => local.ino);
    await inTurns(env, actions.filter(isClaiming), (action) => {
      const others = moved.get(action.local.ino) ?? [];
      for (const place of [...this.#placesBefore(action), ...this.#placesOf(others, action)])
        places.set(place, action.local.ino);
    });
    const folders = new Set<string>();
    for (const [place, ino] of places) {
      const folder = folderOf(place);
      if (!folders.has(folder) && (await this.#isLeft(place, ino))) folders.add(folder);
      this.#looked.add(place);
    }
    return [...folders];
  }

  /** Where the files of other records with its inode lay when they were agreed on. */
  #placesBefore(action: Claiming): readonly RelPath[] {
    const { mirror, site } = this.#context;
    const { path: now, ino } = action.local;
    const isIts = action.kind === 'create' ? action.gone : action.id;
    return mirror
      .agreedWith(site.id, ino)
      .filter(({ id, path }) => id !== isIts && path !== now && !this.#looked.has(path))
      .map(({ path }) => path);
  }

  /** Where a file that was moved here was last seen: it may have moved on since. */
  #placesOf(moved: readonly Action[], action: Claiming): readonly RelPath[] {
    const { path: now, ino } = action.local;
    const places = ino === 0n ? [] : moved.map(({ path }) => path);
    return places.filter((path) => path !== now && !this.#looked.has(path));
  }

  /** Has the file left this place? Also true if the disk cannot tell: the scan of its folder will, or will say why not. */
  async #isLeft(place: RelPath, ino: bigint): Promise<boolean> {
    const { disk, site } = this.#context;
    const there = await disk.stat(site.folder, place);
    return !there.ok || there.value?.ino !== ino;
  }
}

/** Is the action about a file that does not lie where it was agreed on? */
function isMovedHere(action: Action): action is Update | MoveLocal {
  const hasBase = action.kind === 'update' || action.kind === 'moveLocal';
  return hasBase && action.path !== action.base.path;
}

/** See `Claiming`. A file with the agreed inode is the record's own, so updating or moving it claims nothing. */
export function isClaiming(action: Action): action is Claiming {
  if (action.kind === 'update') return action.content && action.local.ino !== action.base.ino;
  if (action.kind === 'moveLocal') return action.local.ino !== action.base.ino;
  return action.kind === 'create' || action.kind === 'reconcile' || action.kind === 'adopt';
}
