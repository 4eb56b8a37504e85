import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { parseModelId } from '../../../shared/model/ids.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { lyingModel } from '../../models/kept-model.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { App, Content } from '../app.ts';
import { inertType } from './content-types.ts';
import type { AppContext } from '../context.ts';
import type { FreshViews } from '../files/command-views.ts';
import { absolutePath, fileAt, keptSite } from '../files/site-files.ts';
import { Photos } from './photos.ts';
import type { PhotoCache } from '../ports.ts';

/**
 * Which bytes a screen may show: a file or model of a kept site as it lies in its folder (no link on the way, nothing
 * outside), or a photo of the cache. What is asked for is only ever a key; paths come from the mirror.
 */
export function contentOf(app: AppContext, fresh: FreshViews, cache: PhotoCache): App['content'] {
  const photos = new Photos(app, cache);
  return async (what, id, key) => {
    if (what === 'photo') {
      const photo = await photos.of(id);
      return photo.ok ? ok(photo.value) : photo;
    }
    const site = keptSite(app, id);
    if (!site.ok) return site;
    switch (what) {
      case 'file': {
        const [row] = await (await fresh()).rows(site.value.id, { keys: [key] });
        return row === undefined ? fail(unknown()) : inFolder(app, site.value, row.path);
      }
      case 'model': {
        const model = parseModelId(key);
        const lying = model === null ? null : await lyingModel(app, site.value, model);
        return lying === null ? fail(unknown()) : inFolder(app, site.value, lying.pulled.path);
      }
      default:
        return assertNever(what);
    }
  };
}

async function inFolder(app: AppContext, site: FollowedSite, path: string): Promise<Result<Content>> {
  const file = await fileAt(app, site, path);
  if (!file.ok) return file;
  return ok({
    path: absolutePath(app, site, file.value.path),
    size: file.value.size,
    contentType: inertType(baseName(file.value.path)),
  });
}

function unknown(): Failure {
  return {
    code: 'not-found',
    message: 'There is nothing here to show.',
    hint: 'The file was renamed, deleted, or is not on this computer.',
    retry: 'on-change',
  };
}
