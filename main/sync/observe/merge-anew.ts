import { timeOfMtime } from '../../engine/compare/fingerprint.ts';
import { inTurns } from '../concurrency/in-turns.ts';
import type { SyncContext } from '../context.ts';
import { takeEdition } from '../following/edition.ts';
import { markerOfMerged } from '../following/generation.ts';
import type { FoundMarker, ScannedFile } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { Unmarked } from '../following/as-left.ts';
import { joinAnew } from '../settings/joined.ts';
import { noteMerged } from './seen-since-merge.ts';

/**
 * Drops all agreements of a folder that is no longer as this mirror left it, as if it were followed anew, and makes it this
 * service's. It was put back from a copy: nobody deleted what it lacks, nor edited what is older in it. Or another SiteSync
 * kept it in step with another service since, and may have removed what is missing. Or the mirror itself was put back, and
 * does not know what was given up since.
 *
 * Returns the marker and why it could not be replaced; null if it was. Nothing may be put into a copy then.
 */
export async function mergeAnew(
  context: SyncContext,
  site: FollowedSite,
  found: FoundMarker,
): Promise<Unmarked | null> {
  const { disk, mirror, service } = context;
  noteMerged(mirror, site.id);
  mirror.dropAgreements(site.id);
  joinAnew(mirror, site.id);
  mirror.setApprovedDeletes(site.id, []);
  takeEdition(context, site.id, found);
  await dropLostCreates(context, site);
  await forgetUnnumbered(context, site);
  // Flushed before the marker is written: if a power cut brought agreements back, nothing would drop them any more.
  const marker = { ...(await markerOfMerged(context, found)), baseUrl: service.baseUrl };
  const made = await disk.createSiteFolder(site.folder, marker, found);
  // A folder of a category that cannot be made, as where a link has its name, must not keep the marker as it is.
  const written = made.ok ? made : await disk.rewriteMarker(site.folder, marker, found);
  // If the marker cannot be replaced, the next cycle merges once more.
  return written.ok ? null : { marker: found, why: written.failure };
}

/**
 * A create of unknown outcome becomes an agreement when its record is found. If its file is not here, that agreement would
 * say that the file was deleted, and if other bytes lie here, that they are an edit of those that were sent: so the intent
 * is dropped, and the record is compared like any other. Where they cannot be read now, the file's time has to tell.
 */
async function dropLostCreates(
  { disk, mirror, signal }: Pick<SyncContext, 'disk' | 'mirror' | 'signal'>,
  { id, folder }: FollowedSite,
): Promise<void> {
  for (const { opId, path, size, mtimeNs, hash } of mirror.intents(id)) {
    const there = await disk.stat(folder, path);
    const file = there.ok ? there.value : null;
    const [read] = file?.size === size ? await disk.hash(folder, [file], undefined, signal) : [];
    const isSame = read?.ok === true ? read.value.hash === hash : isOfTime(file, mtimeNs);
    if (file?.size !== size || !isSame) mirror.commit(id, [{ dropIntent: opId }]);
  }
}

/** How many rows one write drops. */
const ROWS = 500;

/**
 * A disk without inodes tells a file by its size and time alone: what was read of one in the folder before says nothing of
 * the one that lies at its path now. So each is read again.
 */
async function forgetUnnumbered(
  { env, mirror }: Pick<SyncContext, 'env' | 'mirror'>,
  { id }: FollowedSite,
): Promise<void> {
  const unnumbered = [...mirror.trees(id).local.values()].filter(({ ino }) => ino === 0n);
  const pages = Array.from({ length: Math.ceil(unnumbered.length / ROWS) }, (_, page) =>
    unnumbered.slice(page * ROWS, (page + 1) * ROWS),
  );
  const forget = (page: typeof unnumbered): void =>
    mirror.commit(
      id,
      page.map(({ path }) => ({ dropLocal: path })),
    );
  await inTurns(env, pages, forget, 1);
}

/** A copy may have lost what is finer than a millisecond. */
function isOfTime(file: ScannedFile | null, mtimeNs: bigint): boolean {
  return file !== null && timeOfMtime(file.mtimeNs) === timeOfMtime(mtimeNs);
}
