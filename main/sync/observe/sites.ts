import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SyncContext } from '../context.ts';

/** Takes the service's list of sites over into the mirror. A list that is cut short adds and drops nothing. */
export async function listSites(
  context: Pick<SyncContext, 'service' | 'mirror' | 'signal' | 'settings'>,
): Promise<Result<readonly Site[]>> {
  const sites = new Map<string, Site>();
  let complete = true;
  let expected: number | null = null;
  for (let offset = 0; ;) {
    const page = await context.service.sitesPage(offset, context.settings.pageSize, {
      signal: context.signal,
    });
    if (!page.ok) return page;
    for (const site of page.value.items) sites.set(site.id, site);
    complete &&= page.value.odd.length === 0;
    expected = page.value.count ?? expected;
    const next = page.value.next?.offset ?? null;
    if (next === null || page.value.items.length === 0) break;
    if (next <= offset) return fail(goesNowhere());
    offset = next;
  }
  if (expected !== null && sites.size < expected) complete = false;
  context.mirror.saveSites([...sites.values()], complete);
  return ok([...sites.values()]);
}

function goesNowhere(): Failure {
  return {
    code: 'not-understood',
    message: 'The service named a next page of sites that does not go on.',
    hint: 'Ask who manages the service. The sites known so far stay.',
    retry: 'later',
  };
}
