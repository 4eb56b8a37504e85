import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStage } from '../../../../main/adapters/disk/drop/stage.ts';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import type { DropStage } from '../../../../main/app/ports.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value } from '../suite/bench.ts';

/** A drive without hard links that gives a file another number with another name, and what happens right after that. */
const drive = vi.hoisted(() => ({ renamed: new Set<string>(), onRenamed: (_path: string) => {} }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const lstatSync = (path: string, options: Fs.StatSyncOptions & { readonly bigint: true }): unknown => {
    const stats = fs.lstatSync(path, options);
    if (stats !== undefined && drive.renamed.has(path)) stats.ino += 1_000_000n;
    return stats;
  };
  return {
    ...fs,
    lstatSync,
    linkSync: () => {
      throw Object.assign(new Error('no hard links here'), { code: 'EPERM', syscall: 'link' });
    },
    renameSync: (from: string, to: string) => {
      fs.renameSync(from, to);
      drive.renamed.add(to);
      drive.onRenamed(to);
    },
  };
});

let folder: string;
let stage: DropStage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-renumbered-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, 'in the way'), 'a file where a folder is needed');
  drive.renamed.clear();
  drive.onRenamed = () => undefined;
  stage = value(await openStage(folder, 'drop-1', { first: 'a.txt', folder: null, files: 1 }));
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    const bytes = (async function* () {
      yield Buffer.from(text);
    })();
    const incoming = { path: text, size: text.length, modifiedAt: 1_700_000_000_000, bytes };
    value(await stage.write(index, incoming, () => undefined));
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The third has no place to go. */
async function placeInVain(): Promise<void> {
  const targets = ['Other/one', 'Other/two', 'in the way/three'] as RelPath[];
  const files = targets.map((target, index) => ({ index, target }));
  failure(await stage.place(files, (target) => `${target} (2)` as RelPath));
  await stage.discard();
}

it('a drop that failed leaves none of its files where the drive numbers them anew', async () => {
  await placeInVain();
  expect(readdirSync(folder, { recursive: true }).map(String)).not.toContain(join('Other', 'one'));
  expect(readdirSync(folder, { recursive: true }).map(String)).not.toContain(join('Other', 'two'));
});

it('and removes nothing that a person saved there meanwhile, be it of the same length', async () => {
  drive.onRenamed = (path) => {
    if (path.endsWith('one')) writeFileSync(path, 'ONE');
  };
  await placeInVain();
  expect(readdirSync(join(folder, 'Other'))).toEqual(['one']);
  expect(readFileSync(join(folder, 'Other/one'), 'utf8')).toBe('ONE');
});
