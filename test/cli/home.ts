import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncReport } from '../../main/sync/sync-once.ts';
import { startService, type RunningService } from '../service/service.ts';
import { runCli, startCli, type CliOptions, type Ran, type RunningCli } from '../support/command-line.ts';
import { laptopIn, SITE, TOKEN } from '../support/laptop.ts';

/** What a command of a test finds: a home folder, and a service that has one site. */
export interface Home {
  readonly home: string;
  readonly service: RunningService;
}

export async function openHome(): Promise<Home> {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-cli-'));
  const service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  return { home, service };
}

export async function closeHome({ home, service }: Home): Promise<void> {
  await service.close();
  await rm(home, { recursive: true, force: true });
}

/** The environment of a person who is signed in. */
export function signedIn({ home, service }: Home): CliOptions['env'] {
  return { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: TOKEN };
}

/** Runs a command of that person in this process, with the data folder below the home. */
export function runIn(at: Home, args: readonly string[], options: Partial<CliOptions> = {}): Promise<Ran> {
  return runCli(withData(at, args), { env: signedIn(at), ...options });
}

/** Starts such a command in a process of its own. */
export function startIn(at: Home, args: readonly string[], options: Partial<CliOptions> = {}): RunningCli {
  return startCli(withData(at, args), { env: signedIn(at), ...options });
}

/** A sync of the same data folder, in this process and without a word. Returns the state that it ended in. */
export async function syncQuietly({ home, service }: Home): Promise<SyncReport['state']> {
  return (await laptopIn(home, service.url).sync()).state;
}

const withData = ({ home }: Home, args: readonly string[]): readonly string[] => [
  ...args,
  '--data',
  join(home, 'data'),
];
