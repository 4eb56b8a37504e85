import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../../main/engine/policy.ts';
import { LATE } from '../../../main/sync/problems/late-creates.ts';
import { fail } from '../../../shared/failure.ts';
import type { OpId } from '../../../shared/model/ids.ts';
import { killedAfterMove } from '../../support/faults/killed-after-move.ts';
import { MemoryDisk, type MemoryDiskOptions } from '../../support/memory/disk/disk.ts';
import type { Person } from '../../support/memory/disk/person.ts';
import { GATEWAY, GuardWorld, type GuardLaptop } from './guard-world.ts';
import { simulate } from '../simulate.ts';

/** Two laptops each make a file; the two names differ in case alone, which is one place where a disk ignores case. */

interface Colleague {
  readonly laptop: GuardLaptop;
  readonly person: Person;
  readonly files: () => Readonly<Record<string, string>>;
  /** Conflicts that it was told of, in all of its syncs. */
  readonly told: () => readonly unknown[];
  readonly sync: (options?: { readonly list?: boolean }) => ReturnType<GuardLaptop['sync']>;
}

type Kind = readonly [platform: Platform, disk: MemoryDiskOptions];

const WINDOWS: Kind = ['win32', { caseInsensitive: true, mtimeStepNs: 100n }];
const APFS: Kind = ['darwin', { caseInsensitive: true, normalisation: 'preserving' }];
const HFS: Kind = ['darwin', { caseInsensitive: true, normalisation: 'nfd' }];
/** As some shares and sticks are. */
const WITHOUT_INODES: Kind = ['win32', { caseInsensitive: true, inodes: 'none' }];
/** exFAT (FUSE). */
const LINUX_STICK: Kind = ['linux', { caseInsensitive: true }];
const LINUX: Kind = ['linux', {}];
/** A volume that tells case apart. */
const MAC_VOLUME: Kind = ['darwin', { normalisation: 'preserving' }];

const UPPER = 'Other/Prüfung.txt';
const LOWER = 'Other/prüfung.txt';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** Some disks hand names back in other characters. */
const nfc = (path: string): string => path.normalize('NFC');

async function colleague([platform, options]: Kind): Promise<Colleague> {
  const memory = new MemoryDisk(options);
  const laptop = await world.laptop({ disk: () => memory.open().disk, platform });
  let marks = 0;
  // In earnest no two computers give the same.
  laptop.env.newOpId = () => `${laptop.folder} ${++marks}` as OpId;
  const told: unknown[] = [];
  const sync: Colleague['sync'] = async (options = {}) => {
    const report = await laptop.sync(options);
    told.push(...report.conflicts.map(({ path, copy }) => [nfc(path), nfc(copy)]));
    return report;
  };
  await sync();
  const files = (): Record<string, string> => {
    const all = [...memory.snapshot(laptop.folder).files];
    return Object.fromEntries(all.map(([path, bytes]) => [nfc(path), new TextDecoder().decode(bytes)]));
  };
  return { laptop, person: memory.person(laptop.folder), files, told: () => told, sync };
}

/** The service takes what is sent next, or not, and says neither. */
function losesReply({ client }: GuardLaptop, isTaken: boolean): void {
  const real = client.createFile.bind(client);
  client.createFile = async (...asked) => {
    client.createFile = real;
    if (isTaken) await real(...asked);
    return fail(GATEWAY);
  };
}

function copyOf(path: string): string {
  return path.replace('.txt', ' (conflict 2026-11-21 0942 PC).txt');
}

/** Makes a file, and sends it before anything of others is seen. */
async function make(who: Colleague, path: string, text: string): Promise<void> {
  who.person.write(path, text);
  await who.sync({ list: false });
}

/** Each looks three times, in turn; what the service may show late is over after the first. */
async function meet(...all: readonly Colleague[]): Promise<void> {
  for (let turn = 0; turn < 3; turn++)
    for (const each of all) {
      await each.sync();
      await each.laptop.env.sleep(LATE);
    }
}

const AT_REST = { updated: 0, created: 0, moved: 0, downloaded: 0, deletedRemote: 0, problems: [] };

/** These lie with both, and with a third who comes then; nobody has anything to do. */
async function liesAlike(
  files: Readonly<Record<string, string>>,
  kind: Kind,
  ...all: readonly Colleague[]
): Promise<void> {
  for (const each of [...all, await colleague(kind)]) {
    expect(each.files()).toEqual(files);
    expect(await each.sync()).toMatchObject(AT_REST);
  }
  const names = Object.keys(files).map((path) => path.replace('Other/', ''));
  expect(
    world.service
      .files(world.site)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
}

describe.each([
  ['Windows', WINDOWS],
  ['APFS', APFS],
  ['HFS+', HFS],
  ['a disk without inodes', WITHOUT_INODES],
  ['a stick on Linux', LINUX_STICK],
] as const)('two files whose names differ in case alone, on %s', (_, kind) => {
  let anna: Colleague;
  let ben: Colleague;

  beforeEach(async () => {
    anna = await colleague(kind);
    ben = await colleague(kind);
  });

  describe.each([
    [UPPER, LOWER],
    [LOWER, UPPER],
  ])('%s and %s', (mine, theirs) => {
    it('are a file and a conflict copy where the create of one came to nothing', async () => {
      losesReply(anna.laptop, false);
      await make(anna, mine, 'by Anna');
      await make(ben, theirs, 'by Ben');
      const { problems } = await anna.sync();
      expect(problems.map(({ path, code }) => [nfc(path), code])).toEqual([
        [mine, 'unknown-outcome'],
        [theirs, 'in-use'],
      ]);
      expect(anna.files()).toEqual({ [mine]: 'by Anna' });
      await anna.laptop.env.sleep(LATE);
      await meet(anna, ben);
      await liesAlike({ [theirs]: 'by Ben', [copyOf(mine)]: 'by Anna' }, kind, anna, ben);
      expect([anna.told(), ben.told()]).toEqual([[[mine, copyOf(mine)]], []]);
    });

    it('are one file where they hold the same, and the create of one came to nothing', async () => {
      losesReply(anna.laptop, false);
      await make(anna, mine, 'the same');
      await make(ben, theirs, 'the same');
      await meet(anna, ben);
      await liesAlike({ [theirs]: 'the same' }, kind, anna, ben);
    });

    it.each([true, false])(
      'are a file and a conflict copy where both were made, the reply lost: %s',
      async (isLost) => {
        if (isLost) losesReply(ben.laptop, true);
        await make(anna, mine, 'by Anna');
        await make(ben, theirs, 'by Ben');
        await meet(ben, anna);
        await liesAlike({ [mine]: 'by Anna', [copyOf(theirs)]: 'by Ben' }, kind, anna, ben);
        expect([anna.told(), ben.told()]).toEqual([[], [[theirs, copyOf(theirs)]]]);
      },
    );

    it('are a file and a conflict copy where the older had no answer', async () => {
      losesReply(anna.laptop, true);
      await make(anna, mine, 'by Anna');
      await make(ben, theirs, 'by Ben');
      await meet(anna, ben);
      await liesAlike({ [mine]: 'by Anna', [copyOf(theirs)]: 'by Ben' }, kind, anna, ben);
      expect([anna.told(), ben.told()]).toEqual([[], [[theirs, copyOf(theirs)]]]);
    });

    it('are a file and a conflict copy where the other was seen before one is sent', async () => {
      await make(ben, theirs, 'by Ben');
      anna.person.write(mine, 'by Anna');
      await meet(anna, ben);
      await liesAlike({ [theirs]: 'by Ben', [copyOf(mine)]: 'by Anna' }, kind, anna, ben);
      expect([anna.told(), ben.told()]).toEqual([[[mine, copyOf(mine)]], []]);
    });

    it('are one file where they hold the same, and the service keeps no word of what a record holds', async () => {
      const id = world.addFile(theirs.replace('Other/', ''), 'the same');
      anna.person.write(mine, 'the same');
      await meet(anna, ben);
      await liesAlike({ [theirs]: 'the same' }, kind, anna, ben);
      expect(world.service.files(world.site)).toMatchObject([{ id }]);
    });
  });

  it('are two as well where a service holds both', async () => {
    const linux = await colleague(LINUX);
    linux.person.write(UPPER, 'upper');
    linux.person.write(LOWER, 'lower');
    await linux.sync();
    await meet(anna, ben);
    for (const each of [anna, ben, linux]) {
      expect(Object.values(each.files()).toSorted()).toEqual(['lower', 'upper']);
      expect(each.told()).toEqual([]);
      expect(await each.sync()).toMatchObject(AT_REST);
    }
    expect(linux.files()).toEqual({ [UPPER]: 'upper', [LOWER]: 'lower' });
  });
});

describe('a file that gives way on a disk without inodes stays its record', () => {
  let anna: Colleague;
  let ben: Colleague;
  let id: string;

  beforeEach(async () => {
    anna = await colleague(WITHOUT_INODES);
    ben = await colleague(WITHOUT_INODES);
    await make(anna, UPPER, 'by Anna');
    await make(ben, LOWER, 'by Ben');
    id = world.idOf('prüfung.txt');
  });

  const isIt = (): unknown =>
    expect(world.service.files(world.site).find((file) => file.id === id)?.name).toBe(
      copyOf(LOWER).replace('Other/', ''),
    );

  it('whatever name the other one has', async () => {
    await meet(ben, anna);
    await liesAlike({ [UPPER]: 'by Anna', [copyOf(LOWER)]: 'by Ben' }, WITHOUT_INODES, anna, ben);
    isIt();
  });

  it('where the process ends before it says that it moved it', async () => {
    killedAfterMove(ben.laptop.context.disk);
    await expect(ben.sync()).rejects.toThrow('killed');
    expect(ben.files()).toEqual({ [copyOf(LOWER)]: 'by Ben' });
    await meet(ben, anna);
    await liesAlike({ [UPPER]: 'by Anna', [copyOf(LOWER)]: 'by Ben' }, WITHOUT_INODES, anna, ben);
    isIt();
  });

  it('where others edit it before its new name is sent', async () => {
    world.atCall('read', () =>
      world.service.editFile(world.idOf('prüfung.txt'), { content: 'by Carl, longer' }),
    );
    await meet(ben, anna);
    await liesAlike({ [UPPER]: 'by Anna', [copyOf(LOWER)]: 'by Carl, longer' }, WITHOUT_INODES, anna, ben);
    isIt();
  });

  it('is found in a whole life: seed 732046 made it a new record, and deleted its own', async () => {
    expect((await simulate(732_046, { namesakes: true })).broken).toEqual([]);
  });
});

describe.each([
  ['Linux', LINUX],
  ['a Mac whose volume tells case apart', MAC_VOLUME],
])('two files whose names differ in case alone, on %s', (_, kind) => {
  it.each([
    ['was lost', true],
    ['came to nothing', false],
    ['was answered', null],
  ] as const)('stay two, each as its maker calls it, where the create of one %s', async (__, isTaken) => {
    const [anna, ben] = [await colleague(kind), await colleague(kind)];
    if (isTaken !== null) losesReply(anna.laptop, isTaken);
    await make(anna, UPPER, 'the same');
    await make(ben, LOWER, 'the same');
    await meet(anna, ben);
    const names = world.service.files(world.site).map(({ name }) => `Other/${name}`);
    expect(names.toSorted()).toEqual([UPPER, LOWER].toSorted());
    for (const [who, mine] of [
      [anna, UPPER],
      [ben, LOWER],
    ] as const) {
      expect(who.files()).toMatchObject({ [mine]: 'the same' });
      expect(Object.values(who.files())).toEqual(['the same', 'the same']);
      expect(await who.sync()).toMatchObject({ ...AT_REST, conflicts: [] });
      expect(who.told()).toEqual([]);
    }
  });
});

describe('two files whose names differ in case alone, of Windows and Linux', () => {
  it.each([
    ['the older', WINDOWS, LINUX],
    ['the younger', LINUX, WINDOWS],
  ])('lie on both, and nobody is busy with them, where Windows made %s', async (_, one, other) => {
    const [anna, ben] = [await colleague(one), await colleague(other)];
    losesReply(ben.laptop, true);
    await make(anna, UPPER, 'by Anna');
    await make(ben, LOWER, 'by Ben');
    await meet(ben, anna);
    for (const each of [anna, ben]) {
      expect(Object.values(each.files()).toSorted()).toEqual(['by Anna', 'by Ben']);
      expect(await each.sync()).toMatchObject(AT_REST);
    }
    expect(world.contents()).toEqual(['by Anna', 'by Ben']);
    // As on Windows alone; Linux takes the two for two files.
    const [name, told] = other === WINDOWS ? [copyOf(LOWER), [[LOWER, copyOf(LOWER)]]] : [LOWER, []];
    expect(ben.files()).toHaveProperty([name], 'by Ben');
    expect([anna.told(), ben.told()]).toEqual([[], told]);
  });
});
