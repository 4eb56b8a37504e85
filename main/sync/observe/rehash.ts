import { isRehashDue, REHASH_FILES, shareToRehash } from '../../engine/times/rehash.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { SiteContext } from '../context.ts';
import type { FileRead } from '../ports/mirror/looks.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';
import { readThrough } from './read-through.ts';

/**
 * Reads a small share of the site's files again, once an hour, the longest unread first (design section 2): a disk may corrupt
 * bytes, and a program may write some, without a change of size and time. True if bytes have changed, so that another plan
 * makes sense.
 */
export async function rehashSome(context: SiteContext): Promise<boolean> {
  const { env, mirror, progress, signal, site, stopping } = context;
  const rehashedAt = SITE_SETTINGS.rehashedAt(site.id);
  const last = rehashedAt.read(mirror);
  // The first sync has just hashed every file: the hour begins with it.
  if (last === null) rehashedAt.write(mirror, env.now());
  if (last === null || !isRehashDue(last, env.now())) return false;
  rehashedAt.write(mirror, env.now());
  const share = shareToRehash(mirror.oldestHashes(site.id, REHASH_FILES));
  if (share.length === 0) return false;
  progress.phase('hashing', site.id);
  const breakOff = AbortSignal.any([signal, stopping]);
  const { here, away } = await apart(context, share);
  const results = await readThrough(context, here, breakOff);
  let differs = false;
  const read = results.flatMap((result, index): readonly FileRead[] => {
    const file = here[index];
    if (file === undefined) return [];
    if (!result.ok) return breakOff.aborted ? [] : [passed(file)];
    differs ||= result.value.hash !== file.hash;
    return [result.value];
  });
  mirror.setHashes(site.id, [...read, ...away.map(passed)]);
  return differs;
}

/** A file that is not read now keeps its hash, and goes to the end of the line, so that it holds up no other. */
const passed = (file: LocalFile): FileRead => ({ file, hash: null });

/** Files whose bytes are in a cloud alone are left there: the person made room, or never had them here. */
async function apart(
  { disk, site }: Pick<SiteContext, 'disk' | 'site'>,
  files: readonly LocalFile[],
): Promise<{ readonly here: readonly LocalFile[]; readonly away: readonly LocalFile[] }> {
  const are = await Promise.all(files.map(({ path }) => disk.isAway(site.folder, path)));
  return { here: files.filter((_, at) => are[at] !== true), away: files.filter((_, at) => are[at] === true) };
}
