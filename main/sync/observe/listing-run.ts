import { ok, type Result } from '../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import {
  pagesAfter,
  startListing,
  takePage,
  verdict,
  type Asked,
  type CheckedPage,
  type Listing,
} from '../../engine/guards/listing-check.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { inTurns } from '../concurrency/in-turns.ts';
import type { Environment } from '../ports/environment.ts';
import type { KnownPage, ListingWriter } from '../ports/mirror/looks.ts';
import type { SiteState } from '../ports/mirror/sites.ts';
import type { FetchedPage, OddRecord } from '../ports/service.ts';

type Turns = Pick<Environment, 'now' | 'sleep'>;

/** Pages recalled between looks at the clock: each takes half a millisecond. */
const PAGES_A_LOOK = 8;

export interface ListingResult {
  readonly complete: boolean;
  /** Why it is not complete, in words. */
  readonly fault: string | null;
  /** Rows that are no usable records. */
  readonly odd: readonly OddRecord[];
}

/** What the last listing of a site came to, as the mirror keeps it. */
export function lastListing({
  listedAt,
  listingFault,
}: Pick<SiteState, 'listedAt' | 'listingFault'>): Omit<ListingResult, 'odd'> {
  return { complete: listedAt !== null && listingFault === null, fault: listingFault };
}

/** What this computer knows already. A service may list records of other sites too. */
interface KnownHere {
  /** Is it a record of the site that is listed? */
  readonly isOwn?: (id: FileId) => boolean;
  /** Is there such a site? */
  readonly isSite?: (site: SiteId) => boolean;
}

/**
 * One listing being taken over, page by page. A page that is byte for byte that of the last complete listing is not read
 * again: its ids are known, and its rows are in the mirror. If that holds for every page, nothing at all is compared: the same
 * pages in the same order have the same verdict. Even in a page that changed, rows that came before are not read.
 */
export class ListingRun {
  readonly #env: Turns;
  readonly #site: SiteId;
  readonly #writer: ListingWriter;
  readonly #known: readonly KnownPage[];
  readonly #isOwn: (id: FileId) => boolean;
  #state: Listing;
  #next: Asked | null;
  #taken = 0;
  /** Every page so far is one of the last complete listing. */
  #isSame: boolean;
  #isRecallable = true;
  #hasRows = false;
  readonly #isSite: (site: SiteId) => boolean;
  /** Words that rows name as their site although no such site is known. */
  #noSite: SiteId | null = null;
  /** Rows of other sites: the service ignores the filter. */
  #hasOthers = false;
  readonly #odd: OddRecord[] = [];

  constructor(
    env: Turns,
    site: SiteId,
    pageSize: number,
    writer: ListingWriter,
    { isOwn = () => true, isSite = () => true }: KnownHere = {},
  ) {
    this.#isOwn = isOwn;
    this.#isSite = isSite;
    this.#env = env;
    this.#site = site;
    this.#writer = writer;
    this.#state = startListing(pageSize);
    this.#next = { offset: 0, limit: this.#state.limit };
    this.#known = writer.known;
    this.#isSame = this.#known.length > 0 && writer.rewritten.size === 0;
  }

  /** What is to be asked next; null at the end. */
  get next(): Asked | null {
    return this.#next;
  }

  /** What will be asked after that, as far as it can be foreseen. */
  ahead(most: number): readonly Asked[] {
    if (this.#next === null) return [];
    if (this.#isSame) return this.#known.slice(this.#taken + 1, this.#taken + 1 + most);
    return pagesAfter(this.#state, this.#next, most);
  }

  /** At the end: did it list nothing that belongs to the site? */
  get isEmpty(): boolean {
    if (!this.#isSame) return !this.#hasRows;
    return !this.#known.some((_, page) => this.#writer.recall(page).ids.some(this.#isOwn));
  }

  async take(ask: Asked, page: FetchedPage): Promise<Result<void>> {
    await this.#writer.room();
    const known = this.#knownPage(ask, page.version);
    if (known === null && this.#isSame) await this.#compare();
    if (!this.#isSame) {
      const isRecalled = known !== null && this.#recall(known, this.#taken);
      const read = isRecalled ? ok(undefined) : await this.#read(ask, page);
      if (!read.ok) return read;
    }
    this.#taken += 1;
    if (this.#isSame) this.#next = this.#known[this.#taken] ?? null;
    return ok(undefined);
  }

  /** Breaks the listing off, keeping what came. */
  leave(): void {
    this.#writer.leave();
  }

  /** To be called once there is no next page; for an incomplete listing only after the last try. */
  async end(at: number, isLast: boolean): Promise<ListingResult> {
    if (this.#isSame) {
      this.#writer.finishUnchanged(at);
      return { complete: true, fault: null, odd: [] };
    }
    const { complete, fault } = this.#namesNoSite ?? verdict(this.#state);
    const finish = (): Iterable<number> => this.#writer.finish(complete, fault, at, this.#isRecallable);
    if (complete || isLast) await inTurns(this.#env, finish(), () => undefined, 1);
    else this.#writer.leave();
    return { complete, fault, odd: uniqueRows(this.#odd) };
  }

  /** The known page in this place, if this one is the same. */
  #knownPage(ask: Asked, version: string): KnownPage | null {
    const known = this.#known[this.#taken];
    const isSame = known?.offset === ask.offset && known.limit === ask.limit && known.version === version;
    return isSame ? known : null;
  }

  /** At the first page that is not known: now the ids of the pages before it are needed after all. */
  async #compare(): Promise<void> {
    this.#isSame = false;
    const before = this.#known.slice(0, this.#taken).entries();
    await inTurns(this.#env, before, ([place, page]) => void this.#recall(page, place), PAGES_A_LOOK);
  }

  /** False if the page lists a record whose row has changed since: then it has to be read. */
  #recall({ offset, limit, version }: KnownPage, place: number): boolean {
    const listed = this.#writer.recall(place);
    if (listed.ids.some((id) => this.#writer.rewritten.has(id))) return false;
    this.#hasRows ||= listed.ids.some(this.#isOwn);
    this.#check({ offset, limit }, listed);
    // It is there, as the hashes of its rows are.
    this.#writer.add([], [{ offset, limit, version, rowHashes: [], ...listed }]);
    return true;
  }

  async #read({ offset, limit }: Asked, page: FetchedPage): Promise<Result<void>> {
    const read = await page.read(this.#writer.rows(this.#taken));
    if (!read.ok) return read;
    const { items, same, ids, rowHashes, odd, count, next, recallable } = read.value;
    const rows = [...ids, ...odd.map((row) => row.id)];
    this.#check({ offset, limit }, { ids: rows, count, next, inOrder: odd.length === 0 });
    // The service may ignore the site filter: what belongs elsewhere is counted as listed and left out.
    const own = items.filter((item) => item.site === this.#site);
    this.#hasRows ||= own.length > 0 || same.some(this.#isOwn) || odd.length > 0;
    this.#lookAtOthers(items);
    this.#writer.add(own, [{ offset, limit, version: page.version, ids, rowHashes, count, next }]);
    this.#writer.keep(same);
    this.#writer.keep(odd.flatMap((row) => (row.id === null ? [] : [row.id])));
    for (const row of odd) this.#odd.push(row);
    // Problems of rows are reported for every listing, so such rows are read every time.
    this.#isRecallable &&= recallable && odd.length === 0;
    return ok(undefined);
  }

  #lookAtOthers(items: readonly SiteFile[]): void {
    for (const { site } of items) {
      if (this.#hasRows || this.#hasOthers) return;
      if (site === this.#noSite) continue;
      if (this.#isSite(site)) this.#hasOthers = true;
      else this.#noSite ??= site;
    }
  }

  /** What all of its rows name as their site if no such site is known; null if any row is of a known site. */
  get unknownSite(): SiteId | null {
    return this.#hasRows || this.#hasOthers ? null : this.#noSite;
  }

  /** The site is known after all: it is new. */
  learnSite(): void {
    this.#hasOthers = true;
  }

  /** A service may name the site of a file in words of its own. If they were believed, the site would look empty. */
  get #namesNoSite(): ReturnType<typeof verdict> | null {
    if (this.unknownSite === null) return null;
    const fault = `It names “${this.unknownSite}” as the site of its files, and the service lists no such site.`;
    return { complete: false, fault };
  }

  #check(ask: Asked, page: CheckedPage): void {
    const step = takePage(this.#state, ask, page);
    this.#state = step.state;
    this.#next = step.next;
  }
}

/** Removes duplicates: pages overlap, so a row may have come twice. */
function uniqueRows(rows: readonly OddRecord[]): readonly OddRecord[] {
  return [...new Map(rows.map((row) => [row.id ?? row, row])).values()];
}
