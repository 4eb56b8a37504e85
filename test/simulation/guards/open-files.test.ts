import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOfErrno } from '../../../main/adapters/disk/problem.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('a file that another program has open', () => {
  let isOpen = false;
  let says = 'EBUSY';
  let downloads = 0;

  /** A laptop with a file of its own, on a disk that neither replaces nor renames a file that is open. */
  async function withOpenFile(): Promise<GuardLaptop> {
    isOpen = false;
    says = 'EBUSY';
    const inUse = (path: string): Result<never> => fail(failureOfErrno(says, 'write', path));
    const laptop = await world.laptop({
      disk: (disk) => ({
        move: async (...args) => (isOpen ? inUse(args[1].path) : disk.move(...args)),
        openDownload: async (...args) => {
          const opened = await disk.openDownload(...args);
          if (!opened.ok) return opened;
          const place = opened.value.place.bind(opened.value);
          opened.value.place = async (...to) => (isOpen ? inUse(to[0]) : place(...to));
          return opened;
        },
      }),
    });
    world.addFile('a.txt', 'v1');
    await laptop.sync();
    downloads = 0;
    world.service.faults.onCall = (call) => {
      if (call === 'download') downloads += 1;
    };
    isOpen = true;
    return laptop;
  }

  const parts = (laptop: GuardLaptop): readonly string[] => readdirSync(join(laptop.folder, '.sitesync/tmp'));

  it.each([
    ['small', 'v2'],
    ['large', 'v2'.padEnd(300 * 1024)],
  ])('is fetched once, waits with its reason, and is placed when it is free: %s', async (_, content) => {
    const laptop = await withOpenFile();
    world.service.editFile(world.idOf('a.txt'), { content });
    for (let turn = 0; turn < 3; turn++) {
      expect((await laptop.sync()).problems).toMatchObject([
        { path: 'Other/a.txt', code: 'in-use', message: 'Other/a.txt is open in another program.' },
      ]);
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'v1' });
    }
    isOpen = false;
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': content });
    expect(await trashIn(laptop.folder)).toEqual(['v1']);
    expect([downloads, parts(laptop)]).toEqual([1, []]);
  });

  it.each([
    ['EACCES', 'read-only'],
    ['ELOOP', 'unsafe-path'],
    ['ENOSPC', 'disk-full'],
  ])('is fetched once whatever keeps it from its place: %s', async (code, problem) => {
    const laptop = await withOpenFile();
    says = code;
    const content = 'v2'.padEnd(300 * 1024);
    world.service.editFile(world.idOf('a.txt'), { content });
    for (let turn = 0; turn < 3; turn++)
      expect((await laptop.sync()).problems).toMatchObject([{ path: 'Other/a.txt', code: problem }]);
    isOpen = false;
    await laptop.sync();
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': content });
    expect([downloads, parts(laptop)]).toEqual([1, []]);
  });

  it.each([
    ['ENOSPC', 0, 'The disk is full: Other/a.txt could not be written. 0 B is free on the disk of '],
    ['ENOSPC', 1e11, 'The disk is full: Other/a.txt could not be written. It is the disk of '],
    [
      'EDQUOT',
      1e11,
      'Your share of the disk is used up: Other/a.txt could not be written. It is the disk of ',
    ],
  ])(
    'says which disk is full, and how much is free where that tells why: %s, %s',
    async (code, free, words) => {
      const laptop = await withOpenFile();
      says = code;
      world.service.editFile(world.idOf('a.txt'), { content: 'v2'.padEnd(300 * 1024) });
      let asked = 0;
      const space = async (): ReturnType<typeof laptop.context.disk.space> => {
        asked += 1;
        return ok({ freeBytes: asked < 2 ? 1e11 : free, totalBytes: 1e12, disk: 'one' });
      };
      laptop.context.disk.space = space;
      const { problems } = await laptop.sync({ eager: false });
      expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
      expect(problems[0]?.message).toContain(laptop.folder);
    },
  );

  it('is fetched once also where both sides changed it', async () => {
    const laptop = await withOpenFile();
    const content = 'theirs'.padEnd(300 * 1024);
    world.service.editFile(world.idOf('a.txt'), { content });
    laptop.put('Other/a.txt', 'mine');
    for (let turn = 0; turn < 2; turn++)
      expect((await laptop.sync()).problems).toMatchObject([{ path: 'Other/a.txt', code: 'in-use' }]);
    isOpen = false;
    expect((await laptop.sync()).conflicts).toHaveLength(1);
    expect(Object.values(await filesIn(laptop.folder)).toSorted()).toEqual(['mine', content]);
    expect([downloads, parts(laptop)]).toEqual([1, []]);
  });

  it('is fetched anew where the service changed it once more, and asks for no room that it has', async () => {
    const laptop = await withOpenFile();
    for (const content of ['v2', 'v3'].map((text) => text.padEnd(300 * 1024))) {
      world.service.editFile(world.idOf('a.txt'), { content });
      await laptop.sync();
    }
    expect(downloads).toBe(2);
    isOpen = false;
    laptop.context.disk.space = () => Promise.resolve(ok({ freeBytes: 0, totalBytes: 1e12, disk: 'one' }));
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'v3'.padEnd(300 * 1024) });
    expect(downloads).toBe(2);
  });

  it('whose part is damaged meanwhile is fetched anew', async () => {
    const laptop = await withOpenFile();
    const content = 'v2'.padEnd(300 * 1024);
    world.service.editFile(world.idOf('a.txt'), { content });
    await laptop.sync();
    const part = parts(laptop).find((name) => name.endsWith('.part')) ?? '';
    writeFileSync(join(laptop.folder, '.sitesync/tmp', part), 'x'.padEnd(300 * 1024));
    isOpen = false;
    await laptop.sync();
    expect((await filesIn(laptop.folder))['Other/a.txt'] === content).toBe(true);
    expect(downloads).toBe(2);
  });
});
