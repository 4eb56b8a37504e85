import { fail, ok } from '../../shared/failure.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { parseRelPath } from '../../shared/model/rel-path.ts';
import { followedSite } from '../sync/followed-site.ts';
import type { AppContext } from './context.ts';
import { absolutePath, noLongerThere } from './files/site-files.ts';
import type { Views } from './views/views.ts';
import { activityLines } from './views/words.ts';

type Names =
  | `files.${'page' | 'find' | 'keys' | 'sum' | 'details'}`
  | 'outbox.get'
  | 'activity.list'
  | 'app.search';

/** Hits that a palette shows. */
const PLACES = 50;

/** Questions about the trees, for screens: answered as of now, or of the last look where now takes long to know. */
export function fileQueries(app: AppContext, shown: () => Promise<Views>): Pick<Handlers, Names> {
  return {
    'files.page': async ({ offset, limit, ...query }) =>
      ok(await (await shown()).page(asked(query), offset, limit)),
    'files.find': async ({ key, ...query }) => ok(await (await shown()).find(asked(query), key)),
    'files.keys': async ({ from, to, ...query }) =>
      ok([...(await (await shown()).keys(asked(query), from, to))]),
    'files.sum': async ({ site, files }) => {
      const rows = await (await shown()).rows(site as SiteId, files);
      const bytes = rows.reduce((sum, row) => sum + (row.size ?? 0), 0);
      return ok({ files: rows.length, bytes, here: rows.filter((row) => row.here).length });
    },
    'files.details': async ({ site, key }) => {
      const details = await (await shown()).details(site as SiteId, key);
      if (details === null) return fail(noLongerThere());
      const kept = followedSite(app.mirror, site);
      const path = parseRelPath(details.row.path);
      const trash =
        kept === null || path === null ? ok([]) : await app.disk.listTrash(kept.folder, path);
      const earlier = trash.ok ? trash.value : [];
      return ok({
        ...details,
        trash: earlier.map(({ id, size, trashedAt }) => ({ entry: id, size, trashedAt })),
        absolute:
          kept === null || path === null || !details.row.here ? null : absolutePath(app, kept, path),
      });
    },
    'outbox.get': async ({ site }) => ok(await (await shown()).outbox(site as SiteId | null)),
    'activity.list': async ({ site, limit, text }) => {
      const needle = text.toLowerCase();
      const lines = app.mirror
        .activity(site as SiteId | null, needle === '' ? limit : 5000)
        .filter((line) => needle === '' || line.path.toLowerCase().includes(needle))
        .slice(0, limit);
      return ok(activityLines(lines));
    },
    'app.search': async ({ text }) => {
      const needle = text.trim().toLowerCase();
      const sites = app.mirror
        .sites()
        .filter((site) => `${site.name} ${site.city ?? ''}`.toLowerCase().includes(needle))
        .map(({ id, name, city }) => ({
          kind: 'site' as const,
          site: id,
          siteName: name,
          key: id,
          label: name,
          detail: city ?? '',
        }));
      const files = await (await shown()).search(text, PLACES);
      return ok([...sites, ...files].slice(0, PLACES));
    },
  };
}

function asked<Q extends { readonly site: string }>(query: Q): Omit<Q, 'site'> & { readonly site: SiteId } {
  return { ...query, site: query.site as SiteId };
}
