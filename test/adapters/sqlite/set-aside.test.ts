import { readFileSync, renameSync, writeFileSync } from 'node:fs';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { setAside } from '../../../main/adapters/sqlite/damage.ts';
import { migrate } from '../../../main/adapters/sqlite/migrations/migrate.ts';
import { MirrorHome, NOW } from './mirror-home.ts';
import { followed, SITE } from '../../support/model-values.ts';

let home: MirrorHome;

beforeEach(() => {
  home = new MirrorHome();
});

afterEach(() => {
  home.remove();
});

it.each([
  ['another was begun', ['-wal', '-shm', ''], () => undefined],
  [
    'its choices were taken over',
    ['-wal', '-shm', ''],
    () => {
      const half = new Database(home.file);
      half.pragma('journal_mode = WAL');
      migrate(half);
      half.close();
    },
  ],
  ['all of it was moved', ['-wal', '-shm'], () => undefined],
])('a damaged file that was set aside comes back where the process died before %s', (_, moved, meanwhile) => {
  const mirror = home.open();
  mirror.follow(followed(SITE));
  // As a process leaves them that is killed: what was chosen is in the log.
  const files = ['-wal', '-shm', ''].map((suffix) => [suffix, readFileSync(home.file + suffix)] as const);
  mirror.close();
  for (const [suffix, bytes] of files) writeFileSync(home.file + suffix, bytes);
  const { movedTo } = setAside(home.file, 'it is cursed', NOW);
  for (const [suffix] of files) if (!moved.includes(suffix)) renameSync(movedTo + suffix, home.file + suffix);
  meanwhile();
  const next = home.open();
  expect(next.rebuilt).toMatchObject({ reason: 'it is cursed', sitesLost: 0 });
  expect(next.followed()).toEqual([followed(SITE)]);
  next.close();
  expect(home.open().rebuilt).toBeNull();
});
