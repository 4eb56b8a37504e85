import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, Adopt, Create, MoveLocal, Reconcile, Update } from '../../engine/plan/actions.ts';
import type { SiteContext } from '../context.ts';
import { inTurns } from '../in-turns.ts';

/** An action that takes a file for that of some record, or of none: wrong if it came here from a place of another one. */
type Claiming = Adopt | Create | MoveLocal | Update | Reconcile;

/**
 * Finds places in which the mirror still has files that have left them. A look at some folders sees what came into them, but
 * that it left another one is seen there alone. Until then it looks like a new file: it would be sent as one, and its record,
 * with all that others noted in it, would be deleted. So before a file is sent, or agreed on, the places of agreements with
 * its inode are looked at.
 */
export class PlacesLeft {
  readonly #context: SiteContext;
  readonly #looked = new Set<RelPath>();

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** The folders of such places, each place told once: they are to be looked at. */
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

  /** Where its file lay when it was agreed on, other than where it lies now. */
  #placesBefore(action: Claiming): readonly RelPath[] {
    const { mirror, site } = this.#context;
    const { path: now, ino } = action.local;
    const isIts = action.kind === 'create' ? action.gone : action.id;
    return mirror
      .agreedWith(site.id, ino)
      .filter(({ id, path }) => id !== isIts && path !== now && !this.#looked.has(path))
      .map(({ path }) => path);
  }

  /** Where a file that was moved here was seen last: it may have gone on since. */
  #placesOf(moved: readonly Action[], action: Claiming): readonly RelPath[] {
    const { path: now, ino } = action.local;
    const places = ino === 0n ? [] : moved.map(({ path }) => path);
    return places.filter((path) => path !== now && !this.#looked.has(path));
  }

  /** Where it cannot be asked, the look at its folder tells, or that nobody knows. */
  async #isLeft(place: RelPath, ino: bigint): Promise<boolean> {
    const { disk, site } = this.#context;
    const there = await disk.stat(site.folder, place);
    return !there.ok || there.value?.ino !== ino;
  }
}

/** What is sent, or done, of a file that does not lie where it was agreed on. */
function isMovedHere(action: Action): action is Update | MoveLocal {
  const hasBase = action.kind === 'update' || action.kind === 'moveLocal';
  return hasBase && action.path !== action.base.path;
}

/** A file with the inode that was agreed on is the record's still. */
export function isClaiming(action: Action): action is Claiming {
  if (action.kind === 'update') return action.content && action.local.ino !== action.base.ino;
  if (action.kind === 'moveLocal') return action.local.ino !== action.base.ino;
  return action.kind === 'create' || action.kind === 'reconcile' || action.kind === 'adopt';
}
