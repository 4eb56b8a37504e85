import type { Failure } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { hasCome } from '../engine/times/due.ts';
import { placeOf, type SeriesContext } from '../series/context.ts';
import { askNewest } from './check.ts';
import type { PointCatalog } from './catalog.ts';
import type { SiteDatamodels } from './datamodels.ts';
import { healthOf, type HealthBook, type Known } from './health.ts';
import { KnownPoints } from './known-points.ts';

interface Kept {
  readonly book: Promise<HealthBook>;
  /** When it was begun, and how long it took, ms. */
  readonly since: number;
  took: number;
}

/** The service is being asked. */
interface Check {
  readonly done: Promise<Failure | null>;
  readonly stop: AbortController;
  /** How many callers wait for it. */
  waiting: number;
}

/**
 * A book that was made less than this ago, ms, is shown again; one that took long to make is shown for ten times as
 * long, …
 */
const YOUNG_MS = 1000;
/** … but no longer than this: the computer may have slept while it was made. */
const OLDEST_MS = 60_000;

/** Health of sites: the book is made anew now and then, and the service is asked once at a time for each site. */
export class HealthDesk {
  readonly #context: () => SeriesContext;
  readonly #points = new KnownPoints();
  /** By their catalogs: the health of a site's points is held no longer than the points. */
  #books = new WeakMap<PointCatalog, Kept>();
  readonly #checks = new Map<SiteId, Check>();

  constructor(context: () => SeriesContext) {
    this.#context = context;
  }

  async book(site: SiteId, { models, catalog }: SiteDatamodels): Promise<HealthBook> {
    const context = this.#context();
    const now = context.env.now();
    const kept = this.#books.get(catalog);
    if (kept !== undefined && isYoung(kept, now)) return kept.book;
    const book = this.known(site, [...catalog.byId.keys()]).then((facts) =>
      healthOf(models, catalog, facts, context.env),
    );
    const entry = { book, since: now, took: 0 };
    this.#books.set(catalog, entry);
    const made = await book;
    entry.took = context.env.now() - now;
    return made;
  }

  /** What the health of some points of a site is told from. */
  async known(site: SiteId, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const context = this.#context();
    return this.#points.of(context, placeOf(context, site), ids);
  }

  /** Samples came: the health of their points has to be told anew. */
  forget(): void {
    this.#books = new WeakMap();
  }

  isChecking(site: SiteId): boolean {
    return this.#checks.has(site);
  }

  /** Callers that ask at the same time share one check, which is broken off when the last of them gives up. */
  async check(site: SiteId, { catalog }: SiteDatamodels, signal: AbortSignal): Promise<Failure | null> {
    if (signal.aborted) return null;
    const running = this.#checks.get(site);
    // A check that is being broken off gives no answer.
    const check = running?.stop.signal.aborted === false ? running : this.#begin(site, catalog);
    check.waiting += 1;
    const leave = (): void => {
      check.waiting -= 1;
      if (check.waiting === 0) check.stop.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await check.done;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(site: SiteId, catalog: PointCatalog): Check {
    const stop = new AbortController();
    const done = askNewest(this.#context(), site, [...catalog.byId.keys()], stop.signal).finally(() => {
      if (this.#checks.get(site) === check) this.#checks.delete(site);
      this.forget();
    });
    const check = { done, stop, waiting: 0 };
    this.#checks.set(site, check);
    return check;
  }
}

function isYoung({ since, took }: Kept, now: number): boolean {
  const young = Math.min(OLDEST_MS, Math.max(YOUNG_MS, took * 10));
  return !hasCome(since + young, now, young);
}
