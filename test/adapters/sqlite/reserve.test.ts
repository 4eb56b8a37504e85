import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFull, mirrorFailure } from '../../../main/adapters/sqlite/mirror-error.ts';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { Reserve } from '../../../main/adapters/sqlite/reserve.ts';
import { SmallDisk, whyNoMount } from '../../support/faults/bad-disk.ts';

const MIB = 1024 * 1024;

let folder: string;
const file = (): string => join(folder, 'reserve');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-reserve-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('room that is kept for a full disk', () => {
  it('is kept once, made anew where it is cut off, and given up', () => {
    const reserve = new Reserve(folder);
    reserve.keep();
    const { ino, size, mode, blocks } = statSync(file());
    expect([size, mode & 0o077]).toEqual([4 * MIB, 0]);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    reserve.keep();
    expect(statSync(file()).ino).toBe(ino);
    truncateSync(file(), 1);
    reserve.keep();
    expect(statSync(file()).size).toBe(4 * MIB);
    expect([reserve.giveUp(), existsSync(file()), reserve.giveUp()]).toEqual([true, false, false]);
  });

  const noMount = whyNoMount();
  it.skipIf(noMount !== null)('is not kept where others need what is left', async () => {
    const disk = await SmallDisk.at(join(folder, 'disk'), '71m');
    try {
      const reserve = new Reserve(join(folder, 'disk'));
      await disk.fill(67 * MIB);
      reserve.keep();
      expect(existsSync(join(folder, 'disk', 'reserve'))).toBe(false);
      await disk.empty();
      reserve.keep();
      expect(existsSync(join(folder, 'disk', 'reserve'))).toBe(true);
    } finally {
      disk.unmount();
    }
  });

  it.each(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])('is given up where SQLite says %s', (code) => {
    const full = new Database.SqliteError('disk I/O error', code);
    expect(isFull(full)).toBe(true);
    expect(mirrorFailure(full)).toMatchObject({ code: 'disk-full', retry: 'later' });
  });

  it('is kept by a program that is at rest, and by none that only does its work', () => {
    vi.useFakeTimers();
    const opened = openMirror(folder);
    if (!opened.ok) throw new Error(opened.failure.message);
    opened.value.setSetting('a', 'b');
    expect(existsSync(file())).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(existsSync(file())).toBe(true);
    opened.value.close();
  });
});
