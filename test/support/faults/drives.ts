import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoMount } from './bad-disk.ts';

/** A file system of its own, as a stick, that can be plugged in at a folder and taken out with what is on it. */
export interface Stick {
  /** Where it can be reached whether it is plugged in or not. */
  readonly home: string;
  plugIn(folder: string): void;
  takeOut(folder: string): void;
  close(): void;
}

/** May file systems be mounted here? Only by root, and not in every container. */
export const canMount: boolean = whyNoMount() === null;

/** `size` as `mount` takes it; null for a folder of this disk, mounted as a stick is. */
export function newStick(size: string | null = '4m'): Stick {
  const home = mkdtempSync(join(tmpdir(), 'sitesync-stick-'));
  if (size !== null) run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', home);
  const plugged = new Set<string>();
  const takeOut = (folder: string): void => {
    run('umount', '-l', folder);
    plugged.delete(folder);
  };
  return {
    home,
    plugIn: (folder) => {
      mkdirSync(folder, { recursive: true });
      run('mount', '--bind', home, folder);
      plugged.add(folder);
    },
    takeOut,
    close: () => {
      for (const folder of plugged) takeOut(folder);
      if (size !== null) run('umount', '-l', home);
      rmSync(home, { recursive: true });
    },
  };
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'pipe' });
}
