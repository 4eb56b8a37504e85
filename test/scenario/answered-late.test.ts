import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn, put, SITE, siteOf, startWorld, type Laptop, type World } from '../support/laptop.ts';

/** A service of several servers, of which some know of a change a moment later than others. */

let world: World;
let laptop: Laptop;

beforeEach(async () => {
  world = await startWorld();
  laptop = world.laptop('one');
  await laptop.sync();
});

afterEach(() => world.close());

async function edited(): Promise<string> {
  await put(laptop, 'Other/a.txt', 'v1');
  await laptop.sync();
  await put(laptop, 'Other/a.txt', 'v2, longer');
  const [record] = world.service.store.files(SITE);
  return `/api/v1/files/${record!.id}/`;
}

it('a record that one answer says is gone, and the list still shows, gets no second one', async () => {
  const pathPrefix = await edited();
  world.service.failNext({ match: { method: 'GET', pathPrefix }, times: 2, action: { status: 404 } });
  expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, updated: 1, problems: [] });
  expect(world.service.store.files(SITE)).toMatchObject([{ name: 'a.txt', size: 10 }]);
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'v2, longer' });
});

it('where that stays the file waits, and says why', async () => {
  const pathPrefix = await edited();
  world.service.failNext({ match: { method: 'GET', pathPrefix }, times: 99, action: { status: 404 } });
  expect(siteOf(await laptop.sync())).toMatchObject({
    created: 0,
    updated: 0,
    problems: [
      { path: 'Other/a.txt', code: 'not-found', message: expect.stringContaining('lists') as string },
    ],
  });
  world.service.reset();
  expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, updated: 1, problems: [] });
  expect(world.service.store.files(SITE)).toHaveLength(1);
});
