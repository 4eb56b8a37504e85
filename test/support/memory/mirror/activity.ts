import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { Activity } from '../../../../main/sync/ports/mirror/history.ts';

const KEPT = 20_000;
/** Younger ones than this, ms, are kept as well. */
const RECENT = 60 * 60_000;

/** The history of the mirror in memory. */
export class MemoryActivity {
  /** The oldest first. */
  protected history: readonly Activity[] = [];

  addActivity(entries: readonly Activity[]): void {
    const all = [...this.history, ...entries];
    const recent = (entries.at(-1)?.at ?? 0) - RECENT;
    const old = all.length - KEPT;
    this.history = old > 0 ? all.filter(({ at }, n) => n >= old || at >= recent) : all;
  }

  activity(site: SiteId | null, limit = Infinity): readonly Activity[] {
    const ofSite = this.history.filter((entry) => site === null || entry.site === site);
    return ofSite.toReversed().slice(0, limit);
  }

  activityAbout(site: SiteId | null, text: string, limit: number): readonly Activity[] {
    const isAbout = ({ path }: Activity): boolean => path.toLowerCase().includes(text.toLowerCase());
    return this.activity(site).filter(isAbout).slice(0, limit);
  }

  activityOfFile(
    site: SiteId,
    { id, path }: { readonly id: FileId | null; readonly path: string },
    limit: number,
  ): readonly Activity[] {
    const isAbout = (entry: Activity): boolean => (id !== null && entry.file === id) || entry.path === path;
    return this.activity(site).filter(isAbout).slice(0, limit);
  }

  decisions(site: SiteId | null): readonly Activity[] {
    const newest = this.activity(null, KEPT);
    const undone = newest.filter(({ action }) => action === 'putBack');
    const isAbout = (line: Activity): boolean =>
      undone.some(
        (each) =>
          each.site === line.site &&
          (each.path === line.path || (each.file !== null && each.file === line.file)),
      );
    return newest.filter(
      (line) => (site === null || line.site === site) && (line.action === 'resolve' || isAbout(line)),
    );
  }

  deletes(site: SiteId, since: number): readonly Activity[] {
    return this.activity(site).filter(
      ({ at, action }) => at >= since && (action === 'trashLocal' || action === 'deleteRemote'),
    );
  }

  removals(site: SiteId, since: number): readonly Activity[] {
    const ways = ['delete', 'replace', 'trashLocal', 'free', 'resolve'];
    return this.activity(site).filter(
      ({ at, action, reason }) =>
        at >= since && (ways.includes(action) || (action === 'download' && reason === 'changed-on-service')),
    );
  }

  creates(site: SiteId, since: number): ReadonlySet<FileId> {
    const made = this.activity(site).filter(({ at, action }) => at >= since && action === 'create');
    return new Set(made.flatMap(({ file }) => file ?? []));
  }

  lastEdit(site: SiteId, id: FileId, until: number): number | null {
    const edits = this.activity(site).filter(
      ({ at, action, file, bytes }) => file === id && at <= until && action === 'update' && bytes > 0,
    );
    return edits.length === 0 ? null : Math.max(...edits.map(({ at }) => at));
  }
}
