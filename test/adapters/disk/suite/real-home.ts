import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  link,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import type { Marker } from '../../../../main/sync/ports/disk.ts';
import { canMount, newStick, type Stick } from '../../../support/faults/drives.ts';
import type { DiskHome } from './disk-home.ts';

const run = promisify(execFile);
/** Nobody: to whom permissions apply, while root may do everything. */
const NOBODY = 65_534;

/** The real adapter in a temporary folder, which is removed at the end. */
export async function realHome(): Promise<DiskHome> {
  const root = await mkdtemp(join(tmpdir(), 'sitesync-disk-'));
  const folder = join(root, 'Harbour House');
  const outside = join(root, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await chmod(root, 0o755);
  const disk = createDisk();
  const sticks: Stick[] = [];
  const full = (path: string): string => join(folder, path);
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(full(path)), { recursive: true });
    await writeFile(full(path), content);
  };
  return {
    disk,
    folder,
    now: () => Date.now(),
    hands: {
      write,
      replace: async (path, content) => {
        await write(`${path}.saving`, content);
        await rename(full(`${path}.saving`), full(path));
      },
      append: (path, content) => appendFile(full(path), content),
      rename: async (from, to) => {
        await mkdir(dirname(full(to)), { recursive: true });
        await rename(full(from), full(to));
      },
      remove: (path) => rm(full(path), { recursive: true }),
      makeFolder: async (path) => {
        await mkdir(full(path), { recursive: true });
      },
      link: (path) => symlink(outside, full(path)),
      hardLink: async (path, second) => {
        await mkdir(dirname(full(second)), { recursive: true });
        await link(full(path), full(second));
      },
      pipe: async (path) => {
        await run('mkfifo', [full(path)]);
      },
      // utimes of Node counts in floating seconds, too coarse for nanoseconds.
      setTime: async (path, ns) => {
        const text = `@${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`;
        await run('touch', ['-m', '-d', text, full(path)]);
      },
      denied: async (path, what, work) => {
        if (process.geteuid?.() === 0) await giveAway(root);
        await chmod(full(path), what === 'read' ? 0o000 : 0o555);
        try {
          return await asNobody(disk, work);
        } finally {
          await chmod(full(path), 0o755);
        }
      },
      unmount: async () => {
        await rename(folder, join(root, 'drive'));
        await mkdir(folder);
        return async () => {
          await rm(folder, { recursive: true });
          await rename(join(root, 'drive'), folder);
        };
      },
      plugIn: async (path) => {
        if (!canMount) return null;
        const stick = newStick();
        sticks.push(stick);
        stick.plugIn(full(path));
        return async () => stick.takeOut(full(path));
      },
      files: () => textsBelow(folder, ''),
      outside: () => textsBelow(outside, ''),
    },
    close: async () => {
      await disk.close();
      for (const stick of sticks) stick.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Root passes every permission, so the work is done as nobody; the threads of the disk must run by then. */
async function asNobody<T>(disk: DiskHome['disk'], work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  const warm = await mkdtemp(join(tmpdir(), 'sitesync-warm-'));
  await disk.createSiteFolder(warm, { site: 'warm', baseUrl: 'x', folderId: 'x' } as unknown as Marker);
  // One scan for each of the two threads: they load their code while it may still be read.
  for (let thread = 0; thread < 2; thread++)
    await disk.scan(warm, { ignore: [], scope: null }, () => undefined);
  await rm(warm, { recursive: true });
  process.seteuid(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}

async function giveAway(full: string): Promise<void> {
  await lchown(full, NOBODY, NOBODY);
  const entries = await readdir(full, { withFileTypes: true });
  for (const entry of entries)
    await (entry.isDirectory()
      ? giveAway(join(full, entry.name))
      : lchown(join(full, entry.name), NOBODY, NOBODY));
}

async function textsBelow(root: string, below: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, await textsBelow(root, path));
    else if (entry.isFile()) found[path] = await readFile(join(root, path), 'latin1');
  }
  return found;
}
