import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropStrangeLock, hasLock } from '../../../main/hosts/electron/computer/single-instance.ts';

const NAME = 'annas-laptop.example';
/** No system counts so far. */
const NOBODY = 2 ** 30;

describe.skipIf(process.platform === 'win32')('the lock of the one instance', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitesync-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    [
      'a name that the laptop had in another network, of a process that is no more',
      'annas-laptop.lan',
      NOBODY,
      true,
    ],
    ['such a name, of a number that another program has by now', 'annas-laptop.lan', process.pid, false],
  ])('goes where it is left under %s', (_what, name, pid, isHeard) => {
    lockOf(name, pid, isHeard);
    dropStrangeLock(folder, NAME);
    expect(hasLock(folder)).toBe(false);
  });

  it.each([
    ['the name that the laptop had when it was started', 'annas-laptop.lan', process.pid, true],
    ['the name of now, where Chromium sees by itself whether it runs', NAME, NOBODY, false],
  ])('stays under %s', (_what, name, pid, isHeard) => {
    lockOf(name, pid, isHeard);
    dropStrangeLock(folder, NAME);
    expect(hasLock(folder)).toBe(true);
  });

  it('is none where there is none, and stays what it is where it is no link', () => {
    dropStrangeLock(folder, NAME);
    expect(hasLock(folder)).toBe(false);
    writeFileSync(join(folder, 'SingletonLock'), '');
    dropStrangeLock(folder, NAME);
    expect(lstatSync(join(folder, 'SingletonLock')).isFile()).toBe(true);
  });

  function lockOf(name: string, pid: number, isHeard: boolean): void {
    symlinkSync(`${name}-${pid}`, join(folder, 'SingletonLock'));
    const socket = join(folder, 'socket of temporary files');
    if (isHeard) writeFileSync(socket, '');
    symlinkSync(socket, join(folder, 'SingletonSocket'));
    expect(existsSync(join(folder, 'SingletonSocket'))).toBe(isHeard);
  }
});
