import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json } from '../../../shared/model/json.ts';
import { filesIn, SITE, siteOf, startTwoLaptops, type Laptop, type World } from '../../support/laptop.ts';

/** A folder is renamed and files in it are edited before the next look: records keep what others noted in them. */

const PHOTOS = Array.from({ length: 30 }, (_, n) => `IMG_${n}.jpg`);

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
  await anna.sync();
  await mkdir(join(anna.folder, 'Block A'), { recursive: true });
  for (const name of PHOTOS) await writeFile(join(anna.folder, 'Block A', name), name);
  for (const laptop of [anna, ben]) await laptop.sync();
});

afterEach(() => world.close());

const noted = (metadata: string): Record<string, Json> => JSON.parse(metadata);

/** Another client of the service notes something of its own in each record. */
function noteRooms(): void {
  for (const { id, name, metadata } of world.service.store.files(SITE))
    world.service.store.editFile(id, { metadata: { ...noted(metadata), room: `room of ${name}` } });
}

it('the records keep their ids and the notes of others, and no delete is asked for', async () => {
  noteRooms();
  for (const laptop of [anna, ben]) await laptop.sync();
  const before = world.service.store.files(SITE);
  await rename(join(anna.folder, 'Block A'), join(anna.folder, 'Block B'));
  for (const name of PHOTOS) await appendFile(join(anna.folder, 'Block B', name), ', turned');
  const report = siteOf(await anna.sync());
  expect(report).toMatchObject({ updated: 30, created: 0, deletedRemote: 0, held: null, problems: [] });
  const after = world.service.store.files(SITE);
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  for (const { name, metadata } of after) expect(noted(metadata)['room']).toBe(`room of ${name}`);
  await ben.sync();
  expect(await filesIn(ben.folder)).toEqual(
    Object.fromEntries(PHOTOS.map((name) => [`Block B/${name}`, `${name}, turned`])),
  );
  for (const laptop of [anna, ben])
    expect(await laptop.sync()).toMatchObject({ state: 'in-sync', bytesUp: 0, bytesDown: 0 });
});

it('what the other laptop edited meanwhile lies beside ours, in the folder as it is called now', async () => {
  const photo = 'IMG_7.jpg';
  await rename(join(anna.folder, 'Block A'), join(anna.folder, 'Block B'));
  await appendFile(join(anna.folder, 'Block B', photo), ', turned by Anna');
  await appendFile(join(ben.folder, 'Block A', photo), ', cut by Ben');
  for (const laptop of [ben, anna, ben, anna]) await laptop.sync();
  const files = await filesIn(anna.folder);
  expect(await filesIn(ben.folder)).toEqual(files);
  expect(
    Object.values(files)
      .filter((text) => text.startsWith(`${photo},`))
      .toSorted(),
  ).toEqual([`${photo}, cut by Ben`, `${photo}, turned by Anna`]);
  expect(Object.keys(files)).toHaveLength(31);
  expect(Object.keys(files).filter((path) => !path.startsWith('Block B/'))).toEqual([]);
  expect(files[`Block B/${photo}`]).toBe(`${photo}, cut by Ben`);
});
