import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../main/adapters/disk/disk.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop, type Over } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

const PUT_BACK = {
  code: 'folder-missing',
  message: expect.stringContaining('was put back from a copy') as string,
};

const UNREAD: Failure = {
  code: 'unreadable',
  message: 'The marker could not be read.',
  hint: 'Later.',
  retry: 'later',
};

/** Puts an older image in the place of the folder, and back: every file has the number and the birth time that it had. */
async function imaged(over: Over = {}): Promise<{
  readonly laptop: GuardLaptop;
  readonly putInPlace: () => void;
  readonly takeOut: () => void;
}> {
  world.addFile('a.txt', 'a');
  const laptop = await world.laptop(over);
  await laptop.sync();
  const marker = join(laptop.folder, '.sitesync/site.json');
  const older = readFileSync(marker, 'utf8');
  laptop.put('Other/mine.txt', 'mine');
  await laptop.sync();
  let newer = '';
  const putInPlace = (): void => {
    newer = readFileSync(marker, 'utf8');
    writeFileSync(marker, older);
  };
  return { laptop, putInPlace, takeOut: () => writeFileSync(marker, newer) };
}

/** As `imaged`. `whileMerged`: the next sync merges the folder, as one does whose marker could not be written; then this happens. */
async function merging(): Promise<
  Awaited<ReturnType<typeof imaged>> & { readonly whileMerged: (act: () => void) => void }
> {
  let next: (() => void) | null = null;
  const at = await imaged({
    disk: (disk) => ({
      createSiteFolder: (...args) => {
        next?.();
        next = null;
        return disk.createSiteFolder(...args);
      },
    }),
  });
  const whileMerged = (act: () => void): void => {
    at.laptop.mirror.setGeneration(world.site, { now: 'of the merge', before: null });
    next = act;
  };
  return { ...at, whileMerged };
}

describe('rule 6: an older image of the disk that takes the place of the folder in mid-cycle, and goes again', () => {
  it('gets no file, which would look deleted once the folder is back', async () => {
    const { laptop, putInPlace, takeOut } = await imaged();
    world.addFile('new.txt', 'new');
    world.atCall('download', putInPlace);
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, problems: [PUT_BACK] });
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/a.txt', 'Other/mine.txt']);
    takeOut();
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a', 'mine', 'new']);
  });

  it('gets none either from a program that just began, and whose marker cannot be read for a moment', async () => {
    let now: Disk | null = null;
    let reads = -Infinity;
    const { laptop, putInPlace } = await imaged({
      disk: (disk) => ({
        goBy: (...args) => (now ?? disk).goBy(...args),
        readMarker: (...args) => (reads++ === 2 ? Promise.resolve(fail(UNREAD)) : disk.readMarker(...args)),
        rewriteMarker: (...args) => (now ?? disk).rewriteMarker(...args),
        openDownload: (...args) => (now ?? disk).openDownload(...args),
      }),
    });
    reads = 0;
    now = createDisk();
    world.addFile('new.txt', 'new');
    world.atCall('download', putInPlace);
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, problems: [PUT_BACK] });
    await now.close();
  });

  it.each([
    ['its marker is read', 'readMarker', 2],
    ['its marker is written', 'rewriteMarker', 0],
  ] as const)(
    'has nothing done in it that was planned for the folder, also right before %s',
    async (...at) => {
      const [, call, before] = at;
      let calls = -Infinity;
      let act = (): void => undefined;
      const counted = (): void => {
        if (calls++ === before) act();
      };
      const { laptop, putInPlace, takeOut } = await imaged({
        disk: (disk) => ({
          [call]: (...args: never) => {
            counted();
            return (disk[call] as (...of: never) => unknown)(...args);
          },
        }),
      });
      laptop.put('Other/later.txt', 'later');
      world.addFile('new.txt', 'new');
      [calls, act] = [0, putInPlace];
      const report = await laptop.sync();
      expect(report).toMatchObject({ created: 0, downloaded: 0, problems: [PUT_BACK] });
      takeOut();
      expect(await laptop.sync()).toMatchObject({
        created: 1,
        downloaded: 1,
        deletedRemote: 0,
        problems: [],
      });
    },
  );

  it('is not marked as the folder that was being merged: what was made there would look deleted', async () => {
    const { laptop, putInPlace, whileMerged } = await merging();
    // Its record is made, and nobody here learns which it is.
    world.service.faults.createReply = 'nothing';
    world.service.freezeListings();
    laptop.put('Other/lost.txt', 'lost');
    await laptop.sync();
    expect(laptop.mirror.intents(world.site)).toHaveLength(1);
    world.service.thawListings();
    whileMerged(() => {
      putInPlace();
      rmSync(join(laptop.folder, 'Other/lost.txt'));
    });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 0, problems: [PUT_BACK] });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
    expect(world.contents()).toEqual(['a', 'lost', 'mine']);
  });
});

it('rule 6: nothing is made in an empty mount point that is left while the folder is merged', async () => {
  const { laptop, whileMerged } = await merging();
  whileMerged(() => {
    renameSync(laptop.folder, `${laptop.folder} away`);
    mkdirSync(laptop.folder);
  });
  expect(await laptop.sync()).toMatchObject({ downloaded: 0, problems: [{ code: 'folder-missing' }] });
  expect(readdirSync(laptop.folder)).toEqual([]);
  rmSync(laptop.folder, { recursive: true });
  renameSync(`${laptop.folder} away`, laptop.folder);
  expect(await laptop.sync()).toMatchObject({ downloaded: 0, deletedRemote: 0, problems: [] });
});
