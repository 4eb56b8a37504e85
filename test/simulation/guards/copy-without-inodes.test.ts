import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import { GuardWorld } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

it('rule 6: a copy that takes the place of the folder on a disk without inodes is read, whatever size and time its files have', async () => {
  const memory = new MemoryDisk({ inodes: 'none' });
  const laptop = await world.laptop({ disk: () => memory.open().disk });
  const person = memory.person(laptop.folder);
  await laptop.sync();
  person.write('Other/a.txt', 'older bytes');
  await laptop.sync();
  const { mtimeNs } = person.stat('Other/a.txt');
  const copy = person.copy('copy');
  person.write('Other/a.txt', 'newer bytes');
  await laptop.sync();
  person.setTime('Other/a.txt', mtimeNs);
  await laptop.sync();
  expect(world.contents()).toEqual(['newer bytes']);
  person.exchange(copy);
  for (let sync = 0; sync < 3; sync++) await laptop.sync();
  expect(world.contents().toSorted()).toEqual(['newer bytes', 'older bytes']);
  const files = [...memory.snapshot(laptop.folder).files.values()].map((bytes) =>
    new TextDecoder().decode(bytes),
  );
  expect(files.toSorted()).toEqual(['newer bytes', 'older bytes']);
});
