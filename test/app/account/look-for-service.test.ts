import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKeptHome, type AppHome } from '../../support/app-home.ts';
import { SITE as site } from '../../support/laptop.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 1);
const QUESTION = { site, from: NOW - DAY, to: NOW, ids: ['sat'], columns: 100, margin: 0, fetch: true };

let home: AppHome;
/** How often the list of sites was asked for before. */
let asked: number;

beforeEach(async () => {
  home = await openKeptHome((service) => {
    const content = 'label,timeseries_id\nSupply air,sat\n';
    service.store.addFile(site, { name: 'points.csv', category: 'kg-csv', content });
  });
  // From then on nobody asks the service for a minute.
  await expect.poll(async () => (await home.ask('app.state', null)).lastSync).not.toBe(null);
  expect(await connection()).toBe('online');
  asked = requestsOf('/sites/');
});

afterEach(() => home.close());

it('a chart that finds no service has the syncs look for it, and all that is shown says that it is away', async () => {
  const listings = requestsOf('/files/');
  drop();
  await chart();
  await expect.poll(connection, { timeout: 10_000 }).toBe('offline');
  await expect.poll(() => requestsOf('/files/')).toBeGreaterThan(listings);
  home.service.switches.set({ failNext: [] });
  await home.ask('app.sync', { site: null });
  await expect.poll(connection).toBe('online');
});

it.each([
  ['a model', () => home.ask('models.pull', { site, model: 'ahu-1' })],
  ['the health of points', () => home.ask('health.check', { site })],
] as const)('%s that finds no service does so too', async (_, ask) => {
  drop();
  await expect(ask()).rejects.toThrow();
  await expect.poll(connection, { timeout: 10_000 }).toBe('offline');
});

it.each([
  ['a chart', () => home.ask('series.read', QUESTION)],
  ['a model', () => home.ask('models.pull', { site, model: 'ahu-1' })],
  ['the health of points', () => home.ask('health.check', { site })],
] as const)(
  '%s that is answered again has the syncs ask at once, so that nothing says away any more',
  async (_, ask) => {
    home.service.store.addModel(site, 'ahu-1', new TextEncoder().encode('glTF'));
    drop();
    await home.ask('app.sync', { site: null });
    await expect.poll(isOffline, { timeout: 20_000 }).toBe(true);
    home.service.switches.set({ failNext: [] });
    await ask();
    await expect.poll(connection, { timeout: 10_000 }).toBe('online');
  },
);

it('a chart that is answered has no sync look at all folders while everything else of the service is away', async () => {
  home.service.switches.failNext({ match: { method: 'GET' }, times: Infinity, action: 'drop-before' });
  await home.ask('app.sync', { site: null });
  await expect.poll(isOffline, { timeout: 20_000 }).toBe(true);
  const listings = requestsOf('/files/');
  for (let turn = 0; turn < 3; turn++) {
    asked = requestsOf('/sites/');
    expect(await home.ask('series.read', QUESTION)).toMatchObject({ trouble: null });
    await expect.poll(() => requestsOf('/sites/')).toBeGreaterThan(asked);
  }
  await setTimeout(300);
  expect([requestsOf('/files/'), await isOffline()]).toEqual([listings, true]);
});

it('where other requests are answered, one that breaks off says nothing of the connection', async () => {
  const listings = requestsOf('/files/');
  drop(`/api/v1/sites/${site}/timeseries`);
  await chart();
  await expect.poll(() => requestsOf('/sites/')).toBeGreaterThan(asked);
  // Each is answered after the probe was: by then a sync that was woken for it would have asked for the files.
  for (let turn = 0; turn < 5; turn++) await home.ask('sites.refresh', null);
  expect(requestsOf('/files/')).toBe(listings);
  expect(await connection()).toBe('online');
});

it('while the folder of the only site is away, which asks nothing then, it is found again all the same', async () => {
  await rename(home.folder, `${home.folder} away`);
  await home.ask('app.sync', { site: null });
  await expect.poll(isFolderAway).toBe(true);
  drop();
  await chart();
  await expect.poll(connection, { timeout: 10_000 }).toBe('offline');
  home.service.switches.set({ failNext: [] });
  await home.ask('app.sync', { site: null });
  await expect.poll(connection).toBe('online');
});

/** Requests find nobody from now on; only those whose path begins so, where that is said. */
function drop(pathPrefix = '/'): void {
  home.service.switches.failNext({ match: { pathPrefix }, times: Infinity, action: 'drop-before' });
}

function requestsOf(part: string): number {
  return home.service.requests.all.filter(({ path }) => path.split('?')[0]!.endsWith(part)).length;
}

async function chart(): Promise<void> {
  const { trouble } = await home.ask('series.read', QUESTION);
  expect(trouble).not.toBe(null);
}

async function isFolderAway(): Promise<boolean> {
  const { folderAway } = (await home.ask('sites.list', null)).find(({ id }) => id === site)!;
  return folderAway;
}

/** And the sync is over: the next one looks for the service a minute from now. */
async function isOffline(): Promise<boolean> {
  return (await connection()) === 'offline' && (await home.ask('app.state', null)).work.phase === 'idle';
}

async function connection(): Promise<string> {
  return (await home.ask('app.state', null)).connection;
}
