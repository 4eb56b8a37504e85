import { mkdtempSync, readdirSync, readFileSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDisk } from '../../main/adapters/disk/disk.ts';
import { folderFor } from '../../main/hosts/folders/site-folder.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { syncOnce, type SyncReport } from '../../main/sync/sync-once.ts';
import { realEnvironment } from '../../main/hosts/system/environment.ts';
import { clientOf } from '../adapters/rest/raw-server.ts';
import { MemoryMirror } from '../support/memory/mirror/mirror.ts';
import { syncContext } from '../support/sync-context.ts';

/** A laptop on a real disk that talks HTTP to whatever a test serves, and is quick to lose patience. */
export interface Victim {
  /** Holds the sites' folders, and beside them files that no sync may touch. */
  readonly home: string;
  readonly root: string;
  readonly mirror: MemoryMirror;
  readonly context: SyncContext;
  /** What was logged. */
  readonly log: readonly string[];
  follow(): Promise<void>;
  sync(): Promise<SyncReport>;
  stop(): void;
  close(): Promise<void>;
}

/** Soon over for a test that waits for it, and longer than a busy machine keeps one that is answered. */
const PATIENCE = { connectMs: 3000, idleMs: 3000, replyMs: 5000 };

export function victimOf(url: string): Victim {
  const home = mkdtempSync(join(tmpdir(), 'sitesync-hostile-'));
  const root = join(home, 'root');
  writeFileSync(join(home, 'outside.txt'), 'not yours');
  const stopping = new AbortController();
  const log: string[] = [];
  const service = clientOf(url, { timeouts: PATIENCE, log: (line) => log.push(line) });
  const env = realEnvironment();
  const disk = createDisk();
  const mirror = new MemoryMirror();
  const context = syncContext({
    service,
    disk,
    mirror,
    env: { ...env, now: () => env.now(), sleep: (_ms, signal) => env.sleep(20, signal) },
    transfersAtOnce: 8,
    settings: { pageSize: 500, stillMs: 0, ignore: [], patienceMs: 30_000 },
    signal: stopping.signal,
    stopping: stopping.signal,
  });
  return {
    home,
    root,
    mirror,
    context,
    log,
    follow: async () => {
      const sites = await listSites(context);
      if (!sites.ok) throw new Error(sites.failure.message);
      for (const site of sites.value) {
        const folder = folderFor(root, site, sites.value, 'linux');
        const followed = await followSite(context, site, folder, 'all');
        if (!followed.ok) throw new Error(followed.failure.message);
      }
    },
    sync: () =>
      syncOnce(context, mirror.followed(), { confirmDeletes: false, eager: false, scope: null, list: true }),
    stop: () => stopping.abort(),
    close: async () => {
      stopping.abort();
      service.close();
      await disk.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Every path below a folder, with content for files and `->` for links, so that nothing new can hide. */
export function everythingBelow(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  // The folder itself has to be there: an empty answer would let any test pass.
  const names = below === '' ? readdirSync(folder) : unlessGone(() => readdirSync(join(folder, below)));
  for (const name of names ?? []) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = unlessGone(() => lstatSync(join(folder, path)));
    if (stats?.isDirectory() === true)
      Object.assign(found, { [`${path}/`]: '' }, everythingBelow(folder, path));
    else if (stats !== null) {
      const text = stats.isSymbolicLink()
        ? '->'
        : unlessGone(() => readFileSync(join(folder, path), 'latin1'));
      if (text !== null) found[path] = text;
    }
  }
  return found;
}

/** A sync that is under way moves files while they are looked at. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What lies outside the sites' folders. */
export function outside(victim: Victim): Record<string, string> {
  return Object.fromEntries(
    Object.entries(everythingBelow(victim.home)).filter(([path]) => !path.startsWith('root/Site ')),
  );
}

/** Mebibytes that this process holds, after what can be freed was freed. */
export function memoryMiB(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
}
