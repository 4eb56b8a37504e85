import type { FileId } from '../../../shared/model/ids.ts';
import { isBelow, type RelPath } from '../../../shared/model/rel-path.ts';
import { mayLieIn, noteForbidden, type ForbiddenFolders } from '../../engine/guards/forbidden-folders.ts';
import { countFrom, holdDeletes, isDelete, type HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { CONFIRMED, SENT_TWICE } from '../apply/commit/journal.ts';
import type { SiteContext } from '../context.ts';
import type { CycleOptions } from '../cycle-options.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import type { ObservedFolder } from '../observe/observed-folder.ts';
import type { Activity } from '../ports/mirror/history.ts';
import type { Planned } from './planning.ts';

/** What the guard does not hold. */
interface Unheld {
  readonly actions: readonly Action[];
  /** Those that a person approved, whatever the bounds. */
  readonly approvedDeletes: ReadonlySet<FileId>;
}

/** Holds the deletes of one cycle that are beyond the guard's bounds, by what is known of the site. */
export class DeleteGuard {
  readonly #context: SiteContext;
  readonly #options: Pick<CycleOptions, 'confirmDeletes' | 'watching'>;
  /** Epoch ms. */
  readonly #began: number;

  constructor(context: SiteContext, options: Pick<CycleOptions, 'confirmDeletes' | 'watching'>) {
    this.#context = context;
    this.#options = options;
    this.#began = context.env.now();
  }

  /**
   * All actions may go but deletes that wait for a yes, which are noted as held. `actions`: those of the plan that are about
   * what was seen.
   */
  withoutHeld(
    planned: Planned,
    actions: readonly Action[],
    folder: ObservedFolder,
    listing: ListingResult,
  ): Unheld {
    const { agreed, listed, serviceWentBack } = planned;
    const forbidden = this.#noteForbidden(folder, planned.missing);
    const unsure = this.#unsure(folder, planned.actions, actions);
    const { env, mirror, site } = this.#context;
    const before = mirror.siteState(site.id).held;
    const deleted = actions.some(isDelete) ? this.#deletedBefore(env.now()) : [];
    const facts = {
      siteFiles: agreed + deleted.length,
      deletedBefore: deleted.filter((line) => line.reason !== CONFIRMED).length,
      listingEmpty: listing.complete && listed === 0,
      serviceWentBack,
      heldBefore: before,
      mayLieIn: mayLieIn(forbidden),
      unsure,
    };
    const approvedDeletes = this.#options.confirmDeletes
      ? idsOfDeletes(actions)
      : mirror.approvedDeletes(site.id);
    const { go, held } = holdDeletes(actions, facts, approvedDeletes);
    if (JSON.stringify(before) !== JSON.stringify(held)) mirror.setHeld(site.id, held);
    return { actions: go, approvedDeletes };
  }

  /**
   * Written before a delete goes. Files may lie elsewhere after a look into which something moved, so that none counts as one
   * that met the folders.
   */
  #noteForbidden(folder: ObservedFolder, missing: readonly RelPath[]): ForbiddenFolders {
    const { mirror, site } = this.#context;
    const before = mirror.forbiddenFolders(site.id);
    if (!folder.isWhole) return before;
    const now = noteForbidden(before, folder.forbidden, missing);
    if (now !== before && !folder.report.shifted) mirror.setForbiddenFolders(site.id, now);
    return now;
  }

  /**
   * Held deletes of which this look cannot tell whether they are due: they lie below a folder that could not be read, or
   * may lie in one. Without them, the few that are left of many would go without a yes after the next look.
   */
  #unsure(
    { report }: ObservedFolder,
    planned: readonly Action[],
    seen: readonly Action[],
  ): HeldDeletes['files'] {
    const { mirror, site } = this.#context;
    const held = mirror.siteState(site.id).held?.files ?? [];
    if (held.length === 0) return held;
    const due = idsOfDeletes(planned);
    const judged = idsOfDeletes(seen);
    const approved = mirror.approvedDeletes(site.id);
    const unread = report.unreadable.map(({ folder }) => folder);
    return held.filter(
      ({ id, path }) => !judged.has(id) && !approved.has(id) && (due.has(id) || isBelow(path, unread)),
    );
  }

  /**
   * Deletes that are one event with those planned now. Lines in the future are from before the clock was set back. A
   * record that was there twice was no file of the site.
   */
  #deletedBefore(now: number): readonly Activity[] {
    const { mirror, site } = this.#context;
    const from = countFrom(this.#began, now, this.#options.watching === true);
    return mirror.deletes(site.id, from).filter(({ at, reason }) => at <= now && reason !== SENT_TWICE);
  }
}

function idsOfDeletes(actions: readonly Action[]): ReadonlySet<FileId> {
  return new Set(actions.filter(isDelete).map(({ id }) => id));
}
