import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';

/** A cycle looks at the folder and the service at once, and at neither without the folder's marker. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
  world.addFile('there.txt', 'there');
});
afterEach(() => world.close());

const listed = (): Promise<void> => new Promise((resolve) => world.atCall('list', resolve));

it('lists while it scans', async () => {
  const begun = listed();
  // A scan that ends only once the list was asked for: one after the other would wait for ever.
  const disk = (real: Disk): Partial<Disk> => ({
    scan: async (...args) => {
      await begun;
      return real.scan(...args);
    },
  });
  const laptop = await world.laptop({ disk });
  laptop.put('Other/here.txt', 'here');
  const report = await laptop.sync();
  expect([report.created, report.downloaded, report.problems]).toEqual([1, 1, []]);
});

it('waits for the listing where the scan fails, and says what failed', async () => {
  let isBroken = false;
  let pages = 0;
  const disk = (real: Disk): Partial<Disk> => ({
    scan: (...args) => (isBroken ? Promise.reject(new Error('the scan broke')) : real.scan(...args)),
  });
  const laptop = await world.laptop({ disk });
  await laptop.sync();
  isBroken = true;
  world.atCall('list', () => {
    pages += 1;
  });
  await expect(laptop.sync()).rejects.toThrow('the scan broke');
  const { listing } = laptop.mirror.siteState(world.site);
  expect([pages, listing]).toEqual([1, 2]);
});

it('asks the service for nothing where the folder has gone', async () => {
  const laptop = await world.laptop();
  await laptop.sync();
  rmSync(join(laptop.folder, '.sitesync'), { recursive: true });
  let asked = false;
  world.atCall('list', () => {
    asked = true;
  });
  const report = await laptop.sync();
  expect([report.problems.map(({ code }) => code), asked]).toEqual([['folder-missing'], false]);
});
