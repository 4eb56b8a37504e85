import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const IMPORTED = /(?:from|import)\s*\(?'(\.[^']+)'/g;

/** An import from a folder into one beside it. */
interface Way {
  readonly from: string;
  readonly to: string;
  /** The two files. */
  readonly by: string;
}

/** Where the two files part: the folders, with all folders above them, of which one imports the other. */
function wayOf(file: string, imported: string): readonly Way[] {
  const [from, to] = [file.split('/'), imported.split('/')];
  const parts = from.findIndex((name, at) => name !== to[at]);
  // A file that lies beside folders joins them.
  if (parts + 1 >= from.length || parts + 1 >= to.length) return [];
  const above = (path: readonly string[]): string => path.slice(0, parts + 1).join('/');
  return [{ from: above(from), to: above(to), by: `${file} imports ${imported}` }];
}

function waysIn(folder: string): readonly Way[] {
  // The test of imports puts such folders there for a moment, and takes them away.
  const exclude = ['**/forbidden-import-probe'];
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED)].flatMap(([, imported = '']) =>
      wayOf(file, join(dirname(file), imported)),
    ),
  );
}

/** The first round trip that is found, import by import; empty if there is none. */
function roundTrip(ways: readonly Way[]): readonly string[] {
  const leaving = Map.groupBy(ways, ({ from }) => from);
  const done = new Set<string>();
  const search = (folder: string, path: readonly Way[]): readonly Way[] => {
    const began = path.findIndex(({ from }) => from === folder);
    if (began >= 0) return path.slice(began);
    if (done.has(folder)) return [];
    for (const way of leaving.get(folder) ?? []) {
      const found = search(way.to, [...path, way]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of leaving.keys()) {
    const found = search(folder, []);
    if (found.length > 0) return found.map(({ by }) => by);
  }
  return [];
}

it.each(['main', 'renderer', 'shared', 'test'])('no folders of %s import each other in a round', (folder) => {
  const ways = waysIn(folder);
  expect(ways.length).toBeGreaterThan(5);
  expect(roundTrip(ways)).toEqual([]);
});

it('a round of three folders is found, each import of it named', () => {
  const ways = [
    ['x/a/one.ts', 'x/b/two.ts'],
    ['x/b/two.ts', 'x/c/deep/three.ts'],
    ['x/b/two.ts', 'x/d/four.ts'],
    ['x/c/deep/five.ts', 'x/a/one.ts'],
    ['x/top.ts', 'x/a/one.ts'],
    ['x/d/four.ts', 'x/top.ts'],
  ].flatMap(([from = '', to = '']) => wayOf(from, to));
  expect(roundTrip(ways)).toEqual([
    'x/a/one.ts imports x/b/two.ts',
    'x/b/two.ts imports x/c/deep/three.ts',
    'x/c/deep/five.ts imports x/a/one.ts',
  ]);
  expect(roundTrip(ways.slice(1))).toEqual([]);
});
