import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { ScannedFile, ScanScope } from '../../../main/sync/ports/disk.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { ScanWriter } from '../../../main/sync/ports/mirror/looks.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { local, path, scanned, SITE } from '../../support/model-values.ts';

/**
 * A scan that leaves out the folders which have their known version, beside one that compares every file, over random
 * histories of a disk, scans of all and of parts of it, scans that break off, and commits before, during and after them.
 */

type Disk = ReadonlyMap<string, ScannedFile>;

/** One of them is a file at times, and a folder at others. */
const FILES = ['1', 'a/1', 'a/b', 'a/b/1', 'a-b/1'];
const FOLDERS = ['', 'a', 'a/b', 'a-b'];
const SCOPES: readonly (ScanScope | null)[] = [
  null,
  null,
  null,
  ...FOLDERS.map((folder) => ({ below: [folder], directly: [] })),
  ...FOLDERS.map((folder) => ({ below: [], directly: [folder] })),
  { below: ['a-b'], directly: ['', 'a'] },
];

const file = fc.constantFrom(...FILES);
const size = fc.nat(2);
const write = fc.record({ do: fc.constant('write' as const), file, size });
const remove = fc.record({ do: fc.constant('remove' as const), file });
const commit = fc.record({ do: fc.constant('commit' as const), file, size: fc.option(size) });
const scan = fc.record({
  do: fc.constant('scan' as const),
  scope: fc.constantFrom(...SCOPES),
  /** What happens between the look at the disk and the end of the scan. */
  meanwhile: fc.array(fc.oneof(write, remove, commit), { maxLength: 2 }),
  unreadable: fc.option(fc.constantFrom(...FOLDERS), { freq: 1 }),
  breaksOff: fc.constantFrom(true, false, false, false),
});
const history = fc.array(fc.oneof(write, remove, commit, { arbitrary: scan, weight: 3 }), { maxLength: 24 });

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Scan = Drawn<typeof scan>;
type Change = Drawn<typeof write> | Drawn<typeof remove> | Drawn<typeof commit>;

/** Looks at the disk as a walk does, and hands out what is not known. */
function look(disk: Disk, scope: ScanScope | null, unreadable: string | null, writer: ScanWriter | null) {
  const known = writer?.versions(scope) ?? new Map<string, string>();
  const isIn = (folder: string, above: string): boolean =>
    above === '' || folder === above || folder.startsWith(`${above}/`);
  const isLookedAt = (folder: string): boolean =>
    (unreadable === null || !isIn(folder, unreadable)) &&
    (scope === null || scope.below.some((each) => isIn(folder, each)) || scope.directly.includes(folder));
  const files = new Map<string, ScannedFile[]>();
  for (const each of disk.values()) {
    const folder = folderOf(each.path);
    if (isLookedAt(folder)) files.set(folder, [...(files.get(folder) ?? []), each]);
  }
  const folders = [...new Set([...files.keys(), ...[...known.keys()].filter(isLookedAt)])].map((folder) => ({
    folder,
    version: JSON.stringify((files.get(folder) ?? []).map((each) => [each.path, each.size])),
  }));
  const handedOut = folders
    .filter(({ folder, version }) => known.get(folder) !== version)
    .flatMap(({ folder }) => files.get(folder) ?? []);
  const above = [...disk.values()].flatMap((each) => foldersAbove(folderOf(each.path)));
  const standing = [...new Set(above)].filter((folder) => scope?.directly.includes(folderOf(path(folder))));
  return { handedOut, folders, standing };
}

function foldersAbove(folder: string): readonly string[] {
  const names = folder === '' ? [] : folder.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

describe('a scan that leaves out what is known', () => {
  let data: string;
  const opened: Mirror[] = [];

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'sitesync-scans-'));
    for (const name of ['knowing', 'plain']) {
      const mirror = openMirror(join(data, name));
      if (!mirror.ok) throw new Error(mirror.failure.message);
      opened.push(mirror.value);
    }
  });

  afterEach(() => {
    for (const mirror of opened.splice(0)) mirror.close();
    rmSync(data, { recursive: true, force: true });
  });

  it.each([
    ['on SQLite', () => opened],
    ['in memory', () => [new MemoryMirror(), new MemoryMirror()]],
  ])('leads to the same local tree as one that compares every file, %s', (_, mirrors) => {
    fc.assert(
      fc.property(history, (steps) => {
        const [knowing, plain] = mirrors();
        if (knowing === undefined || plain === undefined) throw new Error('Not opened');
        const both = [knowing, plain];
        for (const mirror of both) mirror.unfollow(SITE);
        const disk = new Map<string, ScannedFile>();
        for (const step of steps) {
          if (step.do !== 'scan') {
            change(disk, both, step);
            continue;
          }
          const ends = [begin(disk, knowing, step, true), begin(disk, plain, step, false)];
          for (const each of step.meanwhile) change(disk, both, each);
          for (const end of ends) end();
          expect(tree(knowing)).toEqual(tree(plain));
        }
      }),
      { numRuns: 400 },
    );
  });
});

function change(disk: Map<string, ScannedFile>, mirrors: readonly Mirror[], step: Change): void {
  if (step.do === 'write') {
    for (const other of disk.keys())
      if (other.startsWith(`${step.file}/`) || step.file.startsWith(`${other}/`)) disk.delete(other);
    disk.set(step.file, scanned(step.file, { size: step.size }));
  } else if (step.do === 'remove') disk.delete(step.file);
  else
    for (const mirror of mirrors)
      mirror.commit(SITE, [
        step.size === null
          ? { dropLocal: path(step.file) }
          : { local: local(step.file, { size: step.size }) },
      ]);
}

/** Looks at the disk; what is returned takes over what was seen. */
function begin(disk: Disk, mirror: Mirror, step: Scan, knows: boolean): () => void {
  const writer = mirror.beginScan(SITE);
  const { handedOut, folders, standing } = look(disk, step.scope, step.unreadable, knows ? writer : null);
  writer.add(handedOut);
  if (knows) writer.addFolders(folders);
  const unreadable = step.unreadable === null ? [] : [step.unreadable];
  return () => {
    if (step.breaksOff) return;
    for (const _ of writer.finish({ scope: step.scope, standing, unreadable, at: 1 }));
  };
}

function tree(mirror: Mirror): readonly string[] {
  return [...mirror.trees(SITE).local.values()].map((each) => `${each.path} ${each.size}`).toSorted();
}
