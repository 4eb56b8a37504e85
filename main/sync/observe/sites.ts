import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { counted } from '../../../shared/counted.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SyncContext } from '../context.ts';
import type { OddRecord, Page } from '../ports/service.ts';
import { SETTINGS } from '../settings/settings.ts';
import { pagesOf } from './pages.ts';

type ListContext = Pick<SyncContext, 'service' | 'signal' | 'settings'>;

/**
 * Writes the service's list of sites into the mirror. A list that is cut short adds and drops nothing. `onOdd` is
 * told in words what of the list cannot be used, a row or the way to the next page; null if all can be used. `onUnkept` is
 * told why the list could not be written; the list is here all the same.
 */
export async function listSites(
  context: ListContext & Pick<SyncContext, 'mirror' | 'env'>,
  onOdd: (words: string | null) => void = () => undefined,
  onUnkept: (error: unknown) => void = throwOn,
): Promise<Result<readonly Site[]>> {
  const list = new SiteList();
  for await (const page of sitePages(context)) {
    if (!page.ok) return page;
    list.take(page.value);
  }
  if (list.goesNowhere) return fail(goesNowhere());
  try {
    context.mirror.saveSites(list.sites, list.isWhole);
    SETTINGS.sitesListedAt.write(context.mirror, context.env.now());
  } catch (error) {
    onUnkept(error);
  }
  onOdd(oddWords(list.odd));
  return ok(list.sites);
}

function throwOn(error: unknown): never {
  throw error;
}

/** Does the service's list still name the site? One that is cut short proves nothing about sites that it does not name. */
export async function isListed(context: ListContext, id: SiteId): Promise<Result<boolean>> {
  const list = new SiteList();
  for await (const page of sitePages(context)) {
    if (!page.ok) return page;
    list.take(page.value);
    if (list.names(id)) return ok(true);
  }
  if (list.goesNowhere) return fail(goesNowhere());
  return list.isWhole ? ok(false) : fail(notWhole());
}

/** The list of sites, page by page. */
class SiteList {
  readonly #sites = new Map<SiteId, Site>();
  readonly #odd: OddRecord[] = [];
  #expected: number | null = null;
  #goesOn = false;

  take({ items, odd, count, next }: Page<Site>): void {
    for (const site of items) this.#sites.set(site.id, site);
    this.#odd.push(...odd);
    this.#expected = count ?? this.#expected;
    this.#goesOn = next !== null && items.length > 0;
  }

  get sites(): readonly Site[] {
    return [...this.#sites.values()];
  }

  get odd(): readonly OddRecord[] {
    return this.#odd;
  }

  names(id: SiteId): boolean {
    return this.#sites.has(id);
  }

  /** At the end: the last page names another one. */
  get goesNowhere(): boolean {
    return this.#goesOn;
  }

  /** At the end: every row could be read, and there are as many as were promised. */
  get isWhole(): boolean {
    return this.#odd.length === 0 && this.#sites.size >= (this.#expected ?? 0);
  }
}

function sitePages({ service, settings, signal }: ListContext): AsyncIterable<Result<Page<Site>>> {
  return pagesOf((offset) => service.sitesPage(offset, settings.pageSize, { signal }));
}

function oddWords(odd: readonly OddRecord[]): string | null {
  const [first] = odd;
  if (first === undefined) return null;
  const which = first.name === null ? first.why : `“${first.name}”: ${first.why}`;
  const more = odd.length === 1 ? '' : ` And ${counted(odd.length - 1, 'more fault')}.`;
  return `Not all of the service's list of sites can be used. ${which}${more} Ask who manages the service to correct the list.`;
}

function goesNowhere(): Failure {
  return {
    code: 'not-understood',
    message: 'The service named a next page of sites that does not go on.',
    hint: 'Ask who manages the service. The sites known so far stay.',
    retry: 'later',
  };
}

function notWhole(): Failure {
  return {
    code: 'not-understood',
    message: "The service's list of sites is not whole, so it does not tell whether this one is still in it.",
    hint: 'Nothing is deleted here meanwhile. Ask who manages the service.',
    retry: 'later',
  };
}
