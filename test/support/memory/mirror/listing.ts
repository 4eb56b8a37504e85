import type { FileId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { ListedPage, ListingWriter } from '../../../../main/sync/ports/mirror/looks.ts';
import type { SiteMemory } from './site.ts';

export interface MemoryListingParts {
  /** False once the site was unfollowed. */
  readonly isCurrent: () => boolean;
  /** Adds or replaces a record; a new one was first seen by this listing. */
  readonly put: (record: SiteFile, listing: number) => void;
  /** Returns rows dropped. */
  readonly drop: (id: FileId) => number;
}

/** A listing taken over into memory, page by page. */
export function beginMemoryListing(
  memory: SiteMemory,
  { isCurrent, put, drop }: MemoryListingParts,
): ListingWriter {
  const number = memory.state.listing + 1;
  const overruled = new Set<FileId>();
  memory.overruledRecords = overruled;
  const { pages } = memory;
  const rewritten = new Set(memory.rewritten);
  const listed: ListedPage[] = [];
  const seen = new Set<FileId>();
  const take = (record: SiteFile): number => {
    seen.add(record.id);
    const known = memory.remote.get(record.id)?.record.fingerprint === record.fingerprint;
    if (known || overruled.has(record.id)) return 0;
    put(record, number);
    return 1;
  };
  const dropUnseen = (): number =>
    [...memory.remote.keys()]
      .filter((id) => !seen.has(id) && !overruled.has(id))
      .reduce((count, id) => count + drop(id), 0);
  return {
    add: (records, added = []) => {
      if (!isCurrent()) return 0;
      const changed = records.reduce((count, record) => count + take(record), 0);
      if (changed > 0) memory.state = { ...memory.state, listing: number };
      if (changed + added.length > 0) memory.pages = [];
      for (const page of added)
        listed.push(
          page.rowHashes.length === 0 ? { ...page, rowHashes: pages[listed.length]?.rowHashes ?? [] } : page,
        );
      return changed;
    },
    room: async () => undefined,
    leave: () => undefined,
    keep: (ids) => ids.forEach((id) => seen.add(id)),
    known: pages.map(({ offset, limit, version }) => ({ offset, limit, version })),
    rewritten,
    rows: (page) => {
      const { ids = [], rowHashes = [] } = pages[page] ?? {};
      const rows = ids.map((id, at) => [rowHashes[at] ?? '', id] as const);
      const own = rows.slice(page > 0 ? 1 : 0, page < pages.length - 1 ? -1 : undefined);
      return new Map(own.filter(([rowHash, id]) => rowHash !== '' && !rewritten.has(id)));
    },
    recall: (page) => {
      const { ids = [], count = null, next = null } = pages[page] ?? {};
      for (const id of ids) if (!rewritten.has(id)) seen.add(id);
      return { ids, count, next };
    },
    finishUnchanged: (at) => {
      if (isCurrent()) memory.state = { ...memory.state, listing: number, listingFault: null, listedAt: at };
    },
    finish: function* (complete, fault, at, recallable = false) {
      if (!isCurrent()) return;
      if (complete) yield dropUnseen();
      memory.state = { ...memory.state, listing: number, listingFault: fault, listedAt: at };
      if (!complete) return;
      memory.pages = recallable ? listed : [];
      memory.rewritten = new Set(recallable ? overruled : []);
    },
  };
}
