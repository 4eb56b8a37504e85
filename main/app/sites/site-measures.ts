import { ok, type Result } from '../../../shared/failure.ts';
import type { CategoryCount } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../../sync/context.ts';
import { pagesOf } from '../../sync/observe/pages.ts';
import type { SiteCounts } from '../views/views.ts';

/** Counts a site's files at the service page by page, keeping nothing but the sums. */
export async function measureSite(
  session: SyncContext,
  site: SiteId,
  unwanted: AbortSignal,
): Promise<Result<readonly CategoryCount[]>> {
  const counts = new Map(
    CATEGORIES.map(({ id }) => [
      id,
      { category: id, files: 0, here: 0, bytes: 0, bytesHere: 0, unread: 0, unsent: 0 },
    ]),
  );
  const { service, settings } = session;
  const signal = AbortSignal.any([session.signal, unwanted]);
  const pages = pagesOf((offset) => service.filesPage(site, offset, settings.pageSize, { signal }));
  for await (const page of pages) {
    if (!page.ok) return page;
    for (const file of page.value.items) {
      const count = counts.get(file.category);
      if (count === undefined || file.site !== site) continue;
      count.files += 1;
      count.bytes += file.size ?? 0;
    }
  }
  return ok([...counts.values()]);
}

/** What the trees of a site tell about the service; null if they may be wrong, so that it has to be measured. */
export function countsAtService(counts: SiteCounts | undefined): readonly CategoryCount[] | null {
  if (counts === undefined || counts.listedAt === null) return null;
  const { pending, issues, conflicts, held } = counts;
  if (pending + issues + conflicts + held > 0) return null;
  return counts.categories.map((each) => ({ ...each, here: 0, bytesHere: 0, unread: 0, unsent: 0 }));
}
