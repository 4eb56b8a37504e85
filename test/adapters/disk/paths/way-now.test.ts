import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import { Refused } from '../../../../main/adapters/disk/problem.ts';
import { makeWay } from '../../../../main/adapters/disk/paths/way.ts';
import { makeWayNow, unchangedIn } from '../../../../main/adapters/disk/paths/way-now.ts';
import type { ScannedFile } from '../../../../main/sync/ports/disk.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-way-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each<[string, (folder: string, parent: string) => Promise<void>]>([
  ['now', async (...way) => makeWayNow(...way)],
  ['beside others', makeWay],
])('a way that is made %s', (_, make) => {
  it('has the folders that were missing', async () => {
    mkdirSync(join(folder, '.sitesync'));
    writeFileSync(join(folder, MARKER), '{}');
    await make(folder, 'Other/deep/deeper');
    expect(readdirSync(join(folder, 'Other/deep'))).toEqual(['deeper']);
    await make(folder, 'Other/deep/deeper');
  });

  it('leaves nothing in the empty place of a drive that went the moment before', async () => {
    await expect(make(folder, 'Other/deep/deeper')).rejects.toThrow(/marker/);
    await expect(make(folder, '.sitesync/tmp')).rejects.toThrow(/marker/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves what others put there meanwhile', async () => {
    mkdirSync(join(folder, 'Other'));
    await expect(make(folder, 'Other/deep')).rejects.toThrow(/marker/);
    expect(readdirSync(folder)).toEqual(['Other']);
  });
});

it('looks once at the way to files that lie together, and at each way to others', () => {
  const seen = (path: string): ScannedFile => {
    const stats = statSync(join(folder, path), { bigint: true });
    return { path: path as RelPath, size: Number(stats.size), mtimeNs: stats.mtimeNs, ino: stats.ino };
  };
  for (const path of ['a/1', 'a/2', 'b/3', 'b/4']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const [one, two, three, four] = [seen('a/1'), seen('a/2'), seen('b/3'), seen('b/4')];
  const unchanged = unchangedIn(folder);
  expect(unchanged(one)).toBe(join(folder, 'a/1'));
  expect(unchanged(two)).toBe(join(folder, 'a/2'));
  // The very same files, beyond a link.
  renameSync(join(folder, 'b'), join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'b'));
  for (const file of [three, four]) expect(() => unchanged(file)).toThrow(Refused);
  // Others, in a place that was looked at.
  renameSync(join(folder, 'a'), join(folder, 'aside'));
  expect(() => unchanged(one)).toThrow(Refused);
  mkdirSync(join(folder, 'other'));
  for (const name of ['1', '2']) writeFileSync(join(folder, 'other', name), `a/${name}`);
  symlinkSync(join(folder, 'other'), join(folder, 'a'));
  expect(() => unchanged(two)).toThrow(Refused);
});
