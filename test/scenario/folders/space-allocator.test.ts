import { expect, it } from 'vitest';
import { SpaceAllocator, DownloadSpace } from '../../../main/sync/pacing/space-allocator.ts';
import type { SiteContext } from '../../../main/sync/context.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { SpaceReservations } from '../../../main/sync/pacing/space-reservations.ts';
import { fail, ok } from '../../../shared/failure.ts';
import { folderMissing } from '../../../main/adapters/disk/problem.ts';

const GB = 1_000_000_000;

interface At {
  now: number;
  looks: number;
  free: number | null;
}

/** A disk, of 100 GB unless it says otherwise; `looks` counts how often it was asked what is free. */
function disk(
  freeBytes: number,
  reservations = new SpaceReservations(),
  name = 'one',
  totalBytes = 100 * GB,
): { space: SpaceAllocator; at: At } {
  const at: At = { now: 0, looks: 0, free: freeBytes };
  const space: Disk['space'] = () => {
    at.looks += 1;
    const { free } = at;
    return Promise.resolve(
      free === null
        ? fail(folderMissing('/site', 'is not there'))
        : ok({ freeBytes: free, totalBytes, disk: name }),
    );
  };
  const context = { site: { folder: '/site' }, reservations, env: { now: () => at.now }, disk: { space } };
  return { space: new SpaceAllocator(context as unknown as SiteContext), at };
}

it('looks once a second where there is ample space', async () => {
  const { space, at } = disk(50 * GB);
  for (let file = 0; file < 100; file++) expect(await space.allocate(4096, 'a.txt')).toBeNull();
  expect(at.looks).toBe(1);
  at.now = 999;
  expect(await space.allocate(4096, 'a.txt')).toBeNull();
  expect(at.looks).toBe(1);
  at.now = 1000;
  expect(await space.allocate(4096, 'a.txt')).toBeNull();
  expect(at.looks).toBe(2);
  // A clock that was set back says nothing about how old the look is.
  at.now = 500;
  expect(await space.allocate(4096, 'a.txt')).toBeNull();
  expect(at.looks).toBe(3);
});

it('looks each time where little is left, and lets nothing use up what must stay free', async () => {
  const { space, at } = disk(1.5 * GB);
  expect(await space.allocate(0.2 * GB, 'a.bin')).toBeNull();
  at.free = 1.3 * GB;
  space.release(0.2 * GB);
  expect(await space.allocate(0.2 * GB, 'b.bin')).toBeNull();
  at.free = 1.1 * GB;
  space.release(0.2 * GB);
  expect(await space.allocate(0.2 * GB, 'c.bin')).toMatchObject({
    code: 'disk-full',
    message: expect.stringContaining('c.bin'),
  });
  expect(at.looks).toBe(3);
});

it.each([
  [100 * GB, GB],
  [20 * GB, GB],
  [8 * GB, 0.4 * GB],
])('leaves 1 GB free, or 5 % of a small disk: of %d bytes %d', async (totalBytes, kept) => {
  const { space } = disk(kept + 4096, new SpaceReservations(), 'one', totalBytes);
  expect(await space.allocate(4097, 'a.bin')).toMatchObject({ code: 'disk-full' });
  expect(await space.allocate(4096, 'a.bin')).toBeNull();
});

it('counts what was let begin since the last look', async () => {
  const { space, at } = disk(12 * GB);
  for (let file = 0; file < 4; file++) expect(await space.allocate(2 * GB, 'a.bin')).toBeNull();
  expect(at.looks).toBe(1);
  at.free = 3 * GB;
  space.release(8 * GB);
  expect(await space.allocate(2 * GB, 'b.bin')).toBeNull();
  expect(at.looks).toBe(2);
  at.free = 2 * GB;
  expect(await space.allocate(2 * GB, 'c.bin')).toMatchObject({ code: 'disk-full' });
});

it('gives the space of what is under way to no other, however many ask at once', async () => {
  const { space, at } = disk(11.5 * GB);
  const asked = ['a.bin', 'b.bin', 'c.bin'].map((name) => space.allocate(8 * GB, name));
  const refused = (await Promise.all(asked)).filter((each) => each !== null);
  expect(refused).toMatchObject([{ code: 'disk-full' }, { code: 'disk-full' }]);
  at.now = 60_000;
  expect(await space.allocate(8 * GB, 'd.bin')).toMatchObject({ code: 'disk-full' });
  space.release(8 * GB);
  expect(await space.allocate(8 * GB, 'd.bin')).toBeNull();
});

it('gives the space of one site to no other whose folder lies on the same disk', async () => {
  const given = new SpaceReservations();
  const [site, other] = [disk(11.5 * GB, given).space, disk(11.5 * GB, given).space];
  const elsewhere = disk(11.5 * GB, given, 'another').space;
  expect(await site.allocate(8 * GB, 'film.mp4')).toBeNull();
  const refused = await other.allocate(8 * GB, 'model.ifc');
  expect(refused?.message).toContain('(8.00 GB of it for files on their way)');
  expect(await elsewhere.allocate(8 * GB, 'model.ifc')).toBeNull();
  site.release(8 * GB);
  expect(await other.allocate(8 * GB, 'model.ifc')).toBeNull();
});

it('takes from nobody what it refuses to another who asks at the same time', async () => {
  const { space } = disk(1.5 * GB);
  const asked = [space.allocate(2000, 'note.txt'), space.allocate(3 * GB, 'model.glb')];
  expect(await Promise.all(asked)).toMatchObject([null, { code: 'disk-full' }]);
});

it('says what is wrong with the folder', async () => {
  const { space, at } = disk(50 * GB);
  at.free = null;
  expect(await space.allocate(1, 'a.txt')).toMatchObject({ code: 'folder-missing' });
});

it('keeps no space for what is written, which the disk shows itself', async () => {
  const { space, at } = disk(60 * GB);
  const large = new DownloadSpace(space, 'large.bin');
  expect(await large.allocate(50 * GB)).toBeNull();
  expect(await space.allocate(10 * GB, 'other.bin')).toMatchObject({ code: 'disk-full' });
  at.free = 20 * GB;
  large.written(40 * GB);
  expect(await space.allocate(9 * GB, 'other.bin')).toBeNull();
  space.release(9 * GB);
  // Thrown away, since it was not what the record says, it comes once more.
  at.free = 60 * GB;
  large.restarted();
  expect(await space.allocate(10 * GB, 'other.bin')).toMatchObject({ code: 'disk-full' });
  large.written(60 * GB);
  large.release();
  at.free = 11 * GB;
  expect(await space.allocate(10 * GB, 'other.bin')).toBeNull();
  expect(await space.allocate(1, 'another.bin')).toMatchObject({ code: 'disk-full' });
});

it('says how much is needed, how much is free, and on which disk', async () => {
  const { space, at } = disk(1.5 * GB);
  const alone = await space.allocate(2.1 * GB, 'plan.ifc');
  expect(alone?.message).toBe(
    'There is not enough room for plan.ifc: it needs 2.10 GB, 1.50 GB is free on the disk of /site, and 1.00 GB must stay free.',
  );
  expect(await space.allocate(0.4 * GB, 'model.glb')).toBeNull();
  const beside = await space.allocate(0.2 * GB, 'photo.jpg');
  expect(beside?.message).toContain(
    '1.50 GB is free on the disk of /site (400 MB of it for files on their way)',
  );
  at.free = 0.4 * GB;
  // Nobody knows how large it is.
  expect((await space.allocate(0, 'stream.bin'))?.message).toContain('for stream.bin: 400 MB is free on');
});
