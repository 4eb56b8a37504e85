import type { Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import type { FoundMarker, Marker } from '../ports/disk.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/*
 * The generation of a site's folder: a word that its marker and the mirror share.
 *
 * Only the mirror knows that a missing file is "online only". A mirror that was put back from a copy does not know which
 * files were given up since: it would take them for deleted by a person, and delete their records, which alone have the
 * bytes. So before a file is given up the folder gets another word. A mirror that does not know the marker's word merges:
 * what is missing is then fetched, and deleted nowhere.
 *
 * The mirror notes the word first. So every copy of the mirror that knows the word also holds the choices by which files
 * were given up under it; and after a crash in between it still knows the word before, so that a crash alone causes no merge.
 */

type Generations = Pick<SyncContext, 'env' | 'mirror'>;

/** Does this mirror know about everything that was given up in this marker's folder? */
export function knowsGeneration(
  { mirror }: { readonly mirror: Pick<Mirror, 'generation'> },
  site: SiteId,
  { generation }: Pick<Marker, 'generation'>,
): boolean {
  const { now, before } = mirror.generation(site);
  return generation === now || generation === before;
}

/** The marker of the next generation, to be written now that the mirror knows it. `found`: the one that is there. */
async function nextMarker(context: Generations, found: FoundMarker): Promise<Marker> {
  return noteGeneration(context, found, context.env.newGeneration(), found.generation);
}

/**
 * As `nextMarker`, in a folder that is merged. The word before counts no more: the folder that a copy took the place of has it
 * as well, and lacks what is agreed on about the copy. After a crash the copy is merged once more.
 */
export async function markerOfMerged(context: Generations, found: FoundMarker): Promise<Marker> {
  const generation = context.env.newGeneration();
  return noteGeneration(context, found, generation, generation);
}

/** Writes the word to the mirror, flushed. Returns the marker that is to bear it. */
async function noteGeneration(
  { mirror }: Generations,
  { site, baseUrl, folderId, edition }: FoundMarker,
  generation: string,
  before: string | null,
): Promise<Marker> {
  mirror.setGeneration(site, { now: generation, before });
  await mirror.flushed();
  return { site, baseUrl, folderId, generation, edition };
}

/** To be called before files that are not wanted here are given up. If it fails, none may be given up. */
export async function beginGeneration(
  context: Pick<SyncContext, 'disk' | 'env' | 'mirror'>,
  { folder }: FollowedSite,
  found: FoundMarker,
): Promise<Result<void>> {
  return context.disk.rewriteMarker(folder, await nextMarker(context, found), found);
}
