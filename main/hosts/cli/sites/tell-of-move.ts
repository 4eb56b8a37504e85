import type { Site } from '../../../../shared/model/site.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import type { Output } from '../output/output.ts';

/** Tells that the site is kept in another folder now: people who still write to the old one must know. */
export async function tellOfMove(
  { disk }: Pick<Program, 'disk'>,
  out: Output,
  site: Site,
  before: FollowedSite | null,
  folder: string,
): Promise<void> {
  if (before === null || before.folder === folder) return;
  const left = await disk.readMarker(before.folder);
  // The old folder is not there: it was moved, or its drive is out.
  if (!left.ok) return out.log(`${site.name} was kept in ${before.folder} until now, which is not there.`);
  out.log(
    `${site.name} was kept in ${before.folder} until now: what you change there is no longer sent. Copy what is missing from there to ${folder}.`,
  );
}
