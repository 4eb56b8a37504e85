import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';

let world: GuardWorld;
/** Does the disk find `models` by the name of `Models`? */
let ignoresCase: boolean;

beforeEach(() => {
  world = new GuardWorld();
  ignoresCase = false;
});

afterEach(() => world.close());

/** Scans as a disk without case does it, see `test/adapters/disk/ignores-case.alone.test.ts`. */
const withoutCase = (disk: Disk): Partial<Disk> => ({
  scan: async (folder, options, onBatch) => {
    const scanned = await disk.scan(folder, options, (files) =>
      onBatch(files.filter(({ path }) => !ignoresCase || !path.startsWith('models/'))),
    );
    if (!scanned.ok || !ignoresCase) return scanned;
    const { skipped } = scanned.value;
    return {
      ...scanned,
      value: { ...scanned.value, skipped: [...skipped, { path: 'models', why: 'models-folder' }] },
    };
  },
});

it('nothing is deleted that was kept in step in a folder which turns out to be that of the models', async () => {
  const laptop = await world.laptop({ disk: withoutCase });
  laptop.put('models/a.ifc', 'mine');
  laptop.put('Other/b.txt', 'b');
  expect(await laptop.sync()).toMatchObject({ created: 2 });
  ignoresCase = true;
  for (const scope of [null, { below: [], directly: ['models'] }])
    expect(await laptop.sync({ scope })).toMatchObject({ deletedRemote: 0, problems: [] });
  expect(world.contents()).toEqual(['b', 'mine']);
});
