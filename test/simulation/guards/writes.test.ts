import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('what the service made of the bytes', () => {
  const history = (laptop: GuardLaptop): readonly string[] =>
    laptop.mirror.activity(world.site, 9).map(({ action, reason }) => `${action} ${reason}`);

  it('is told where it counts others than were sent, and nothing is sent again', async () => {
    const laptop = await world.inStep('a.txt');
    world.service.faults.rewrite = (bytes) => bytes.subarray(1);
    laptop.put('Other/a.txt', 'edited');
    laptop.put('Other/b.txt', 'new');
    await laptop.sync();
    expect(history(laptop).slice(0, 2).toSorted()).toEqual(['create stored-other', 'update stored-other']);
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, problems: [] });
  });

  it('is no word where it counts as many, or the name alone was sent', async () => {
    const laptop = await world.inStep('a.txt');
    laptop.put('Other/b.txt', 'new');
    renameSync(join(laptop.folder, 'Other/a.txt'), join(laptop.folder, 'Other/c.txt'));
    await laptop.sync();
    expect(history(laptop).slice(0, 2).toSorted()).toEqual(['create new-here', 'update renamed-here']);
  });
});

describe('rule 7: the record is looked at before a write', () => {
  it('a change made by others right before our PUT survives', async () => {
    const laptop = await world.inStep('a.txt');
    laptop.put('Other/a.txt', 'mine, and longer');
    world.atCall('read', () => world.service.editFile(world.idOf('a.txt'), { content: 'theirs' }));
    await laptop.sync();
    await laptop.sync();
    expect(world.contents()).toEqual(['mine, and longer', 'theirs']);
  });

  it('a file that is moved to another folder while its edit waits to be sent keeps its record', async () => {
    const laptop = await world.inStep('a.txt');
    const id = world.idOf('a.txt');
    laptop.put('Other/a.txt', 'edited');
    const place = (folder: string): string => join(laptop.folder, folder, 'a.txt');
    world.atCall('read', () => renameSync(place('Other'), place('Spec Sheet')));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, created: 0, updated: 1, problems: [] });
    expect([world.idOf('a.txt'), world.contents()]).toEqual([id, ['edited']]);
  });

  it('files that are missing where a hint told to look are looked for elsewhere', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'];
    const laptop = await world.inStep(...names);
    renameSync(join(laptop.folder, 'Other'), join(laptop.folder, 'Moved'));
    const report = await laptop.sync({ scope: { below: ['Other'], directly: [] }, list: false });
    expect(report).toMatchObject({ deletedRemote: 0, created: 0, moved: names.length, held: null });
  });

  it('nothing is deleted where that cannot be looked at', async () => {
    let isAway = false;
    world.addFile('a.txt', 'v1');
    const gone = fail({
      code: 'unreadable',
      message: 'It is away.',
      hint: '',
      retry: 'on-change',
    } as const);
    const laptop = await world.laptop({
      disk: (disk) => ({
        scan: (...args) => (isAway && args[1].scope === null ? Promise.resolve(gone) : disk.scan(...args)),
      }),
    });
    await laptop.sync();
    isAway = true;
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    const report = await laptop.sync({ scope: { below: [], directly: ['Other'] } });
    expect(report).toMatchObject({ deletedRemote: 0, problems: [{ code: 'unreadable' }] });
  });

  it('a file that is put back right before our DELETE keeps its record', async () => {
    const laptop = await world.inStep('a.txt');
    const [file, aside] = [join(laptop.folder, 'Other/a.txt'), join(laptop.folder, '..', 'aside')];
    renameSync(file, aside);
    const id = world.idOf('a.txt');
    world.atCall('read', () => renameSync(aside, file));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, created: 0, problems: [] });
    expect(world.idOf('a.txt')).toBe(id);
  });

  it('a file that is saved anew right before our DELETE keeps its record', async () => {
    const laptop = await world.inStep('a.txt');
    const file = join(laptop.folder, 'Other/a.txt');
    unlinkSync(file);
    const id = world.idOf('a.txt');
    world.atCall('read', () => writeFileSync(file, 'saved anew'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, created: 0, updated: 1, problems: [] });
    expect([world.idOf('a.txt'), world.contents()]).toEqual([id, ['saved anew']]);
  });

  it('a new file whose name is the same to a disk that ignores case keeps no record from its DELETE', async () => {
    world.addFile('a.txt', 'v1');
    const laptop = await world.laptop({
      disk: (disk) => ({
        stat: (folder, path) => disk.stat(folder, path.replace('a.txt', 'A.txt') as RelPath),
      }),
    });
    await laptop.sync();
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    laptop.put('Other/A.txt', 'another file');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, created: 1, problems: [] });
  });

  it('a file that is saved anew right before its old version is named as the backup keeps its record', async () => {
    const laptop = await world.inStep('plan.dwg');
    const file = (name: string): string => join(laptop.folder, 'Other', name);
    renameSync(file('plan.dwg'), file('plan.bak'));
    const id = world.idOf('plan.dwg');
    world.atCall('read', () => writeFileSync(file('plan.dwg'), 'saved anew'));
    expect(await laptop.sync()).toMatchObject({ moved: 0, created: 1, updated: 1, problems: [] });
    expect(world.idOf('plan.dwg')).toBe(id);
    expect(world.contents()).toEqual(['plan.dwg v1', 'saved anew']);
  });

  it('a change made by others right before our DELETE survives', async () => {
    const laptop = await world.inStep('a.txt');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    world.atCall('read', () => world.service.editFile(world.idOf('a.txt'), { content: 'theirs' }));
    await laptop.sync();
    expect(world.contents()).toEqual(['theirs']);
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'theirs' });
  });
});

describe('a delete whose reply is lost', () => {
  it.each([
    ['lose-after', 1],
    ['lose-before', 2],
  ] as const)('is told once it is done: %s', async (failure, asked) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    let deletes = 0;
    world.service.faults.onCall = (call) => (deletes += call === 'delete' ? 1 : 0);
    world.service.faults.fail({ call: 'delete', failure, times: 1 });
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
    expect(deletes).toBe(asked);
    expect(world.service.files(world.site).map(({ name }) => name)).toEqual(['b.txt']);
    const told = laptop.mirror.activity(world.site, 9).map(({ action, path }) => `${action} ${path}`);
    expect(told.filter((line) => line.startsWith('deleteRemote'))).toEqual(['deleteRemote Other/a.txt']);
  });
});

it('forgets what failed at a file that is gone, whatever its name begins with', async () => {
  const laptop = await world.inStep('a.txt');
  world.service.faults.fail({ call: 'create', failure: { status: 400 }, times: 1 });
  laptop.put('found:note.txt', 'new');
  expect((await laptop.sync({ eager: false })).problems).toMatchObject([{ path: 'found:note.txt' }]);
  unlinkSync(join(laptop.folder, 'found:note.txt'));
  expect((await laptop.sync({ eager: false })).problems).toEqual([]);
});
