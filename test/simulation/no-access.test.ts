import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../shared/failure.ts';
import { filesIn } from '../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Rule 13: what the service gives an account no access to keeps it from nothing else. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

function addFiles(count: number, name: (n: number) => string): readonly string[] {
  const names = Array.from({ length: count }, (_, n) => name(n));
  for (const each of names) world.addFile(each, `the bytes of ${each}`);
  return names;
}

/** The service lists these files, and gives their bytes to others. */
function keepFrom(laptop: GuardLaptop, names: readonly string[]): void {
  const ids = new Set(names.map((name) => world.idOf(name)));
  const { client } = laptop;
  const download = client.downloadFile.bind(client);
  client.downloadFile = async (id, ...rest) =>
    ids.has(id)
      ? fail({ code: 'no-access', message: 'It gives no access.', hint: 'Ask.', retry: 'later' })
      : download(id, ...rest);
}

describe('an account that may not do everything', () => {
  it.each([true, false])(
    'fetches the files of a site in which it may write none (eager: %s)',
    async (eager) => {
      const laptop = await world.laptop({ transfersAtOnce: 1 });
      await laptop.sync();
      for (let n = 0; n < 6; n++) laptop.put(`Other/mine ${n}.txt`, `mine ${n}`);
      const theirs = addFiles(30, (n) => `theirs ${n}.txt`);
      world.service.faults.fail({ call: 'create', failure: { status: 403 }, times: 1000 });
      const { created, downloaded, problems } = await laptop.sync({ eager });
      expect([created, downloaded]).toEqual([0, theirs.length]);
      expect(problems.map(({ code }) => code)).toEqual(['no-access', 'no-access', 'no-access']);
    },
  );

  it('sends its own files where it may not delete those of others', async () => {
    const names = addFiles(24, (n) => `${n}.txt`);
    const laptop = await world.inStep();
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(names.length);
    const { rm } = await import('node:fs/promises');
    for (const name of names.slice(0, 4)) await rm(`${laptop.folder}/Other/${name}`);
    laptop.put('Other/mine.txt', 'mine');
    world.service.faults.fail({ call: 'delete', failure: { status: 403 }, times: 1000 });
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 0 });
    expect(world.contents()).toContain('mine');
    world.service.faults.forget();
    await laptop.env.sleep(24 * 60 * 60 * 1000);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 4, problems: [] });
  });

  it.each([
    [40, 5],
    [12, 12],
  ])('has %i other files where it is kept from the %i before them', async (others, kept) => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    const theirs = addFiles(kept, (n) => `a ${n}.txt`);
    const open = addFiles(others, (n) => `b ${n}.txt`);
    keepFrom(laptop, theirs);
    let state = 7;
    laptop.env.random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    let came = 0;
    for (let tries = 0; tries < 6; tries++) came += (await laptop.sync()).downloaded;
    expect(came).toBe(open.length);
    world.addFile('c.txt', 'one more');
    for (let tries = 0; tries < 12; tries++) came += (await laptop.sync()).downloaded;
    expect(came).toBe(open.length + 1);
  });
});
