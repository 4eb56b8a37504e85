import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import type { Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, runIn } from '../home.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
});

afterEach(() => closeHome({ home, service }));

function run(...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args);
}

function busy(retryAfter = 1200): void {
  const action = { status: 503, retryAfter };
  service.set({ failNext: [{ match: { pathPrefix: '/api/v1/files/' }, action, times: 99 }] });
}

it('a service that asks to wait is left alone by the syncs of a script, until a person wants it tried', async () => {
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
  busy();
  const until = /asks to wait until \d\d:\d\d\. The first sync after that goes on\./;
  const first = await run('sync', '--once');
  expect(first.stdout).toMatch(until);
  const asked = service.requests.all.length;
  const second = await run('sync', '--once');
  expect(second.stdout).toMatch(until);
  expect([first.status, second.status, service.requests.all.length]).toEqual([1, 1, asked]);
  expect((await run('status')).stdout).toMatch(/asks to wait until \d\d:\d\d/);
  expect((await run('problems')).stdout).toMatch(/asks to wait until \d\d:\d\d\.\n {2}The first sync after/);
  service.reset();
  expect((await run('sync')).status).toBe(0);
  busy();
  await run('sync', '--once');
  service.reset();
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
  const asked = (): number => service.requests.all.length;
  const ofSites = {
    match: { pathPrefix: '/api/v1/sites/' },
    action: { status: 503, retryAfter: 1200 },
    times: 99,
  };
  service.set({ failNext: [ofSites] });
  const first = await run(...named);
  expect([first.status, first.stdout + first.stderr]).toEqual([
    expect.any(Number),
    expect.stringMatching(/asks to wait until \d\d:\d\d/),
  ]);
  const once = asked();
  await run(...named);
  expect(asked()).toBe(once);
  service.reset();
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
  busy();
  await run('sync', '--once');
  service.set({ failNext: [ofSites] });
  await run('sites');
  service.reset();
  const before = asked();
  await run('sync', '--once');
  expect(asked()).toBe(before);
});
