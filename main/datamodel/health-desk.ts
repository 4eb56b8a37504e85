import type { Failure } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { placeOf, type SeriesContext } from '../series/context.ts';
import { askNewest, factsOf } from './check.ts';
import type { PointCatalog } from './catalog.ts';
import type { SiteDatamodels } from './datamodels.ts';
import { healthOf, type HealthBook } from './health.ts';

interface Kept {
  readonly catalog: PointCatalog;
  readonly book: Promise<HealthBook>;
  /** When it was begun, and how long it took, ms. */
  readonly since: number;
  took: number;
}

/** A book this young is shown again; one that took long to make is shown for ten times that. */
const YOUNG_MS = 1000;

/** Health of sites: the book is made anew now and then, and the service is asked once at a time for each site. */
export class HealthDesk {
  readonly #context: () => SeriesContext;
  readonly #books = new Map<SiteId, Kept>();
  readonly #checks = new Map<SiteId, Promise<Failure | null>>();

  constructor(context: () => SeriesContext) {
    this.#context = context;
  }

  async book(site: SiteId, { models, catalog }: SiteDatamodels): Promise<HealthBook> {
    const context = this.#context();
    const now = context.env.now();
    const kept = this.#books.get(site);
    if (kept?.catalog === catalog && now - kept.since < Math.max(YOUNG_MS, kept.took * 10)) return kept.book;
    const book = factsOf(context, placeOf(context, site), [...catalog.byId.keys()]).then((facts) =>
      healthOf(models, catalog, facts, context.env),
    );
    const entry = { catalog, book, since: now, took: 0 };
    this.#books.set(site, entry);
    const made = await book;
    entry.took = context.env.now() - now;
    return made;
  }

  isChecking(site: SiteId): boolean {
    return this.#checks.has(site);
  }

  /** Two that ask share one check; who goes away first does not end it for the other. */
  async check(site: SiteId, { catalog }: SiteDatamodels, signal: AbortSignal): Promise<Failure | null> {
    const running = this.#checks.get(site);
    if (running !== undefined) return running;
    const check = askNewest(this.#context(), site, [...catalog.byId.keys()], signal).finally(() => {
      this.#checks.delete(site);
      this.#books.delete(site);
    });
    this.#checks.set(site, check);
    return check;
  }
}
