import type { Result } from '../../../shared/failure.ts';
import type { HashedFile, ScannedFile } from '../ports/disk.ts';
import type { SiteContext } from '../context.ts';

/** Bytes from which on a file may be read for so long that a person asks which one it is. */
const LARGE = 16 * 1024 * 1024;

/** Hashes files of a site, one result each in order. Who looks at the progress meanwhile is told of the largest. */
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
