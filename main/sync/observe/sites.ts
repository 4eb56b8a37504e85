import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SyncContext } from '../context.ts';
import type { Page } from '../ports/service.ts';
import { pagesOf } from './pages.ts';

type ListContext = Pick<SyncContext, 'service' | 'signal' | 'settings'>;

/** Takes the service's list of sites over into the mirror. A list that is cut short adds and drops nothing. */
export async function listSites(
  context: ListContext & Pick<SyncContext, 'mirror'>,
): Promise<Result<readonly Site[]>> {
  const sites = new Map<string, Site>();
  let complete = true;
  let expected: number | null = null;
  // The last page names another one.
  let goesOn = false;
  for await (const page of sitePages(context)) {
    if (!page.ok) return page;
    for (const site of page.value.items) sites.set(site.id, site);
    complete &&= page.value.odd.length === 0;
    expected = page.value.count ?? expected;
    goesOn = page.value.next !== null && page.value.items.length > 0;
  }
  if (goesOn) return fail(goesNowhere());
  if (expected !== null && sites.size < expected) complete = false;
  context.mirror.saveSites([...sites.values()], complete);
  return ok([...sites.values()]);
}

/** Does the service's list still name the site? */
export async function isListed(context: ListContext, id: SiteId): Promise<Result<boolean>> {
  for await (const page of sitePages(context)) {
    if (!page.ok) return page;
    if (page.value.items.some((site) => site.id === id)) return ok(true);
  }
  return ok(false);
}

function sitePages({ service, settings, signal }: ListContext): AsyncIterable<Result<Page<Site>>> {
  return pagesOf((offset) => service.sitesPage(offset, settings.pageSize, { signal }));
}

function goesNowhere(): Failure {
  return {
    code: 'not-understood',
    message: 'The service named a next page of sites that does not go on.',
    hint: 'Ask who manages the service. The sites known so far stay.',
    retry: 'later',
  };
}
