import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli, type Ran } from '../../support/command-line.ts';
import { SITE, startWorld, TOKEN, type World } from '../../support/laptop.ts';

let world: World;
let home: string;

beforeEach(async () => {
  world = await startWorld();
  home = await mkdtemp(join(tmpdir(), 'sitesync-busy-'));
});

afterEach(async () => {
  await world.close();
  await rm(home, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<Ran> {
  const env = { HOME: home, SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN };
  return runCli([...args, '--data', join(home, 'data')], { env });
}

function busy(retryAfter = 1200): void {
  const action = { status: 503, retryAfter };
  world.service.set({ failNext: [{ match: { pathPrefix: '/api/v1/files/' }, action, times: 99 }] });
}

it('a service that asks to wait is left alone by the syncs of a script, until a person wants it tried', async () => {
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
  busy();
  const until = /asks to wait until \d\d:\d\d\. The first sync after that goes on\./;
  const first = await run('sync', '--once');
  expect(first.stdout).toMatch(until);
  const asked = world.service.requests.all.length;
  const second = await run('sync', '--once');
  expect(second.stdout).toMatch(until);
  expect([first.status, second.status, world.service.requests.all.length]).toEqual([1, 1, asked]);
  expect((await run('status')).stdout).toMatch(/asks to wait until \d\d:\d\d/);
  expect((await run('problems')).stdout).toMatch(/asks to wait until \d\d:\d\d\.\n {2}The first sync after/);
  world.service.reset();
  expect((await run('sync')).status).toBe(0);
  busy();
  await run('sync', '--once');
  world.service.reset();
  await run('retry');
  expect((await run('sync', '--once')).status).toBe(0);
});

it('a service that asks for a night is asked again after an hour, and no other time is said to be its own', async () => {
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
  busy(8 * 3600);
  const first = await run('sync', '--once');
  expect(first.stdout).toMatch(
    /It asks to be left alone for some 8 hours\..* It is left alone until \d\d:\d\d\. The first sync after that asks it again\./s,
  );
  for (const { stdout } of [await run('sync', '--once'), await run('problems')]) {
    expect(stdout).toMatch(/It is left alone until \d\d:\d\d\./);
    expect(stdout).not.toContain('asks to wait until');
  }
});

it('the same for a service that gives no list of sites, and other commands do not end that wait', async () => {
  const named = ['sync', '--once', '--root', join(home, 'root'), '--site', SITE] as const;
  const asked = (): number => world.service.requests.all.length;
  const ofSites = {
    match: { pathPrefix: '/api/v1/sites/' },
    action: { status: 503, retryAfter: 1200 },
    times: 99,
  };
  world.service.set({ failNext: [ofSites] });
  const first = await run(...named);
  expect([first.status, first.stdout + first.stderr]).toEqual([
    expect.any(Number),
    expect.stringMatching(/asks to wait until \d\d:\d\d/),
  ]);
  const once = asked();
  await run(...named);
  expect(asked()).toBe(once);
  world.service.reset();
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
  busy();
  await run('sync', '--once');
  world.service.set({ failNext: [ofSites] });
  await run('sites');
  world.service.reset();
  const before = asked();
  await run('sync', '--once');
  expect(asked()).toBe(before);
});
