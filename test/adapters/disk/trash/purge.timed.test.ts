import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { Turns } from '../../../support/measures/turns.ts';

/** As a delete of a whole site leaves them in the trash: all in one folder of one moment. */
const FILES = 40_000;
/** Longest that the rest of the program may wait, ms. */
const TURN = 50;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitesync-purge-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('purges 40,000 files of one delete, and others have their turns', { timeout: 60_000 }, async () => {
  const trash = join(folder, '.sitesync', 'trash');
  const old = join(trash, '2026-01-02T03-04-05.678Z', 'Other');
  mkdirSync(old, { recursive: true });
  for (let n = 0; n < FILES; n++) writeFileSync(join(old, `${n}.txt`), '');
  const disk = createDisk();
  const turns = new Turns();
  await disk.purge(folder, Date.parse('2026-02-02'));
  turns.stop();
  await disk.close();
  expect(turns.longest).toBeLessThan(TURN);
  expect(await readdir(trash)).toEqual([]);
});
