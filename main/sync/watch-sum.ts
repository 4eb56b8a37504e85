import type { SiteId } from '../../shared/model/ids.ts';
import type { SyncContext } from './context.ts';
import { stateOf, type SyncReport } from './sync-once.ts';
import type { SiteReport } from './tally.ts';

/** All that was done since a watch began, its first sync included, and how it stands now: in the shape of one sync. */
export class WatchSum {
  readonly #context: Pick<SyncContext, 'env' | 'gate' | 'progress' | 'service'>;
  /** Epoch ms. */
  readonly #began: number;
  readonly #sites: Map<SiteId, SiteReport>;

  constructor(context: Pick<SyncContext, 'env' | 'gate' | 'progress' | 'service'>, first: SyncReport) {
    this.#context = context;
    this.#began = context.env.now() - first.ms;
    this.#sites = new Map(first.sites.map((site) => [site.id, site]));
  }

  add(report: SiteReport): void {
    const before = this.#sites.get(report.id);
    this.#sites.set(report.id, before === undefined ? report : together(before, report));
  }

  get report(): SyncReport {
    const { env, gate, progress, service } = this.#context;
    const sites = [...this.#sites.values()];
    const { bytesUp, bytesDown } = progress.state;
    return {
      ok: true,
      state: stateOf({ gate }, sites),
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
