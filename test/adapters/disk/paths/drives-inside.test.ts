import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveMark, DrivesInside } from '../../../../main/adapters/disk/paths/drives-inside.ts';
import { canMount, newStick } from '../../../support/faults/drives.ts';

let root: string;
let drives: DrivesInside;
let here: bigint;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitesync-drives-'));
  mkdirSync(join(root, 'Other/deep'), { recursive: true });
  here = statSync(root, { bigint: true }).dev;
  drives = new DrivesInside(root);
});

afterEach(() => rmSync(root, { recursive: true }));

it('a drive that goes while its folder is read was none', () => {
  drives.see('', { dev: here });
  drives.see('Other', { dev: here + 1n });
  drives.see('Other/deep', { dev: here + 1n });
  expect(drives.lookAgain([])).toEqual([{ folder: 'Other', disk: null }]);
});

it('so was one that goes with its folder', () => {
  drives.see('Other', { dev: here + 1n });
  rmSync(join(root, 'Other'), { recursive: true });
  expect(drives.lookAgain([])).toEqual([{ folder: 'Other', disk: null }]);
});

it('a folder on the drive of the site is none', () => {
  drives.see('Other', { dev: here });
  drives.see('Other/deep', { dev: here });
  expect(drives.lookAgain([])).toEqual([]);
});

describe('a drive that tells no birth', () => {
  it.each([
    ['1601', -11_644_473_600n],
    ['1970', 0n],
    ['1980', 315_532_800n],
  ])('but %s is known by its size', (_, seconds) => {
    const stats = { dev: 5n, ino: 1n, birthtimeNs: seconds * 1_000_000_000n };
    const [small, large] = [driveMark(stats, () => 8_000n), driveMark(stats, () => 16_000n)];
    expect(small).not.toBe(large);
    expect(driveMark(stats, () => 8_000n)).toBe(small);
  });
});

describe.skipIf(!canMount)('a stick in the place of one that was taken out', () => {
  /** What a scan says of it but for its number, which the system may give to the next one. */
  function plugIn(): string | undefined {
    const stick = newStick();
    const folder = join(root, 'Other');
    stick.plugIn(folder);
    try {
      const stats = statSync(folder, { bigint: true });
      drives.see('Other', stats);
      const found = drives.lookAgain([]);
      expect(drives.lookAgain([])).toEqual(found);
      return found[0]?.disk?.replace(String(stats.dev), '');
    } finally {
      stick.close();
    }
  }

  it('is told from it, though it gets its number', () => {
    const before = plugIn();
    expect(before).toBeTypeOf('string');
    expect(plugIn()).not.toBe(before);
  });

  it('is the same where its size changes, as that of a pool with each file', () => {
    const stick = newStick();
    const folder = join(root, 'Other');
    stick.plugIn(folder);
    try {
      drives.see('Other', statSync(folder, { bigint: true }));
      const before = drives.lookAgain([]);
      execFileSync('mount', ['-o', 'remount,size=8m', stick.home], { stdio: 'pipe' });
      expect(statfsSync(folder).blocks * statfsSync(folder).bsize).toBe(8 * 2 ** 20);
      expect(drives.lookAgain([])).toEqual(before);
    } finally {
      stick.close();
    }
  });
});
