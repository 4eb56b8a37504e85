import type { ContentHash } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import type { UploadSource } from '../../ports/disk.ts';

/** No file has this hash. */
const TORN = '0'.repeat(64) as ContentHash;
/** A small file that was read less than this ago, ms, is not looked at again: it might as well be saved after the sync. */
const NO_TIME = 1000;

/** The hash of what was sent. If the file changed while it was read, one that no file has, so that it is sent again. */
export async function sentHash(source: UploadSource): Promise<ContentHash> {
  const finished = await source.finish();
  return finished.ok ? finished.value : TORN;
}

/** A file that was opened and sent. */
export interface SentFile {
  readonly source: UploadSource;
  /** When its bytes were read, or began to be, epoch ms. */
  readonly readAt: number;
  /** As `sentHash` gives it. */
  readonly hash: ContentHash;
}

/**
 * The file's path if another version lies there by now, so that the sync goes on until that is in step too; else undefined.
 * Most programs save under another name and rename that over the file: what was read is then whole, and old.
 */
export async function changedMeanwhile(
  { disk, env, site }: SiteContext,
  local: LocalFile,
  { source, readAt, hash }: SentFile,
): Promise<RelPath | undefined> {
  const { path } = local;
  if (hash === TORN) return path;
  if (source.bytes !== null && env.now() - readAt < NO_TIME) return undefined;
  const now = await disk.stat(site.folder, path);
  const isOther = now.ok && now.value !== null && !sameFingerprint(now.value, local);
  return isOther ? path : undefined;
}
