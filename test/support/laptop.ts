import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderFor } from '../../main/hosts/folders/site-folder.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { syncOnce, type SyncReport } from '../../main/sync/sync-once.ts';
import type { SiteReport } from '../../main/sync/cycle/site-report.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { startService, type RunningService, type ServiceOptions } from '../service/service.ts';
import { must } from './must.ts';
import { openSignedIn } from './signed-in.ts';

export { TOKEN } from './signed-in.ts';

export const SITE = 'site-1' as SiteId;

/** One computer with its own mirror and folder, on the real engine and adapters. */
export interface Laptop {
  /** The site's folder. */
  readonly folder: string;
  readonly data: string;
  sync(options?: { readonly confirmDeletes?: boolean }): Promise<SyncReport>;
}

export interface World {
  readonly service: RunningService;
  /** `through` is another address of the service. */
  laptop(name: string, through?: string): Laptop;
  close(): Promise<void>;
}

/** A service with one site, and as many laptops as wanted, in a folder that is removed at the end. */
export async function startWorld(options: Partial<ServiceOptions> = {}): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), 'sitesync-scenario-'));
  const service = await startService({ dataDir: join(root, 'service'), ...options });
  service.store.addSite({
    id: SITE,
    name: 'Harbour House',
    organization: '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11',
  });
  return {
    service,
    laptop: (name, through = service.url) => laptopIn(join(root, name), through),
    close: async () => {
      await service.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What most stories begin with: Anna's laptop and Ben's, neither of which has synced yet. */
export async function startTwoLaptops(): Promise<{ world: World; anna: Laptop; ben: Laptop }> {
  const world = await startWorld();
  return { world, anna: world.laptop('anna'), ben: world.laptop('ben') };
}

/**
 * The laptop whose data and root lie in a folder, where the command line may work on them too: what a test of that only sets
 * up is done here without a process of its own. `baseUrl`: null for the address that is kept there.
 */
export function laptopIn(home: string, baseUrl: string | null): Laptop {
  const data = join(home, 'data');
  const root = join(home, 'root');
  const folder = join(root, 'Harbour House');
  return {
    folder,
    data,
    sync: async ({ confirmDeletes = false } = {}) => {
      await mkdir(root, { recursive: true });
      const { program, context } = await openSignedIn({ data, baseUrl });
      try {
        if (program.mirror.followed().length === 0) {
          const sites = must(await listSites(context));
          const site = sites.find((entry) => entry.id === SITE);
          if (site === undefined) throw new Error('The service lists no such site');
          must(await followSite(context, site, folderFor(root, site, sites, 'linux'), 'all'));
        }
        return await syncOnce(context, program.mirror.followed(), {
          confirmDeletes,
          eager: true,
          scope: null,
          list: true,
        });
      } finally {
        await program.close();
      }
    },
  };
}

/** Writes a file of the site, with the folders that it needs. */
export async function put({ folder }: Pick<Laptop, 'folder'>, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** The only site's part of a report. */
export function siteOf(report: SyncReport): SiteReport {
  const [site] = report.sites;
  if (site === undefined) throw new Error('The report names no site');
  return site;
}

/** Every file below a folder with its content, without `.sitesync`. */
export async function filesIn(folder: string, below = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (path === '.sitesync') continue;
    if (entry.isDirectory()) Object.assign(found, await filesIn(folder, path));
    else if (entry.isFile()) found[path] = await readFile(join(folder, path), 'latin1');
  }
  return found;
}

/** What lies in a site's trash, as contents. */
export async function trashIn(folder: string): Promise<readonly string[]> {
  return Object.values(await filesIn(join(folder, '.sitesync', 'trash')).catch(() => ({})));
}
