import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterAccount } from '../../../main/sync/settings/account.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep(...NAMES);
  enterAccount(laptop.mirror, 'https://data.test first');
});

afterEach(() => world.close());

const at = (name: string): string => join(laptop.folder, 'Other', name);

/** As at a sign-in with another token, at the same service. */
function renewToken(): void {
  enterAccount(laptop.mirror, 'https://data.test second');
}

/** Name and bytes of each record, by its id. */
function records(): ReadonlyMap<string, string> {
  const text = new TextDecoder();
  return new Map(
    world.service
      .files(world.site)
      .map(({ id, name, content }) => [id, `${name}: ${text.decode(content)}`] as const),
  );
}

async function here(): Promise<readonly string[]> {
  const files = await filesIn(laptop.folder);
  return Object.keys(files)
    .map((path) => path.replace('Other/', ''))
    .toSorted();
}

describe('rule 6: another token of the same service', () => {
  it('leaves renames and edits that were not sent yet what they are', async () => {
    const [a, b, c] = NAMES.map((name) => world.idOf(name));
    renameSync(at('a.txt'), at('renamed.txt'));
    laptop.put('Other/b.txt', 'b, edited');
    // As programs save: a new file takes the place of the old one.
    writeFileSync(at('new'), 'c, saved');
    renameSync(at('new'), at('c.txt'));
    renewToken();
    const report = await laptop.sync();
    expect(report).toMatchObject({ created: 0, downloaded: 0, deletedRemote: 0, trashed: 0, conflicts: [] });
    expect(report.problems).toEqual([]);
    expect(await here()).toEqual(['b.txt', 'c.txt', 'd.txt', 'renamed.txt']);
    expect([a, b, c].map((id) => records().get(id ?? ''))).toEqual([
      'renamed.txt: a.txt v1',
      'b.txt: b, edited',
      'c.txt: c, saved',
    ]);
    expect(records().size).toBe(4);
  });

  it.each([
    ['', {}],
    [', also where little was to be looked at', { list: false, scope: { below: [], directly: ['Models'] } }],
  ])('deletes nothing on the service%s', async (_where, options) => {
    unlinkSync(at('a.txt'));
    renewToken();
    expect(await laptop.sync(options)).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    expect(records().size).toBe(4);
    // The merge is over.
    unlinkSync(at('a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
  });

  it('deletes no file here whose record this token does not see', async () => {
    world.service.deleteFile(world.idOf('a.txt'));
    renewToken();
    expect(await laptop.sync()).toMatchObject({ trashed: 0 });
    expect(await here()).toEqual(NAMES);
  });

  it('believes no agreement that only a list for the token before bears out', async () => {
    world.service.deleteFile(world.idOf('a.txt'));
    renewToken();
    world.service.faults.skipRow = 20;
    await laptop.sync();
    world.service.faults.skipRow = 0;
    expect(await laptop.sync()).toMatchObject({ trashed: 0 });
    expect(await here()).toEqual(NAMES);
  });

  it('replaces nothing on the service by a file that took the place of a deleted one', async () => {
    renameSync(at('b.txt'), at('a.txt'));
    renewToken();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, trashed: 0, updated: 0 });
    const all = ['a.txt v1', 'b.txt v1', 'c.txt v1', 'd.txt v1'];
    expect(world.contents()).toEqual(expect.arrayContaining(all));
    expect(Object.values(await filesIn(laptop.folder))).toEqual(expect.arrayContaining(all));
  });

  it('takes an agreement for none whose record is another version by now', async () => {
    const id = world.idOf('a.txt');
    laptop.put('Other/a.txt', 'a, edited');
    world.service.editFile(id, { content: 'a, edited there' });
    renewToken();
    expect((await laptop.sync()).conflicts).toHaveLength(1);
    expect(world.contents()).toEqual(expect.arrayContaining(['a, edited', 'a, edited there']));
  });

  it('begins anew where the process was killed in the midst', async () => {
    unlinkSync(at('a.txt'));
    renameSync(at('b.txt'), at('renamed.txt'));
    renewToken();
    vi.spyOn(laptop.mirror, 'commit').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await expect(laptop.sync()).rejects.toThrow('killed');
    const report = await laptop.sync({ list: false, scope: { below: [], directly: [] } });
    expect(report).toMatchObject({ deletedRemote: 0, downloaded: 1, created: 0 });
    expect(await here()).toEqual(['a.txt', 'c.txt', 'd.txt', 'renamed.txt']);
  });

  it('keeps nothing of what was agreed on with another service, whose records may be alike', async () => {
    renameSync(at('a.txt'), at('renamed.txt'));
    enterAccount(laptop.mirror, 'https://other.test second');
    expect(await laptop.sync()).toMatchObject({ created: 1, downloaded: 1, deletedRemote: 0 });
  });
});
