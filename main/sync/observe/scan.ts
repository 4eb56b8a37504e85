import { ok, type Result } from '../../../shared/failure.ts';
import { foldersAbove, isBelow, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { withoutRead } from '../../engine/guards/forbidden-folders.ts';
import type { SyncContext } from '../context.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import { markerNow, type Unmarked } from '../following/as-left.ts';
import { ChosenMoves } from './chosen-moves.ts';
import { changedDrives, judgeDrives } from './drives.ts';
import { noteCase } from './folder-case.ts';
import { withKnownSpellings } from './known-spellings.ts';
import { noteRules, rulesText } from './ignored-before.ts';
import { modelsHere } from './models-here.ts';
import { noteSeen, scopeSinceMerge } from './seen-since-merge.ts';
import type { ScanReport, ScanScope, SkippedEntry } from '../ports/disk.ts';
import type { FollowedSite, LeftOut } from '../ports/mirror/sites.ts';
import type { ScanWriter } from '../ports/mirror/looks.ts';

/**
 * Scans a site's folder into the mirror; `asked` limits it to some folders. If a person moved a folder during the scan, its
 * files would look copied, or deleted: so the scan is made again, though only once, since folders may move all the time.
 * And if a copy took the folder's place during it, what was seen counts for nothing: see `markerNow`. The first look after a
 * merge takes in everything, whatever was `asked` for.
 */
export async function scanSite(
  context: SyncContext,
  site: FollowedSite,
  asked: ScanScope | null,
  unmarked: Unmarked | null = null,
): Promise<Result<ScanReport>> {
  const scope = scopeSinceMerge(context.mirror, site.id, asked);
  const first = await look(context, site, scope);
  const looked = first.ok && first.value.report.shifted ? await look(context, site, scope) : first;
  if (!looked.ok) return looked;
  const marker = await markerNow(context, site, unmarked);
  if (!marker.ok) return marker;
  const { writer } = looked.value;
  const told = withDrives(context, site, {
    report: withoutModels(context, site, withLinksInPlace(looked.value)),
    writer,
  });
  const report = {
    ...told,
    unreadable: told.unreadable.map((entry) => ({ ...entry, known: writer.knows(entry.folder) })),
  };
  const unreadable = [
    ...report.unreadable.map((entry) => entry.folder),
    ...report.skipped.filter(({ why }) => HIDING.has(why)).map(({ path }) => path),
  ];
  await noteRules(context.mirror, site.id, rulesText(context.settings.ignore, report.ignoreText));
  noteCase(context.mirror, site.id, report);
  const end = { scope, standing: report.folders, unreadable, at: context.env.now() };
  const chosen = new ChosenMoves(context, site);
  await inTurns(context.env, writer.finish(end), ({ written }) => chosen.wrote(written), 1);
  chosen.end();
  if (scope === null) noteSeen(context.mirror, site.id);
  noteLeftOut(context, site, scope, report);
  forgetReadable(context, site, scope, report);
  return ok(report);
}

/**
 * Forgets of each folder that this look could read that it was forbidden. A virus scanner may hold it in two looks, and a
 * person move files into it in between.
 */
function forgetReadable(
  { mirror }: Pick<SyncContext, 'mirror'>,
  { id }: FollowedSite,
  scope: ScanScope | null,
  report: ScanReport,
): void {
  const before = mirror.forbiddenFolders(id);
  if (before.folders.length === 0) return;
  const isTakenIn = tookIn(scope, report);
  const unread = new Set(report.unreadable.map(({ folder }) => folder));
  const isRead = (folder: string): boolean =>
    isTakenIn(folder) && ![folder, ...foldersAbove(folder)].some((each) => unread.has(each));
  const now = withoutRead(before, isRead);
  if (now !== before) mirror.setForbiddenFolders(id, now);
}

/** Keeps what is known where the scan did not look. */
function noteLeftOut(
  { mirror }: Pick<SyncContext, 'mirror'>,
  { id }: FollowedSite,
  scope: ScanScope | null,
  report: ScanReport,
): void {
  const before = mirror.leftOut(id);
  const isTakenIn = tookIn(scope, report);
  const now = new Map(
    [
      ...before.filter(({ path }) => !isTakenIn(path)),
      ...report.skipped.flatMap(({ path, why }): readonly LeftOut[] =>
        why === 'link' || why === 'special' ? [{ path, kind: why }] : [],
      ),
    ].map((entry) => [entry.path, entry]),
  );
  if (now.size !== before.length || before.some(({ path, kind }) => now.get(path)?.kind !== kind))
    mirror.setLeftOut(id, [...now.values()]);
}

/** Files known below it were not seen, and yet are not gone. */
const HIDING: ReadonlySet<SkippedEntry['why']> = new Set([
  'link-in-place',
  'other-site',
  'models-folder',
  'in-cloud',
]);

/**
 * Whoever moves files to a larger disk and leaves a link in their place deletes nothing. Links are not followed, so nothing is
 * decided about files known below one.
 */
function withLinksInPlace({ report, writer }: Look): ScanReport {
  if (report.skipped.length === 0) return report;
  const isInPlace = ({ path, why }: SkippedEntry): boolean =>
    why === 'link' && (writer.knownAs(path) !== null || writer.knows(path));
  const skipped = report.skipped.map((entry) =>
    isInPlace(entry) ? { ...entry, why: 'link-in-place' as const } : entry,
  );
  return { ...report, skipped };
}

/** Remembers which drives are there; nothing is decided about files on drives that are out of reach. */
function withDrives(
  { mirror }: Pick<SyncContext, 'mirror'>,
  { id }: FollowedSite,
  { report, writer }: Look,
): ScanReport {
  const before = mirror.drives(id);
  if (before.length + report.drives.length === 0) return report;
  const { known, outOfReach } = judgeDrives(before, report.drives, writer);
  if (JSON.stringify(known) !== JSON.stringify(before)) mirror.setDrives(id, known);
  const said = new Set(report.unreadable.map(({ folder }) => folder));
  const more = outOfReach.filter(({ folder }) => !said.has(folder));
  return more.length === 0 ? report : { ...report, unreadable: [...report.unreadable, ...more] };
}

/** Pulled models lie where they should: they are no files of the person's. */
function withoutModels(
  { mirror }: Pick<SyncContext, 'mirror'>,
  { id }: FollowedSite,
  report: ScanReport,
): ScanReport {
  if (!report.skipped.some(({ why }) => why === 'in-models')) return report;
  const models = modelsHere(mirror, id);
  const isModel = ({ path, why }: SkippedEntry): boolean =>
    why === 'in-models' && models.has(pathKey(path as RelPath));
  return { ...report, skipped: report.skipped.filter((entry) => !isModel(entry)) };
}

/** How many folders the mirror is asked about in one go: a few ms. */
const ASKED_AT_ONCE = 500;

interface Look {
  readonly report: ScanReport;
  /** Collects what is seen; the mirror takes nothing over before the end. */
  readonly writer: ScanWriter;
}

async function look(
  context: SyncContext,
  site: FollowedSite,
  scope: ScanScope | null,
): Promise<Result<Look>> {
  const { disk, env, mirror, settings, signal } = context;
  const writer = mirror.beginScan(site.id);
  const drives = mirror.drives(site.id);
  let found = 0;
  const scan = (part: ScanScope | null): Promise<Result<ScanReport>> =>
    disk.scan(
      site.folder,
      {
        ignore: settings.ignore,
        scope: part,
        drives: drives.map(({ folder }) => folder),
        known: {
          versions: writer.versions(part),
          onFolders: (folders) => writer.addFolders(folders),
        },
        signal,
      },
      (files) => {
        writer.add(files);
        found += files.length;
        context.planFound(site, found);
      },
    );
  // After a scan that failed nothing counts as gone.
  const first = await scan(scope);
  if (!first.ok) return first;
  const fresh: string[] = [];
  const ask = (some: readonly string[]): void => void fresh.push(...writer.unknown(some));
  await inTurns(env, slices(first.value.folders, ASKED_AT_ONCE), ask, 1);
  // Whether its files are there is to be seen now, wherever this looked: below a drive that is out nothing may be put.
  const looked = scope === null ? [''] : [...scope.below, ...fresh];
  for (const folder of changedDrives(drives, first.value.drives))
    if (!looked.includes(folder) && !isBelow(folder as RelPath, looked)) fresh.push(folder);
  const second = fresh.length === 0 ? first : await scan({ below: fresh, directly: [] });
  if (!second.ok) return second;
  const came = second === first ? first.value : together(first.value, second.value);
  const report = await withKnownSpellings(context, site, writer, came);
  return report.ok ? ok({ report: report.value, writer }) : report;
}

function together(first: ScanReport, second: ScanReport): ScanReport {
  return {
    files: first.files + second.files,
    unreadable: [...first.unreadable, ...second.unreadable],
    skipped: [...first.skipped, ...second.skipped],
    folders: first.folders,
    ignoreText: second.ignoreText,
    drives: drivesOfBoth(first, second),
    ignoresCase: second.ignoresCase,
    shifted: first.shifted || second.shifted,
  };
}

/** A drive that came or went between two looks does not count. */
function drivesOfBoth(first: ScanReport, second: ScanReport): ScanReport['drives'] {
  const drives = new Map(first.drives.map((drive) => [drive.folder, drive]));
  for (const drive of second.drives) {
    const before = drives.get(drive.folder);
    const isSame = before === undefined || before.disk === drive.disk;
    drives.set(drive.folder, isSame ? drive : { ...drive, disk: null });
  }
  return [...drives.values()];
}

/** Tells which paths a scan looked at, so that earlier problems with them are settled by it. */
export function tookIn(
  scope: ScanScope | null,
  { folders }: Pick<ScanReport, 'folders'>,
): (path: string) => boolean {
  if (scope === null) return () => true;
  // A look at a folder is one at each spelling of it that is there.
  const [below, directly, standing] = [keysOf(scope.below), keysOf(scope.directly), keysOf(folders)];
  return (given) => {
    const path = given.normalize('NFC');
    const above = foldersAbove(path);
    if (directly.has(path) || [path, ...above].some((folder) => below.has(folder))) return true;
    // Of a folder inside a folder that was only looked at directly, nothing is known but that it is there.
    return path !== '' && directly.has(above[0] ?? '') && !standing.has(path);
  };
}

function keysOf(folders: readonly string[]): ReadonlySet<string> {
  return new Set(folders.map((folder) => folder.normalize('NFC')));
}
