import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { walk } from '../../../../main/adapters/disk/scan/walk.ts';

/** What a person does once the first of these files was looked at, and before the next is. */
const meanwhile = vi.hoisted(() => ({ act: null as ((looked: string) => void) | null }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const lstatSync = (path: string, options: Fs.StatSyncOptions): unknown => {
    const stats = fs.lstatSync(path, options);
    const { act } = meanwhile;
    if (act !== null && path.endsWith('.jpg')) {
      meanwhile.act = null;
      act(path);
    }
    return stats;
  };
  return { ...fs, lstatSync };
});

let folder: string;
let photos: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-traded-'));
  photos = join(folder, 'Photos');
  for (const each of ['.sitesync', 'Photos']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, '.sitesync', 'site.json'), '{}');
  for (const each of ['a.jpg', 'b.jpg']) writeFileSync(join(photos, each), each);
});

afterEach(() => {
  meanwhile.act = null;
  rmSync(folder, { recursive: true });
});

function shifted(): boolean {
  const job = { kind: 'scan', folder, ignore: [], scope: null, drives: [], known: new Map() } as const;
  const report = walk(job, () => undefined);
  if (!('shifted' in report)) throw new Error('The folder is not there');
  expect([meanwhile.act, report.files]).toEqual([null, 2]);
  return report.shifted;
}

it('a walk during which two files of one folder traded places says so: it saw one of them twice', () => {
  meanwhile.act = (looked) => {
    const other = join(photos, looked.endsWith('a.jpg') ? 'b.jpg' : 'a.jpg');
    renameSync(looked, join(photos, 'aside'));
    renameSync(other, looked);
    renameSync(join(photos, 'aside'), other);
  };
  expect(shifted()).toBe(true);
});

it('nothing is said where one of them is saved then', () => {
  meanwhile.act = (looked) => {
    writeFileSync(join(photos, 'saving'), 'new');
    renameSync(join(photos, 'saving'), looked);
  };
  expect(shifted()).toBe(false);
});
