import type { Result } from '../../../shared/failure.ts';
import type { HashedFile, ScannedFile } from '../ports/disk.ts';
import type { SiteContext } from '../context.ts';

/** A file of this many bytes or more takes so long to read that a person asks which one it is. */
const LARGE = 16 * 1024 * 1024;

/** Hashes files of a site; one result for each, in the same order. Meanwhile the progress names the largest of them. */
export async function readThrough(
  { disk, progress, site }: Pick<SiteContext, 'disk' | 'progress' | 'site'>,
  files: readonly ScannedFile[],
  signal: AbortSignal,
): Promise<readonly Result<HashedFile>[]> {
  const size = files.reduce((most, file) => Math.max(most, file.size), 0);
  const largest = size < LARGE ? undefined : files.find((file) => file.size === size);
  const end = largest === undefined ? null : progress.reading({ site: site.id, path: largest.path });
  try {
    return await disk.hash(site.folder, files, undefined, signal);
  } finally {
    end?.();
  }
}
