import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Site } from '../../../../shared/model/site.ts';
import { followedSite } from '../../../sync/following/followed-site.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import type { Output } from '../output/output.ts';

/** How a site was kept before it is followed in a folder. */
export interface KeptBefore {
  /** Null: not at all. */
  readonly site: FollowedSite | null;
  readonly hasAgreements: boolean;
  readonly hasChoices: boolean;
}

export function keptUntilNow({ mirror }: Pick<Program, 'mirror'>, id: SiteId): KeptBefore {
  const site = followedSite(mirror, id);
  const isKept = site !== null;
  return {
    site,
    hasAgreements: isKept && mirror.counts(id).base > 0,
    hasChoices: isKept && mirror.pins(id).size > 0,
  };
}

/**
 * Tells that the site is kept in another folder now: people who still write to the old one must know; and that it is
 * merged where the folder is another one, as a copy is, not the old one that was moved.
 */
export async function tellOfMove(
  { disk, mirror }: Pick<Program, 'disk' | 'mirror'>,
  out: Output,
  site: Site,
  { site: before, hasAgreements, hasChoices }: KeptBefore,
  folder: string,
): Promise<void> {
  if (before === null || before.folder === folder) return;
  if (hasAgreements && mirror.counts(site.id).base === 0) out.log(MERGES);
  if (hasChoices && mirror.pins(site.id).size === 0) out.log(CHOOSE_AGAIN);
  const left = await disk.readMarker(before.folder);
  // The old folder is not there: it was moved, or its drive is out.
  if (!left.ok) return out.log(`${site.name} was kept in ${before.folder} until now, which is not there.`);
  out.log(
    `${site.name} was kept in ${before.folder} until now: what you change there is no longer sent. Copy what is missing from there to ${folder}.`,
  );
}

const MERGES =
  'This counts as another folder than the one until now, as a copy does, so the next sync compares all files anew and deletes nothing. What was deleted here since the last sync comes back; what was renamed comes back under its old name, too.';

const CHOOSE_AGAIN = 'What was chosen for single files no longer holds: choose it again with sitesync keep.';
