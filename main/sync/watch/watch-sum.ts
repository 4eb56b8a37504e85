import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import type { FollowedSite } from '../ports/mirror.ts';
import { stateOf, type SyncReport } from '../sync-once.ts';
import type { SiteReport } from '../state/tally.ts';

/** All that was done since a watch began, its first sync included, and how it stands now: in the shape of one sync. */
export class WatchSum {
  readonly #context: Pick<SyncContext, 'env' | 'gate' | 'progress' | 'service'>;
  /** Epoch ms. */
  readonly #began: number;
  readonly #order: readonly SiteId[];
  readonly #sites = new Map<SiteId, SiteReport>();

  constructor(
    context: Pick<SyncContext, 'env' | 'gate' | 'progress' | 'service'>,
    sites: readonly FollowedSite[],
  ) {
    this.#context = context;
    this.#began = context.env.now();
    this.#order = sites.map((site) => site.id);
  }

  add(report: SiteReport): void {
    const before = this.#sites.get(report.id);
    this.#sites.set(report.id, before === undefined ? report : together(before, report));
  }

  get report(): SyncReport {
    const { env, gate, progress, service } = this.#context;
    const sites = this.#order.flatMap((id) => this.#sites.get(id) ?? []);
    const state = stateOf({ gate }, sites);
    const { bytesUp, bytesDown } = progress.state;
    return {
      ok: true,
      // Of a site that was not come to nobody knows that it is in step.
      state: state === 'in-sync' && sites.length < this.#order.length ? 'problems' : state,
      sites,
      bytesUp,
      bytesDown,
      requests: service.requests,
      ms: Math.max(0, env.now() - this.#began),
    };
  }
}

/** What was done adds up; what is wrong, and held, is what is so now. */
function together(before: SiteReport, now: SiteReport): SiteReport {
  return {
    ...now,
    created: before.created + now.created,
    updated: before.updated + now.updated,
    deletedRemote: before.deletedRemote + now.deletedRemote,
    downloaded: before.downloaded + now.downloaded,
    trashed: before.trashed + now.trashed,
    moved: before.moved + now.moved,
    adopted: before.adopted + now.adopted,
    conflicts: [...before.conflicts, ...now.conflicts],
  };
}
