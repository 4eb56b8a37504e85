import type { Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Asked } from '../../engine/guards/listing-check.ts';
import type { FetchedPage, SiteDataService } from '../ports/service.ts';
import { OVER } from '../concurrency/task-group.ts';

type Fetched = Promise<Result<FetchedPage>>;

/** The pages of one listing, some of them requested ahead. */
export class PagePrefetch {
  readonly #service: Pick<SiteDataService, 'fetchFilesPage'>;
  readonly #site: SiteId;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ahead = new Map<string, Fetched>();
  #alone = false;

  constructor(service: Pick<SiteDataService, 'fetchFilesPage'>, site: SiteId, signal: AbortSignal) {
    this.#service = service;
    this.#site = site;
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
  }

  /** Returns the page whose turn it is; meanwhile requests the `later` ones, unless they are under way already. */
  async fetch(ask: Asked, later: readonly Asked[]): Fetched {
    const early = this.#ahead.get(keyOf(ask));
    this.#ahead.delete(keyOf(ask));
    const fetched = early ?? this.#fetch(ask);
    if (!this.#alone) for (const each of later) this.#fetchAhead(each);
    const page = await fetched;
    // One whose connection broke comes whole a moment later, as a rule.
    if (page.ok || (early === undefined && page.failure.reason !== 'broke')) return page;
    // The service may refuse several requests at a time: from here on each page is requested in its turn, and alone. If it
    // asks for a pause, it gets one.
    this.#alone = true;
    await Promise.allSettled(this.#ahead.values());
    this.#ahead.clear();
    return page.failure.code === 'busy' ? page : this.#fetch(ask);
  }

  /** Aborts requests for pages that are not needed. */
  close(): void {
    this.#over.abort(OVER);
  }

  #fetchAhead(ask: Asked): void {
    if (this.#ahead.has(keyOf(ask))) return;
    const page = this.#fetch(ask);
    // Its failure shows when its turn comes, if that ever does.
    page.catch(() => undefined);
    this.#ahead.set(keyOf(ask), page);
  }

  #fetch({ offset, limit }: Asked): Fetched {
    return this.#service.fetchFilesPage(this.#site, offset, limit, { signal: this.#signal });
  }
}

function keyOf({ offset, limit }: Asked): string {
  return `${offset} ${limit}`;
}
