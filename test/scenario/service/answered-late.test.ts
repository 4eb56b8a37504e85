import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn, put, SITE, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

/** A service of several servers, or with a store of its own, of which some know of a change later than others, or never. */

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

it('a file of the name of a record without bytes waits, says so, and a copy of it goes', async () => {
  const { id } = world.service.store.addFile(SITE, { name: 'a.txt', category: 'other', content: 'theirs' });
  const pathPrefix = `/api/v1/files/${id}/download/`;
  world.service.failNext({ match: { method: 'GET', pathPrefix }, times: 99, action: { status: 404 } });
  await put(laptop, 'Other/a.txt', 'mine');
  const waiting = {
    path: 'Other/a.txt',
    code: 'not-found',
    message: expect.stringContaining('Yours of that name waits') as string,
    hint: expect.stringContaining('put a copy beside it that is not called a.txt') as string,
  };
  expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, problems: [waiting] });
  await put(laptop, 'Other/a 2.txt', 'mine');
  expect(siteOf(await laptop.sync())).toMatchObject({ created: 1, problems: [waiting] });
  expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/a.txt': 'mine' });
});

it('a file that was deleted here does not come back while the service takes its time for the delete', async () => {
  await put(laptop, 'Other/a.txt', 'v1');
  await laptop.sync();
  await rm(join(laptop.folder, 'Other/a.txt'));
  world.service.failNext({ match: { method: 'DELETE' }, times: 99, action: { status: 202, body: '' } });
  for (let sync = 0; sync < 2; sync++) {
    expect(siteOf(await laptop.sync())).toMatchObject({
      deletedRemote: 0,
      downloaded: 0,
      problems: [{ path: 'Other/a.txt', code: 'unknown-outcome' }],
    });
    expect(await filesIn(laptop.folder)).toEqual({});
  }
  world.service.set({ failNext: [], deleteStatus: 202 });
  expect(siteOf(await laptop.sync())).toMatchObject({ deletedRemote: 1, problems: [] });
  expect(world.service.store.files(SITE)).toEqual([]);
});
