import type { FileRow, FileStatus } from '../../../shared/ipc/files.ts';
import type { CategoryCount } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, type Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/actions.ts';
import { suggestCategory } from '../../engine/category-guess.ts';
import { originalOf } from '../../engine/conflict-name.ts';
import { timeOfMtime } from '../../engine/fingerprint.ts';
import { categoryOfPath, impliedPath } from '../../engine/implied-path.ts';
import type { LocalFile, RemoteFile, Trees } from '../../engine/trees.ts';
import { keyOf, recordOf, targetOf } from '../../sync/state/item.ts';
import { readSite, type PlanQuestion } from '../../sync/plan/planning.ts';
import { isFolderAway, standing } from '../../sync/state/standing.ts';
import type { HeldDeletes } from '../../engine/mass-delete-guard.ts';
import type { Attempt, FollowedSite, LeftOut, MirrorReader, SiteState } from '../../sync/ports/mirror.ts';
import { likelyPlan } from './likely-plan.ts';
import type { Moment } from './moment.ts';
import { decidedIn, reasonOf } from './words.ts';
import { NEEDS_YES, siteStopOf, statusOf, type StatusFacts } from './status.ts';
import { movesBytes } from './moved-bytes.ts';

/** A row with what sorting and filtering need beside it. */
export interface ViewRow {
  readonly row: FileRow;
  /** Name and path folded for search. */
  readonly needle: string;
  readonly action: Action | null;
  /** Why that is to be done, in words; null where nothing is. */
  readonly why: string | null;
  readonly local: LocalFile | null;
}

/** All that the screens show of one kept site, derived from its trees in one go. */
export interface SiteView {
  readonly site: FollowedSite;
  readonly name: string;
  readonly rows: readonly ViewRow[];
  readonly byKey: ReadonlyMap<string, ViewRow>;
  readonly attempts: readonly Attempt[];
  /** Nothing while its folder is away. */
  readonly leftOut: readonly LeftOut[];
  /** Why nothing goes on at the site as a whole, in words; null where it does. */
  readonly stop: string | null;
  readonly held: HeldDeletes | null;
  readonly categories: readonly CategoryCount[];
  /** What will be sent or fetched. */
  readonly pendingRows: readonly ViewRow[];
  readonly pending: number;
  readonly pendingBytes: number;
  readonly syncedAt: number | null;
  readonly listedAt: number | null;
}

/** The name of a file in the contract: its record's id, or its path while the service knows none. */
export const localKey = (path: string): string => `local:${path}`;

/** Plans and pictures a site. Pure but for reading the mirror; 100,000 files take about half a second, so a worker does it. */
export function buildSiteView(reader: MirrorReader, site: FollowedSite, moment: Moment): SiteView {
  return new Builder(reader, site, moment).build();
}

/** Lines of the history that are looked through for what a person decided of conflicts. */
const DECIDED_LOOK = 5000;

class Builder {
  readonly #reader: MirrorReader;
  readonly #site: FollowedSite;
  readonly #moment: Moment;
  readonly #trees: Trees;
  readonly #actions: readonly Action[];
  readonly #pins: ReadonlyMap<FileId, boolean>;
  readonly #uploaders: ReadonlyMap<FileId, string>;
  readonly #attempts: ReadonlyMap<string, Attempt>;
  readonly #siteStop: string | null;
  readonly #state: SiteState;
  readonly #heldIds: ReadonlySet<FileId>;
  /** Where the files are that conflict copies lie beside. */
  readonly #contested: ReadonlySet<PathKey>;
  readonly #byId = new Map<FileId, Action>();
  readonly #byPath = new Map<PathKey, Action>();
  readonly #rows: ViewRow[] = [];
  /** Read where a copy's record waits to be deleted. */
  #decided: ReadonlyMap<string, string> | null = null;

  constructor(reader: MirrorReader, site: FollowedSite, moment: Moment) {
    this.#reader = reader;
    this.#site = site;
    this.#moment = moment;
    this.#pins = reader.pins(site.id);
    this.#uploaders = reader.uploaders(site.id);
    // Before the trees: a sync writes meanwhile, and the trees of a site that is not listed yet are no list of it.
    this.#state = reader.siteState(site.id);
    const question = questionOf(site, moment, this.#state);
    const { trees, policy } = readSite(reader, question, reader.trees(site.id));
    const likely = likelyPlan(trees, policy);
    this.#trees = likely.trees;
    this.#actions = likely.actions;
    const attempts = standing(reader.attempts(site.id));
    this.#attempts = new Map(attempts.map((attempt) => [attempt.key, attempt]));
    this.#siteStop = siteStopOf(site, attempts, moment);
    this.#heldIds = new Set(this.#state.held?.files.map((file) => file.id));
    this.#contested = originalsOf(this.#trees.local.values());
  }

  build(): SiteView {
    for (const action of this.#actions) {
      const id = recordOf(action);
      if (id !== null) this.#byId.set(id, action);
      else this.#byPath.set(pathKey(action.path), action);
    }
    const shown = new Set<PathKey>();
    for (const record of this.#trees.remote.values()) this.#addRecord(record, shown);
    for (const base of this.#trees.base.values()) {
      if (!this.#trees.remote.has(base.id)) this.#addGone(base.id, shown);
    }
    for (const [key, local] of this.#trees.local) {
      if (!shown.has(key)) this.#addLocal(local, this.#byPath.get(key) ?? null);
    }
    return this.#view();
  }

  #addRecord(record: RemoteFile, shown: Set<PathKey>): void {
    const base = this.#trees.base.get(record.id);
    const action = this.#byId.get(record.id) ?? null;
    const path =
      base?.path ?? (action === null ? null : targetOf(action)) ?? impliedPath(record, this.#moment.platform);
    const local = this.#localOf(action, base === undefined ? null : base.path);
    if (local !== null) shown.add(pathKey(local.path));
    const edited = local !== null && action?.kind === 'update' && action.content;
    this.#add({
      key: record.id,
      path: local?.path ?? path,
      name: local === null ? record.name : baseName(local.path),
      category: (local === null ? null : categoryOfPath(local.path)) ?? record.category,
      size: edited ? local.size : record.size,
      changedAt: edited ? timeOfMtime(local.mtimeNs) : timeOf(record.updatedAt ?? record.createdAt),
      by: edited ? null : (this.#uploaders.get(record.id) ?? null),
      local,
      action,
    });
  }

  /** Agreed on once, no longer listed: its copy here waits for the proof that it was deleted. */
  #addGone(id: FileId, shown: Set<PathKey>): void {
    const base = this.#trees.base.get(id);
    const action = this.#byId.get(id) ?? null;
    if (base === undefined) return;
    const local = this.#localOf(action, base.path);
    if (local === null) return;
    shown.add(pathKey(local.path));
    const { path, size } = local;
    this.#add({
      key: id,
      path,
      name: baseName(path),
      category: base.category,
      size,
      changedAt: null,
      by: null,
      local,
      action,
    });
  }

  #addLocal(local: LocalFile, action: Action | null): void {
    const { path, size } = local;
    const category =
      categoryOfPath(path) ??
      (action?.kind === 'create' ? action.category : null) ??
      suggestCategory(path, null);
    const changedAt = timeOfMtime(local.mtimeNs);
    this.#add({
      key: localKey(path),
      path,
      name: baseName(path),
      category,
      size,
      changedAt,
      by: null,
      local,
      action,
    });
  }

  /** The file of this computer that belongs to a record: where it was agreed on, or where it was moved to. */
  #localOf(action: Action | null, agreed: RelPath | null): LocalFile | null {
    if (action !== null && 'local' in action) return action.local;
    if (action?.kind === 'download') return action.replaces;
    return agreed === null ? null : (this.#trees.local.get(pathKey(agreed)) ?? null);
  }

  #add(
    draft: Pick<FileRow, 'key' | 'path' | 'name' | 'category' | 'size' | 'changedAt' | 'by'> &
      Pick<ViewRow, 'local' | 'action'>,
  ): void {
    const { local, action, ...fields } = draft;
    const here = local !== null;
    const held = this.#heldIds.has(fields.key as FileId);
    const inConflict = here ? this.#conflictAt(local.path) : null;
    const attempt = action === null ? null : (this.#attempts.get(keyOf(action)) ?? null);
    const why = action === null ? null : this.#whyOf(action);
    const facts = { action, why, attempt, held, here, inConflict, siteStop: this.#siteStop };
    const row: FileRow = {
      ...fields,
      ...statusOf(facts, this.#moment),
      share: null,
      here,
      pinned: this.#pins.get(fields.key as FileId) ?? null,
    };
    this.#rows.push({ row, needle: fold(`${row.name}\n${row.path}`), action, why, local });
  }

  /** A copy goes because its conflict was decided, where it was: the person deleted no file. */
  #whyOf(action: Action): string {
    if (action.kind !== 'deleteRemote' || originalOf(action.path) === null) return reasonOf(action);
    this.#decided ??= decidedIn(this.#reader.activity(this.#site.id, DECIDED_LOOK));
    return this.#decided.get(action.path) ?? reasonOf(action);
  }

  #conflictAt(path: RelPath): StatusFacts['inConflict'] {
    if (originalOf(path) !== null) return 'copy';
    return this.#contested.size > 0 && this.#contested.has(pathKey(path)) ? 'original' : null;
  }

  #view(): SiteView {
    const pending = this.#rows.filter(isPending);
    const { held, syncedAt, listedAt } = this.#state;
    const attempts = [...this.#attempts.values()];
    return {
      site: this.#site,
      name: this.#reader.site(this.#site.id)?.name ?? this.#site.id,
      rows: this.#rows,
      byKey: new Map(this.#rows.map((entry) => [entry.row.key, entry])),
      attempts,
      leftOut: isFolderAway(attempts) ? [] : this.#reader.leftOut(this.#site.id),
      stop: this.#siteStop,
      held,
      categories: countCategories(this.#rows),
      pendingRows: pending,
      pending: pending.length,
      pendingBytes: pending.reduce((sum, entry) => sum + (bytesToMove(entry) ?? 0), 0),
      syncedAt,
      listedAt,
    };
  }
}

const QUIET: ReadonlySet<Action['kind']> = new Set(['adopt', 'forget', 'hash', 'wait'] as const);
const DONE: ReadonlySet<FileStatus> = new Set(['failed'] as const);

/** Will it be sent or fetched? What failed or is held is an issue instead. */
function isPending({ row, action }: ViewRow): boolean {
  if (action === null || (QUIET.has(action.kind) && !isBeingSent(action))) return false;
  return !DONE.has(row.status) && row.reason !== NEEDS_YES;
}

/** What is to be sent or fetched for it, bytes; null: nothing, or nobody knows how much. */
export function bytesToMove({ row, action }: ViewRow): number | null {
  return action !== null && movesBytes(action) ? row.size : null;
}

/** From the moment that a request may go out the engine leaves the file alone until the answer; it is pending still. */
export function isBeingSent(action: Action): boolean {
  return action.kind === 'wait' && action.reason === 'outcome-unknown';
}

/** What is planned here is only shown. */
function questionOf(site: FollowedSite, moment: Moment, { listedAt, listingFault }: SiteState): PlanQuestion {
  return {
    site,
    platform: moment.platform,
    device: moment.device,
    // Only names of conflict copies need it, and a view makes none.
    stamp: '0000-00-00 0000',
    ignore: moment.ignore,
    ignoreText: moment.ignoreTexts[site.id] ?? '',
    unreadable: [],
    listingComplete: listedAt !== null && listingFault === null,
  };
}

function originalsOf(files: Iterable<LocalFile>): ReadonlySet<PathKey> {
  const originals = new Set<PathKey>();
  for (const { path } of files) {
    const original = originalOf(path);
    if (original !== null) originals.add(pathKey(original));
  }
  return originals;
}

function countCategories(rows: readonly ViewRow[]): readonly CategoryCount[] {
  const counts = new Map<Category, { -readonly [K in keyof CategoryCount]: CategoryCount[K] }>(
    CATEGORIES.map(({ id }) => [id, { category: id, files: 0, here: 0, bytes: 0, bytesHere: 0 }]),
  );
  for (const { row } of rows) {
    const count = counts.get(row.category);
    if (count === undefined) continue;
    count.files += 1;
    count.bytes += row.size ?? 0;
    if (!row.here || row.status === 'out-of-date') continue;
    count.here += 1;
    count.bytesHere += row.size ?? 0;
  }
  return [...counts.values()];
}

/** Text as it is searched: without case, accents composed. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function timeOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
