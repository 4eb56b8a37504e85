import type {
  FileDetails,
  FileFilter,
  FilePage,
  FileRow,
  FileSelection,
  FileSort,
  FolderList,
  RowPlace,
} from '../../../shared/ipc/files.ts';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import type { CategoryCount } from '../../../shared/ipc/sites.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { objectIn } from '../../../shared/model/json.ts';
import { isKept, type Keep } from '../../../shared/model/category.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import { isFoundBy } from '../../sync/problems/found.ts';
import type { Problem } from '../../sync/problems/problem.ts';
import { SITE_SETTINGS } from '../../sync/settings/settings.ts';
import { isFolderAway } from '../../sync/problems/reported-problems.ts';
import { lapses, type LapsedDelete } from './lapsed-deletes.ts';
import { changeSiteView, type Replaced } from './changed-view.ts';
import { changeList, listFiles, rowsByKey, select, type OwnList } from './file-query.ts';
import { findFiles, type FoundFiles } from './find-files.ts';
import { listFolders, spelledFolders } from './folders.ts';
import { holdingsOf, type Holdings, type HoldingsAsked } from './holdings.ts';
import type { Moment } from './moment.ts';
import { contentHashes, type ContentHashes } from './content-hashes.ts';
import { conflictsOf, issuesOf, outboxOf } from './outbox-view.ts';
import { buildSiteView, type OwnView, type SiteView } from './site-view.ts';
import { copyOf, otherNameOf, type ViewRow } from './view-row.ts';
import { activityLines } from './words.ts';
import { recordOfKey } from '../../../shared/model/file-key.ts';

/** A site in numbers. */
export interface SiteCounts {
  readonly site: SiteId;
  readonly categories: readonly CategoryCount[];
  readonly pending: number;
  readonly issues: number;
  readonly conflicts: number;
  readonly held: number;
  readonly syncedAt: number | null;
  readonly listedAt: number | null;
  readonly folderAway: boolean;
  /** A problem of the site as a whole. */
  readonly trouble: string | null;
  /** The service's failure to list the site's files; null if it listed them. */
  readonly unlisted: Pick<Problem, 'code' | 'message' | 'hint'> | null;
}

export interface FileQuery {
  readonly site: SiteId;
  readonly filter: FileFilter;
  readonly sort: FileSort;
}

/**
 * What the screens ask about the trees. Answers come from a separate reader of the mirror, so that no screen holds up
 * the engine. All of it is plain data, so it can run in another thread.
 */
export interface Views {
  /** From now on answers are of this moment. */
  at(moment: Moment): Promise<void>;
  counts(): Promise<readonly SiteCounts[]>;
  page(query: FileQuery, offset: number, limit: number): Promise<FilePage>;
  find(query: FileQuery, key: string): Promise<number | null>;
  /** From the first to the last of these rows, both included; a row whose key is not in the list stands by the other one. */
  keys(query: FileQuery, first: RowPlace, last: RowPlace): Promise<readonly string[]>;
  rows(site: SiteId, selection: FileSelection): Promise<readonly FileRow[]>;
  /** The records of a site that may name a site model. */
  models(site: SiteId): Promise<readonly SiteFile[]>;
  details(site: SiteId, key: string): Promise<Omit<FileDetails, 'trash' | 'absolute'> | null>;
  /** What is known of the bytes of these files, by their keys; none of one that is not there any more. */
  hashes(site: SiteId, keys: readonly string[]): Promise<Readonly<Record<string, ContentHashes>>>;
  outbox(site: SiteId | null): Promise<Outbox>;
  /** See `findFiles`. */
  search(text: string, limit: number): Promise<FoundFiles>;
  /** The files whose deletes wait, and would no longer be sent if only this were kept. */
  lapsing(site: SiteId, keep: Keep): Promise<readonly LapsedDelete[]>;
  /** The records of the files that were deleted here, and whose deletes wait. */
  waitingDeletes(site: SiteId): Promise<readonly FileId[]>;
  /** The folders of a site whose paths hold these words. */
  folders(site: SiteId, text: string, limit: number): Promise<FolderList>;
  /** For each path the folder that it names, as that is spelled; null if there is none. */
  spelledFolders(site: SiteId, paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** Free places, and files of some sizes, for files that will come to this site. */
  holdings(site: SiteId, asked: HoldingsAsked): Promise<Holdings>;
}

/** How many lines of the history are shown of one file. */
const HISTORY = 50;

/** The same, in this thread. */
export type ViewsNow = {
  [K in keyof Views]: (...args: Parameters<Views[K]>) => Awaited<ReturnType<Views[K]>>;
};

/** How many lists are kept: that of the screen, and that of another one that asks meanwhile. */
export const LISTS = 2;

interface Built {
  /** Text of everything that all of its rows depend on. */
  readonly stamp: string;
  /** The revision of the trees that it looked at. */
  readonly revision: number;
  readonly view: OwnView;
}

interface KeptList {
  readonly name: string;
  readonly query: FileQuery;
  readonly view: SiteView;
  readonly list: OwnList;
}

/** Views over one reading of the mirror; a site's view is built, or changed by what was written, once for each revision. */
export class MirrorViews implements ViewsNow {
  readonly #reader: MirrorReader;
  readonly #built = new Map<SiteId, Built>();
  #lists: readonly KeptList[] = [];
  /** Kept as long as their view: a screen asks after every change. */
  readonly #models = new Map<SiteId, { readonly view: SiteView; readonly records: readonly SiteFile[] }>();
  #moment: Moment;

  constructor(reader: MirrorReader, moment: Moment) {
    this.#reader = reader;
    this.#moment = moment;
  }

  at(moment: Moment): void {
    this.#moment = moment;
  }

  counts(): readonly SiteCounts[] {
    return this.#views(null).map((view): SiteCounts => {
      const { site, categories, pending, listedAt } = view;
      // A sync that writes no row does not change the view, but is still the last sync.
      const { syncedAt } = this.#reader.siteState(site.id);
      const issues = issuesOf(view);
      return {
        site: site.id,
        categories,
        pending,
        issues: issues.length,
        conflicts: conflictsOf(view).length,
        held: view.held?.count ?? 0,
        syncedAt,
        listedAt,
        folderAway: isFolderAway(view.problems),
        trouble: site.paused ? 'Paused' : (issues.find((issue) => issue.path === '')?.message ?? null),
        unlisted: unlistedOf(view),
      };
    });
  }

  page(query: FileQuery, offset: number, limit: number): FilePage {
    const view = this.#view(query.site);
    if (view === null) return { total: 0, all: 0, offset, rows: [], byCategory: {}, byStatus: {} };
    const list = this.#list(view, query);
    return {
      total: list.rows.length,
      all: view.rows.length,
      offset,
      rows: list.rows.slice(offset, offset + limit).map((entry) => this.#live(view, entry)),
      byCategory: list.byCategory,
      byStatus: list.byStatus,
    };
  }

  find(query: FileQuery, key: string): number | null {
    const view = this.#view(query.site);
    const entry = view === null ? undefined : rowsByKey(view, [key]).get(key);
    if (view === null || entry === undefined) return null;
    const index = this.#list(view, query).rows.indexOf(entry);
    return index < 0 ? null : index;
  }

  keys(query: FileQuery, first: RowPlace, last: RowPlace): readonly string[] {
    const view = this.#view(query.site);
    if (view === null) return [];
    const { rows } = this.#list(view, query);
    const known = [first, last].map(({ key }) => (key === null ? null : this.find(query, key)));
    const shifts = [first, last].flatMap(({ index }, end) => {
      const now = known[end] ?? null;
      return now === null ? [] : now - index;
    });
    const [shift = 0] = shifts;
    const ends = [first, last].map(({ index }, end) => known[end] ?? index + shift);
    return rows.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1).map(({ row }) => row.key);
  }

  rows(site: SiteId, selection: FileSelection): readonly FileRow[] {
    const view = this.#view(site);
    return view === null ? [] : select(view, selection).map(({ row }) => row);
  }

  models(site: SiteId): readonly SiteFile[] {
    const view = this.#view(site);
    if (view === null) return [];
    const known = this.#models.get(site);
    if (known?.view === view) return known.records;
    const records = this.#reader.modelRecords(site).filter(({ id }) => view.byKey.has(id));
    this.#models.set(site, { view, records });
    return records;
  }

  details(site: SiteId, key: string): Omit<FileDetails, 'trash' | 'absolute'> | null {
    const view = this.#view(site);
    const entry = view === null ? undefined : rowsByKey(view, [key]).get(key);
    if (view === null || entry === undefined) return null;
    const id = recordOfKey(entry.row.key);
    const record = id === null ? null : this.#reader.record(site, id);
    const hashes = contentHashes(this.#reader, site, [entry]).get(entry.row.key);
    const history = this.#reader.activityOfFile(site, { id, path: entry.row.path }, HISTORY);
    return {
      row: this.#live(view, entry),
      id: record?.id ?? null,
      wanted: entry.row.pinned ?? isKept(view.site.keep, record?.category ?? entry.row.category),
      isDeletedHere: entry.action?.kind === 'deleteRemote',
      otherName: otherNameOf(entry, record, this.#moment.platform),
      contentType: record?.contentType ?? null,
      createdAt: record?.createdAt ?? null,
      updatedAt: record?.updatedAt ?? null,
      entityUri: record?.entityUri ?? null,
      // If the copy was edited and not read yet, the record's hash would be wrong.
      hash: (entry.local === null ? hashes?.record : hashes?.here) ?? null,
      metadata: foreignMetadata(record),
      history: activityLines(history, history),
      copy: entry.local === null ? null : copyOf(entry.local),
    };
  }

  hashes(site: SiteId, keys: readonly string[]): Readonly<Record<string, ContentHashes>> {
    const view = this.#view(site);
    if (view === null) return {};
    const rows = rowsByKey(view, keys);
    const hashes = contentHashes(this.#reader, site, [...rows.values()]);
    return Object.fromEntries(
      [...rows].flatMap(([key, { row }]) => {
        const known = hashes.get(row.key);
        return known === undefined ? [] : [[key, known]];
      }),
    );
  }

  outbox(site: SiteId | null): Outbox {
    return outboxOf(this.#views(site), this.#moment);
  }

  search(text: string, limit: number): FoundFiles {
    return findFiles(this.#views(null), text, limit);
  }

  folders(site: SiteId, text: string, limit: number): FolderList {
    const view = this.#view(site);
    return view === null ? { total: 0, folders: [], named: null } : listFolders(view, text, limit);
  }

  spelledFolders(site: SiteId, paths: readonly string[]): readonly (string | null)[] {
    const view = this.#view(site);
    return view === null ? paths.map(() => null) : spelledFolders(view, paths);
  }

  holdings(site: SiteId, asked: HoldingsAsked): Holdings {
    const view = this.#view(site);
    if (view === null) return { free: asked.wanted, holders: asked.wanted.map(() => null), sameSize: [] };
    return holdingsOf(view, (id) => this.#reader.record(site, id), asked);
  }

  lapsing(site: SiteId, keep: Keep): readonly LapsedDelete[] {
    const rows = this.#view(site)?.rows ?? [];
    return rows.flatMap(({ action, row }) =>
      action?.kind === 'deleteRemote' && lapses(keep, action.base.category, row.pinned)
        ? [{ id: action.id, path: action.path }]
        : [],
    );
  }

  waitingDeletes(site: SiteId): readonly FileId[] {
    const rows = this.#view(site)?.rows ?? [];
    return rows.flatMap(({ action }) => (action?.kind === 'deleteRemote' ? [action.id] : []));
  }

  #views(site: SiteId | null): readonly SiteView[] {
    const followed = this.#reader.followed();
    this.#keepOnly(new Set(followed.map((each) => each.id)));
    return followed.flatMap((each) => (site === null || each.id === site ? (this.#view(each.id) ?? []) : []));
  }

  /** Drops the views of sites that are no longer kept: a view holds every file of its site. */
  #keepOnly(followed: ReadonlySet<SiteId>): void {
    for (const id of this.#built.keys()) if (!followed.has(id)) this.#built.delete(id);
    for (const id of this.#models.keys()) if (!followed.has(id)) this.#models.delete(id);
    this.#lists = this.#lists.filter(({ view }) => followed.has(view.site.id));
  }

  #view(id: SiteId): SiteView | null {
    const site = followedSite(this.#reader, id);
    if (site === null) return null;
    const { revisions, online, signedIn, paused, ignore, ignoreTexts } = this.#moment;
    const revision = revisions[id] ?? 0;
    const folderCase = SITE_SETTINGS.folderCase(id).read(this.#reader);
    const stamp = JSON.stringify([online, signedIn, paused, site, ignore, ignoreTexts[id] ?? '', folderCase]);
    const known = this.#built.get(id);
    if (known?.stamp === stamp && known.revision === revision) return known.view;
    // Dropped until it is complete again: a view that is half changed must not be used.
    this.#built.delete(id);
    const view =
      (known?.stamp === stamp ? this.#changed(known) : null) ??
      buildSiteView(this.#reader, site, this.#moment);
    this.#built.set(id, { stamp, revision, view });
    return view;
  }

  /** Updates the view by what was written since; null if nobody knows what that was, or everything may have changed. */
  #changed({ view: before, revision }: Built): OwnView | null {
    const touched = this.#moment.touched[before.site.id];
    if (touched === undefined || touched.since > revision) return null;
    const writes = touched.writes.filter((write) => write.revision > revision);
    const changed = changeSiteView(this.#reader, before, this.#moment, {
      ids: writes.flatMap(({ ids }) => ids),
      paths: writes.flatMap(({ paths }) => paths),
    });
    if (changed === null) return null;
    const { view, replaced } = changed;
    this.#lists = this.#lists.map((kept) =>
      kept.view === before ? { ...kept, view, list: changeList(kept.list, kept.query, replaced) } : kept,
    );
    const models = this.#models.get(before.site.id);
    if (models?.view === before && !mayNameModels(replaced))
      this.#models.set(before.site.id, { ...models, view });
    return view;
  }

  /** Scrolling asks for one list page by page: the last ones are kept. */
  #list(view: SiteView, query: FileQuery): OwnList {
    const name = JSON.stringify([query.site, query.filter, query.sort]);
    const known = this.#lists.find((each) => each.name === name);
    if (known?.view === view) return known.list;
    const list = listFiles(view, query.filter, query.sort, known?.list);
    const others = this.#lists.filter((each) => each !== known);
    this.#lists = [{ name, query, view, list }, ...others].slice(0, LISTS);
    return list;
  }

  /** A row with the transfer that is under way for it. */
  #live(view: SiteView, { row }: ViewRow): FileRow {
    const transfer = this.#moment.running.find(
      (each) => each.site === view.site.id && each.path === row.path,
    );
    if (transfer === undefined) return row;
    const total = transfer.total ?? row.size;
    return {
      ...row,
      status: transfer.direction === 'up' ? 'uploading' : 'downloading',
      reason: null,
      share: total === null || total === 0 ? null : Math.min(1, transfer.done / total),
    };
  }
}

/** Which records name a model changes with the records of models alone. */
function mayNameModels(replaced: Replaced): boolean {
  return [...replaced].some((pair) => pair.some(({ row }) => row.category === 'model-3d'));
}

/** That it gives no list now: one that came and is not whole is another matter. */
const UNLISTED: ReadonlySet<Problem['code']> = new Set(['busy', 'service-error', 'timeout']);

function unlistedOf({ problems }: SiteView): SiteCounts['unlisted'] {
  const met = problems.find(
    (problem) => isFoundBy('list', problem) && problem.path === '' && UNLISTED.has(problem.code),
  );
  return met === undefined ? null : { code: met.code, message: met.message, hint: met.hint };
}

/** What others wrote; our own facts are shown as fields. */
function foreignMetadata(record: SiteFile | null): string | null {
  if (record === null || record.metadata === null) return null;
  const metadata = objectIn(record.metadata);
  if (metadata === null) return JSON.stringify(record.metadata, null, 2);
  const { sitesync: _, ...foreign } = metadata;
  return Object.keys(foreign).length === 0 ? null : JSON.stringify(foreign, null, 2);
}
