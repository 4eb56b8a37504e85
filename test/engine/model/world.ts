import { suggestCategory } from '../../../main/engine/names/category-guess.ts';
import { agreementOfIntent, resolveIntents } from '../../../main/engine/open/intents.ts';
import { foldersOn } from '../../../main/engine/names/folders-here.ts';
import { foldKey } from '../../../main/engine/names/local-names.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import type {
  BaseFile,
  Intent,
  LocalFile,
  NotedBytes,
  RemoteFile,
  SentBytes,
  Trees,
} from '../../../main/engine/trees.ts';
import { agree } from '../../../main/sync/apply/commit/agreement.ts';
import { impliedPath } from '../../../main/engine/names/implied-path.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint, VersionMark } from '../../../shared/model/ids.ts';
import { type PathKey, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS, type SyncFacts } from '../../../shared/model/site-file.ts';

/** A tiny model of a service and of computers that keep in step with it. A content is a text and is its own hash. */
export interface ModelFile extends LocalFile {
  readonly content: string;
}

export interface ModelRecord extends RemoteFile {
  readonly content: string;
}

export interface Quirks {
  /** False: the service drops what is in `metadata`. */
  readonly keepsFacts: boolean;
  /** An update leaves the category as it was. */
  readonly ignoresCategory: boolean;
}

export const hashOf = (content: string): ContentHash => content as ContentHash;

export class ModelService {
  records = new Map<FileId, ModelRecord>();
  /** What each record was before its last update. */
  readonly before = new Map<FileId, ModelRecord>();
  readonly quirks: Quirks;
  #clock = 0;

  constructor(quirks: Quirks) {
    this.quirks = quirks;
  }

  tick(): number {
    return ++this.#clock;
  }

  create(fields: {
    name: string;
    category: Category;
    content: string;
    facts?: Partial<SyncFacts>;
  }): ModelRecord {
    const now = this.tick();
    // Ids neither sort by age nor begin alike, as with UUIDs.
    const id = `${((now * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-${String(now).padStart(12, '0')}`;
    const record: ModelRecord = {
      ...this.#stamped(fields, now),
      id: id as FileId,
      createdAt: time(now),
      firstSeen: now,
    };
    this.records.set(record.id, record);
    return record;
  }

  update(
    record: ModelRecord,
    fields: Partial<Pick<ModelRecord, 'name' | 'category' | 'content' | 'facts'>>,
  ): ModelRecord {
    const category = this.quirks.ignoresCategory ? record.category : (fields.category ?? record.category);
    const next = { ...record, ...this.#stamped({ ...record, ...fields, category }, this.tick()) };
    this.before.set(record.id, record);
    this.records.set(record.id, next);
    return next;
  }

  #stamped(
    fields: { name: string; category: Category; content: string; facts?: Partial<SyncFacts> },
    now: number,
  ) {
    return {
      name: fields.name,
      category: fields.category,
      content: fields.content,
      size: fields.content.length,
      facts: this.quirks.keepsFacts ? { ...NO_FACTS, ...fields.facts } : NO_FACTS,
      fingerprint: `v${now}` as RemoteFingerprint,
      updatedAt: time(now),
    };
  }
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

let serial = 0;

/** What names mean on a computer: its system, and the disk of the site's folder. */
export type System = Pick<Policy, 'platform' | 'ignoresCase'>;

export const LINUX: System = { platform: 'linux', ignoresCase: false };
export const WINDOWS: System = { platform: 'win32', ignoresCase: true };

/** One computer: its disk, its agreements, its trash. */
export class ModelClient {
  local = new Map<PathKey, ModelFile>();
  base = new Map<FileId, BaseFile>();
  intents: Intent[] = [];
  /** Each with the agreement that it is to be followed by: another one drops it. */
  readonly notedBytes: { readonly noted: NotedBytes; readonly before: BaseFile | undefined }[] = [];
  readonly sent = new Map<FileId, SentBytes>();
  readonly trash: string[] = [];
  /** Whoever wrote over what was sent from here had seen it. */
  seesAll = true;
  readonly pins = new Set<FileId>();
  /** What is left out now, and what was before: no scan sees the files that are. */
  ignored: Policy['ignored'] = () => false;
  wasIgnored: Policy['ignored'] = () => false;
  readonly system: System;
  readonly #kept: ReadonlySet<Category>;
  #loseReplies = 0;
  #loseAgreements = 0;

  constructor(system: System, unwanted: readonly Category[] = []) {
    this.system = system;
    this.#kept = new Set(unwanted);
  }

  wanted(file: { readonly id: FileId; readonly category: Category }): boolean {
    return this.pins.has(file.id) || !this.#kept.has(file.category);
  }

  policy(): Policy {
    return {
      ...this.system,
      wanted: (file) => this.wanted(file),
      ignored: this.ignored,
      wasIgnored: this.wasIgnored,
      unreadable: [],
      unlisted: [],
      forbidden: [],
      hidesFiles: false,
      chosenCategory: () => null,
      listedOnce: true,
      listingComplete: true,
      joinedAt: null,
      intents: this.intents,
      openUpdates: [],
      notedBytes: this.notedBytes
        .filter(({ noted, before }) => before !== undefined && this.base.get(noted.id) === before)
        .map(({ noted }) => noted),
      sentBytes: (id) => this.sent.get(id) ?? null,
      stamp: '2026-11-21 0942',
      device: `PC-${this.system.platform}`,
    };
  }

  trees(service: ModelService): Trees {
    const seen = [...this.local].filter(([, { path }]) => !this.ignored(path));
    return { base: this.base, local: new Map(seen), remote: service.records };
  }

  /** Can there be such a name on this disk? */
  holds(path: RelPath): boolean {
    return this.system.platform !== 'win32' || !path.includes('\\');
  }

  /** Can a file come there, as this disk compares names? `except` may be in the way of itself. */
  isFree(path: RelPath, except: RelPath | null = null): boolean {
    const key = (of: RelPath): string => (this.system.ignoresCase ? foldKey(of) : pathKey(of));
    const wanted = key(path);
    for (const file of this.local.values()) {
      const there = key(file.path);
      // A file and a folder cannot have one name.
      if (there.startsWith(`${wanted}/`) || wanted.startsWith(`${there}/`)) return false;
      if (there === wanted && (except === null || pathKey(file.path) !== pathKey(except))) return false;
    }
    return true;
  }

  /** Puts it there, in the folders that stand: a disk that ignores case has but one spelling of each. */
  put(file: ModelFile, path: RelPath): ModelFile {
    const put = { ...file, path: this.#spelt(path) };
    this.local.set(pathKey(put.path), put);
    return put;
  }

  #spelt(path: RelPath): RelPath {
    if (!this.system.ignoresCase) return path;
    const standing = [...this.local.values()].flatMap((file) => foldersOn(file.path));
    const spellings = new Map(standing.map((folder) => [foldKey(folder), folder]));
    const folder = foldersOn(path).find((each) => spellings.has(foldKey(each)));
    return folder === undefined
      ? path
      : (((spellings.get(foldKey(folder)) ?? folder) + path.slice(folder.length)) as RelPath);
  }

  /** A new file on the disk: new inode and time, not yet read. */
  write(path: RelPath, content: string, known: Partial<LocalFile> = {}): ModelFile {
    serial++;
    const file: ModelFile = {
      path,
      content,
      size: content.length,
      mtimeNs: BigInt(serial),
      ino: BigInt(serial),
      hash: null,
      ...known,
    };
    return this.put(file, path);
  }

  remove(path: RelPath): void {
    this.local.delete(pathKey(path));
  }

  /** As before bytes are placed where a file was moved to; the last word about a record counts. */
  noteBytes(noted: NotedBytes): void {
    this.notedBytes.push({ noted, before: this.base.get(noted.id) });
  }

  /** The process is killed between the next placing and its agreement. */
  loseNextAgreement(): void {
    this.#loseAgreements++;
  }

  losesAgreement(): boolean {
    if (this.#loseAgreements === 0) return false;
    this.#loseAgreements--;
    return true;
  }

  loseNextReply(): void {
    this.#loseReplies++;
  }

  /** POST with an intent; the reply may be lost, which leaves the intent. */
  post(service: ModelService, file: ModelFile, name: string, category: Category | null): FileId | null {
    const opId = `op${++serial}` as OpId;
    const fields = { name, category: category ?? suggestCategory(file.path, null), content: file.content };
    const listing = service.tick();
    const record = service.create({ ...fields, facts: factsOf(file, opId) });
    if (this.#loseReplies > 0) {
      this.#loseReplies--;
      const { path, size, mtimeNs, ino } = file;
      this.intents.push({
        opId,
        path,
        size,
        mtimeNs,
        ino,
        name,
        category: fields.category,
        hash: hashOf(file.content),
        listing,
        lateUntil: 0,
      });
      return null;
    }
    this.agreeOn(record, file, file.path);
    return record.id;
  }

  agreeOn(
    record: ModelRecord,
    file: LocalFile & { content: string },
    path: RelPath,
    implied?: RelPath,
  ): void {
    const place = { path, impliedPath: implied ?? impliedPath(record, this.system.platform) };
    this.base.set(record.id, agree(record, file, hashOf(file.content), place));
  }

  /** Looks up creates whose replies were lost, as a complete listing allows. */
  settleIntents(service: ModelService): void {
    const resolved = resolveIntents(this.intents, service.records, this.base);
    for (const { intent, remote } of resolved.found) this.#take(intent, remote, false);
    for (const { intent, remotes } of resolved.candidates) {
      const match = (remotes as readonly ModelRecord[]).find(
        (each) => each.content === String(intent.hash) && !this.base.has(each.id),
      );
      if (match === undefined) this.#drop(intent);
      else this.#take(intent, match, true);
    }
    for (const intent of resolved.open) this.#drop(intent);
  }

  #take(intent: Intent, record: RemoteFile, compared: boolean): void {
    this.base.set(record.id, agreementOfIntent(intent, record, this.system.platform, compared));
    this.#drop(intent);
  }

  #drop(intent: Intent): void {
    this.intents = this.intents.filter((each) => each.opId !== intent.opId);
  }
}

/** What a client of our kind notes in a record. */
export function factsOf(
  file: { path: RelPath; content: string },
  opId: OpId,
  basedOn: readonly VersionMark[] = [],
): SyncFacts {
  return {
    path: file.path.normalize('NFC') as RelPath,
    sha256: hashOf(file.content),
    mtimeMs: null,
    opId,
    basedOn,
  };
}

export function newOpId(): OpId {
  return `op${++serial}` as OpId;
}
