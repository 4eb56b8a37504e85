import type * as ChildProcess from 'node:child_process';
import {
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encryptedSecrets } from '../../../../main/adapters/secrets/encrypted-file.ts';
import {
  createSiteFolder,
  readMarker,
  rewriteMarker,
} from '../../../../main/adapters/disk/own-files/marker.ts';
import { tryFolder } from '../../../../main/adapters/disk/own-files/try-folder.ts';
import { writeDurably } from '../../../../main/adapters/disk/own-files/write-durably.ts';
import { writeWhole } from '../../../../main/hosts/cli/output/write-whole.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { MARKER, value } from '../suite/bench.ts';

/** Windows, on which a virus scanner looks at each new file: so many renames fail. And what programs were run there. */
const windows = vi.hoisted(() => ({
  looks: 0,
  /** As many more, once a file is changed in place. */
  looksInPlace: 0,
  /** Also where a marker is only read. */
  looksAtReading: false,
  says: 'EPERM',
  run: [] as unknown[][],
  runs: true,
  births: false,
}));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const look = (syscall: string): void => {
    if (windows.looks <= 0) return;
    windows.looks -= 1;
    throw Object.assign(new Error(windows.says), { code: windows.says, syscall });
  };
  const rename = async (from: string, to: string): Promise<void> => {
    look('rename');
    // NTFS gives a file that takes the place of another the birth of that one.
    if (windows.births && existsSync(to)) {
      await fs.writeFile(to, await fs.readFile(from));
      await fs.rm(from);
    } else await fs.rename(from, to);
  };
  return {
    ...fs,
    rename,
    rmdir: async (path: string) => {
      look('rmdir');
      await fs.rmdir(path);
    },
    // In place: only what is there already.
    open: async (path: string, flags: string | number, mode?: number) => {
      if (typeof flags === 'number' && (flags & constants.O_RDWR) !== 0) {
        windows.looks += windows.looksInPlace;
        windows.looksInPlace = 0;
        look('open');
      } else if (windows.looksAtReading && path.endsWith('site.json')) look('open');
      return fs.open(path, flags, mode);
    },
  };
});

vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof ChildProcess>()),
  execFile: (program: string, args: string[], options: object, end: (error: Error | null) => void) => {
    windows.run.push([program, args, options]);
    end(windows.runs ? null : new Error('ENOENT'));
  },
}));

const { platform } = process;
let folder: string;
const on = (name: string): void => {
  Object.defineProperty(process, 'platform', { value: name });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-own-files-'));
  const never = { looks: 0, looksInPlace: 0, looksAtReading: false };
  Object.assign(windows, { ...never, says: 'EPERM', run: [], runs: true, births: false });
  on('win32');
});

afterEach(() => {
  on(platform);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('writes a table that a person asked for and that is looked at for a moment', async () => {
  const file = join(folder, 'table.csv');
  Object.assign(windows, { looks: 3 });
  expect(await writeWhole(file, Readable.from(['new']), new AbortController().signal)).toBeNull();
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['table.csv']]);
});

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'writes a file of ours that is looked at for a moment (%s)',
  async (says) => {
    const file = join(folder, 'mark');
    writeFileSync(file, 'old');
    Object.assign(windows, { looks: 3, says });
    await writeDurably(file, 'new');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['mark']]);
  },
);

it('gives up where it stays so, and at once elsewhere and for anything else', async () => {
  const file = join(folder, 'mark');
  writeFileSync(file, 'old');
  windows.looks = 100;
  await expect(writeDurably(file, 'new')).rejects.toThrow('EPERM');
  expect(100 - windows.looks).toBe(8);
  windows.says = 'ENOSPC';
  windows.looks = 100;
  await expect(writeDurably(file, 'new')).rejects.toThrow('ENOSPC');
  expect(100 - windows.looks).toBe(1);
  on('linux');
  Object.assign(windows, { looks: 100, says: 'EPERM' });
  await expect(writeDurably(file, 'new')).rejects.toThrow('EPERM');
  expect(100 - windows.looks).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('old');
});

it.each(['EPERM', 'EBUSY'])('reads a marker that is looked at for a moment (%s)', async (says) => {
  const site = '00000000-0000-4000-8000-000000000001' as SiteId;
  const marker = {
    site,
    baseUrl: 'https://sites.example',
    folderId: 'folder',
    generation: 'word',
    edition: 1,
  };
  value(await createSiteFolder(folder, marker));
  Object.assign(windows, { looks: 3, looksAtReading: true, says });
  expect(value(await readMarker(folder))).toMatchObject(marker);
});

it('finds that a folder can be written in, also where the one that it makes for that is looked at', async () => {
  windows.looks = 2;
  value(await tryFolder(folder));
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps the token in its file also where that is looked at', async () => {
  const cipher = {
    available: () => true,
    encrypt: (text: string) => Buffer.from(text),
    decrypt: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
  };
  const secrets = encryptedSecrets(cipher, folder);
  windows.looks = 2;
  value(await secrets.set('https://sites.example', 'token'));
  expect(value(await secrets.get('https://sites.example'))).toBe('token');
});

it('hides its folder, with the program of Windows and nothing of ours in its environment', async () => {
  vi.stubEnv('SystemRoot', 'D:\\Windows');
  vi.stubEnv('SITESYNC_TOKEN', 'secret');
  const site = join(folder, 'Harbour House');
  value(await createSiteFolder(site, MARKER));
  expect(windows.run).toEqual([
    [
      'D:\\Windows\\System32\\attrib.exe',
      ['+h', join(site, '.sitesync')],
      { env: { SystemRoot: 'D:\\Windows' }, windowsHide: true, timeout: 5000 },
    ],
  ]);
});

it('keeps a site also where its folder cannot be hidden, and hides none elsewhere', async () => {
  windows.runs = false;
  value(await createSiteFolder(join(folder, 'a'), MARKER));
  expect(value(await readMarker(join(folder, 'a')))).toMatchObject({ site: MARKER.site });
  on('linux');
  value(await createSiteFolder(join(folder, 'b'), MARKER));
  expect(windows.run).toHaveLength(1);
});

it('knows the marker of a site for itself, also where it has the birth of the one before', async () => {
  const marker = { site: 's' as SiteId, baseUrl: 'http://a', folderId: 'f', generation: 'one', edition: 0 };
  expect(await createSiteFolder(folder, marker)).toMatchObject({ ok: true });
  Object.assign(windows, { births: true, looksInPlace: 2 });
  expect(await rewriteMarker(folder, { ...marker, generation: 'two' }, marker)).toMatchObject({ ok: true });
  expect(value(await readMarker(folder))).toMatchObject({ generation: 'two', isSelf: true });
});
