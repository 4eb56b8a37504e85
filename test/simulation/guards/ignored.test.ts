import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Files that were in step when the person left them out of sync: nothing is said of them while they are, nor after. */

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt', 'b.txt', 'c.mp4', 'd.mp4');
});

afterEach(() => world.close());

const ignore = (...lines: readonly string[]): void => laptop.put('.siteignore', lines.join('\n'));
const remove = (path: string): void => rmSync(join(laptop.folder, path));
function move(from: string, to: string): void {
  mkdirSync(dirname(join(laptop.folder, to)), { recursive: true });
  renameSync(join(laptop.folder, from), join(laptop.folder, to));
}
const IN_STEP = { created: 0, updated: 0, deletedRemote: 0, problems: [] };
const ALL = ['a.txt v1', 'b.txt v1', 'c.mp4 v1', 'd.mp4 v1'];

/** Those of the service, by their ids as they were at first. */
function records(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    world.service.files(world.site).map(({ id, category, name }) => [id, `${category}/${name}`]),
  );
}

describe('a file that was removed here while it was ignored', () => {
  beforeEach(async () => {
    ignore('*.mp4');
    await laptop.sync();
    remove('Other/c.mp4');
    expect(await laptop.sync()).toMatchObject(IN_STEP);
  });

  it('comes back when it is not ignored any more, and is deleted nowhere', async () => {
    remove('.siteignore');
    expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 1 });
    expect(world.contents()).toEqual(ALL);
    expect(await filesIn(laptop.folder)).toMatchObject({
      'Other/c.mp4': 'c.mp4 v1',
      'Other/d.mp4': 'd.mp4 v1',
    });
    expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 0 });
  });

  it('comes back also where only some of the folder is looked at then', async () => {
    remove('.siteignore');
    const scope = { below: [], directly: ['', 'Other'] };
    expect(await laptop.sync({ scope })).toMatchObject({ ...IN_STEP, downloaded: 1 });
    expect(world.contents()).toEqual(ALL);
  });

  it('comes back where rules changed more than once in between', async () => {
    ignore('c.*');
    await laptop.sync({ scope: { below: [], directly: ['Spec Sheet'] } });
    ignore('b.txt');
    expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 1 });
    expect(world.contents()).toEqual(ALL);
  });

  it('does so as what others made of it, and not where they deleted it', async () => {
    world.service.editFile(world.idOf('c.mp4'), { content: 'c.mp4 v2' });
    remove('Other/d.mp4');
    await laptop.sync();
    world.service.deleteFile(world.idOf('d.mp4'));
    remove('.siteignore');
    expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 1 });
    expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1', 'c.mp4 v2']);
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/c.mp4': 'c.mp4 v2' });
  });
});

describe('a .siteignore', () => {
  const withMark = (mark: readonly number[], text: Buffer): Buffer =>
    Buffer.concat([Buffer.from(mark), text]);
  const LINE = 'salaries.txt\r\n';
  const save = (bytes: Buffer): void => writeFileSync(join(laptop.folder, '.siteignore'), bytes);

  it.each([
    ['UTF-8', Buffer.from(LINE)],
    ['UTF-8 with its mark', withMark([0xef, 0xbb, 0xbf], Buffer.from(LINE))],
    ['UTF-16, as the Windows PowerShell does', withMark([0xff, 0xfe], Buffer.from(LINE, 'utf16le'))],
    ['UTF-16 the other way round', withMark([0xfe, 0xff], Buffer.from(LINE, 'utf16le').swap16())],
  ])('is read where it was saved as %s', async (_how, bytes) => {
    save(bytes);
    laptop.put('Other/salaries.txt', 'mine alone');
    expect(await laptop.sync()).toMatchObject(IN_STEP);
    expect(world.contents()).toEqual(ALL);
  });

  it.each([
    ['UTF-16 without a mark', Buffer.from(LINE, 'utf16le')],
    ['letters of an old code page', Buffer.from('L\xf6hne.txt\n', 'latin1')],
  ])('that cannot be read, as %s, stops its site and says what to do', async (_how, bytes) => {
    save(bytes);
    laptop.put('Other/salaries.txt', 'mine alone');
    const { created, problems } = await laptop.sync();
    expect([created, problems]).toMatchObject([
      0,
      [
        {
          message: '.siteignore could not be read: it is not saved as UTF-8 text.',
          hint: expect.stringContaining('save it again as UTF-8'),
        },
      ],
    ]);
    ignore('salaries.txt');
    expect(await laptop.sync()).toMatchObject(IN_STEP);
  });
});

it('a file comes back also where its folder was not looked at all the while', async () => {
  const elsewhere = { scope: { below: [], directly: ['Spec Sheet'] } };
  ignore('*.mp4');
  await laptop.sync(elsewhere);
  remove('Other/c.mp4');
  remove('.siteignore');
  await laptop.sync(elsewhere);
  expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 1 });
  expect(world.contents()).toEqual(ALL);
});

it('a file that is deleted after it was ignored is deleted as any other', async () => {
  ignore('*.mp4');
  await laptop.sync();
  remove('.siteignore');
  expect(await laptop.sync()).toMatchObject(IN_STEP);
  expect(laptop.mirror.ignoredBy(world.site)).toEqual(['']);
  remove('Other/c.mp4');
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
  expect(world.contents()).toEqual(ALL.filter((text) => text !== 'c.mp4 v1'));
});

describe('what lies in its place when a file is not ignored any more', () => {
  beforeEach(async () => {
    ignore('*.mp4');
    await laptop.sync();
  });

  const again = (): Promise<readonly string[]> => {
    remove('.siteignore');
    return inStep();
  };
  const inStep = async (): Promise<readonly string[]> => {
    await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 0 });
    expect(laptop.mirror.ignoredBy(world.site)).toEqual(['']);
    return Object.entries(await filesIn(laptop.folder)).flatMap(([path, text]) =>
      path.includes('mp4') ? `${path}: ${text}` : [],
    );
  };

  it('is the newer version that others made of it', async () => {
    world.service.editFile(world.idOf('d.mp4'), { content: 'edited there' });
    expect(await laptop.sync()).toMatchObject(IN_STEP);
    expect(await again()).toEqual(['Other/c.mp4: c.mp4 v1', 'Other/d.mp4: edited there']);
  });

  it.each([
    [
      'saved over it',
      async () => {
        laptop.put('Other/c.mp4', 'another film');
        await laptop.sync();
      },
    ],
    [
      'put there after it was removed on every laptop',
      async () => {
        remove('Other/c.mp4');
        await laptop.sync();
        laptop.put('Other/c.mp4', 'another film');
      },
    ],
  ])('is kept beside the version of the service where it was %s', async (_how, put) => {
    await put();
    expect(await again()).toEqual([
      expect.stringMatching(/^Other\/c \(conflict .*\)\.mp4: another film$/u),
      'Other/c.mp4: c.mp4 v1',
      'Other/d.mp4: d.mp4 v1',
    ]);
    expect(world.contents()).toEqual(['a.txt v1', 'another film', 'b.txt v1', 'c.mp4 v1', 'd.mp4 v1']);
  });

  it('is kept beside it also where it can be read no sooner than after the next look', async () => {
    let isLocked = true;
    const locked = fail({ code: 'in-use', message: 'It is open.', hint: 'Close it.', retry: 'later' });
    laptop = await world.laptop({
      disk: (real) => ({
        hash: (...asked) => (isLocked ? Promise.resolve(asked[1].map(() => locked)) : real.hash(...asked)),
      }),
    });
    await laptop.sync();
    ignore('*.mp4');
    await laptop.sync();
    laptop.put('Other/c.mp4', 'another film');
    remove('.siteignore');
    for (let times = 0; times < 2; times++)
      expect(await laptop.sync()).toMatchObject({ updated: 0, problems: [{ path: 'Other/c.mp4' }] });
    isLocked = false;
    await inStep();
    expect(world.contents()).toEqual(['a.txt v1', 'another film', 'b.txt v1', 'c.mp4 v1', 'd.mp4 v1']);
  });

  it('is the file with the same bytes', async () => {
    remove('Other/c.mp4');
    laptop.put('Other/c.mp4', 'c.mp4 v1');
    expect(await again()).toEqual(['Other/c.mp4: c.mp4 v1', 'Other/d.mp4: d.mp4 v1']);
    expect(world.contents()).toEqual(ALL);
  });

  it('is the record still of what the person moved there', async () => {
    const before = records();
    move('Other/b.txt', 'Other/c.mp4');
    const id = world.idOf('b.txt');
    remove('.siteignore');
    await laptop.sync();
    expect(records()).toEqual({ ...before, [id]: 'other/c.mp4' });
    expect(world.contents()).toEqual(ALL);
  });
});

it('an edit that is made after it is a version of its file, as any', async () => {
  ignore('*.mp4');
  await laptop.sync();
  remove('.siteignore');
  await laptop.sync();
  laptop.put('Other/c.mp4', 'edited');
  expect(await laptop.sync()).toMatchObject({ created: 0, updated: 1, problems: [] });
});

it('a file that others moved to where it is not ignored comes there, with what they write into it', async () => {
  const id = world.idOf('c.mp4');
  ignore('Other/*.mp4');
  await laptop.sync();
  world.service.editFile(id, { category: 'spec-sheet', content: 'film, cut' });
  expect(await laptop.sync()).toMatchObject({ ...IN_STEP, downloaded: 1 });
  // What is ignored is the person's own from now on.
  expect(await filesIn(laptop.folder)).toMatchObject({
    'Other/c.mp4': 'c.mp4 v1',
    'Spec Sheet/c.mp4': 'film, cut',
  });
  world.service.editFile(id, { content: 'film, cut again' });
  await laptop.sync();
  expect(await filesIn(laptop.folder)).toMatchObject({ 'Spec Sheet/c.mp4': 'film, cut again' });
});

it('a file that the person moves to where it is not ignored stays its record', async () => {
  const before = records();
  ignore('Other/*.mp4');
  await laptop.sync();
  move('Other/c.mp4', 'Spec Sheet/c.mp4');
  expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  expect(records()).toEqual({ ...before, [world.idOf('c.mp4')]: 'spec-sheet/c.mp4' });
});
