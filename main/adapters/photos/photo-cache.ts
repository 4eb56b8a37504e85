import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteId } from '../../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../../shared/model/json.ts';
import type { CachedPhoto, PhotoCache } from '../../app/ports.ts';
import { errnoOf, guarded } from '../disk/problem.ts';
import { closeFolder } from '../disk/own-files/private.ts';
import { writeDurably } from '../disk/own-files/write-durably.ts';

/** The length of a picture's name in characters. */
const NAME = 40;
/** A picture, its note, or what a killed process left of either. */
const OURS = /^[0-9a-f]{40}(\.json)?(\.new)?$/;

/** Pictures in `<data>/photos/`: the bytes under a name made of the site's id, and what is known of them beside it. */
export function createPhotoCache(dataDir: string): PhotoCache {
  const folder = join(dataDir, 'photos');
  return {
    get: (site) => read(folder, site),
    put: (site, url, bytes, contentType) =>
      guarded('write', `the photo of ${site}`, async () => {
        // Its notes name the sites' addresses, and with a signature in it one opens the picture to anybody.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        closeFolder(folder);
        const { image, note } = placesOf(folder, site);
        // A picture without its note is not shown. So the old note is removed first, and never describes other bytes.
        await rm(note, { force: true });
        await writeDurably(image, bytes);
        await writeDurably(note, JSON.stringify({ url, contentType, size: bytes.length }));
        return { url, path: image, size: bytes.length, contentType };
      }),
    keepOnly: async (sites) => {
      const kept = new Set(sites.map(nameOf));
      await guarded('write', 'the photos', async () => {
        for (const name of await readdir(folder))
          if (OURS.test(name) && !kept.has(name.slice(0, NAME)))
            await rm(join(folder, name), { force: true });
      });
    },
  };
}

async function read(folder: string, site: SiteId): Promise<CachedPhoto | null> {
  const { image, note } = placesOf(folder, site);
  try {
    const value = JSON.parse(await readFile(note, 'utf8')) as Json;
    if (!isJsonObject(value)) return null;
    const { url, contentType, size } = value;
    if (typeof url !== 'string' || typeof contentType !== 'string') return null;
    const stats = await stat(image);
    return stats.isFile() && stats.size === size ? { url, path: image, size, contentType } : null;
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) !== null) return null;
    throw error;
  }
}

function nameOf(site: SiteId): string {
  return createHash('sha256').update(site).digest('hex').slice(0, NAME);
}

function placesOf(folder: string, site: SiteId): { readonly image: string; readonly note: string } {
  const name = nameOf(site);
  return { image: join(folder, name), note: join(folder, `${name}.json`) };
}
