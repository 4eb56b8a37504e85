import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FASTAPI } from '../../service/frameworks/start-framework.ts';
import { runCli } from '../../support/command-line.ts';
import { put, SITE, siteOf, TOKEN } from '../../support/laptop.ts';
import { expectADayOfWork, expectUnderstood, records, worldOf, type World } from './working-day.ts';

// The design never thought of this framework.

let world: World;

describe.skipIf(FASTAPI.python === null)('a service made with FastAPI', () => {
  beforeEach(async () => {
    world = await worldOf(FASTAPI);
  });
  afterEach(() => world.close());

  it('is understood in all that the contract leaves open', () =>
    expectUnderstood(world, {
      'verify-bad': 'status 401',
      'no-token': 'status 403',
      'page-size': 'holds all 0 records; a page of 10,000 rows is refused (status 422)',
      create: 'status 201, the record',
      update: 'taken: a rename costs no upload',
      metadata: 'kept',
    }));

  it('keeps two laptops in step through a day of work, with one record for each file', () =>
    expectADayOfWork(world));

  it('refuses a name that is too long, in its own words, and all else goes on', async () => {
    const { service, anna } = world;
    const long = `Other/${'ü'.repeat(120)}.txt`;
    await put(anna, long, 'long');
    await put(anna, 'Other/empty.txt', '');
    const seen = siteOf(await anna.sync());
    expect(seen.created).toBe(1);
    expect(seen.problems).toMatchObject([
      { path: long, message: expect.stringContaining('at most 100 characters') },
    ]);
    expect(await records(service)).toEqual(['other empty.txt']);
  });

  it('gives its series, whose times name no zone', async () => {
    const env = { SITESYNC_TOKEN: TOKEN };
    const args = ['--base-url', world.service.url, '--data', join(world.home, 'data'), '--json'];
    const range = ['--from', '2026-01-01T00:00Z', '--to', '2026-01-01T01:00Z'];
    await runCli(['sites', ...args], { env });
    const { stdout } = await runCli(['series', SITE, 'urn:point:a', ...range, ...args], { env });
    const start = Date.UTC(2026, 0, 1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      series: [
        { id: 'urn:point:a', points: [0, 15, 30, 45].map((minutes) => [start + minutes * 60_000, 20]) },
      ],
    });
  });

  it('says to a wrong token that it is none, and what it says itself', async () => {
    const args = ['--base-url', world.service.url, '--data', join(world.home, 'data'), '--json'];
    const { status, stdout } = await runCli(['sites', ...args], { env: { SITESYNC_TOKEN: 'wrong' } });
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'sign-in', message: expect.stringContaining('Could not validate credentials') },
    });
  });
});
