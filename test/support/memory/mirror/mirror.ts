import type { Category } from '../../../../shared/model/category.ts';
import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type {
  BaseFile,
  Intent,
  LocalFile,
  NotedBytes,
  OpenUpdate,
  SentBytes,
} from '../../../../main/engine/trees.ts';
import type { ForbiddenFolders } from '../../../../main/engine/guards/forbidden-folders.ts';
import type { HeldDeletes } from '../../../../main/engine/guards/mass-delete-guard.ts';
import type { Mirror } from '../../../../main/sync/ports/mirror.ts';
import type { Activity } from '../../../../main/sync/ports/mirror/history.ts';
import type { KeptProblem } from '../../../../main/sync/ports/mirror/kept-problem.ts';
import type { Commit } from '../../../../main/sync/ports/mirror/notes.ts';
import type {
  FollowedSite,
  Generation,
  KnownDrive,
  LeftOut,
  SiteState,
} from '../../../../main/sync/ports/mirror/sites.ts';
import type { SomeFiles } from '../../../../main/sync/ports/mirror/trees.ts';
import type { ListingWriter, ScanWriter } from '../../../../main/sync/ports/mirror/looks.ts';
import { MemoryCatalogue } from './catalogue.ts';
import { beginMemoryListing } from './listing.ts';
import { MemoryRows } from './rows.ts';
import { beginMemoryScan } from './scan.ts';
import { order, sameVersion, SiteMemory } from './site.ts';

interface Flushed {
  readonly settings: Map<string, string>;
  readonly catalogue: Map<SiteId, Site>;
  readonly sites: Map<SiteId, SiteMemory>;
  readonly activity: readonly Activity[];
}

/** What is written to the one is not to the other; rows are never changed, and shared. */
function copyOf({ settings, catalogue, sites, activity }: Flushed): Flushed {
  return {
    settings: new Map(settings),
    catalogue: new Map(catalogue),
    sites: new Map([...sites].map(([id, site]) => [id, site.copy()])),
    activity,
  };
}

/** The mirror without a file: the same answers as the one on SQLite, which the same suite proves. */
export class MemoryMirror extends MemoryCatalogue implements Mirror {
  readonly #rows = new MemoryRows();
  readonly #sites = new Map<SiteId, SiteMemory>();
  /** Told of each line of a commit. */
  onActivity: ((entry: Activity) => void) | null = null;
  /** What is on the disk; all else was only written. */
  #flushed: Flushed = { settings: new Map(), catalogue: new Map(), sites: new Map(), activity: [] };

  static #of(state: Flushed): MemoryMirror {
    const made = new MemoryMirror();
    const { settings, catalogue, sites, activity } = copyOf(state);
    for (const [key, value] of settings) made.settings.set(key, value);
    for (const [id, site] of catalogue) made.catalogue.set(id, site);
    for (const [id, site] of sites) made.#sites.set(id, site);
    made.history = activity;
    made.#flushed = copyOf(state);
    return made;
  }

  /** What a power cut leaves of it: what was flushed last. */
  afterPowerCut(): MemoryMirror {
    return MemoryMirror.#of(this.#flushed);
  }

  /** As a backup takes it. */
  copy(): MemoryMirror {
    return MemoryMirror.#of(this.#written);
  }

  async flushed(): Promise<void> {
    this.#flushed = copyOf(this.#written);
  }

  distrust(why: string): void {
    throw new Error(`The mirror contradicts the disk: ${why}`);
  }

  get #written(): Flushed {
    return { settings: this.settings, catalogue: this.catalogue, sites: this.#sites, activity: this.history };
  }

  get writes(): number {
    return this.#rows.writes;
  }

  followed(): readonly FollowedSite[] {
    return [...this.#sites.values()].flatMap((site) => (site.followed === null ? [] : [site.followed]));
  }

  follow(site: FollowedSite): void {
    const memory = this.#open(site.id);
    if (memory.followed === null) {
      const { base, local, intents, notedBytes, sent, updates, problems } = memory;
      for (const left of [base, local, intents, notedBytes, sent, updates, problems]) {
        this.#rows.writes += left.size;
        left.clear();
      }
      memory.approved.clear();
      memory.versions.clear();
    }
    memory.followed = site;
  }

  unfollow(id: SiteId, settings: readonly string[] = []): void {
    this.#sites.delete(id);
    for (const key of settings) this.setSetting(key, null);
  }

  trees(site: SiteId) {
    return this.#known(site).trees();
  }

  someTrees(site: SiteId, files: SomeFiles) {
    return this.#known(site).someTrees(files);
  }

  noteChanges(): void {}

  noteUnsettled(): void {}

  changed(site: FollowedSite) {
    return this.unsettled(site);
  }

  async unsettledInTurns(site: FollowedSite, turn: () => Promise<unknown>) {
    await turn();
    const { base, local, remote } = this.unsettled(site);
    return { ids: [...new Set([...base.keys(), ...remote.keys()])], paths: [...local.keys()] };
  }

  unsettled({ id, keep }: FollowedSite) {
    return this.#known(id).unsettled(keep);
  }

  counts(site: SiteId) {
    const { base, local, remote } = this.trees(site);
    return { base: base.size, local: local.size, remote: remote.size };
  }

  agreement(site: SiteId, id: FileId): BaseFile | null {
    return this.#sites.get(site)?.base.get(id) ?? null;
  }

  agreedAt(site: SiteId, path: BaseFile['path']): readonly FileId[] {
    const agreed = [...(this.#sites.get(site)?.base.values() ?? [])];
    return agreed.filter((base) => base.path === path).map(({ id }) => id);
  }

  agreedWith(site: SiteId, ino: bigint): readonly BaseFile[] {
    const agreed = [...(this.#sites.get(site)?.base.values() ?? [])];
    return ino === 0n ? [] : agreed.filter((base) => base.ino === ino);
  }

  conflictCopies(site: SiteId): readonly RelPath[] {
    return this.#known(site).conflictCopies();
  }

  uploaders(site: SiteId): ReadonlyMap<FileId, string> {
    return this.#known(site).uploaders();
  }

  modelRecords(site: SiteId): readonly SiteFile[] {
    return this.#known(site).modelRecords();
  }

  record(site: SiteId, id: FileId): SiteFile | null {
    return this.#sites.get(site)?.remote.get(id)?.record ?? null;
  }

  newestUnagreed(site: SiteId, most: number): readonly SiteFile[] {
    const { remote, base } = this.#known(site);
    const newest = [...remote.values()].slice(-most).toReversed();
    return newest.map(({ record }) => record).filter(({ id }) => !base.has(id));
  }

  firstSeen(site: SiteId, id: FileId): number | null {
    return this.#sites.get(site)?.remote.get(id)?.firstSeen ?? null;
  }

  beginListing(site: SiteId): ListingWriter {
    const memory = this.#open(site);
    return beginMemoryListing(memory, {
      isCurrent: () => this.#sites.get(site) === memory,
      put: (record, listing) => this.#rows.putRecord(memory, record, listing),
      drop: (id) => this.#rows.drop(memory.remote, id),
    });
  }

  beginScan(site: SiteId): ScanWriter {
    const memory = this.#open(site);
    return beginMemoryScan(memory, {
      isCurrent: () => this.#sites.get(site) === memory,
      take: (file) => this.#rows.takeScanned(memory, file),
      drop: (key) => this.#rows.drop(memory.local, key),
    });
  }

  setHashes(site: SiteId, files: Parameters<Mirror['setHashes']>[1]): void {
    const memory = this.#sites.get(site);
    if (memory === undefined || files.length === 0) return;
    memory.turn += 1;
    for (const { file, hash } of files) {
      const known = memory.local.get(pathKey(file.path));
      if (known === undefined || !sameVersion(known.file, file)) continue;
      const now = hash ?? known.file.hash;
      if (known.file.hash !== now) this.#rows.writes += 1;
      memory.local.set(pathKey(file.path), { file: { ...known.file, hash: now }, turn: memory.turn });
    }
  }

  oldestHashes(site: SiteId, limit: number): readonly LocalFile[] {
    return this.#known(site).oldestHashes(limit);
  }

  commit(site: SiteId, commits: readonly Commit[]): void {
    const memory = this.#open(site);
    for (const one of commits) {
      this.#rows.commit(memory, one);
      if (one.pin !== undefined) this.setPin(site, one.pin.id, one.pin.keep);
      if (one.activity !== undefined) this.addActivity([one.activity]);
      if (one.activity !== undefined) this.onActivity?.(one.activity);
    }
  }

  dropAgreements(site: SiteId): void {
    const { base, notedBytes, sent, updates } = this.#open(site);
    for (const each of [base, notedBytes, sent, updates]) {
      this.#rows.writes += each.size;
      each.clear();
    }
  }

  generation(site: SiteId): Generation {
    return this.#known(site).generation;
  }

  setGeneration(site: SiteId, generation: Generation): void {
    this.#open(site).generation = generation;
  }

  drives(site: SiteId): readonly KnownDrive[] {
    return this.#known(site).drives;
  }

  setDrives(site: SiteId, drives: readonly KnownDrive[]): void {
    this.#open(site).drives = drives;
  }

  forbiddenFolders(site: SiteId): ForbiddenFolders {
    return this.#known(site).forbidden;
  }

  setForbiddenFolders(site: SiteId, forbidden: ForbiddenFolders): void {
    this.#open(site).forbidden = forbidden;
  }

  ignoredBy(site: SiteId): readonly string[] {
    return this.#known(site).ignoredBy;
  }

  setIgnoredBy(site: SiteId, rules: readonly string[]): void {
    this.#open(site).ignoredBy = rules;
  }

  leftOut(site: SiteId): readonly LeftOut[] {
    return (this.#sites.get(site)?.leftOut ?? []).toSorted((a, b) => order(a.path, b.path));
  }

  setLeftOut(site: SiteId, entries: readonly LeftOut[]): void {
    this.#open(site).leftOut = entries;
  }

  async saveIntents(site: SiteId, intents: readonly Intent[]): Promise<void> {
    for (const intent of intents) this.#rows.put(this.#open(site).intents, intent.opId, intent);
    await this.flushed();
  }

  intents(site: SiteId): readonly Intent[] {
    return [...(this.#sites.get(site)?.intents.values() ?? [])].sort(
      (a, b) => order(a.path, b.path) || order(a.opId, b.opId),
    );
  }

  async saveNotedBytes(site: SiteId, noted: NotedBytes): Promise<void> {
    this.#rows.put(this.#open(site).notedBytes, `${noted.id} ${noted.hash}`, noted);
    await this.flushed();
  }

  notedBytes(site: SiteId): readonly NotedBytes[] {
    return [...(this.#sites.get(site)?.notedBytes.values() ?? [])].sort(
      (a, b) => order(a.id, b.id) || order(a.hash, b.hash),
    );
  }

  openUpdates(site: SiteId): readonly OpenUpdate[] {
    return [...(this.#sites.get(site)?.updates.values() ?? [])].sort(
      (a, b) => order(a.id, b.id) || order(a.opId, b.opId),
    );
  }

  sentBytes(site: SiteId, id: FileId): SentBytes | null {
    return this.#sites.get(site)?.sent.get(id) ?? null;
  }

  problems(site: SiteId): readonly KeptProblem[] {
    return [...(this.#sites.get(site)?.problems.values() ?? [])].sort(
      (a, b) => a.since - b.since || order(a.key, b.key),
    );
  }

  saveProblems(site: SiteId, problems: readonly KeptProblem[]): void {
    for (const problem of problems) this.#rows.put(this.#open(site).problems, problem.key, problem);
  }

  clearProblems(site: SiteId, keys: readonly string[] | null): void {
    const problems = this.#sites.get(site)?.problems;
    if (problems !== undefined)
      for (const key of keys ?? [...problems.keys()]) this.#rows.drop(problems, key);
  }

  pins(site: SiteId): ReadonlyMap<FileId, boolean> {
    return new Map(this.#sites.get(site)?.pins);
  }

  pin(site: SiteId, id: FileId): boolean | null {
    return this.#sites.get(site)?.pins.get(id) ?? null;
  }

  setPin(site: SiteId, id: FileId, keep: boolean | null): void {
    if (keep === null) this.#sites.get(site)?.pins.delete(id);
    else this.#open(site).pins.set(id, keep);
  }

  chosenCategories(site: SiteId): ReadonlyMap<PathKey, Category> {
    return new Map(this.#sites.get(site)?.chosen);
  }

  setChosenCategory(site: SiteId, path: BaseFile['path'], category: Category | null): void {
    if (category === null) this.#sites.get(site)?.chosen.delete(pathKey(path));
    else this.#open(site).chosen.set(pathKey(path), category);
  }

  approvedDeletes(site: SiteId): ReadonlySet<FileId> {
    return new Set(this.#sites.get(site)?.approved);
  }

  setApprovedDeletes(site: SiteId, ids: readonly FileId[]): void {
    this.#open(site).approved = new Set(ids);
  }

  siteState(site: SiteId): SiteState {
    return this.#known(site).state;
  }

  listingNumber(site: SiteId): number {
    return this.#sites.get(site)?.state.listing ?? 0;
  }

  setHeld(site: SiteId, held: HeldDeletes | null): void {
    const memory = this.#open(site);
    memory.state = { ...memory.state, held };
  }

  setSynced(site: SiteId, at: number): void {
    const memory = this.#open(site);
    memory.state = { ...memory.state, syncedAt: at };
  }

  override addActivity(entries: readonly Activity[]): void {
    super.addActivity(entries);
    this.#rows.writes += entries.length;
  }

  close(): void {
    // Nothing is held outside this object.
  }

  /** To be read: of a site that is unknown there is nothing, and nothing is kept. */
  #known(site: SiteId): SiteMemory {
    return this.#sites.get(site) ?? new SiteMemory(site);
  }

  #open(site: SiteId): SiteMemory {
    const memory = this.#known(site);
    this.#sites.set(site, memory);
    return memory;
  }
}
