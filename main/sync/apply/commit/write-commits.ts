import type { StepContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';

/**
 * Writes what the steps of a plan changed. If the folder was merged anew since the cycle looked at it, as while a large file
 * was on its way, they say nothing about what lies in it now: what an older copy lacks would look deleted by an agreement
 * about what was sent, and what is older in it would look edited.
 */
export function writeCommits(
  { inFlight, merges, mirror, site }: Pick<StepContext, 'inFlight' | 'merges' | 'mirror' | 'site'>,
  commits: readonly Commit[],
): void {
  mirror.commit(site.id, inFlight.merges === merges ? commits : commits.map(withoutFolder));
}

function withoutFolder({ base: _base, sent: _sent, local: _local, ...rest }: Commit): Commit {
  return rest;
}
