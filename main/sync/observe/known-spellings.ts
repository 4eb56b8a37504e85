import { ok, type Result } from '../../../shared/failure.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { SyncContext } from '../context.ts';
import { inTurns } from '../concurrency/in-turns.ts';
import type { OtherSpelling, ScanReport, SkippedEntry } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { ScanWriter } from '../ports/mirror/looks.ts';

/**
 * If two files share a name, once with composed and once with decomposed characters, the known one stays in step, whichever
 * the scan met first: else the other would count as its next version, and be sent as that.
 */
export async function withKnownSpellings(
  { disk, env }: Pick<SyncContext, 'disk' | 'env'>,
  { folder }: FollowedSite,
  writer: ScanWriter,
  report: ScanReport,
): Promise<Result<ScanReport>> {
  const known: OtherSpelling[] = [];
  await inTurns(env, report.skipped, (entry) => {
    if (entry.why === 'other-spelling' && writer.knownAs(entry.path) === entry.path) known.push(entry);
  });
  const instead = new Map<string, string>();
  let { shifted } = report;
  for (const { path, taken } of known) {
    const there = await disk.stat(folder, path as RelPath);
    if (!there.ok) return there;
    // It went during this look: as for any such file, the next look tells.
    if (there.value === null) shifted = true;
    else {
      writer.add([there.value]);
      // What the folder's version says of its files is what the scan came by: it does not stand for this one.
      writer.addFolders([{ folder: folderOf(path), version: null }]);
      instead.set(taken, path);
    }
  }
  const skipped = report.skipped.map((entry) => swapped(entry, instead));
  return ok({ ...report, skipped, shifted });
}

function swapped(entry: SkippedEntry, instead: ReadonlyMap<string, string>): SkippedEntry {
  if (entry.why !== 'other-spelling') return entry;
  const known = instead.get(entry.taken);
  if (known === undefined) return entry;
  return { ...entry, path: entry.path === known ? entry.taken : entry.path, taken: known };
}
