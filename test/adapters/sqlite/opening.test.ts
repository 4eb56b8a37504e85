import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openMirror, openMirrorReadOnly } from '../../../main/adapters/sqlite/mirror.ts';
import { SCHEMA_VERSION } from '../../../main/adapters/sqlite/migrations/migrate.ts';
import type { Result } from '../../../shared/failure.ts';
import { SmallDisk, whyNoExt4, whyNoMount } from '../../support/faults/bad-disk.ts';
import { MirrorHome } from './mirror-home.ts';
import { agreed, local, record, SITE } from '../../support/model-values.ts';

const noMount = whyNoMount();
const noDisk = whyNoExt4();
const becauseOf = (why: string | null): string => (why === null ? '' : ` (skipped: ${why})`);
const because = becauseOf(noMount);
let home: MirrorHome;
const children: ChildProcess[] = [];

beforeEach(() => {
  home = new MirrorHome();
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  home.remove();
});

const failureOf = (result: Result<unknown>) => (result.ok ? null : result.failure);

/** The files below a folder that this process has open; none where the system does not tell. */
function openIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((each) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${each}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      return [];
    }
  });
}

async function holdInAnotherProcess(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./hold-mirror.child.ts', import.meta.url)), home.dir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString().trim()).toBe('open');
  return child;
}

describe('opening', () => {
  it('makes the folder and the home.file, and finds again what was written', () => {
    const dir = path.join(home.dir, 'new', 'folder');
    const first = home.open(dir);
    first.commit(SITE, [{ base: agreed('1'), remote: record('1'), local: local('a') }]);
    const before = first.trees(SITE);
    first.close();
    const second = home.open(dir);
    expect(second.trees(SITE)).toEqual(before);
    expect(second.rebuilt).toBeNull();
    expect(second.writes).toBe(0);
  });

  it('writes a log, flushes the database before the log is written anew, and checks what refers to what', () => {
    const pragma = vi.spyOn(Database.prototype, 'pragma');
    home.open(path.join(home.dir, 'flushed'));
    const set = pragma.mock.calls.map(([text]) => text);
    const db = pragma.mock.contexts[0] as Database.Database;
    pragma.mockRestore();
    const told = ['journal_mode', 'synchronous', 'foreign_keys', 'fullfsync'];
    expect(told.map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 1, 1, 1]);
    expect(set.filter((text) => /synchronous/.test(text))).toEqual(['synchronous = NORMAL']);
  });

  it.skipIf(process.platform === 'win32')('lets nobody else on this computer read any of its files', () => {
    const dir = path.join(home.dir, 'new');
    const modes = (): string[] =>
      ['', 'lock', 'mirror.sqlite', 'mirror.sqlite-wal', 'mirror.sqlite-shm'].map((name) =>
        (statSync(path.join(dir, name)).mode & 0o777).toString(8),
      );
    home.open(dir).setSetting('proxy', 'http://user:password@proxy');
    expect(modes()).toEqual(['700', '600', '600', '600', '600']);
    home.close();
    writeFileSync(path.join(dir, 'mirror.sqlite'), 'no database');
    expect(home.open(dir).rebuilt).not.toBeNull();
    expect(modes()).toEqual(['700', '600', '600', '600', '600']);
  });

  it('closes twice without harm', () => {
    const mirror = home.open();
    mirror.close();
    mirror.close();
    expect(failureOf(openMirror(home.dir))).toBeNull();
  });

  it('sets a file aside whose version rotted into a newer one', () => {
    home.open().close();
    const db = new Database(home.file);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    expect(failureOf(openMirrorReadOnly(home.dir))?.message).toContain('damaged');
    const mirror = home.open();
    expect(mirror.rebuilt).toMatchObject({ reason: expect.stringContaining('version') });
    mirror.close();
  });

  it('refuses a file of a newer version and leaves it as it is', () => {
    home.open().close();
    const db = new Database(home.file);
    const next = SCHEMA_VERSION + 1;
    db.exec(`PRAGMA user_version = ${next}; PRAGMA application_id = ${next}; CREATE TABLE of_the_future (x)`);
    db.close();
    const before = readFileSync(home.file);
    expect(failureOf(openMirror(home.dir))).toMatchObject({
      code: 'mirror-broken',
      message: `The data folder ${home.dir} was last used by a newer SiteSync.`,
    });
    expect(readdirSync(home.dir).sort()).toEqual(['lock', 'mirror.sqlite']);
    expect(failureOf(openMirrorReadOnly(home.dir))?.message).toContain('newer');
    expect(readFileSync(home.file).equals(before)).toBe(true);
  });

  it('says where the data folder cannot be', () => {
    writeFileSync(path.join(home.dir, 'a home.file'), '');
    expect(failureOf(openMirror(path.join(home.dir, 'a home.file', 'below')))).toMatchObject({
      code: 'bad-input',
    });
  });

  it.each(['lock', 'mirror.sqlite', 'mirror.sqlite-wal', 'mirror.sqlite-shm', 'mirror.sqlite.suspect'])(
    'names a folder that has the name of its file %s, and opens once that is moved away',
    (name) => {
      const mirror = home.open();
      mirror.setSetting('kept', 'yes');
      mirror.close();
      const file = path.join(home.dir, name);
      if (name === 'mirror.sqlite') renameSync(file, `${file}.before`);
      rmSync(file, { force: true });
      mkdirSync(file);
      expect(failureOf(openMirror(home.dir))).toMatchObject({
        code: 'mirror-broken',
        message: `SiteSync’s own file ${file} cannot be read or written: a folder, or what is no file, has its name.`,
        hint: 'Move that away, then start SiteSync again. Nothing was changed.',
      });
      renameSync(file, path.join(home.dir, 'moved away'));
      if (name === 'mirror.sqlite') renameSync(`${file}.before`, file);
      expect(home.open().setting('kept')).toBe('yes');
    },
  );

  it('leaves no file of a damaged database open', () => {
    const db = new Database(home.file);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    db.close();
    expect(home.open().rebuilt).not.toBeNull();
    home.close();
    expect(openIn(home.dir)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('says that a data folder has too long a name', () => {
    expect(failureOf(openMirror(path.join(home.dir, 'n'.repeat(300))))).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/n cannot be made: its name is too long\.$/),
      hint: 'Give it a shorter name, or choose another folder with --data.',
    });
  });

  it('says that a file which cannot be opened is there', () => {
    mkdirSync(home.file);
    expect(failureOf(openMirror(home.dir))).toMatchObject({ code: 'mirror-broken' });
    expect(failureOf(openMirrorReadOnly(home.dir))).toMatchObject({ code: 'mirror-broken' });
    rmSync(home.file, { recursive: true });
    expect(failureOf(openMirror(home.dir))).toBeNull();
  });
});

describe.skipIf(noMount !== null)(`a data folder on a write-protected drive${because}`, () => {
  it('that is not there yet is told so', async () => {
    const drive = await SmallDisk.at(path.join(home.dir, 'drive'), '8m');
    try {
      drive.change('ro');
      expect(failureOf(openMirror(data()))).toMatchObject({
        code: 'read-only',
        message: `The data folder ${data()} cannot be made.`,
        hint: expect.stringMatching(/write protection.*--data/),
      });
    } finally {
      drive.unmount();
    }
  });

  it.each([
    ['that is new', () => undefined],
    ['with a mirror', () => home.open(data()).close()],
    [
      'with a mirror that was suspected of damage',
      () => {
        home.open(data()).close();
        writeFileSync(path.join(data(), 'mirror.sqlite.suspect'), 'database disk image is malformed');
      },
    ],
  ])('%s is told for what it is, and nothing in it is set aside', async (_, before) => {
    const drive = await SmallDisk.at(path.join(home.dir, 'drive'), '8m');
    try {
      mkdirSync(data());
      before();
      const names = readdirSync(data());
      drive.change('ro');
      expect(failureOf(openMirror(data()))).toMatchObject({
        code: 'read-only',
        message: `The data folder ${data()} cannot be written.`,
        hint: expect.stringMatching(/write access.*--data/),
      });
      expect(readdirSync(data())).toEqual(names);
      drive.change('rw');
      expect(home.open(data()).rebuilt).toBeNull();
    } finally {
      home.close();
      drive.unmount();
    }
  });

  const data = (): string => path.join(home.dir, 'drive', 'data');
});

it.skipIf(noDisk !== null)(
  `a data folder that could not be begun on a full disk is begun later, and counts as damaged by nobody${becauseOf(noDisk)}`,
  async () => {
    const data = path.join(home.dir, 'disk', 'data');
    const disk = await SmallDisk.ext4At(path.dirname(data), '16m');
    try {
      mkdirSync(data);
      await disk.fill(4096);
      for (let tries = 0; tries < 2; tries += 1)
        expect(failureOf(openMirror(data))).toMatchObject({ code: 'disk-full' });
      expect(readdirSync(data)).toEqual(['lock']);
      await disk.empty();
      expect(home.open(data).rebuilt).toBeNull();
    } finally {
      home.close();
      disk.unmount();
    }
  },
);

describe('one process for each data folder', () => {
  it('refuses a second mirror in the same process', () => {
    home.open();
    expect(failureOf(openMirror(home.dir))).toMatchObject({
      code: 'mirror-locked',
      message: expect.stringContaining(home.dir),
    });
  });

  it('locks by a file that rotted as by a sound one', async () => {
    writeFileSync(path.join(home.dir, 'lock'), 'no lock any more '.repeat(100));
    const child = await holdInAnotherProcess();
    expect(failureOf(openMirror(home.dir))?.code).toBe('mirror-locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(home.open().setting('held')).toBe('yes');
  });

  it('does not take the lock from another process where its file rots meanwhile', async () => {
    await holdInAnotherProcess();
    // In its place: a new file would be another lock.
    writeFileSync(path.join(home.dir, 'lock'), 'no lock any more '.repeat(100));
    expect(failureOf(openMirror(home.dir))?.code).toBe('mirror-locked');
  });

  it('refuses while another process has it, and not after that one was killed', async () => {
    const child = await holdInAnotherProcess();
    expect(failureOf(openMirror(home.dir))?.code).toBe('mirror-locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(home.open().setting('held')).toBe('yes');
  });

  it('lets others read beside it', async () => {
    const child = await holdInAnotherProcess();
    const reader = home.keep(openMirrorReadOnly(home.dir));
    expect(reader.setting('held')).toBe('yes');
    expect('setSetting' in reader).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const writer = home.open();
    writer.setSetting('held', 'no');
    expect(reader.setting('held')).toBe('no');
  });

  it('has nothing to read where there is no mirror yet', () => {
    expect(failureOf(openMirrorReadOnly(home.dir))?.code).toBe('not-found');
    expect(readdirSync(home.dir)).toEqual([]);
  });
});
