import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { SyncReport } from '../../main/sync/sync-once.ts';
import { startService, type RunningService } from '../service/service.ts';
import { runCli, startCli, type CliOptions, type Ran, type RunningCli } from '../support/command-line.ts';
import { laptopIn, SITE, TOKEN } from '../support/laptop.ts';

/** How `sign-in` ends where the token is right: on Linux, without a session bus, it cannot be kept. */
export const TOKEN_TAKEN = process.platform === 'linux' ? 1 : 0;

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

/** A home of its own for each test of a file: its service has `Spec Sheet/pump.pdf`. */
export interface OwnHome extends Home {
  /** Types a command of a person who is signed in. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** A sync of the site below `root` of the home, with these arguments more. */
  readonly sync: (...more: readonly string[]) => Promise<Ran>;
  /** A sync whose words are not looked at: everything has to be in step after it. */
  readonly inStep: () => Promise<void>;
}

/** To be called once at the beginning of a file. */
export function homeForEach(): OwnHome {
  let at: Home | null = null;
  const here = (): Home => {
    if (at === null) throw new Error('A home is there in a test alone.');
    return at;
  };
  beforeEach(async () => {
    at = await openHome();
    at.service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
  });
  afterEach(() => closeHome(here()));
  const run = (...args: readonly string[]): Promise<Ran> => runIn(here(), args);
  return {
    get home() {
      return here().home;
    },
    get service() {
      return here().service;
    },
    run,
    sync: (...more) => run('sync', '--root', join(here().home, 'root'), '--site', SITE, ...more),
    inStep: async () => expect(await syncQuietly(here())).toBe('in-sync'),
  };
}

const withData = ({ home }: Home, args: readonly string[]): readonly string[] => [
  ...args,
  '--data',
  join(home, 'data'),
];
