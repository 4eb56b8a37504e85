import { fail, ok } from '../../../shared/failure.ts';
import type { Place } from '../../../shared/ipc/app.ts';
import type { FileDetails, FileRow } from '../../../shared/ipc/files.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { folderOf, parseRelPath } from '../../../shared/model/rel-path.ts';
import { folded, typedWords } from '../../../shared/typed-words.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { AppContext } from '../context.ts';
import { isRecord } from './delete-files.ts';
import { absolutePath, noLongerThere } from './site-files.ts';
import type { Views } from '../views/views.ts';
import { reasonsIn } from './trash-reasons.ts';
import { activityLines } from '../views/words.ts';

type Names =
  | `files.${'page' | 'find' | 'keys' | 'sum' | 'hashes' | 'details' | 'folders'}`
  | 'outbox.get'
  | 'activity.list'
  | 'app.search';

/** Hits that a palette shows. */
const PLACES = 50;

/**
 * Questions about the trees, for screens: answered as of now, or of the last look where now takes long to know. That a file
 * is not there is said as of now alone: at the last look one that has just come or moved was not there yet, and a screen
 * that was told so would let go of it.
 */
export function fileQueries(
  app: AppContext,
  { shown, fresh }: Record<'shown' | 'fresh', () => Promise<Views>>,
): Pick<Handlers, Names> {
  const sure = async <T>(ask: (views: Views) => Promise<T | null>): Promise<T | null> =>
    (await ask(await shown())) ?? ask(await fresh());
  return {
    'files.page': async ({ offset, limit, ...query }) => ok(await (await shown()).page(query, offset, limit)),
    'files.find': async ({ key, ...query }) => ok(await sure((views) => views.find(query, key))),
    'files.keys': async ({ first, last, ...query }) =>
      ok([...(await (await shown()).keys(query, first, last))]),
    'files.sum': async ({ site, files }) => {
      const rows = await (await shown()).rows(site, files);
      const bytes = rows.reduce((sum, row) => sum + (row.size ?? 0), 0);
      const [folder = null, ...others] = new Set(rows.map(({ path }) => folderOf(path)));
      const here = rows.filter((row) => row.here);
      return ok({
        files: rows.length,
        bytes,
        here: here.length,
        sent: here.filter(isRecord).length,
        folder: others.length > 0 ? null : folder,
      });
    },
    'files.folders': async ({ site, text, limit }) => ok(await (await shown()).folders(site, text, limit)),
    'files.hashes': async ({ site, keys }) => ok(await (await shown()).hashes(site, keys)),
    'files.details': async ({ site, key }) => {
      const details = await sure((views) => views.details(site, key));
      if (details === null) return fail(noLongerThere());
      return ok({ ...details, ...(await inItsFolder(app, site, details.row)) });
    },
    'outbox.get': async ({ site }) => ok(await (await shown()).outbox(site)),
    'activity.list': async ({ site, limit, text }) => {
      const lines = app.mirror.activityAbout(site, text, limit);
      return ok(activityLines(lines, app.mirror.decisions(site)));
    },
    'app.search': async ({ text }) => {
      const sites = sitesCalled(app, text);
      const files = await (await shown()).search(text, Math.max(0, PLACES - sites.length));
      return ok({
        places: [...sites, ...files.places].slice(0, PLACES),
        total: sites.length + files.total,
        more: [...files.more],
      });
    },
  };
}

/** What the folder of its site tells of a file: its earlier versions in the trash, and how other programs name it. */
async function inItsFolder(
  app: AppContext,
  id: SiteId,
  row: FileRow,
): Promise<Pick<FileDetails, 'trash' | 'absolute'>> {
  const site = followedSite(app.mirror, id);
  const path = parseRelPath(row.path);
  if (site === null || path === null) return { trash: [], absolute: null };
  const listed = await app.disk.listTrash(site.folder, path);
  const earlier = listed.ok ? listed.value : [];
  const reasons = reasonsIn(app.mirror, id, earlier);
  return {
    trash: earlier.map(({ id: entry, size, trashedAt }) => ({
      entry,
      size,
      trashedAt,
      why: reasons.get(entry) ?? null,
    })),
    absolute: row.here ? absolutePath(app, site, path) : null,
  };
}

/** Sites whose name and city hold all words of this text. */
function sitesCalled(app: AppContext, text: string): readonly Place[] {
  const words = typedWords(folded(text));
  return app.mirror
    .sites()
    .filter((site) => {
      const about = folded(`${site.name} ${site.city ?? ''}`);
      return words.every((word) => about.includes(word));
    })
    .map(({ id, name, city }) => ({
      kind: 'site',
      site: id,
      siteName: name,
      key: id,
      label: name,
      detail: city ?? '',
    }));
}
