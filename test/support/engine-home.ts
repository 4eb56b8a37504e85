import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from '../../main/hosts/compose/compose.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import type { Mirror } from '../../main/sync/ports/mirror.ts';
import type { FollowedSite } from '../../main/sync/ports/mirror/sites.ts';
import type { Watcher, WatchHint } from '../../main/sync/ports/environment.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { SyncEngine } from '../../main/sync/watch/sync-engine.ts';
import type { SiteReport } from '../../main/sync/cycle/site-report.ts';
import { ok, type FailureCode } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { World } from './laptop.ts';
import { openSignedIn } from './signed-in.ts';
import { must } from './must.ts';

/** A running program whose engine hears no hints but those that a test gives, so that nothing happens by chance. */
export interface EngineHome {
  readonly engine: SyncEngine;
  readonly context: SyncContext;
  readonly program: Program;
  readonly reports: SiteReport[];
  readonly notices: string[];
  /** What kept from the service, each time that it changed. */
  readonly stops: (FailureCode | null)[];
  /** Why a watch waited for the mirror, each time; null: a cycle went through. */
  readonly hindered: (FailureCode | null)[];
  /** Notices whose matter is over. */
  readonly over: string[];
  /** Folders that are watched now. */
  readonly watched: Set<string>;
  follow(site: string, keep?: FollowedSite['keep']): Promise<string>;
  hint(site: string, hint: WatchHint): void;
  /** Is its watcher told to leave this path out? */
  leavesOut(site: string, path: string): boolean | undefined;
  /** Sites are at rest: no cycle is under way and all that was asked for is done. */
  atRest(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineHomeOptions {
  /** Time runs so many times faster. */
  readonly faster?: number;
  readonly mirror?: (mirror: Mirror) => Mirror;
  readonly context?: (context: SyncContext) => SyncContext;
}

export async function openEngine(
  world: World,
  home: string,
  options: EngineHomeOptions = {},
): Promise<EngineHome> {
  const { faster = 1, mirror: wrapped = (mirror: Mirror) => mirror, context: changed } = options;
  const breaking = new AbortController();
  const stopping = new AbortController();
  const { program, context: made } = await openSignedIn({
    data: join(home, 'data'),
    baseUrl: world.service.url,
    signal: breaking.signal,
    stopping: stopping.signal,
  });
  const { env } = made;
  /** Of each watch that has nothing to do, what wakes it as soon as something is asked for. */
  const asleep = new Set<AbortSignal>();
  const sleep: typeof env.sleep = async (ms, signal) => {
    if (signal === undefined || !isOfWatch()) return env.sleep(ms / faster, signal);
    asleep.add(signal);
    await env.sleep(ms / faster, signal).finally(() => asleep.delete(signal));
  };
  const own: SyncContext = { ...made, mirror: wrapped(made.mirror), env: { ...env, sleep } };
  const context = changed?.(own) ?? own;
  const watched = new Set<string>();
  const listeners = new Map<string, (hint: WatchHint) => void>();
  const ignoring = new Map<string, (path: string) => boolean>();
  const watcher: Watcher = {
    watch: (folder, ignored, onHint) => {
      watched.add(folder);
      listeners.set(folder, onHint);
      ignoring.set(folder, ignored);
      return {
        ready: Promise.resolve(ok(undefined)),
        close: () => {
          watched.delete(folder);
          return Promise.resolve();
        },
      };
    },
  };
  const reports: SiteReport[] = [];
  const notices: string[] = [];
  const stops: (FailureCode | null)[] = [];
  const over: string[] = [];
  const hindered: (FailureCode | null)[] = [];
  const engine = new SyncEngine(context, watcher, {
    onReport: (report) => reports.push(report),
    onNotice: (line) => notices.push(line),
    onStop: (failure) => stops.push(failure?.code ?? null),
    onOver: (line) => over.push(line),
    onHindered: (failure) => hindered.push(failure?.code ?? null),
  });
  const { mirror } = program;
  must(await listSites(context));
  const folderOf = (site: string): string => join(home, 'root', mirror.site(site as SiteId)?.name ?? '');
  return {
    engine,
    context,
    program,
    reports,
    notices,
    stops,
    over,
    hindered,
    watched,
    follow: async (id, keep = 'all') => {
      const site = mirror.site(id as SiteId);
      if (site === null) throw new Error(`No site ${id}`);
      must(await followSite(context, site, folderOf(id), keep));
      await engine.refresh();
      return folderOf(id);
    },
    hint: (site, hint) => listeners.get(folderOf(site))?.(hint),
    leavesOut: (site, path) => ignoring.get(folderOf(site))?.(path),
    atRest: () =>
      until(
        () =>
          context.progress.state.phase === 'idle' &&
          [...asleep].filter(({ aborted }) => !aborted).length === mirror.followed().length,
      ),
    close: async () => {
      await engine.stop();
      stopping.abort();
      breaking.abort();
      await program.close();
    },
  };
}

/** Is it a site's watch that is about to sleep, with nothing left to do? All else that sleeps is work under way. */
function isOfWatch(): boolean {
  return new Error('asleep').stack?.includes('SiteWatch.#untilDue') === true;
}

/** Waits for it, 45 s at most on a machine that has time; where looking throws, as of a file that is away, it has not come. */
export async function until(what: () => boolean | Promise<boolean>, tries = 4500): Promise<void> {
  let last: unknown = null;
  for (let n = 0; n < tries; n++) {
    try {
      last = null;
      if (await what()) return;
    } catch (error) {
      last = error;
    }
    await delay(10);
  }
  throw new Error(`Never came: ${what.toString()}`, { cause: last });
}
