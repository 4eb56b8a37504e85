import { createHash } from 'node:crypto';
import { sameFingerprint } from '../../main/engine/compare/fingerprint.ts';
import { foldKey } from '../../main/engine/names/local-names.ts';
import type { BaseFile } from '../../main/engine/trees.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import {
  baseName,
  folderOf,
  parseRelPath,
  pathKey,
  type PathKey,
  type RelPath,
} from '../../shared/model/rel-path.ts';
import type { MemoryFile, MemoryService } from '../support/memory/service/service.ts';
import type { Person } from '../support/memory/disk/person.ts';
import { text } from './laptop-files.ts';
import type { SimLaptop } from './sim-laptop.ts';

/** A file that a person moved, and which record it is. */
interface Moved {
  readonly laptop: SimLaptop;
  readonly id: FileId;
  /** What its laptop agreed on last. */
  base: BaseFile;
  /** Where it lies. */
  at: PathKey;
  /** Where it lay when its laptop sent it last, until that is agreed on. */
  sentFrom: PathKey | null;
  content: string;
}

/** A place that a laptop gave to a record over the version that it agreed on then. */
interface Given extends Pick<Moved, 'laptop' | 'id'> {
  readonly place: PathKey;
  readonly over: BaseFile['remote'];
}

/**
 * Which record each file is that a person moved: it is that one in the end, whatever goes wrong, unless nobody can know it
 * any more. So it is followed as long as it lies where it was agreed on, since then its path tells which record it is; and
 * in another place as long as all of this holds:
 *
 * - Its disk knows inodes. It has the one that was agreed on under one name alone, and no other agreement names that.
 * - It has the bytes that were agreed on; or its name, another folder and a later time: then it was edited there.
 * - No file lies in the place that was agreed on, or in the one that was sent and is to be agreed on, and its own was free, or
 *   agreed on for no other, nor about to be: as the place of a file that is on its way to its record, whose next version it is
 *   then; or all files that traded places with it are followed, and each has the time that was agreed on. A list that looks
 *   whole and leaves out the record of one of them says that this one was deleted: so where lists lie none of these is
 *   followed.
 * - Its laptop lost neither its database nor agreements in between.
 *
 * A record of which one laptop is to find out that it is deleted, or no longer which file it is, is followed on none, for
 * that laptop gives it up: so it is too where its file was taken away before it was agreed on, or where that laptop loses
 * agreements while a sync moves it. No crash, lost hint, lost reply or full disk excuses anything.
 */
export class Identities {
  readonly #service: MemoryService;
  readonly #site: SiteId;
  readonly #listsLie: boolean;
  readonly #moved = new Set<Moved>();
  /** By record: on which laptops it was deleted, or lost as above. */
  readonly #lostOn = new Map<FileId, Set<SimLaptop>>();
  /** Bytes of files that were moved or deleted before they were agreed on: their records may come to nothing. */
  readonly #taken = new Set<string>();
  /** Of which bytes these are the next version. */
  readonly #before = new Map<string, string>();
  /** Places that records got on the service by what a laptop sent, which it may not know yet. */
  readonly #given: Given[] = [];

  /** `listsLie`: now and then a list that lacks records looks whole. */
  constructor(service: MemoryService, site: SiteId, listsLie: boolean) {
    this.#listsLie = listsLie;
    this.#service = service;
    this.#site = site;
  }

  /** A person moved a file, and nothing lay where it is now. */
  moved(laptop: SimLaptop, from: string, to: string): void {
    this.movedTogether(laptop, [[from, to]]);
  }

  /** A person moved several files in one moment, as those of a folder. */
  movedTogether(laptop: SimLaptop, moves: readonly (readonly [from: string, to: string])[]): void {
    for (const [from, to] of moves) {
      const file = this.#lyingAt(laptop, from, to) ?? this.#follow(laptop, from, to);
      if (file !== null) file.at = pathKey(to as RelPath);
    }
    this.acted(laptop);
  }

  /** A person saved a file with other bytes. */
  edited(laptop: SimLaptop, path: string, content: string): void {
    const file = this.#lyingAt(laptop, path, path);
    if (file !== null) file.content = content;
    this.acted(laptop);
  }

  /** Somebody made the next version of a file, here or on the service. */
  wrote(content: string, before: string): void {
    this.#before.set(content, before);
  }

  /** The service carried out what the laptop sent of this record: its place is agreed on as soon as the laptop knows. */
  sent(laptop: SimLaptop, id: FileId): void {
    for (const file of this.#of(laptop)) if (file.id === id) file.sentFrom = file.at;
    const [place, agreed] = [statedPlace(this.#record(id)), this.#agreements(laptop).get(id)];
    if (place !== null && agreed !== undefined) this.#given.push({ laptop, id, place, over: agreed.remote });
  }

  /** A person is about to delete a file, or to put it back from a copy. */
  removes(laptop: SimLaptop, path: string): void {
    const file =
      this.#lyingAt(laptop, path, path) ??
      this.#agreedAt(laptop, path, inodeAt(laptop, path)) ??
      this.#replacedBy(laptop, path);
    if (file === null) this.#takeUnagreed(laptop, text(asJudge(laptop, (person) => person.read(path))));
    else this.#lose(file.id, laptop);
  }

  /** A person did something else in the laptop's folder. */
  acted(laptop: SimLaptop): void {
    const isUnknown = (file: Moved): boolean => !this.#isInPlace(file) && !this.#isKnown(file);
    for (
      let file = this.#of(laptop).find(isUnknown);
      file !== undefined;
      file = this.#of(laptop).find(isUnknown)
    )
      this.#lose(file.id, laptop);
  }

  /** The laptop begins without its agreements, or some of them. */
  forgot(laptop: SimLaptop): void {
    for (const file of this.#of(laptop)) if (!this.#isInPlace(file)) this.#lose(file.id, laptop);
    for (const { id } of this.#moved) if (this.#isElsewhere(laptop, id)) this.#lose(id, laptop);
  }

  /** Somebody deleted the record on the service. */
  deleted(id: FileId): void {
    this.#drop(id);
  }

  /** Files that are other records in the end. */
  lost(): readonly string[] {
    return [...this.#moved].flatMap(({ laptop, id, base, at, content }) => {
      const told = `${id} (${content}), which ${laptop.name} moved from ${base.path} to ${at}`;
      const record = this.#record(id);
      if (record === null) return [`the record is gone: ${told}`];
      const held = text(record.content);
      // Where two wrote to it, either has it: both are versions of one file.
      const isIts = this.#firstVersion(held) === this.#firstVersion(content);
      return isIts ? [] : [`the record holds ${held}: ${told}`];
    });
  }

  /** Are both versions of one file, the first of which was not made of the second, by however many steps? */
  isBesideOrBefore(content: string, other: string): boolean {
    const line = this.#line(content);
    return !line.includes(other) && line.at(-1) === this.#firstVersion(other);
  }

  #firstVersion(content: string): string {
    return this.#line(content).at(-1) ?? content;
  }

  /** The version and those that it was made of, the newest first. */
  #line(content: string): readonly string[] {
    const line = [content];
    for (let before = this.#before.get(content); before !== undefined; before = this.#before.get(before)) {
      // What a disk left of two saves that it cut short may be the same.
      if (line.includes(before)) break;
      line.push(before);
    }
    return line;
  }

  #follow(laptop: SimLaptop, from: string, to: string): Moved | null {
    const base = this.#agreedAt(laptop, from, inodeAt(laptop, to));
    const content = text(asJudge(laptop, (person) => person.read(to)));
    if (base === null) this.#takeUnagreed(laptop, content);
    // Whatever lies in its place by the time it is agreed on is its next version, where no inode tells.
    if (base === null && inodeAt(laptop, to) === 0n) this.#dropVersions(content);
    if (base === null) return null;
    const record = this.#record(base.id);
    const isIts = record !== null && this.#firstVersion(text(record.content)) === this.#firstVersion(content);
    const isThere = isIts && !this.#isLostAnywhere(base.id) && !this.#taken.has(content);
    const file: Moved = { laptop, id: base.id, base, at: pathKey(to as RelPath), sentFrom: null, content };
    if (isThere && this.#isKnown(file)) this.#moved.add(file);
    else this.#lose(base.id, laptop);
    return isThere ? file : null;
  }

  /** The file that is followed and lies at `now`, where it came to from `path` if that is another. */
  #lyingAt(laptop: SimLaptop, path: string, now: string): Moved | null {
    const ino = inodeAt(laptop, now);
    const agreed = this.#agreedAt(laptop, path, ino);
    const of = this.#of(laptop);
    // The very file that is agreed on there is that record's, whichever it was before.
    if (agreed !== null && agreed.ino === ino && ino !== 0n)
      return of.find(({ id }) => id === agreed.id) ?? null;
    return of.find(({ at }) => at === pathKey(path as RelPath)) ?? null;
  }

  #isInPlace({ laptop, base, at }: Moved): boolean {
    // A sync may have moved it, or may be about to agree on what was saved there.
    return (
      inodeAt(laptop, base.path) === base.ino || (pathKey(base.path) === at && spelt(laptop, at) !== null)
    );
  }

  /** Can its laptop know which record it is, though it lies elsewhere than was agreed on? */
  #isKnown(file: Moved): boolean {
    const { laptop, base, at } = file;
    const path = spelt(laptop, at);
    if (path === null) return false;
    const { names, bytes, ...now } = asJudge(laptop, (person) => ({
      ...person.stat(path),
      bytes: person.read(path),
    }));
    if (now.ino === 0n || now.ino !== base.ino || names > 1 || this.#hasRivals(file)) return false;
    const [over, under] = [this.#coveredBy(file), this.#covers(file)];
    if (over === undefined && under === undefined)
      return sha256(bytes) === String(base.hash) || isEditElsewhere(base, at, now.mtimeNs);
    return over !== null && under !== null && sameFingerprint(now, base) && !this.#listsLie;
  }

  #hasRivals({ laptop, base }: Moved): boolean {
    return [...this.#agreements(laptop).values()].some(
      (each) => each.ino === base.ino && each.id !== base.id,
    );
  }

  /**
   * The file that lies in the place that was agreed on for it, or sent: undefined for none, null for one that is not
   * followed.
   */
  #coveredBy({ laptop, id, base, at, sentFrom }: Moved): Moved | null | undefined {
    const places = new Set([pathKey(base.path), ...(sentFrom === null || sentFrom === at ? [] : [sentFrom])]);
    const taken = [...places].filter((place) => spelt(laptop, place) !== null);
    const lyingAt = (place: PathKey): Moved | undefined =>
      this.#of(laptop).find((each) => each.id !== id && each.at === place);
    const over = taken.map(lyingAt);
    return over.includes(undefined) ? null : over[0];
  }

  /** The same of the file that its place is agreed on for. */
  #covers({ laptop, id, at }: Moved): Moved | null | undefined {
    const there = this.#agreedAt(laptop, at);
    const isBeingSent = laptop.mirror.intents(this.#site).some(({ path }) => pathKey(path) === at);
    if (there === null && (isBeingSent || this.#isGiven({ laptop, id, at }))) return null;
    if (there === null || there.id === id) return undefined;
    return this.#of(laptop).find((each) => each.id === there.id) ?? null;
  }

  /** Did the laptop give this place to another record, and does not know that yet? */
  #isGiven({ laptop, id, at }: Pick<Moved, 'laptop' | 'id' | 'at'>): boolean {
    const agreed = this.#agreements(laptop);
    return this.#given.some(
      (each) =>
        each.laptop === laptop &&
        each.id !== id &&
        each.place === at &&
        agreed.get(each.id)?.remote === each.over,
    );
  }

  /** Null also where another site has it by now: for the laptops it is deleted. */
  #record(id: FileId): MemoryFile | null {
    const record = this.#service.file(id);
    return record?.site === this.#site ? record : null;
  }

  /** The laptop is to find out that its file is gone, or another one. */
  #lose(id: FileId, laptop: SimLaptop): void {
    const on = this.#lostOn.get(id) ?? new Set();
    this.#lostOn.set(id, on.add(laptop));
    this.#drop(id);
  }

  #drop(id: FileId): void {
    const lost = [...this.#moved].filter((file) => file.id === id);
    for (const file of lost) this.#moved.delete(file);
    // Who traded places with it may be known no more.
    for (const { laptop } of lost) this.acted(laptop);
  }

  /** Until the laptop found out, and agrees on another file for it or on none. */
  #isLostAnywhere(id: FileId): boolean {
    return [...(this.#lostOn.get(id) ?? [])].some((laptop) => this.#isElsewhere(laptop, id));
  }

  /** Does the laptop agree on a file for it that does not lie there? */
  #isElsewhere(laptop: SimLaptop, id: FileId): boolean {
    const base = this.#agreements(laptop).get(id);
    return base !== undefined && (base.ino === 0n || inodeAt(laptop, base.path) !== base.ino);
  }

  /**
   * A person took a file away of which nothing was agreed on, and which may be on its way to a record; also in the version that
   * was sent, where it was edited since.
   */
  #takeUnagreed(laptop: SimLaptop, content: string): void {
    const sent = new Set(laptop.mirror.intents(this.#site).map(({ hash }) => String(hash)));
    for (const version of this.#line(content)) {
      if (version !== content && !sent.has(sha256(Buffer.from(version)))) continue;
      this.#taken.add(version);
      for (const { id } of [...this.#moved].filter((file) => file.content === version)) this.#drop(id);
    }
  }

  /** The records that these bytes are a version of. */
  #dropVersions(content: string): void {
    const first = this.#firstVersion(content);
    const versions = [...this.#moved].filter((file) => this.#firstVersion(file.content) === first);
    for (const { id } of versions) this.#drop(id);
  }

  #of(laptop: SimLaptop): readonly Moved[] {
    const files = [...this.#moved].filter((file) => file.laptop === laptop);
    for (const file of files) {
      const agreed = this.#agreements(laptop).get(file.id);
      if (agreed !== undefined && agreed.remote !== file.base.remote) file.sentFrom = null;
      file.base = agreed ?? file.base;
      // Once a sync freed it, its inode may be that of a new file, which lies where another record is agreed on.
      const isOthers = agreed === undefined && this.#agreedAt(laptop, file.base.path) !== null;
      if (!isOthers && inodeAt(laptop, file.base.path) === file.base.ino) file.at = pathKey(file.base.path);
    }
    return files;
  }

  #agreements(laptop: SimLaptop): ReadonlyMap<FileId, BaseFile> {
    return laptop.mirror.trees(this.#site).base;
  }

  /** `ino`: of the file in question. While files trade places two agreements may name one place: then it tells them apart. */
  #agreedAt(laptop: SimLaptop, path: string, ino: bigint | null = null): BaseFile | null {
    const key = pathKey(path as RelPath);
    const agreed = [...this.#agreements(laptop).values()].filter((base) => pathKey(base.path) === key);
    return agreed.find((base) => base.ino === ino) ?? agreed[0] ?? null;
  }

  /** Of the file in whose place this one was saved on a disk that ignores case, under another spelling of its name. */
  #replacedBy(laptop: SimLaptop, path: string): BaseFile | null {
    const key = foldKey(path as RelPath);
    const isThere = (agreed: RelPath): boolean => asJudge(laptop, (person) => person.has(agreed));
    const agreed = [...this.#agreements(laptop).values()].filter((base) => foldKey(base.path) === key);
    return agreed.find((base) => spelt(laptop, base.path) === null && isThere(base.path)) ?? null;
  }
}

function statedPlace(record: MemoryFile | null): PathKey | null {
  const facts = isJsonObject(record?.metadata) ? record.metadata['sitesync'] : null;
  const path = isJsonObject(facts) ? parseRelPath(facts['path']) : null;
  return path === null ? null : pathKey(path);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Looks into its folder, also where nobody may read. */
function asJudge<T>(laptop: SimLaptop, look: (person: Person) => T): T {
  return laptop.locked.seen(() => look(laptop.disk.person(laptop.folder)));
}

/** As the disk spells it: also where that ignores case, a file lies there in this spelling alone. */
function spelt(laptop: SimLaptop, path: string): string | null {
  const key = pathKey(path as RelPath);
  return (
    asJudge(laptop, (person) => [...person.files().keys()]).find(
      (each) => pathKey(each as RelPath) === key,
    ) ?? null
  );
}

function inodeAt(laptop: SimLaptop, path: string): bigint | null {
  const there = spelt(laptop, path);
  return there === null ? null : asJudge(laptop, (person) => person.stat(there).ino);
}

function isEditElsewhere(base: BaseFile, at: PathKey, mtimeNs: bigint): boolean {
  const [from, to] = [pathKey(base.path), at].map((key) => key as string as RelPath) as [RelPath, RelPath];
  return mtimeNs > base.mtimeNs && baseName(from) === baseName(to) && folderOf(from) !== folderOf(to);
}
