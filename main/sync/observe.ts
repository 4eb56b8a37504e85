import { ok, type Failure, type Result } from '../../shared/failure.ts';
import { parseRelPath } from '../../shared/model/rel-path.ts';
import type { SyncContext } from './context.ts';
import type { ScanReport, SkippedEntry } from './ports/disk.ts';
import type { FollowedSite } from './ports/mirror.ts';
import type { Problem } from './tally.ts';

/** Scans a site's folder into the mirror. `below` limits it to some folders and what they hold. */
export async function scanSite(
  context: SyncContext,
  site: FollowedSite,
  below: readonly string[] | null,
): Promise<Result<ScanReport>> {
  const writer = context.mirror.beginScan(site.id);
  const options = { ignore: context.settings.ignore, below, signal: context.signal };
  const scanned = await context.disk.scan(site.folder, options, (files) => writer.add(files));
  // A scan that failed is no scan: nothing is taken as gone by it.
  if (!scanned.ok) return scanned;
  const unreadable = scanned.value.unreadable.map((entry) => entry.folder);
  writer.finish(unreadable, below, context.env.now());
  return ok(scanned.value);
}

/** What the scan could not take along, for people. Links are left out on purpose and are no problem. */
export function scanProblems(report: ScanReport): readonly Problem[] {
  return [
    ...report.unreadable.map(({ folder, code }) => unreadableFolder(folder, code)),
    ...report.skipped.flatMap((entry) => skippedProblem(entry)),
  ];
}

function unreadableFolder(folder: string, code: string): Problem {
  return {
    path: folder,
    code: 'unreadable',
    message: `The folder ${folder === '' ? 'of the site' : folder} could not be read (${code}).`,
    hint: 'Give yourself permission to read it. Nothing in it is changed or deleted meanwhile.',
  };
}

function skippedProblem({ path, why }: SkippedEntry): readonly Problem[] {
  switch (why) {
    case 'name':
      return [
        {
          path,
          code: 'bad-name',
          message: `The name of ${path} is not valid Unicode.`,
          hint: 'Rename it, then it is sent.',
        },
      ];
    case 'other-spelling':
      return [
        {
          path,
          code: 'bad-name',
          message: `${path} has the same name as another file, written with other Unicode characters.`,
          hint: 'Rename one of the two, then both are kept in step.',
        },
      ];
    case 'link':
    case 'special':
      return [];
    default:
      return why satisfies never;
  }
}

/** A failure as a problem of a path. */
export function problemOf(path: string, failure: Failure): Problem {
  return { path, code: failure.code, message: failure.message, hint: failure.hint };
}

/** The folder of a path, for a scan of just that folder; the site's own folder where the path has none. */
export function folderToScan(path: string): string {
  const parsed = parseRelPath(path);
  const slash = parsed?.lastIndexOf('/') ?? -1;
  return parsed === null || slash < 0 ? '' : parsed.slice(0, slash);
}
