import type { ContentHash, FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { besidePath } from '../../engine/names/beside-path.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { SiteView } from './site-view.ts';

/** What has to be known of a site before files come to it. */
export interface HoldingsAsked {
  /** Paths that files are to get. */
  readonly wanted: readonly RelPath[];
  /** Paths whose files leave them, so that they are free. */
  readonly leaving: readonly string[];
  /** All files of these sizes are named, bytes. */
  readonly sizes: readonly number[];
}

export interface Holdings {
  /** For each wanted path, in order: the path itself if it is free, else one beside it. No two are equal. */
  readonly free: readonly RelPath[];
  /** For each wanted path, in order: the file that has this name; null if none has it, or several have. */
  readonly holders: readonly (Holder | null)[];
  readonly sameSize: readonly HeldFile[];
}

/** A file that has a name which others want. */
export interface Holder {
  /** As it is spelled there. */
  readonly path: RelPath;
  /** Its bytes lie on this computer. */
  readonly here: boolean;
}

export interface HeldFile {
  readonly path: string;
  readonly size: number;
  /** Null if nobody has read the file since it changed. */
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
  if (asked.wanted.length === 0) return { free: [], holders: [], sameSize };
  const staying = stayingOf(view, asked);
  const byKey = Map.groupBy(staying, ({ row }) => foldKey(row.path as RelPath));
  const holders = asked.wanted.map((path) => holderOf(path, byKey.get(foldKey(path)) ?? []));
  return { free: freePaths(new Set(byKey.keys()), asked.wanted), holders, sameSize };
}

function stayingOf(view: SiteView, { leaving }: HoldingsAsked): SiteView['rows'] {
  const leavingKeys = new Set(leaving);
  return view.rows.filter(({ row }) => !leavingKeys.has(row.path));
}

/** Of several files whose names differ only in case, it is the one with this very spelling. */
function holderOf(path: RelPath, rows: SiteView['rows']): Holder | null {
  const alike = rows.filter(({ row }) => row.path === path);
  const [one, ...others] = alike.length > 0 ? alike : rows;
  if (one === undefined || others.length > 0) return null;
  return { path: one.local?.path ?? (one.row.path as RelPath), here: one.local !== null };
}

function freePaths(held: ReadonlySet<string>, wanted: readonly RelPath[]): readonly RelPath[] {
  const taken = new Set(held);
  return wanted.map((path) => {
    let free = path;
    for (let number = 2; taken.has(foldKey(free)); number++) free = besidePath(path, number);
    taken.add(foldKey(free));
    return free;
  });
}
