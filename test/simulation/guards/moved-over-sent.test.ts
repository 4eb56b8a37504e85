import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';
import { moveIn } from './three-files.ts';

/**
 * A new file was sent, and its reply was lost. Before a list can tell, a file that both sides know comes to lie in its place.
 * Were that sent as a rename at once, two records would have this place, and what a person put away would come back.
 */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});
afterEach(() => world.close());

/** Sends what is new, hears nothing of it, and looks again, after the person went on, before there is a list. */
async function sentUnheard(laptop: GuardLaptop, goOn: () => void): Promise<void> {
  const { faults } = world.service;
  faults.fail({ call: 'create', failure: 'lose-after' });
  faults.fail({ call: 'list', after: 1, times: 99, failure: { status: 500 } });
  await laptop.sync({ eager: false });
  goOn();
  await laptop.sync({ eager: false, list: false });
  faults.forget();
}

async function expectAtRest(laptop: GuardLaptop, content: string): Promise<void> {
  await laptop.sync();
  expect(await laptop.sync()).toMatchObject({
    files: 1,
    created: 0,
    updated: 0,
    deletedRemote: 0,
    downloaded: 0,
    moved: 0,
    problems: [],
  });
  expect(world.contents()).toEqual([content]);
}

it('a file that is moved over its own copy, which was sent, is one record', async () => {
  const laptop = await world.inStep('a.txt');
  copyFileSync(join(laptop.folder, 'Other/a.txt'), join(laptop.folder, 'Other/b.txt'));
  await sentUnheard(laptop, () => moveIn(laptop, 'Other/a.txt', 'Other/b.txt'));
  await expectAtRest(laptop, 'a.txt v1');
});

it('so is one that is moved over another that was sent', async () => {
  const laptop = await world.inStep('a.txt');
  laptop.put('Other/b.txt', 'another one');
  await sentUnheard(laptop, () => moveIn(laptop, 'Other/a.txt', 'Other/b.txt'));
  await expectAtRest(laptop, 'a.txt v1');
});

it('so is one that had its alias here, and whose copy under the plain name was sent', async () => {
  for (const content of ['one', 'two'])
    world.service.addFile(world.site, { name: 'plan.txt', category: 'other', content });
  const laptop = await world.laptop();
  await laptop.sync();
  const plain = join(laptop.folder, 'Other/plan.txt');
  rmSync(plain);
  await laptop.sync();
  const [content] = world.contents();
  const { base } = laptop.mirror.trees(world.site);
  const [agreed] = [...base.values()];
  expect(agreed?.path).toMatch(/ ~/);
  const alias = join(laptop.folder, agreed?.path ?? '');
  copyFileSync(alias, plain);
  await sentUnheard(laptop, () => rmSync(alias));
  await expectAtRest(laptop, content ?? '');
});

it('one whose place is free after all, since the create never came, keeps its record', async () => {
  const laptop = await world.inStep('a.txt');
  const id = world.idOf('a.txt');
  laptop.put('Other/b.txt', 'another one');
  const { faults } = world.service;
  faults.fail({ call: 'create', failure: 'lose-before' });
  faults.fail({ call: 'list', after: 1, times: 99, failure: { status: 500 } });
  await laptop.sync({ eager: false });
  moveIn(laptop, 'Other/a.txt', 'Other/b.txt');
  await laptop.sync({ eager: false, list: false });
  faults.forget();
  await expectAtRest(laptop, 'a.txt v1');
  expect(world.idOf('b.txt')).toBe(id);
});
