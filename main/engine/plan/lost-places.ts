import type { FileId } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../names/implied-path.ts';
import { aliasPath, isAliasOf } from '../names/local-names.ts';
import type { OpenCreates } from '../open/open-creates.ts';
import { isJudged, type Policy } from '../policy.ts';
import type { LocalFile, RemoteFile } from '../trees.ts';
import type { MaybeHere } from './actions.ts';
import type { Leftovers } from './leftovers.ts';
import type { NewRecord } from './new-records.ts';

interface Parts {
  readonly unclaimed: ReadonlyMap<PathKey, LocalFile>;
  readonly leftovers: Pick<Leftovers, 'of'>;
  readonly open: Pick<OpenCreates, 'has'>;
  readonly fresh: readonly NewRecord[];
  readonly policy: Policy;
}

/** A record that cannot say where its file lies. */
interface Placeless extends NewRecord {
  /** The file in its implied place, if there is one. */
  readonly own: LocalFile | undefined;
}

/**
 * Finds files that may be those of records which cannot say where they lie, because the service drops `metadata`: only the
 * agreements knew, and they were dropped. Without this such a file would be sent as one more record each time that happens,
 * and of several records of one name any would take the file in the place that all of them imply.
 *
 * Name, size and category have to be those of the record, and its bytes decide. Only records that were seen when the site
 * was joined count: two computers may well make a file of the same name and bytes in two folders, and these are two files.
 */
export class LostPlaces {
  readonly #parts: Parts;
  #found: ReadonlyMap<FileId, MaybeHere> | null = null;
  /** The lists that name a file, and how many records are still to be compared with each list. */
  readonly #lists = new Map<PathKey, (readonly LocalFile[])[]>();
  readonly #records = new Map<readonly LocalFile[], number>();
  readonly #unread = new Set<readonly LocalFile[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Must some of these be read before the record is fetched? */
  isUnread({ files }: MaybeHere): boolean {
    return this.#unread.has(files);
  }

  /** To be called before any new record takes its file. */
  find(): void {
    this.#found ??= this.#find();
  }

  /**
   * The files that may be the one of this record, some perhaps not read yet. None: the file in its implied place is rather
   * that of another record. Null: what lies there is its own.
   */
  maybeOf({ id }: RemoteFile): MaybeHere | null {
    return this.#found?.get(id) ?? null;
  }

  /** May it be the file of a record that is still to be fetched? */
  mayBeKnown({ path }: LocalFile): boolean {
    if (this.#lists.size === 0) return false;
    return this.#lists.get(pathKey(path))?.some((files) => (this.#records.get(files) ?? 0) > 0) === true;
  }

  /** This record cannot be fetched now, maybe because of one of its files: so none waits for it. */
  holdNone({ id }: RemoteFile): void {
    const files = this.#found?.get(id)?.files;
    if (files !== undefined) this.#records.set(files, (this.#records.get(files) ?? 0) - 1);
  }

  #find(): ReadonlyMap<FileId, MaybeHere> {
    const found = new Map<FileId, MaybeHere>();
    const placeless = this.#placeless();
    if (placeless.length === 0) return found;
    const likely = new Likely(this.#parts.unclaimed, this.#ofOthers(placeless));
    const fitting = placeless.filter(({ own, remote }) => own?.size === remote.size);
    const claims = countBy(fitting, ({ own }) => own);
    for (const { remote, implied, own } of placeless) {
      const files = likely.of(remote, implied);
      const rivals = (claims.get(own) ?? 0) - (own?.size === remote.size ? 1 : 0);
      const isElsewhere = files.some((file) => file !== own);
      if (!isElsewhere && (own === undefined || rivals === 0)) continue;
      const turn = this.#records.get(files) ?? 0;
      if (turn === 0) this.#list(files);
      this.#records.set(files, turn + 1);
      const first = own === undefined || rivals > 0 ? turn : Math.max(0, files.indexOf(own));
      found.set(remote.id, { files, first });
    }
    return found;
  }

  #list(files: readonly LocalFile[]): void {
    if (files.some(({ hash }) => hash === null)) this.#unread.add(files);
    for (const { path } of files) {
      const key = pathKey(path);
      this.#lists.set(key, [...(this.#lists.get(key) ?? []), files]);
    }
  }

  #placeless(): readonly Placeless[] {
    const { fresh, leftovers, open, policy, unclaimed } = this.#parts;
    const { joinedAt } = policy;
    if (unclaimed.size === 0) return [];
    return fresh.flatMap(({ remote, implied }) => {
      const isOld = joinedAt === null || remote.firstSeen <= joinedAt;
      if (!isOld || remote.facts.path !== null || remote.size === null) return [];
      if (!policy.wanted(remote) || !isJudged(implied, policy)) return [];
      const own = leftovers.of(remote, implied);
      const isTold = own !== undefined && (isAliasOf(own.path, implied, remote.id) || open.has(own));
      return isTold ? [] : [{ remote, implied, own }];
    });
  }

  /** Files that another record names, or that were sent and not answered for. */
  #ofOthers(placeless: readonly Placeless[]): ReadonlySet<PathKey> {
    const { fresh, leftovers, open, unclaimed } = this.#parts;
    const ids = new Set(placeless.map(({ remote }) => remote.id));
    const others = fresh.filter(({ remote }) => !ids.has(remote.id));
    const named = others.flatMap(({ remote, implied }) => leftovers.of(remote, implied) ?? []);
    const sent = [...unclaimed.values()].filter((local) => open.has(local));
    return new Set([...named, ...sent].map(({ path }) => pathKey(path)));
  }
}

function countBy<T, K>(items: readonly T[], of: (item: T) => K): ReadonlyMap<K, number> {
  return new Map([...Map.groupBy(items, of)].map(([key, group]) => [key, group.length]));
}

/** Files by what a record knows of its file. */
class Likely {
  readonly #byName: ReadonlyMap<string, readonly LocalFile[]>;
  /** As they were answered: records of one likeness share the list. */
  readonly #lists = new Map<string, readonly LocalFile[]>();

  constructor(unclaimed: ReadonlyMap<PathKey, LocalFile>, except: ReadonlySet<PathKey>) {
    const files = [...unclaimed].filter(([key]) => !except.has(key)).map(([, local]) => local);
    this.#byName = Map.groupBy(files, ({ path, size }) => likeness(baseName(path), size));
  }

  of(remote: RemoteFile, implied: RelPath): readonly LocalFile[] {
    // An alias tells its record.
    const aliased = this.#called(baseName(aliasPath(implied, remote.id, 0)), remote);
    return aliased.length > 0 ? aliased : this.#called(baseName(implied), remote);
  }

  /** Outside the category folders a file may be of any category. */
  #called(name: string, { size, category }: Pick<RemoteFile, 'size' | 'category'>): readonly LocalFile[] {
    const key = likeness(name, size);
    const named = this.#byName.get(key);
    if (named === undefined) return NONE;
    const known = this.#lists.get(`${category} ${key}`);
    if (known !== undefined) return known;
    const files = named.filter(({ path }) => (categoryOfPath(path) ?? category) === category);
    this.#lists.set(`${category} ${key}`, files);
    return files;
  }
}

const NONE: readonly LocalFile[] = [];

function likeness(name: string, size: number | null): string {
  return `${size} ${name.normalize('NFC')}`;
}
