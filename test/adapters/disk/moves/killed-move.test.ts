import { spawn } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { MARKER, PARTIALS } from '../../../../main/adapters/disk/layout.ts';
import { MoveNotes } from '../../../../main/adapters/disk/moves/move-notes.ts';
import { placeNew } from '../../../../main/adapters/disk/moves/place-new.ts';
import { Refused } from '../../../../main/adapters/disk/problem.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { canMount, newStick } from '../../../support/faults/drives.ts';
import { filesIn } from '../../../support/laptop.ts';
import { value } from '../../../app/desk.ts';

const FROM = 'Other/a.txt';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-killed-move-'));
  for (const name of ['.sitesync', 'Other', 'Spec Sheet']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, FROM), 'text');
});

afterEach(() => rmSync(folder, { recursive: true }));

function killedBefore(
  step: string,
  moves: readonly (readonly [from: string, to: string])[],
  spared = 0,
): Promise<NodeJS.Signals | null> {
  const script = join(import.meta.dirname, 'killed-move.child.ts');
  const args = [script, folder, JSON.stringify(moves), step, String(spared)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
}

async function scanned(): Promise<readonly string[]> {
  const paths: string[] = [];
  const disk = createDisk();
  value(
    await disk.scan(folder, { ignore: [], scope: null }, (files) =>
      paths.push(...files.map((file) => file.path)),
    ),
  );
  await disk.close();
  return paths;
}

/** The step, where the file is to go, its names then, and the one that it has in the end. */
const KILLS = [
  ['linkSync', 'Spec Sheet/b.txt', 1, FROM],
  ['unlinkSync', 'Spec Sheet/b.txt', 2, FROM],
  // One name to most other systems.
  ...(process.platform === 'linux' ? ([['unlinkSync', 'Other/A.txt', 2, FROM]] as const) : []),
  ['rm', 'Spec Sheet/b.txt', 1, 'Spec Sheet/b.txt'],
] as const;

// Windows renames in one step.
it.skipIf(process.platform === 'win32').each(KILLS)(
  'a move killed before %s, to %s, leaves one name to the next scan',
  async (step, to, names, left) => {
    expect(await killedBefore(step, [[FROM, to]])).toBe('SIGKILL');
    const file = [FROM, to]
      .map((path) => join(folder, path))
      .find((path) => statSync(path, { throwIfNoEntry: false }));
    expect(statSync(file!).nlink).toBe(names);
    expect(readdirSync(join(folder, PARTIALS))).toHaveLength(1);
    expect(await scanned()).toEqual([left]);
    expect(await filesIn(folder)).toEqual({ [left]: 'text' });
    expect(statSync(join(folder, left)).nlink).toBe(1);
    expect(readdirSync(join(folder, PARTIALS))).toEqual([]);
  },
);

// First of the name under which the copy was made, then of its own.
it.skipIf(!canMount).each([
  [FROM, 'Stick/a.txt', 0],
  [FROM, 'Stick/a.txt', 1],
  ['Stick/a.txt', FROM, 0],
  ['Stick/a.txt', FROM, 1],
])(
  'a move from %s to %s on another drive, killed before unlink %i, is one to the next scan',
  async (from, to, n) => {
    const stick = newStick();
    try {
      stick.plugIn(join(folder, 'Stick'));
      writeFileSync(join(folder, 'Stick/a.txt'), 'text');
      rmSync(join(folder, to));
      expect(await killedBefore('unlinkSync', [[from, to]], n)).toBe('SIGKILL');
      expect(await filesIn(folder)).toMatchObject({ [from]: 'text', [to]: 'text' });
      expect(await scanned()).toEqual([from]);
      expect(Object.keys(await filesIn(folder)).filter((path) => !path.includes('.sitesync/'))).toEqual([
        from,
      ]);
    } finally {
      stick.close();
    }
  },
);

it.skipIf(process.platform === 'win32')(
  'of moves that go together and are killed half-way each file has one name to the next scan',
  async () => {
    const names = Array.from({ length: 12 }, (_, n) => `${n}.txt`);
    for (const name of names) writeFileSync(join(folder, 'Other', name), name);
    const moves = names.map((name) => [`Other/${name}`, `Spec Sheet/${name}`] as const);
    // The first goes alone, and the others together.
    expect(await killedBefore('unlinkSync', moves, 6)).toBe('SIGKILL');
    const found = (): readonly string[] =>
      ['Other', 'Spec Sheet'].flatMap((each) => readdirSync(join(folder, each))).sort();
    expect(found().length).toBe(names.length + 2);
    await scanned();
    expect(found()).toEqual(['a.txt', ...names].sort());
    expect(readdirSync(join(folder, PARTIALS))).toEqual([]);
  },
);

// One name to most other systems.
it.skipIf(process.platform !== 'linux')(
  'two names that differ in case alone stay where a person gave them',
  async () => {
    linkSync(join(folder, FROM), join(folder, 'Other/A.txt'));
    const disk = createDisk();
    const seen = value(await disk.stat(folder, FROM as RelPath));
    expect(await disk.move(folder, { ...seen!, hash: null }, 'Other/A.txt' as RelPath)).toMatchObject({
      ok: false,
      failure: { code: 'changed-meanwhile' },
    });
    await disk.close();
    expect(Object.keys(await filesIn(folder)).sort()).toEqual(['Other/A.txt', FROM]);
  },
);

it('a move that this process is at is not taken back by a scan', async () => {
  const notes = new MoveNotes();
  const to = 'Spec Sheet/b.txt';
  const move = { from: FROM as RelPath, to: to as RelPath };
  await notes.keep(folder, move, async () => {
    linkSync(join(folder, FROM), join(folder, to));
    await notes.takeBack(folder);
    expect(Object.keys(await filesIn(folder)).sort()).toEqual([FROM, to]);
    unlinkSync(join(folder, FROM));
  });
  expect(await filesIn(folder)).toEqual({ [to]: 'text' });
  expect(readdirSync(join(folder, PARTIALS))).toEqual([]);
});

it('a second name that a person gives the file at that moment is theirs', async () => {
  const to = 'Spec Sheet/b.txt';
  const move = { from: FROM as RelPath, to: to as RelPath };
  const moved = new MoveNotes().keep(folder, move, async () => {
    linkSync(join(folder, FROM), join(folder, to));
    placeNew(join(folder, FROM), join(folder, to), move.to);
  });
  await expect(moved).rejects.toThrow(Refused);
  expect(await filesIn(folder)).toEqual({ [FROM]: 'text', [to]: 'text' });
  expect(readdirSync(join(folder, PARTIALS))).toEqual([]);
});
