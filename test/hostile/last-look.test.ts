import { linkSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprintOf } from '../../main/adapters/disk/fingerprint.ts';
import {
  dropSecondName,
  renameIfSame,
  replaceIfSame,
  unlinkIfSame,
} from '../../main/adapters/disk/paths/last-look.ts';

let dir: string;
let plan: string;
let part: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitesync-last-look-'));
  plan = join(dir, 'plan.txt');
  part = join(dir, 'part');
  writeFileSync(plan, 'seen');
  writeFileSync(part, 'fetched');
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const seen = () => fingerprintOf(statSync(plan, { bigint: true }));

/** As an editor saves: another file takes the name. */
function save(): void {
  writeFileSync(join(dir, 'saving'), 'saved');
  renameSync(join(dir, 'saving'), plan);
}

it('what was saved since is neither replaced, moved nor removed', () => {
  const before = seen();
  save();
  expect(replaceIfSame(part, plan, before)).toBe(false);
  expect(renameIfSame(plan, join(dir, 'trash'), before)).toBe(false);
  expect(unlinkIfSame(plan, before)).toBe(false);
  expect([readFileSync(plan, 'utf8'), readFileSync(part, 'utf8')]).toEqual(['saved', 'fetched']);
});

it('what is as it was seen is replaced, moved or removed', () => {
  expect(replaceIfSame(part, plan, seen())).toBe(true);
  expect(readFileSync(plan, 'utf8')).toBe('fetched');
  expect(renameIfSame(plan, part, seen())).toBe(true);
  expect(readFileSync(part, 'utf8')).toBe('fetched');
  writeFileSync(plan, 'seen');
  expect(unlinkIfSame(plan, seen())).toBe(true);
});

it('a file that was saved under the old name of a moved one stays', () => {
  const moved = join(dir, 'moved.txt');
  linkSync(plan, moved);
  save();
  dropSecondName(plan, moved);
  expect([readFileSync(plan, 'utf8'), readFileSync(moved, 'utf8')]).toEqual(['saved', 'seen']);
});
