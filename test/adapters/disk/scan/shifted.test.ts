import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { walk } from '../../../../main/adapters/disk/scan/walk.ts';

/** More than cross in one batch, so that the walk can be met in its middle. */
const MANY = 1200;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-shifted-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, '.sitesync', 'site.json'), '{}');
  for (const category of ['Other', 'Spec Sheet']) {
    mkdirSync(join(folder, category, 'day'), { recursive: true });
    for (let n = 0; n < MANY; n++) writeFileSync(join(folder, category, 'day', `${n}.txt`), '');
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Walks, and at the first files of a category folder does something to the two; tells whether that was noticed. */
function shiftedBy(act: (first: string, second: string) => void): boolean {
  let isDone = false;
  const job = {
    kind: 'scan',
    folder,
    ignore: ['*.part/'],
    scope: null,
    drives: [],
    known: new Map(),
  } as const;
  const report = walk(job, ({ files }) => {
    const first = files?.paths.split('/')[0];
    if (isDone || first === undefined) return;
    isDone = true;
    act(join(folder, first), join(folder, first === 'Other' ? 'Spec Sheet' : 'Other'));
  });
  if (!('shifted' in report)) throw new Error('The folder is not there');
  return report.shifted;
}

it('a walk that saw a folder in both of its places says so', () => {
  expect(shiftedBy((first, second) => renameSync(join(first, 'day'), join(second, 'moved on')))).toBe(true);
});

it('a walk that saw a folder in neither of its places says so', () => {
  expect(shiftedBy((first, second) => renameSync(join(second, 'day'), join(first, 'moved back')))).toBe(true);
});

it('a walk that saw a file in both of its places says so', () => {
  expect(shiftedBy((first, second) => renameSync(join(first, 'day/1.txt'), join(second, '1.txt')))).toBe(
    true,
  );
});

it('a walk that saw a file in neither of its places says so', () => {
  expect(shiftedBy((first, second) => renameSync(join(second, 'day/1.txt'), join(first, '1.txt')))).toBe(
    true,
  );
});

it('a walk during which files of two folders traded places says so: it saw one twice, and one not at all', () => {
  expect(
    shiftedBy((first, second) => {
      renameSync(join(first, 'day/1.txt'), join(first, 'day/aside'));
      renameSync(join(second, 'day/1.txt'), join(first, 'day/1.txt'));
      renameSync(join(first, 'day/aside'), join(second, 'day/1.txt'));
    }),
  ).toBe(true);
});

it('nothing is said of files that have two names, though one of them is saved meanwhile', () => {
  linkSync(join(folder, 'Other/day/1.txt'), join(folder, 'Spec Sheet/day/also'));
  linkSync(join(folder, 'Other/day/2.txt'), join(folder, 'Other/day/again'));
  expect(
    shiftedBy(() => {
      for (const place of ['Other/day/1.txt', 'Spec Sheet/day/also', 'Other/day/again']) {
        writeFileSync(join(folder, 'saving'), 'new');
        renameSync(join(folder, 'saving'), join(folder, place));
      }
    }),
  ).toBe(false);
});

it('nothing is said of files that are saved or gone again meanwhile, nor of what is left out', () => {
  expect(
    shiftedBy((first) => {
      writeFileSync(join(first, 'saving'), '');
      renameSync(join(first, 'saving'), join(first, 'day', '1.txt'));
      writeFileSync(join(first, 'day', '~$1.txt'), '');
      mkdirSync(join(first, 'download.part'));
    }),
  ).toBe(false);
});
