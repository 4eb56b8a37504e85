import type { Category } from '../../shared/model/category.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../shared/model/rel-path.ts';
import type { Site } from '../../shared/model/site.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { withoutSettled } from '../../main/engine/settled.ts';
import type {
  BaseFile,
  Intent,
  KnownBytes,
  LocalFile,
  OpenUpdate,
  SentBytes,
} from '../../main/engine/trees.ts';
import type { HeldDeletes } from '../../main/engine/mass-delete-guard.ts';
import type {
  Activity,
  Attempt,
  Commit,
  FollowedSite,
  Generation,
  KnownDrive,
  LeftOut,
  ListingWriter,
  Mirror,
  ScanWriter,
  SiteState,
  SomeFiles,
} from '../../main/sync/ports/mirror.ts';
import { beginMemoryListing } from './memory-listing.ts';
import { MemoryRows } from './memory-rows.ts';
import { beginMemoryScan } from './memory-scan.ts';
import { byName, order, remoteFile, sameVersion, SiteMemory } from './memory-mirror-site.ts';

const KEPT_ACTIVITY = 20_000;

interface Flushed {
  readonly settings: Map<string, string>;
  readonly catalogue: Map<SiteId, Site>;
  readonly sites: Map<SiteId, SiteMemory>;
  readonly activity: Activity[];
}

/** The mirror without a file: the same answers as the one on SQLite, which the same suite proves. */
export class MemoryMirror implements Mirror {
  readonly #rows = new MemoryRows();
  readonly #settings = new Map<string, string>();
  readonly #catalogue = new Map<SiteId, Site>();
  readonly #sites = new Map<SiteId, SiteMemory>();
  #activity: Activity[] = [];
  /** Told of each line of a commit. */
  onActivity: ((entry: Activity) => void) | null = null;
  /** What is on the disk; all else was only written. */
  #flushed: Flushed = { settings: new Map(), catalogue: new Map(), sites: new Map(), activity: [] };

  static #of(state: Flushed): MemoryMirror {
    const made = new MemoryMirror();
    const { settings, catalogue, sites, activity } = structuredClone(state);
    for (const [key, value] of settings) made.#settings.set(key, value);
    for (const [id, site] of catalogue) made.#catalogue.set(id, site);
    for (const [id, site] of sites) made.#sites.set(id, site);
    made.#activity = activity;
    made.#flushed = structuredClone(state);
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
    this.#flushed = structuredClone(this.#written);
  }

  get #written(): Flushed {
    const [settings, catalogue, sites] = [this.#settings, this.#catalogue, this.#sites];
    return { settings, catalogue, sites, activity: this.#activity };
  }

  get writes(): number {
    return this.#rows.writes;
  }

  setting(key: string): string | null {
    return this.#settings.get(key) ?? null;
  }

  setSetting(key: string, value: string | null): void {
    if (value === null) this.#settings.delete(key);
    else this.#settings.set(key, value);
  }

  saveSites(sites: readonly Site[], complete: boolean): void {
    if (complete) this.#catalogue.clear();
    for (const site of sites) this.#catalogue.set(site.id, site);
  }

  sites(): readonly Site[] {
    return [...this.#catalogue.values()].sort(byName);
  }

  site(id: SiteId): Site | null {
    return this.#catalogue.get(id) ?? null;
  }

  followed(): readonly FollowedSite[] {
    return [...this.#sites.values()].flatMap((site) => (site.followed === null ? [] : [site.followed]));
  }

  follow(site: FollowedSite): void {
    const memory = this.#open(site.id);
    if (memory.followed === null) {
      const { base, local, intents, knownBytes, sent, updates, attempts } = memory;
      for (const left of [base, local, intents, knownBytes, sent, updates, attempts]) {
        this.#rows.writes += left.size;
        left.clear();
      }
      memory.approved.clear();
      memory.versions.clear();
    }
    memory.followed = site;
  }

  unfollow(id: SiteId): void {
    this.#sites.delete(id);
  }

  trees(site: SiteId) {
    const { base, local, remote } = this.#sites.get(site) ?? new SiteMemory(site);
    return {
      base: new Map(base),
      local: new Map([...local].map(([key, { file }]) => [key, file])),
      remote: new Map([...remote].map(([id, seen]) => [id, remoteFile(seen)])),
    };
  }

  someTrees(site: SiteId, { ids, paths }: SomeFiles) {
    const all = this.trees(site);
    const agreed = [...all.base.values()].filter(
      ({ id, path }) => ids.includes(id) || paths.includes(path as string as PathKey),
    );
    const places = agreed.map(({ path }) => pathKey(path));
    const isTwice = (place: PathKey): boolean =>
      [...all.base.values()].filter(({ path }) => pathKey(path) === place).length > 1;
    if (places.some(isTwice)) return null;
    const wanted = {
      ids: new Set([...ids, ...agreed.map(({ id }) => id)]),
      paths: new Set([...paths, ...places]),
    };
    return {
      base: new Map(agreed.map((one) => [one.id, one])),
      local: new Map([...all.local].filter(([key]) => wanted.paths.has(key))),
      remote: new Map([...all.remote].filter(([id]) => wanted.ids.has(id))),
    };
  }

  noteChanges(): void {}

  leaveOpen(): void {}

  changed(site: FollowedSite) {
    return this.unsettled(site);
  }

  async openInTurns(site: FollowedSite, turn: () => Promise<unknown>) {
    await turn();
    const { base, local, remote } = this.unsettled(site);
    return { ids: [...new Set([...base.keys(), ...remote.keys()])], paths: [...local.keys()] };
  }

  unsettled({ id, keep }: FollowedSite) {
    const { pins, chosen } = this.#sites.get(id) ?? new SiteMemory(id);
    return withoutSettled(this.trees(id), {
      wanted: (record) =>
        pins.get(record.id) ?? (keep === 'all' || (keep !== 'none' && keep.includes(record.category))),
      chosenCategory: (file) => chosen.get(pathKey(file)) ?? null,
    });
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

  uploaders(site: SiteId): ReadonlyMap<FileId, string> {
    const seen = [...(this.#sites.get(site)?.remote.values() ?? [])];
    return new Map(
      seen.flatMap(({ record: { id, uploadedBy } }) => (uploadedBy === null ? [] : [[id, uploadedBy]])),
    );
  }

  modelRecords(site: SiteId): readonly SiteFile[] {
    return [...(this.#sites.get(site)?.remote.values() ?? [])]
      .map(({ record }) => record)
      .filter(
        ({ category, metadata }) =>
          category === 'model-3d' && /m.*o.*d.*e.*l/i.test(JSON.stringify(metadata)),
      );
  }

  record(site: SiteId, id: FileId): SiteFile | null {
    return this.#sites.get(site)?.remote.get(id)?.record ?? null;
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
      if (known.file.hash !== hash) this.#rows.writes += 1;
      memory.local.set(pathKey(file.path), { file: { ...known.file, hash }, turn: memory.turn });
    }
  }

  oldestHashes(site: SiteId, limit: number): readonly LocalFile[] {
    return [...(this.#sites.get(site)?.local ?? [])]
      .filter(([, { file }]) => file.hash !== null)
      .sort(([keyA, a], [keyB, b]) => a.turn - b.turn || order(keyA, keyB))
      .slice(0, limit)
      .map(([, { file }]) => file);
  }

  commit(site: SiteId, commits: readonly Commit[]): void {
    const memory = this.#open(site);
    for (const one of commits) {
      this.#rows.commit(memory, one);
      if (one.clearAttempts !== undefined) this.clearAttempts(site, one.clearAttempts);
      if (one.pin !== undefined) this.setPin(site, one.pin.id, one.pin.keep);
      if (one.activity !== undefined) this.addActivity([one.activity]);
      if (one.activity !== undefined) this.onActivity?.(one.activity);
    }
  }

  dropAgreements(site: SiteId): void {
    const { base, knownBytes, sent, updates } = this.#open(site);
    for (const each of [base, knownBytes, sent, updates]) {
      this.#rows.writes += each.size;
      each.clear();
    }
  }

  generation(site: SiteId): Generation {
    return (this.#sites.get(site) ?? new SiteMemory(site)).generation;
  }

  setGeneration(site: SiteId, generation: Generation): void {
    this.#open(site).generation = generation;
  }

  drives(site: SiteId): readonly KnownDrive[] {
    return (this.#sites.get(site) ?? new SiteMemory(site)).drives;
  }

  setDrives(site: SiteId, drives: readonly KnownDrive[]): void {
    this.#open(site).drives = drives;
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

  async saveKnownBytes(site: SiteId, placing: KnownBytes): Promise<void> {
    this.#rows.put(this.#open(site).knownBytes, `${placing.id} ${placing.hash}`, placing);
    await this.flushed();
  }

  knownBytes(site: SiteId): readonly KnownBytes[] {
    return [...(this.#sites.get(site)?.knownBytes.values() ?? [])].sort(
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

  attempts(site: SiteId): readonly Attempt[] {
    return [...(this.#sites.get(site)?.attempts.values() ?? [])].sort(
      (a, b) => a.since - b.since || order(a.key, b.key),
    );
  }

  saveAttempts(site: SiteId, attempts: readonly Attempt[]): void {
    for (const attempt of attempts) this.#rows.put(this.#open(site).attempts, attempt.key, attempt);
  }

  clearAttempts(site: SiteId, keys: readonly string[] | null): void {
    const attempts = this.#sites.get(site)?.attempts;
    if (attempts !== undefined)
      for (const key of keys ?? [...attempts.keys()]) this.#rows.drop(attempts, key);
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
    return (this.#sites.get(site) ?? new SiteMemory(site)).state;
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

  addActivity(entries: readonly Activity[]): void {
    this.#activity = [...this.#activity, ...entries].slice(-KEPT_ACTIVITY);
    this.#rows.writes += entries.length;
  }

  activity(site: SiteId | null, limit: number): readonly Activity[] {
    const ofSite = this.#activity.filter((entry) => site === null || entry.site === site);
    return ofSite.toReversed().slice(0, limit);
  }

  activityOfFile(
    site: SiteId,
    { id, path }: { readonly id: FileId | null; readonly path: string },
    limit: number,
  ): readonly Activity[] {
    const isAbout = (entry: Activity): boolean => (id !== null && entry.file === id) || entry.path === path;
    return this.activity(site, KEPT_ACTIVITY).filter(isAbout).slice(0, limit);
  }

  deletes(site: SiteId, since: number): readonly Activity[] {
    return this.activity(site, KEPT_ACTIVITY).filter(
      ({ at, action }) => at >= since && (action === 'trashLocal' || action === 'deleteRemote'),
    );
  }

  creates(site: SiteId, since: number): ReadonlySet<FileId> {
    const made = this.activity(site, KEPT_ACTIVITY).filter(
      ({ at, action }) => at >= since && action === 'create',
    );
    return new Set(made.flatMap(({ file }) => file ?? []));
  }

  close(): void {
    // Nothing is held outside this object.
  }

  #open(site: SiteId): SiteMemory {
    const memory = this.#sites.get(site) ?? new SiteMemory(site);
    this.#sites.set(site, memory);
    return memory;
  }
}
