import type { Failure } from '../../../shared/failure.ts';
import { heldOnEachSide, type HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type { SiteContext } from '../context.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import type { OddRecord } from '../ports/service.ts';
import { siteProblem, type Problem } from '../problems/problem.ts';
import type { SiteReport } from './site-report.ts';
import { type Tally } from '../steps/tally.ts';

/** The report of a cycle. */
export function reportOf(
  { mirror, site, siteName }: SiteContext,
  agreed: number | null,
  tally: Tally,
  problems: readonly Problem[],
): SiteReport {
  const held = mirror.siteState(site.id).held;
  return {
    id: site.id,
    name: siteName,
    folder: site.folder,
    // Counting reads a whole index: if a plan has just done so, its answer serves.
    files: agreed ?? mirror.counts(site.id).base,
    created: tally.of('created'),
    updated: tally.of('updated'),
    deletedRemote: tally.of('deletedRemote'),
    downloaded: tally.of('downloaded'),
    trashed: tally.of('trashed'),
    moved: tally.of('moved'),
    adopted: tally.of('adopted'),
    ...(tally.of('freed') > 0 ? { freed: tally.of('freed') } : {}),
    conflicts: tally.conflicts,
    problems,
    held: held === null ? null : heldAsTold(held),
  };
}

function heldAsTold(held: HeldDeletes): SiteReport['held'] {
  const { direction, count, of, why } = held;
  return { direction, count, here: heldOnEachSide(held).here, of, why };
}

/** For a sync that was stopped before all was done: its report must not read as "in step". */
export function stopped(name: string): Failure {
  return {
    code: 'cancelled',
    message: `The sync of ${name} was stopped before everything was done.`,
    hint: 'What was finished stays; the next sync goes on from there.',
    retry: 'now',
  };
}

/** For a folder that changes faster than it can be synced, which must not read as "in step" either. */
export function moreIsLeft(name: string): Failure {
  return {
    code: 'cancelled',
    message: `More came up at ${name} than one sync does.`,
    hint: 'What was finished stays; the next sync goes on from there.',
    retry: 'now',
  };
}

/** The problems of a listing that came but is incomplete or odd. */
export function listingProblems(listed: ListingResult): readonly Problem[] {
  const isNamed = (row: OddRecord): boolean => row.name !== null || row.id !== null;
  const odd = listed.odd.filter(isNamed).map((row) => ({
    path: row.name ?? row.id ?? '',
    code: 'not-understood' as const,
    message: `A record of the service cannot be used: ${row.why}`,
    hint: 'Its copy here stays as it is. Ask who manages the service to correct the record.',
  }));
  if (listed.complete) return odd;
  // What has no name of its own is a fault of the list: a row that makes no sense, or the link to the next page.
  const fault = listed.odd.find((row) => !isNamed(row))?.why ?? listed.fault ?? 'a page is missing';
  const partial = {
    path: '',
    code: 'not-understood' as const,
    message: `The service's list of files is incomplete: ${fault}`,
    hint: 'New and changed files were synced. Deletes wait until the list is complete.',
  };
  return [partial, ...odd];
}

/** The problems of a listing that did not come. */
export function listingFailure({ gate }: Pick<SiteContext, 'gate'>, failure: Failure): readonly Problem[] {
  // A dead network, a refused token and a stop are states of the program, not problems of a site.
  return gate.stop === null && failure.code !== 'cancelled' ? [siteProblem(failure)] : [];
}
