import type { ContentHash, FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { besidePath } from '../../engine/beside-path.ts';
import { foldKey } from '../../engine/local-names.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { SiteView } from './site-view.ts';

/** What is to be known of a site before files come to it. */
export interface HoldingsAsked {
  /** Paths that files are to get. */
  readonly wanted: readonly RelPath[];
  /** Paths whose files leave them, so that they are free. */
  readonly leaving: readonly string[];
  /** Sizes in bytes of which all files are named. */
  readonly sizes: readonly number[];
}

export interface Holdings {
  /** For each wanted path, in order: the path itself where it is free, else one beside it. No two are alike. */
  readonly free: readonly RelPath[];
  readonly sameSize: readonly HeldFile[];
}

export interface HeldFile {
  readonly path: string;
  readonly size: number;
  /** Null where nobody has read the file since it changed. */
  readonly hash: ContentHash | null;
  readonly here: boolean;
}

/** Files that lie here and records that would: both take a name. */
export function holdingsOf(
  view: SiteView,
  record: (id: FileId) => ReturnType<MirrorReader['record']>,
  asked: HoldingsAsked,
): Holdings {
  const sizes = new Set(asked.sizes);
  const sameSize = view.rows.flatMap(({ row, local }): readonly HeldFile[] => {
    const size = local?.size ?? row.size;
    if (size === null || !sizes.has(size)) return [];
    const hash = local === null ? (record(row.key as FileId)?.facts.sha256 ?? null) : local.hash;
    return [{ path: row.path, size, hash, here: local !== null }];
  });
  return { free: asked.wanted.length === 0 ? [] : freePaths(view, asked), sameSize };
}

function freePaths(view: SiteView, { wanted, leaving }: HoldingsAsked): readonly RelPath[] {
  const leavingKeys = new Set(leaving);
  const taken = new Set(
    view.rows.filter(({ row }) => !leavingKeys.has(row.path)).map(({ row }) => foldKey(row.path as RelPath)),
  );
  return wanted.map((path) => {
    let free = path;
    for (let number = 2; taken.has(foldKey(free)); number++) free = besidePath(path, number);
    taken.add(foldKey(free));
    return free;
  });
}
