import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

/** Files whose names are one name, composed (é is one character) and decomposed, on a disk that holds both of them. */

const COMPOSED = 'Other/Café é.txt'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
const PAIRS = [
  ['composed', COMPOSED, DECOMPOSED],
  ['decomposed', DECOMPOSED, COMPOSED],
] as const;

let world: GuardWorld;
let laptop: GuardLaptop;
let holdsBoth: boolean;
/** What happens to a file right before the disk is asked for it alone. */
let beforeStat: ((path: string) => (() => void) | undefined) | null;

beforeEach(async () => {
  world = new GuardWorld();
  beforeStat = null;
  laptop = await world.laptop({
    disk: (disk) => ({
      stat: async (folder, path) => {
        const after = beforeStat?.(path);
        const there = await disk.stat(folder, path);
        after?.();
        return there;
      },
    }),
  });
  await laptop.sync();
  // A disk of macOS holds one of them, under either name.
  for (const name of [COMPOSED, DECOMPOSED]) put(`probe/${name}`, name);
  holdsBoth = readdirSync(join(laptop.folder, 'probe', 'Other')).length === 2;
  rmSync(join(laptop.folder, 'probe'), { recursive: true });
});

afterEach(() => world.close());

function put(path: string, text: string): void {
  mkdirSync(dirname(join(laptop.folder, path)), { recursive: true });
  writeFileSync(join(laptop.folder, path), text);
}

it.for(PAIRS)(
  'the one that was in step stays its record, and the other one is named: %s',
  async ([, known, other], { skip }) => {
    skip(!holdsBoth);
    put(known, 'agreed');
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
    put(other, 'another file');
    const named = { created: 0, updated: 0, deletedRemote: 0, problems: [{ code: 'bad-name', path: other }] };
    for (const scope of [null, { below: [], directly: ['Other'] }, { below: ['Other'], directly: [] }])
      expect(await laptop.sync({ scope })).toMatchObject(named);
    expect(world.contents()).toEqual(['agreed']);
    put(known, 'edited on');
    expect(await laptop.sync()).toMatchObject({ ...named, updated: 1 });
    put(other, 'another file, edited');
    expect(await laptop.sync()).toMatchObject(named);
    expect(world.contents()).toEqual(['edited on']);
  },
);

it.for(PAIRS)(
  'where the one that was in step is gone, the other one has its name: %s',
  async ([, known, other], { skip }) => {
    skip(!holdsBoth);
    put(known, 'agreed');
    await laptop.sync();
    put(other, 'another file');
    for (let look = 0; look < 2; look++) await laptop.sync();
    rmSync(join(laptop.folder, known));
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['another file']);
  },
);

it.for(PAIRS)(
  'of folders that are one by their names each file is seen, wherever a look begins: %s',
  async ([, known, other], { skip }) => {
    skip(!holdsBoth);
    for (const name of ['a', 'deep/b', 'only']) put(`${known}/${name}`, `${name} agreed`);
    expect(await laptop.sync()).toMatchObject({ created: 3, problems: [] });
    for (const name of ['a', 'deep/b', 'new']) put(`${other}/${name}`, `${name} of the other folder`);
    const scopes = [
      { below: [other], directly: [] },
      { below: [], directly: [other, `${other}/deep`] },
      { below: [known], directly: [other] },
      { below: [], directly: [known] },
      null,
    ];
    let created = 0;
    for (const scope of scopes) {
      const report = await laptop.sync({ scope });
      expect(report).toMatchObject({ updated: 0, deletedRemote: 0, trashed: 0 });
      expect(report.problems.map(({ path }) => path).toSorted()).toEqual(
        [`${other}/a`, `${other}/deep/b`].toSorted(),
      );
      created += report.created;
    }
    expect(created).toBe(1);
    expect(world.contents().toSorted()).toEqual([
      'a agreed',
      'deep/b agreed',
      'new of the other folder',
      'only agreed',
    ]);
  },
);

it.for(PAIRS)(
  'one that is away for a moment is looked for once more: %s',
  async ([, known, other], { skip }) => {
    skip(!holdsBoth);
    put(known, 'agreed');
    await laptop.sync();
    put(other, 'another file');
    let looks = 0;
    beforeStat = (path) => {
      if (path !== known || looks++ > 0) return undefined;
      rmSync(join(laptop.folder, known));
      return () => put(known, 'saved anew');
    };
    expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [{ path: other }] });
    beforeStat = null;
    await laptop.sync();
    expect(world.contents()).toEqual([known === COMPOSED ? 'agreed' : 'saved anew']);
  },
);
