import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DJANGO } from '../../service/frameworks/start-framework.ts';
import { runCli } from '../../support/command-line.ts';
import { put, siteOf } from '../../support/laptop.ts';
import { expectADayOfWork, expectUnderstood, records, worldOf, type World } from './working-day.ts';

// The design assumes the habits of this framework; here they are its own.

let world: World;

describe.skipIf(DJANGO.python === null)('a service made with the Django REST framework', () => {
  beforeEach(async () => {
    world = await worldOf(DJANGO);
  });
  afterEach(() => world.close());

  it('is understood in all that the contract leaves open', () =>
    expectUnderstood(world, {
      'verify-bad': 'status 403',
      end: 'null',
      filter: 'yes',
      create: 'status 201, the record',
      update: 'refused: every change sends the bytes',
      metadata: 'kept',
    }));

  it('keeps two laptops in step through a day of work, with one record for each file', () =>
    expectADayOfWork(world));

  it('may trim names and refuse a file of no bytes, in its own words, and all else goes on', async () => {
    const { service, anna, ben } = world;
    await put(anna, 'Other/ leading.txt', 'a blank before the name');
    await put(anna, 'Other/empty.txt', '');
    const first = siteOf(await anna.sync());
    expect(first.created).toBe(1);
    expect(first.problems).toMatchObject([
      { path: 'Other/empty.txt', message: expect.stringContaining('The submitted file is empty.') },
    ]);
    await put(anna, 'Other/empty.txt', 'no more');
    await put(anna, 'Other/ leading.txt', 'edited');
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, updated: 1, moved: 0, problems: [] });
    expect(siteOf(await anna.sync())).toMatchObject({ created: 0, updated: 0, moved: 0, downloaded: 0 });
    expect(siteOf(await ben.sync())).toMatchObject({ downloaded: 2, problems: [] });
    expect(await records(service)).toEqual(['other empty.txt', 'other leading.txt']);
  });

  it('says to a wrong token that it is none, by 401 and by 403', async () => {
    const args = ['--base-url', world.service.url, '--data', join(world.home, 'data'), '--json'];
    for (const command of ['sites', 'sign-in']) {
      const { status, stdout } = await runCli([command, ...args], { env: { SITESYNC_TOKEN: 'wrong' } });
      expect([command, status]).toEqual([command, 3]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'sign-in' } });
    }
  });
});
