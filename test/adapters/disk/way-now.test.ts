import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MARKER } from '../../../main/adapters/disk/layout.ts';
import { makeWayNow } from '../../../main/adapters/disk/way-now.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-way-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('makes the folders that are missing on the way', () => {
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, MARKER), '{}');
  makeWayNow(folder, 'Other/deep/deeper');
  expect(readdirSync(join(folder, 'Other/deep'))).toEqual(['deeper']);
  makeWayNow(folder, 'Other/deep/deeper');
});

it('leaves nothing in the empty place of a drive that went the moment before', () => {
  expect(() => makeWayNow(folder, 'Other/deep/deeper')).toThrow(/marker/);
  expect(() => makeWayNow(folder, '.sitesync/tmp')).toThrow(/marker/);
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves what others put there meanwhile', () => {
  mkdirSync(join(folder, 'Other'));
  expect(() => makeWayNow(folder, 'Other/deep')).toThrow(/marker/);
  expect(readdirSync(folder)).toEqual(['Other']);
});
