import type { Activity } from '../../main/sync/ports/mirror/history.ts';
import type { FileId } from '../../shared/model/ids.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { SimLaptop } from './sim-laptop.ts';

/** The version that a laptop made of a record. */
interface Sent {
  readonly laptop: SimLaptop;
  /** The service gives no two versions the same. */
  readonly updatedAt: number;
}

/**
 * Which records hold what a laptop sent to them last: it meets that as its own, whether the reply came or not. What others
 * wrote since is theirs, and what a service makes of a table may be.
 */
export class OwnUpdates {
  readonly #service: MemoryService;
  readonly #sent = new Map<FileId, Sent>();

  constructor(service: MemoryService) {
    this.#service = service;
  }

  /** The service carried out what the laptop sent. */
  sent(laptop: SimLaptop, id: FileId): void {
    const record = this.#service.file(id);
    const isRewritten = this.#service.faults.rewrite !== null && record?.name.endsWith('.csv') === true;
    if (record === null || isRewritten) this.#sent.delete(id);
    else this.#sent.set(id, { laptop, updatedAt: record.updatedAt });
  }

  /** The laptop lost what it had noted, or some of it. */
  forgot(laptop: SimLaptop): void {
    for (const [id, sent] of this.#sent) if (sent.laptop === laptop) this.#sent.delete(id);
  }

  /** In words, what a laptop just did because it took its own update for one of others; null where it did not. */
  takenForOthers(laptop: SimLaptop, { action, reason, file, path }: Activity): string | null {
    const isConflict = action === 'reconcile' && reason === 'changed-on-both';
    const comesBack = action === 'download' && reason === 'edit-beats-delete';
    const sent = file === null ? undefined : this.#sent.get(file);
    if (file === null || sent?.laptop !== laptop || !(isConflict || comesBack)) return null;
    if (this.#service.file(file)?.updatedAt !== sent.updatedAt) return null;
    return `${laptop.name} ${isConflict ? 'made a conflict' : 'fetched again'} over its own update of ${path}`;
  }
}
