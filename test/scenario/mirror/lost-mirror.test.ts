import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { BaseFile } from '../../../main/engine/trees.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { must } from '../../support/must.ts';
import { filesIn, SITE, siteOf, startWorld, trashIn, type Laptop, type World } from '../../support/laptop.ts';
import { NOTHING_DONE } from './nothing-done.ts';

const deep = (folders: number, letters: number): string =>
  Array.from({ length: folders }, (_, n) => `d${n}`.padEnd(letters, 'x')).join('/');

/** No record can say where these lie: its path would be one that another system cannot hold. */
const ODD: Readonly<Record<string, string>> = {
  'Other/left\\right.txt': 'a backslash',
  'Other/two\nlines.txt': 'a newline',
  'Other/tab\there.txt': 'a tab',
  'Spec Sheet/air\\flow/fan.pdf': 'a backslash in a folder',
  [`${deep(40, 3)}/deep.pdf`]: 'forty folders',
  [`${deep(30, 60)}/long.pdf`]: 'a long path',
};
const COUNT = Object.keys(ODD).length;

let world: World;
let maker: Laptop;

beforeEach(async () => {
  world = await startWorld();
  maker = world.laptop('maker');
  await maker.sync();
  for (const [path, content] of Object.entries(ODD)) {
    await mkdir(dirname(join(maker.folder, path)), { recursive: true });
    await writeFile(join(maker.folder, path), content);
  }
  expect(siteOf(await maker.sync())).toMatchObject({ created: COUNT, problems: [] });
});

afterEach(() => world.close());

/** What both sides agreed on, as the mirror of a computer holds it. */
function agreements({ data }: Laptop): ReadonlyMap<FileId, BaseFile> {
  const mirror = must(openMirror(data));
  try {
    return mirror.trees(SITE).base;
  } finally {
    mirror.close();
  }
}

const NOTHING = { ...NOTHING_DONE, adopted: 0 };

// Other systems hold no such file.
describe.runIf(process.platform === 'linux')('files whose place their own record cannot say', () => {
  it('are the same files to a computer that lost its mirror', async () => {
    const [before, records] = [agreements(maker), world.service.store.files(SITE)];
    await rm(maker.data, { recursive: true });
    expect(siteOf(await maker.sync())).toMatchObject({ ...NOTHING, adopted: COUNT });
    expect(agreements(maker)).toEqual(before);
    expect(siteOf(await maker.sync())).toMatchObject(NOTHING);
    expect(await filesIn(maker.folder)).toEqual(ODD);
    expect(world.service.store.files(SITE)).toEqual(records);
  });

  it('lie under other names on another computer, also when that one lost its mirror', async () => {
    const records = world.service.store.files(SITE);
    const other = world.laptop('other');
    expect(siteOf(await other.sync())).toMatchObject({ ...NOTHING, downloaded: COUNT });
    const [files, before] = [await filesIn(other.folder), agreements(other)];
    expect(Object.values(files).toSorted()).toEqual(Object.values(ODD).toSorted());
    expect(Object.keys(files).filter((path) => path in ODD)).toEqual([]);
    await rm(other.data, { recursive: true });
    expect(siteOf(await other.sync())).toMatchObject({ ...NOTHING, adopted: COUNT });
    expect(agreements(other)).toEqual(before);
    for (const laptop of [other, maker]) expect(siteOf(await laptop.sync())).toMatchObject(NOTHING);
    expect(await filesIn(other.folder)).toEqual(files);
    expect(world.service.store.files(SITE)).toEqual(records);
  });

  it('are two where the bytes are others than those of the record', async () => {
    await rm(maker.data, { recursive: true });
    const [odd = ''] = Object.keys(ODD);
    await writeFile(join(maker.folder, odd), 'A BACKSLASH');
    expect(siteOf(await maker.sync())).toMatchObject({
      ...NOTHING,
      adopted: COUNT - 1,
      created: 1,
      downloaded: 1,
    });
    const files = await filesIn(maker.folder);
    expect(files).toMatchObject({ ...ODD, [odd]: 'A BACKSLASH' });
    expect(Object.values(files)).toContain('a backslash');
    expect(await trashIn(maker.folder)).toEqual([]);
    expect(siteOf(await maker.sync())).toMatchObject(NOTHING);
  });
});
