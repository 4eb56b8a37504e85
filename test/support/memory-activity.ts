import type { FileId, SiteId } from '../../shared/model/ids.ts';
import type { Activity } from '../../main/sync/ports/mirror.ts';

/** What the mirror in memory tells of its history, which is kept from the oldest line on. */
type History = readonly Activity[];

export interface FileOfActivity {
  readonly id: FileId | null;
  readonly path: string;
}

/** Of all sites where none is named; the newest first. */
export function newest(history: History, site: SiteId | null, limit = Infinity): readonly Activity[] {
  const ofSite = history.filter((entry) => site === null || entry.site === site);
  return ofSite.toReversed().slice(0, limit);
}

export function ofFile(
  history: History,
  site: SiteId,
  { id, path }: FileOfActivity,
  limit: number,
): readonly Activity[] {
  const isAbout = (entry: Activity): boolean => (id !== null && entry.file === id) || entry.path === path;
  return newest(history, site).filter(isAbout).slice(0, limit);
}

export function deletes(history: History, site: SiteId, since: number): readonly Activity[] {
  return newest(history, site).filter(
    ({ at, action }) => at >= since && (action === 'trashLocal' || action === 'deleteRemote'),
  );
}

export function creates(history: History, site: SiteId, since: number): ReadonlySet<FileId> {
  const made = newest(history, site).filter(({ at, action }) => at >= since && action === 'create');
  return new Set(made.flatMap(({ file }) => file ?? []));
}
