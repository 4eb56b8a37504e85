import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SyncReport } from '../../../main/sync/sync-once.ts';
import { SHARED_CACHE, type Ran } from '../command-line.ts';
import { SITE, TOKEN, type Laptop, type World } from '../laptop.ts';

const CLI = join(import.meta.dirname, '..', '..', '..', 'main', 'hosts', 'cli', 'main.mjs');
const isRoot = process.getuid?.() === 0;

/** Root without the right to pass over permissions; anybody else has it not. */
const AS_PERSON = isRoot
  ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search']
  : [];

/** Why this computer cannot mount, or null where it can. */
export function whyNoMount(): string | null {
  if (process.platform !== 'linux') return 'mounting a small disk needs Linux';
  const probe = mkdtempSync(join(tmpdir(), 'sitesync-mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe]).status !== 0)
      return 'mounting is not permitted here';
    spawnSync('umount', [probe]);
    return null;
  } finally {
    rmdirSync(probe);
  }
}

/** Why this computer cannot mount a file as a disk, or null where it can. */
export function whyNoExt4(): string | null {
  const noMount = whyNoMount();
  if (noMount !== null) return noMount;
  if (spawnSync('mkfs.ext4', ['-V']).status !== 0) return 'there is no mkfs.ext4';
  const probe = mkdtempSync(join(tmpdir(), 'sitesync-ext4-'));
  const [image, at] = [join(probe, 'image'), join(probe, 'at')];
  try {
    mkdirSync(at);
    command('truncate', '-s', '4m', image);
    command('mkfs.ext4', '-q', '-F', image);
    if (spawnSync('mount', ['-o', 'loop', image, at]).status !== 0) return 'no file can be mounted here';
    spawnSync('umount', [at]);
    return null;
  } finally {
    rmSync(probe, { recursive: true });
  }
}

/** Disks that ignore case, on Linux. */
export const CASELESS = ['FAT', 'exFAT', 'exFAT (FUSE)', 'ext4'] as const;

export type Caseless = (typeof CASELESS)[number];

/** Why this computer cannot mount such a disk, or null where it can. */
export function whyNoCaseless(kind: Caseless): string | null {
  const noMount = whyNoMount();
  if (noMount !== null) return noMount;
  const probe = mkdtempSync(join(tmpdir(), 'sitesync-caseless-'));
  try {
    mountCaseless(kind, join(probe, 'at')).unmount();
    return null;
  } catch (error) {
    return String(error).split('\n', 1)[0] ?? '';
  } finally {
    rmSync(probe, { recursive: true });
  }
}

/** On a file beside the folder. */
export function mountCaseless(kind: Caseless, at: string): SmallDisk {
  mkdirSync(at, { recursive: true });
  const image = `${at}.image`;
  command('truncate', '-s', '16m', image);
  if (kind === 'FAT') command('mkfs.vfat', image);
  else if (kind === 'ext4') command('mkfs.ext4', '-q', '-F', '-O', 'casefold', image);
  else command('mkfs.exfat', image);
  if (kind === 'exFAT (FUSE)') mountByProgram(image, at);
  else command('mount', '-o', 'loop', '-t', kind === 'FAT' ? 'vfat' : kind.toLowerCase(), image, at);
  const disk = new SmallDisk(at);
  if (kind === 'ext4') {
    // Only an empty folder can be told to ignore case.
    rmdirSync(join(at, 'lost+found'));
    command('chattr', '+F', at);
  }
  return disk;
}

/** The program takes devices alone. */
function mountByProgram(image: string, at: string): void {
  const device = command('losetup', '--find', '--show', image).trim();
  try {
    command('mount.exfat-fuse', device, at);
  } finally {
    // It goes once nothing is mounted from it.
    command('losetup', '--detach', device);
  }
}

/** Why permissions bind nobody here, or null where they do. */
export function whyNoPermissions(): string | null {
  if (process.platform === 'win32') return 'permissions are those of POSIX';
  const [command, ...args] = [...AS_PERSON, 'true'];
  return spawnSync(command ?? 'true', args).status === 0 ? null : 'root cannot give up its rights here';
}

/** Returns what it said. */
function command(name: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name, args);
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${String(error ?? stderr)}`);
  return String(stdout);
}

/** A small disk of its own. */
export class SmallDisk {
  readonly #at: string;

  constructor(at: string) {
    this.#at = at;
  }

  /** For an absolute folder, and all that will be in it. */
  static async at(at: string, size: string): Promise<SmallDisk> {
    await mkdir(at, { recursive: true });
    command('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at);
    return new SmallDisk(at);
  }

  /** The same as the disk of a laptop: ext4, on a file beside the folder. */
  static async ext4At(at: string, size: string): Promise<SmallDisk> {
    await mkdir(at, { recursive: true });
    const image = `${at}.image`;
    command('truncate', '-s', size, image);
    // Of room that is kept for root, root would write all.
    command('mkfs.ext4', '-q', '-F', '-m', '0', image);
    command('mount', '-o', 'loop', image, at);
    return new SmallDisk(at);
  }

  /** `size=16m`, `ro`, `rw`. */
  change(options: string): void {
    command('mount', '-o', `remount,${options}`, this.#at);
  }

  /** Leaves that many bytes, at most. */
  async fill(left: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#at);
    await writeFile(join(this.#at, 'filler'), new Uint8Array(Math.max(0, bavail * bsize - left)));
  }

  /** Leaves no block. */
  fillToTheBrim(): void {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
      try {
        for (;;) {
          const handle = openSync(join(this.#at, 'filler'), 'a');
          try {
            writeSync(handle, new Uint8Array(size));
            fsyncSync(handle);
          } finally {
            closeSync(handle);
          }
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  }

  async empty(): Promise<void> {
    await rm(join(this.#at, 'filler'));
  }

  unmount(): void {
    command('umount', '-l', this.#at);
  }
}

/** `sitesync sync --once` as somebody to whom permissions apply. */
export async function syncAsPerson(
  world: World,
  laptop: Laptop,
): Promise<{ readonly status: number | null; readonly report: SyncReport; readonly stderr: string }> {
  const where = ['--root', dirname(laptop.folder), '--site', SITE];
  const { status, stdout, stderr } = await runAsPerson(world, laptop, 'sync', '--once', '--json', ...where);
  if (stdout === '') throw new Error(`Exit status ${status} with no report: ${stderr}`);
  return { status, report: JSON.parse(stdout) as SyncReport, stderr };
}

/** Any command as somebody to whom permissions apply. */
export async function runAsPerson(world: World, laptop: Laptop, ...command: readonly string[]): Promise<Ran> {
  const args = [...command, '--data', laptop.data];
  const [name, ...rest] = [...AS_PERSON, process.execPath, CLI, ...args];
  const home = await mkdtemp(join(tmpdir(), 'sitesync-home-'));
  const child = spawn(name ?? '', rest, {
    env: {
      PATH: process.env['PATH'],
      ...SHARED_CACHE,
      HOME: home,
      SITESYNC_BASE_URL: world.service.url,
      SITESYNC_TOKEN: TOKEN,
    },
    timeout: 30_000,
  });
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  await rm(home, { recursive: true, force: true });
  return { status, stdout, stderr };
}

/** Names of all temporary files of downloads. */
export async function partsIn(folder: string): Promise<readonly string[]> {
  return readdir(join(folder, '.sitesync', 'tmp')).catch(() => []);
}

/** What the service holds, as texts by name. */
export function onService(world: World): Readonly<Record<string, string>> {
  const { store } = world.service;
  return Object.fromEntries(
    store.files(SITE).map((file) => [file.name, Buffer.from(store.readContent(file.id)).toString('latin1')]),
  );
}

export function readText(laptop: Laptop, path: string): Promise<string> {
  return readFile(join(laptop.folder, path), 'utf8');
}
