import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type Failure } from '../../../shared/failure.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { filesIn } from '../../support/laptop.ts';
import { afterMarkerIsWritten, GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** A person puts a fresh copy in the place of the site's folder. */
function putCopyInPlace({ folder }: Pick<GuardLaptop, 'folder'>): void {
  cpSync(folder, `${folder} copied`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  renameSync(folder, `${folder} itself`);
  renameSync(`${folder} copied`, folder);
}

/** The copy is taken out again. */
function putBack({ folder }: Pick<GuardLaptop, 'folder'>): void {
  renameSync(folder, `${folder} copied`);
  renameSync(`${folder} itself`, folder);
}

/** Two files in step; what is given happens once, at the next scan of the folder. */
async function atNextScan(
  when: 'before' | 'after',
  act: (laptop: GuardLaptop) => void,
): Promise<GuardLaptop> {
  world.addFile('a.txt', 'a');
  world.addFile('b.txt', 'b');
  let isArmed = false;
  const actOnce = (): void => {
    if (isArmed) act(laptop);
    isArmed = false;
  };
  const laptop = await world.laptop({
    disk: (disk) => ({
      scan: async (...args) => {
        if (when === 'before') actOnce();
        const report = await disk.scan(...args);
        if (when === 'after') actOnce();
        return report;
      },
    }),
  });
  await laptop.sync();
  isArmed = true;
  return laptop;
}

describe('rule 6: a copy that takes the place of the folder in mid-cycle', () => {
  it('gets no file: it would look deleted once the folder is back', async () => {
    const laptop = await world.inStep('a.txt');
    world.addFile('new.txt', 'new');
    world.atCall('download', () => putCopyInPlace(laptop));
    const report = await laptop.sync();
    expect(report).toMatchObject({ downloaded: 0, problems: [{ code: 'folder-missing' }] });
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/a.txt']);
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a.txt v1', 'new']);
  });

  it('is merged and gets the file by the next cycle, if it stays', async () => {
    const laptop = await world.inStep('a.txt');
    world.addFile('new.txt', 'new');
    world.atCall('download', () => putCopyInPlace(laptop));
    await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, adopted: 1, problems: [], conflicts: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'a.txt v1', 'Other/new.txt': 'new' });
  });

  it('is no reason to delete what it lacks', async () => {
    const laptop = await atNextScan('after', putCopyInPlace);
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [{ code: 'folder-missing' }] });
    expect(world.contents()).toEqual(['a', 'b']);
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('has nothing that is sent: it would look deleted once the folder is back', async () => {
    const laptop = await atNextScan('after', (each) => {
      putCopyInPlace(each);
      each.put('Other/in the copy.txt', 'in the copy');
    });
    // In the copy it has another number, which no step expects: so the cycle looks again.
    laptop.put('Other/mine.txt', 'mine');
    expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ code: 'folder-missing' }] });
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a', 'b', 'mine']);
  });

  it('has nothing that is sent, also where it comes right before the first step', async () => {
    let afterWrite = (): void => undefined;
    const laptop = await world.laptop({ disk: afterMarkerIsWritten(() => afterWrite()) });
    await laptop.sync();
    laptop.put('Other/mine.txt', 'mine');
    // The marker was just written, and no step looks at it before it looks at the file, which has another number here.
    afterWrite = () => {
      putCopyInPlace(laptop);
      laptop.put('Other/in the copy.txt', 'in the copy');
    };
    expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ code: 'folder-missing' }] });
    afterWrite = () => undefined;
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['mine']);
  });

  it('has nothing that is sent, nor anything sent for it, also where it came before the scan', async () => {
    const laptop = await atNextScan('before', (each) => {
      putCopyInPlace(each);
      each.put('Other/a.txt', 'older');
      each.put('Other/in the copy.txt', 'in the copy');
    });
    const report = await laptop.sync();
    expect(report).toMatchObject({ created: 0, updated: 0, problems: [{ code: 'folder-missing' }] });
    expect(world.contents()).toEqual(['a', 'b']);
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, updated: 0, problems: [] });
    expect(world.contents()).toEqual(['a', 'b']);
  });
});

describe('rule 6: a copy whose cycle was to look at some folders alone', () => {
  it('is seen as a whole: what lay in the folder before is not taken for what lies in the copy', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    putCopyInPlace(laptop);
    unlinkSync(join(laptop.folder, 'Other/b.txt'));
    const scope = { below: [], directly: ['Spec Sheet'] };
    expect(await laptop.sync({ scope })).toMatchObject({ downloaded: 1, adopted: 1, problems: [] });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1']);
  });

  it('is seen as a whole by the next one, where that could not be', async () => {
    let fault: Failure | null = null;
    world.addFile('a.txt', 'a');
    world.addFile('b.txt', 'b');
    const laptop = await world.laptop({
      disk: (disk) => ({ scan: async (...args) => (fault === null ? disk.scan(...args) : fail(fault)) }),
    });
    await laptop.sync();
    putCopyInPlace(laptop);
    unlinkSync(join(laptop.folder, 'Other/b.txt'));
    const options = { scope: { below: [], directly: ['Spec Sheet'] }, inFlight: new InFlight() };
    fault = LOCKED;
    await laptop.sync(options);
    fault = null;
    await laptop.sync(options);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a', 'b']);
  });
});

it('rule 6: a folder that takes the place of its merged copy right before its marker is written stays what it is', async () => {
  world.addFile('a.txt', 'a');
  let beforeWrite = (): void => undefined;
  const laptop = await world.laptop({
    disk: (disk) => ({
      rewriteMarker: async (...args) => {
        beforeWrite();
        beforeWrite = () => undefined;
        return disk.rewriteMarker(...args);
      },
    }),
  });
  await laptop.sync();
  putCopyInPlace(laptop);
  world.addFile('new.txt', 'new');
  expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
  laptop.put('Other/mine.txt', 'mine');
  beforeWrite = () => putBack(laptop);
  await laptop.sync();
  for (let times = 0; times < 2; times++)
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
  expect(world.contents()).toContain('new');
});

/** An older image of the disk: each file in it has its number and birth again, so only the marker’s number shows it. */
function putImageInPlace({ folder }: Pick<GuardLaptop, 'folder'>): void {
  renameSync(folder, `${folder} itself`);
  renameSync(`${folder} image`, folder);
}

it('rule 6: a folder is merged that takes the place of an older image of it again, which was merged', async () => {
  const laptop = await world.inStep('a.txt');
  const { folder } = laptop;
  const marker = '.sitesync/site.json';
  cpSync(folder, `${folder} image`, { recursive: true, preserveTimestamps: true });
  const text = readFileSync(join(folder, marker), 'utf8').replace(/,\s*"self": "[^"]*"/, '');
  writeFileSync(join(`${folder} image`, marker), text);
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    laptop.put(`Other/${name}`, name);
    expect(await laptop.sync()).toMatchObject({ created: 1 });
  }
  putImageInPlace(laptop);
  world.addFile('new.txt', 'new');
  expect(await laptop.sync()).toMatchObject({ downloaded: 4, deletedRemote: 0, problems: [] });
  renameSync(folder, `${folder} image`);
  renameSync(`${folder} itself`, folder);
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
  expect(world.contents()).toContain('new');
});

const LOCKED: Failure = {
  code: 'read-only',
  message: 'The marker could not be changed.',
  hint: 'Check that you may write there.',
  retry: 'later',
};

/** A laptop in step, in whose folder no marker can be written once it is locked. `stillMs`: see `SyncSettings`. */
async function lockable(stillMs = 0): Promise<{
  readonly laptop: GuardLaptop;
  readonly lock: (isOn: boolean) => void;
}> {
  world.addFile('a.txt', 'a');
  let isLocked = false;
  const laptop = await world.laptop({
    settings: { stillMs },
    disk: (disk) => ({
      createSiteFolder: async (...args) => (isLocked ? fail(LOCKED) : disk.createSiteFolder(...args)),
      rewriteMarker: async (...args) => (isLocked ? fail(LOCKED) : disk.rewriteMarker(...args)),
    }),
  });
  await laptop.sync();
  return { laptop, lock: (isOn) => (isLocked = isOn) };
}

describe('rule 6: a copy that was put in the place of the folder', () => {
  it('merges and deletes nothing, although its edition is not older', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    putCopyInPlace(laptop);
    unlinkSync(join(laptop.folder, 'Other/b.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
  });

  it.each([
    ['a file', (full: string) => writeFileSync(full, 'a file')],
    ['a link', (full: string) => symlinkSync(`${full} elsewhere`, full)],
  ])('gets its files also where %s has the name of a folder of a category', async (_, make) => {
    const laptop = await world.inStep('a.txt');
    rmSync(join(laptop.folder, 'Spec Sheet'), { recursive: true });
    mkdirSync(join(laptop.folder, 'Spec Sheet elsewhere'));
    make(join(laptop.folder, 'Spec Sheet'));
    await laptop.sync();
    putCopyInPlace(laptop);
    world.addFile('new.txt', 'new');
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
    // It was merged once and for all: what goes from it is deleted by a person.
    unlinkSync(join(laptop.folder, 'Other/new.txt'));
    expect(await laptop.sync()).toMatchObject({ adopted: 0, deletedRemote: 1, problems: [] });
  });

  it('says why it gets no file while its marker cannot be replaced, and sends all the same', async () => {
    const { laptop, lock } = await lockable();
    putCopyInPlace(laptop);
    lock(true);
    world.addFile('new.txt', 'new');
    let fetched = 0;
    world.service.faults.onCall = (call) => (fetched += call === 'download' ? 1 : 0);
    laptop.put('Other/mine.txt', 'mine');
    expect(await laptop.sync()).toMatchObject({
      created: 1,
      downloaded: 0,
      problems: [
        {
          path: 'Other/new.txt',
          code: 'read-only',
          message: expect.stringContaining(`marker can be replaced. ${LOCKED.message}`) as string,
          hint: LOCKED.hint,
        },
      ],
    });
    // The one that lies here, to compare it; the other one would come in vain.
    expect(fetched).toBe(1);
    lock(false);
    await laptop.env.sleep(3_600_000);
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
  });

  it('has nothing deleted that was sent from it while its marker could not be replaced', async () => {
    const { laptop, lock } = await lockable();
    putCopyInPlace(laptop);
    lock(true);
    laptop.put('Other/mine.txt', 'mine');
    expect(await laptop.sync()).toMatchObject({ created: 1 });
    putBack(laptop);
    lock(false);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
    expect(world.contents()).toEqual(['a', 'mine']);
  });

  it.each([
    ['a copy', putCopyInPlace],
    ['kept in step with another service', keptWithAnother],
  ])('has sent what was just saved in it while its marker could not be replaced: %s', async (_, become) => {
    const { laptop, lock } = await lockable(2000);
    become(laptop);
    lock(true);
    laptop.put('Other/mine.txt', 'mine');
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
  });
});

/** Another SiteSync wrote the address of its own service into the marker. */
function keptWithAnother({ folder }: Pick<GuardLaptop, 'folder'>): void {
  const path = join(folder, '.sitesync/site.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"baseUrl": "[^"]*"/, '"baseUrl": "https://other.example"'));
}
