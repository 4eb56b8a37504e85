import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { stateOf, type SyncReport } from '../sync-once.ts';
import type { SiteReport } from '../cycle/site-report.ts';

/** In the shape of the report of one sync: all that was done since a watch began, and how the sites stand now. */
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
      // Nobody knows whether a site without a report is in step.
      state: state === 'in-sync' && sites.length < this.#order.length ? 'problems' : state,
      sites,
      bytesUp,
      bytesDown,
      requests: service.requests,
      ms: Math.max(0, env.now() - this.#began),
    };
  }
}

/** Adds up what was done. Problems and held deletes are those of now. */
function together(before: SiteReport, now: SiteReport): SiteReport {
  const freed = (before.freed ?? 0) + (now.freed ?? 0);
  return {
    ...now,
    created: before.created + now.created,
    updated: before.updated + now.updated,
    deletedRemote: before.deletedRemote + now.deletedRemote,
    downloaded: before.downloaded + now.downloaded,
    trashed: before.trashed + now.trashed,
    moved: before.moved + now.moved,
    adopted: before.adopted + now.adopted,
    ...(freed > 0 ? { freed } : {}),
    conflicts: [...before.conflicts, ...now.conflicts],
  };
}
