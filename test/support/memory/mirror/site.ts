import { isKept, type Category, type Keep } from '../../../../shared/model/category.ts';
import type { FileId, OpId, SiteId } from '../../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import { sameFingerprint } from '../../../../main/engine/compare/fingerprint.ts';
import { originalOf } from '../../../../main/engine/names/conflict-name.ts';
import { withoutSettled } from '../../../../main/engine/compare/settled.ts';
import type {
  BaseFile,
  Intent,
  LocalFile,
  NotedBytes,
  OpenUpdate,
  RemoteFile,
  SentBytes,
  Trees,
} from '../../../../main/engine/trees.ts';
import { NONE_FORBIDDEN, type ForbiddenFolders } from '../../../../main/engine/guards/forbidden-folders.ts';
import type { ScannedFile } from '../../../../main/sync/ports/disk.ts';
import type { KeptProblem } from '../../../../main/sync/ports/mirror/kept-problem.ts';
import type {
  FollowedSite,
  Generation,
  KnownDrive,
  LeftOut,
  SiteState,
} from '../../../../main/sync/ports/mirror/sites.ts';
import type { SomeFiles } from '../../../../main/sync/ports/mirror/trees.ts';
import type { ListedPage } from '../../../../main/sync/ports/mirror/looks.ts';

export interface SeenRecord {
  readonly record: SiteFile;
  readonly firstSeen: number;
}

interface HashedLocal {
  readonly file: LocalFile;
  readonly turn: number;
}

/** Everything that is kept of one site; `unfollow` drops it whole. */
export class SiteMemory {
  readonly remote = new Map<FileId, SeenRecord>();
  readonly local = new Map<PathKey, HashedLocal>();
  /** Of the last complete listing, as long as the records are what they say, but for those that were rewritten. */
  pages: readonly ListedPage[] = [];
  rewritten = new Set<FileId>();
  /** Records of which the listing under way says nothing any more. */
  overruledRecords = new Set<FileId>();
  /** Of the folders whose rows are all of what they held when they had it. */
  readonly versions = new Map<string, string>();
  readonly base = new Map<FileId, BaseFile>();
  readonly intents = new Map<OpId, Intent>();
  /** By the record and its bytes. */
  readonly notedBytes = new Map<string, NotedBytes>();
  readonly sent = new Map<FileId, SentBytes>();
  /** By the record and the mark. */
  readonly updates = new Map<string, OpenUpdate>();
  readonly problems = new Map<string, KeptProblem>();
  readonly pins = new Map<FileId, boolean>();
  readonly chosen = new Map<PathKey, Category>();
  approved = new Set<FileId>();
  /** Paths of which the scan under way says nothing any more. */
  overruled = new Set<PathKey>();
  followed: FollowedSite | null = null;
  generation: Generation = { now: null, before: null };
  drives: readonly KnownDrive[] = [];
  forbidden: ForbiddenFolders = NONE_FORBIDDEN;
  ignoredBy: readonly string[] = [];
  leftOut: readonly LeftOut[] = [];
  turn = 0;
  state: SiteState;

  constructor(site: SiteId) {
    this.state = {
      site,
      listing: 0,
      listingFault: null,
      listedAt: null,
      scannedAt: null,
      syncedAt: null,
      held: null,
    };
  }

  /** What is written to the one is not to the other. */
  copy(): SiteMemory {
    const own = Object.entries(this).map(([name, value]: [string, unknown]) => {
      if (value instanceof Map) return [name, new Map(value)];
      return [name, value instanceof Set ? new Set(value) : value];
    });
    return Object.assign(new SiteMemory(this.state.site), Object.fromEntries(own));
  }

  trees(): Trees {
    return {
      base: new Map(this.base),
      local: new Map([...this.local].map(([key, { file }]) => [key, file])),
      remote: new Map([...this.remote].map(([id, seen]) => [id, remoteFile(seen)])),
    };
  }

  someTrees({ ids, paths }: SomeFiles): Trees | null {
    const { base, local, remote } = this.trees();
    const agreed = [...base.values()].filter(
      ({ id, path }) => ids.includes(id) || paths.includes(path as string as PathKey),
    );
    const places = agreed.map(({ path }) => pathKey(path));
    const isTwice = (place: PathKey): boolean =>
      [...base.values()].filter(({ path }) => pathKey(path) === place).length > 1;
    if (places.some(isTwice)) return null;
    const wanted = {
      ids: new Set([...ids, ...agreed.map(({ id }) => id)]),
      paths: new Set([...paths, ...places]),
    };
    return {
      base: new Map(agreed.map((one) => [one.id, one])),
      local: new Map([...local].filter(([key]) => wanted.paths.has(key))),
      remote: new Map([...remote].filter(([id]) => wanted.ids.has(id))),
    };
  }

  conflictCopies(): readonly RelPath[] {
    return [...this.local.values()].map(({ file }) => file.path).filter((path) => originalOf(path) !== null);
  }

  uploaders(): ReadonlyMap<FileId, string> {
    return new Map(
      [...this.remote.values()].flatMap(({ record: { id, uploadedBy } }) =>
        uploadedBy === null ? [] : [[id, uploadedBy]],
      ),
    );
  }

  modelRecords(): readonly SiteFile[] {
    return [...this.remote.values()]
      .map(({ record }) => record)
      .filter(
        ({ category, metadata }) =>
          category === 'model-3d' && /m.*o.*d.*e.*l/i.test(JSON.stringify(metadata)),
      );
  }

  oldestHashes(limit: number): readonly LocalFile[] {
    const agreed = new Map([...this.base.values()].map((file) => [file.path, file]));
    const taken = (file: LocalFile): LocalFile => {
      const base = agreed.get(file.path);
      const isAsAgreed = base !== undefined && sameFingerprint(base, file);
      return { ...file, hash: file.hash ?? (isAsAgreed ? base.hash : null) };
    };
    return [...this.local]
      .map(([key, { file, turn }]) => [key, { file: taken(file), turn }] as const)
      .filter(([, { file }]) => file.hash !== null)
      .sort(([keyA, a], [keyB, b]) => a.turn - b.turn || order(keyA, keyB))
      .slice(0, limit)
      .map(([, { file }]) => file);
  }

  unsettled(keep: Keep): Trees {
    return withoutSettled(this.trees(), {
      wanted: ({ id, category }) => this.pins.get(id) ?? isKept(keep, category),
      chosenCategory: (path) => this.chosen.get(pathKey(path)) ?? null,
    });
  }
}

function remoteFile({ record, firstSeen }: SeenRecord): RemoteFile {
  const { id, category, name, size, facts, fingerprint, createdAt, updatedAt } = record;
  return { id, category, name, size, facts, fingerprint, createdAt, updatedAt, firstSeen };
}

export function sameVersion(a: ScannedFile, b: ScannedFile): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}

/** For the flat objects that are kept here. */
export function sameFields<T>(a: T, b: T): boolean {
  const keys = Object.keys({ ...(a as object), ...(b as object) }) as (keyof T)[];
  return keys.every((key) => a[key] === b[key]);
}

export function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** As SQLite's NOCASE orders: A to Z folded, everything else by code. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  const fold = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return order(fold(a.name), fold(b.name)) || order(a.id, b.id);
}
