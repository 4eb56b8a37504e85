import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBelow } from '../../../shared/model/rel-path.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Deletes are held, and of a few of them a look cannot tell whether they are due. */

let world: GuardWorld;
let laptop: GuardLaptop;
let unreadable: { readonly folder: string; readonly code: string }[];

beforeEach(async () => {
  world = new GuardWorld();
  unreadable = [];
  laptop = await world.laptop({
    disk: (real) => ({
      scan: async (folder, { known: _known, ...options }, onBatch) => {
        const unread = unreadable.map((each) => each.folder);
        const looked = await real.scan(folder, options, (files) =>
          onBatch(files.filter(({ path }) => !isBelow(path, unread))),
        );
        return looked.ok ? { ...looked, value: { ...looked.value, unreadable } } : looked;
      },
    }),
  });
  for (let n = 0; n < 20; n++) put(n);
  await laptop.sync();
});

afterEach(() => world.close());

const put = (n: number): void => laptop.put(`Other/${n}.txt`, `text ${n}`);

it.each([
  ['another folder is not listed', 'Spec Sheet', 'EIO'],
  ['another folder may not be read', 'Spec Sheet', 'EACCES'],
  ['their folder is not listed', 'Other', 'EIO'],
  ['their folder may not be read', 'Other', 'EACCES'],
])(
  'the few that are left of many held deletes still wait for a yes where meanwhile %s',
  async (_what, folder, code) => {
    for (let n = 0; n < 10; n++) rmSync(join(laptop.folder, `Other/${n}.txt`));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 10 } });
    for (let n = 0; n < 7; n++) put(n);
    const { held } = await laptop.sync();
    expect(held).toMatchObject({ count: 3 });
    unreadable = [{ folder, code }];
    expect(await laptop.sync()).toMatchObject({
      deletedRemote: 0,
      held: { count: 3, why: expect.stringContaining(String(held?.why)) },
    });
    unreadable = [];
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 3 } });
    for (let n = 7; n < 10; n++) put(n);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: null });
  },
);
