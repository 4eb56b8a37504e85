import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { Commit } from '../../sync/ports/mirror/notes.ts';
import type { SomeFiles } from '../../sync/ports/mirror/trees.ts';
import type { ListingWriter, ScanWriter } from '../../sync/ports/mirror/looks.ts';
import { isUnseen } from '../../sync/settings/settings.ts';

export interface MirrorObserver {
  /** Rows of this site changed: those of these files, or null if nobody knows which. */
  readonly changed: (site: SiteId, files: SomeFiles | null) => void;
  /** The site was synced again. If no row of it was written, only the time of its last sync has changed. */
  readonly synced: (site: SiteId) => void;
  /** The catalogue of sites, what is kept here, or a setting changed. */
  readonly changedAll: () => void;
  /** A listing of the service came in, of files or of sites: it is there. */
  readonly listed: () => void;
}

type Writes =
  | 'commit'
  | 'dropAgreements'
  | 'setHashes'
  | `save${'Intents' | 'NotedBytes' | 'Problems'}`
  | 'clearProblems';

/** What is written all the time, and about which files. Problems, and what is being sent, are looked at as a whole. */
const OF_A_SITE: { readonly [K in Writes]: (...args: Parameters<Mirror[K]>) => SomeFiles | null } = {
  commit: (_site, commits) => filesOf(commits),
  setHashes: (_site, files) => ({ ids: [], paths: files.map(({ file }) => pathKey(file.path)) }),
  saveIntents: (_site, intents) => ({ ids: [], paths: intents.map(({ path }) => pathKey(path)) }),
  saveNotedBytes: (_site, { id }) => ({ ids: [id], paths: [] }),
  saveProblems: () => NONE,
  clearProblems: () => NONE,
  dropAgreements: () => null,
};
const NONE: SomeFiles = { ids: [], paths: [] };

function filesOf(commits: readonly Commit[]): SomeFiles | null {
  // A choice about a file may change what is kept here, or what it is.
  if (commits.some(({ pin, choice }) => pin !== undefined || choice !== undefined)) return null;
  const ids = commits.flatMap(({ base, dropBase, remote, dropRemote }) =>
    [base?.id, dropBase, remote?.id, dropRemote].filter((id) => id !== undefined),
  );
  const places = commits.flatMap(({ base, local, dropLocal }) =>
    // An agreement leads to what lies in its place.
    [local?.path === base?.path ? undefined : local?.path, dropLocal].filter((path) => path !== undefined),
  );
  return { ids, paths: places.map(pathKey) };
}

function isOfASite(name: string | symbol): name is Writes {
  return Object.hasOwn(OF_A_SITE, name);
}

/**
 * Rare writes, such as a person's decisions. `writes` only counts rows of trees, so each of these is told, whatever
 * it changed.
 */
const RARE: ReadonlySet<string | symbol> = new Set<keyof Mirror>([
  'setPin',
  'setChosenCategory',
  'setApprovedDeletes',
  'setHeld',
  'setLeftOut',
]);
/** The same, about more than one site. */
const OF_ALL: ReadonlySet<string | symbol> = new Set<keyof Mirror>(['follow']);

/**
 * The same mirror, which reports what is written through it. So screens follow the trees and not an event that somebody
 * must remember to send. A write to a site that changed no row is not reported, unless it was its first listing or a
 * sync; nor is an unchanged list of sites.
 */
export function observeMirror<M extends Mirror>(mirror: M, observer: MirrorObserver): M {
  const telling = <T>(write: () => T, tell: () => void): T => {
    const before = mirror.writes;
    const result = write();
    if (mirror.writes !== before) tell();
    return result;
  };
  return new Proxy(mirror, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const method = member.bind(target) as (...args: unknown[]) => unknown;
      if (name === 'beginScan')
        return (site: SiteId) =>
          tellingScan(target.beginScan(site), (files) => observer.changed(site, files));
      if (name === 'beginListing') return (site: SiteId) => tellingListing(target, site, telling, observer);
      if (isOfASite(name)) {
        const files = OF_A_SITE[name] as (...args: readonly unknown[]) => SomeFiles | null;
        return (...args: unknown[]) =>
          telling(
            () => method(...args),
            () => observer.changed(args[0] as SiteId, files(...args)),
          );
      }
      if (RARE.has(name))
        return (...args: unknown[]) => {
          method(...args);
          observer.changed(args[0] as SiteId, null);
        };
      if (name === 'setSynced')
        return (...args: Parameters<Mirror['setSynced']>) => {
          tellingFirst(
            target,
            args[0],
            () => target.setSynced(...args),
            () => observer.changed(args[0], null),
          );
          observer.synced(args[0]);
        };
      if (name === 'unfollow')
        return (...[id, settings]: Parameters<Mirror['unfollow']>) => {
          target.unfollow(id, settings);
          // If the site is kept again before anybody looked, it would be shown by the rows from before.
          observer.changed(id, null);
          observer.changedAll();
        };
      if (name === 'setSetting')
        return (...args: Parameters<Mirror['setSetting']>) => {
          target.setSetting(...args);
          if (!isUnseen(args[0])) observer.changedAll();
        };
      if (OF_ALL.has(name))
        return (...args: unknown[]) => {
          method(...args);
          observer.changedAll();
        };
      if (name === 'saveSites')
        return (...args: Parameters<Mirror['saveSites']>) => {
          const before = JSON.stringify(target.sites());
          target.saveSites(...args);
          observer.listed();
          if (JSON.stringify(target.sites()) !== before) observer.changedAll();
        };
      return method;
    },
  });
}

/** What is written step by step is told of step by step. */
function tellingScan(writer: ScanWriter, tell: (files: SomeFiles | null) => void): ScanWriter {
  return {
    versions: (scope) => writer.versions(scope),
    add: (files) => writer.add(files),
    addFolders: (folders) => writer.addFolders(folders),
    knows: (folder) => writer.knows(folder),
    unknown: (folders) => writer.unknown(folders),
    knownAs: (path) => writer.knownAs(path),
    seenBelow: (folder) => writer.seenBelow(folder),
    *finish(end) {
      for (const step of writer.finish(end)) {
        const { written, dropped } = step;
        // A file that is gone from its place may be elsewhere.
        if (dropped > 0) tell(null);
        else if (written.length > 0) tell({ ids: [], paths: written });
        yield step;
      }
    },
  };
}

function tellingListing(
  mirror: Mirror,
  site: SiteId,
  telling: <T>(write: () => T, tell: () => void) => T,
  observer: MirrorObserver,
): ListingWriter {
  const writer = mirror.beginListing(site);
  const added: FileId[] = [];
  const changed = (): void => observer.changed(site, null);
  // Other readings see what was added once the mirror has written it, which is now.
  const tellAdded = (): void => {
    if (added.length > 0) observer.changed(site, { ids: added, paths: [] });
  };
  const ending = <T>(end: () => T): T => tellingFirst(mirror, site, end, changed);
  return {
    known: writer.known,
    rewritten: writer.rewritten,
    rows: (...args) => writer.rows(...args),
    recall: (...args) => writer.recall(...args),
    finishUnchanged: (...args) => {
      ending(() => writer.finishUnchanged(...args));
      observer.listed();
    },
    add: (records, ...args) =>
      telling(
        () => writer.add(records, ...args),
        () => {
          const ids = records.map(({ id }) => id);
          for (const id of ids) added.push(id);
          observer.changed(site, { ids, paths: [] });
        },
      ),
    room: () => writer.room(),
    leave: () => {
      writer.leave();
      tellAdded();
    },
    keep: (...args) => writer.keep(...args),
    *finish(...args) {
      yield* tellingSteps(writer.finish(...args), (step) => telling(() => ending(step), changed));
      observer.listed();
      tellAdded();
    },
  };
}

/** An empty site has no rows that change, but is shown differently once it was listed, and once it was synced. */
function tellingFirst<T>(mirror: Mirror, site: SiteId, write: () => T, tell: () => void): T {
  const stateOf = (): string => {
    const { listedAt, syncedAt } = mirror.siteState(site);
    return `${listedAt === null} ${syncedAt === null}`;
  };
  const before = stateOf();
  const result = write();
  if (stateOf() !== before) tell();
  return result;
}

/** What is written step by step is told of step by step. */
function* tellingSteps<T>(
  steps: Iterable<T>,
  tell: (step: () => IteratorResult<T>) => IteratorResult<T>,
): Iterable<T> {
  const iterator = steps[Symbol.iterator]();
  for (let step = tell(() => iterator.next()); step.done !== true; step = tell(() => iterator.next()))
    yield step.value;
}
