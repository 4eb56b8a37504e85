import { afterEach, beforeEach, expect, it } from 'vitest';
import { killedAfterMove } from '../../support/faults/killed-after-move.ts';
import { MemoryDisk, type MemoryDiskOptions } from '../../support/memory/disk/disk.ts';
import { GuardWorld } from './guard-world.ts';

/** A file that gives way to a folder of its name is moved here, and the process ends before anything is written of that. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

it.each<[string, MemoryDiskOptions]>([
  ['any disk', {}],
  ['a disk without inodes', { inodes: 'none' }],
])('it stays its record, which keeps its name, on %s', async (_, options) => {
  const id = world.addFile('x', 'a file');
  const memory = new MemoryDisk(options);
  const laptop = await world.laptop({ disk: () => memory.open().disk });
  const files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...memory.snapshot(laptop.folder).files].map(([path, bytes]) => [
        path,
        new TextDecoder().decode(bytes),
      ]),
    );
  await laptop.sync();
  const inFolder = { sitesync: { v: 1, path: 'Other/x/y.txt' } };
  world.service.addFile(world.site, { name: 'y.txt', content: 'in a folder', metadata: inFolder });
  killedAfterMove(laptop.context.disk);
  await expect(laptop.sync()).rejects.toThrow('killed');
  expect(files()).toEqual({ 'Other/x ~00000000': 'a file' });
  for (let sync = 0; sync < 2; sync++)
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, deletedRemote: 0, problems: [] });
  expect(files()).toEqual({ 'Other/x ~00000000': 'a file', 'Other/x/y.txt': 'in a folder' });
  expect(world.service.file(id)).toMatchObject({ name: 'x' });
  expect(world.service.files(world.site)).toHaveLength(2);
  expect(laptop.mirror.notedBytes(world.site)).toEqual([]);
});
