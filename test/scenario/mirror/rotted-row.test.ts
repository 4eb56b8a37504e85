import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { filesIn, put, SITE, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

let world: World;
let laptop: Laptop;

beforeEach(async () => {
  world = await startWorld();
  laptop = world.laptop('anna');
  for (const name of NAMES) await put(laptop, `Other/${name}.txt`, name);
  await laptop.sync();
});

afterEach(() => world.close());

/** Flips one bit, so that the row of a file belongs to no site, and is less than all rows before it. */
function rot(name: string): void {
  const file = join(laptop.data, 'mirror.sqlite');
  const bytes = readFileSync(file);
  // The types of the columns: the number 1, two texts of 11 bytes, …
  const row = bytes.findIndex((_, at) => {
    const types = bytes.subarray(at, at + 3);
    const text = bytes.subarray(at + 3, at + 40).toString('latin1');
    return types.equals(Buffer.from([9, 35, 35])) && text.includes(`Other/${name}.txtOther/${name}.txt`);
  });
  expect(row).toBeGreaterThan(0);
  bytes[row] = 8;
  writeFileSync(file, bytes);
}

/** The word that ends it: the next start looks at the database. */
function isOfDatabase({ message, hint }: SiteReport['problems'][number]): boolean {
  return (
    message.includes('SiteSync’s database says that it is gone') && hint.includes('Start SiteSync again')
  );
}

it.each(NAMES)(
  'a bit that rotted in the row of a file (%s) deletes no record of a file that is here',
  async (name) => {
    const records = new Set(world.service.store.files(SITE).map(({ id }) => id));
    const before = await filesIn(laptop.folder);
    rot(name);
    const reports = [await laptop.sync(), await laptop.sync(), await laptop.sync()];
    expect(new Set(world.service.store.files(SITE).map(({ id }) => id))).toEqual(records);
    expect(await filesIn(laptop.folder)).toEqual(before);
    for (const { problems } of reports.map(siteOf)) expect(problems.every(isOfDatabase)).toBe(true);
    expect(siteOf(reports.at(-1)!).problems).toEqual([]);
  },
);
