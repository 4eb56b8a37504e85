import type * as Fs from 'node:fs';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Connection, type ConnectionWatch } from '../../../main/adapters/sqlite/connection.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { MirrorHome } from './mirror-home.ts';
import { agreed, intent, SITE } from '../../support/model-values.ts';

/** A disk whose flushes are counted, and stand still once they are told to, each until it is ended. */
const disk = vi.hoisted(() => ({
  begun: 0,
  stands: false,
  waiting: [] as ((error?: Error) => void)[],
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    fsync: (descriptor: number, done: (error: Error | null) => void) => {
      disk.begun += 1;
      if (!disk.stands) return fs.fsync(descriptor, done);
      // Flushed when it ends at the earliest; a descriptor that was closed before fails here.
      disk.waiting.push((error) => (error === undefined ? fs.fsync(descriptor, done) : done(error)));
    },
  };
});

const NORMAL = 1;
const EIO = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' });
const onLinux = process.platform === 'linux';

/** Ends the flush that has stood longest. */
const end = (error?: Error): void => disk.waiting.shift()?.(error);

/** What became of a promise by now, with all that the loop has to do done. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = 'waits';
  promise.then(
    () => (state = 'done'),
    () => (state = 'failed'),
  );
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return state;
}

beforeEach(() => {
  disk.begun = 0;
  disk.stands = false;
  disk.waiting = [];
});

describe('a durable transaction', () => {
  let dir: string;
  let db: Database.Database;
  let connection: Connection;
  let onDamage: ReturnType<typeof vi.fn<NonNullable<ConnectionWatch['onDamage']>>>;
  let save: (x: number) => Promise<void>;

  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-flush-'));
    db = new Database(path.join(dir, 'a.sqlite'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.exec('CREATE TABLE t (x INTEGER UNIQUE) STRICT');
    onDamage = vi.fn<(why: string) => void>();
    connection = new Connection(db, { onDamage });
    const put = connection.command('INSERT INTO t VALUES (?)');
    save = (x) => connection.durable(() => void put.run(x));
    disk.stands = true;
  });

  afterEach(() => {
    disk.stands = false;
    while (disk.waiting.length > 0) end();
    connection.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const seen = () => {
    const reader = new Database(db.name, { readonly: true });
    const rows = reader.prepare('SELECT x FROM t ORDER BY x').pluck().all();
    reader.close();
    return rows;
  };
  const logsOpen = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${db.name}-wal`);
      } catch {
        return false;
      }
    }).length;

  it('is written at once, and done when a flush that began after it is over', async () => {
    const saved = save(1);
    expect(seen()).toEqual([1]);
    expect(disk.begun).toBe(1);
    expect(await stateOf(saved)).toBe('waits');
    end();
    await saved;
  });

  it('comes to nothing once the log is closed, whose descriptor may be that of another file by then', async () => {
    disk.stands = false;
    const opened = logsOpen();
    connection.close();
    expect(logsOpen()).toBe(opened - 2);
    const others = ['b', 'c', 'd'].map((name) => openSync(path.join(dir, name), 'w'));
    await expect(connection.flushed()).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    // It says nothing of the disk.
    expect(onDamage).not.toHaveBeenCalled();
    for (const each of others) closeSync(each);
  });

  it('leaves the loop to others meanwhile, who may write', async () => {
    const level = vi.fn<() => unknown>(() => db.pragma('synchronous', { simple: true }));
    const saved = connection.durable(() => void level());
    // At FULL this thread would have flushed the log itself at the commit.
    expect(level).toHaveReturnedWith(NORMAL);
    await new Promise((resolve) => setTimeout(resolve, 1));
    connection.command('INSERT INTO t VALUES (?)').run(2);
    expect(seen()).toEqual([2]);
    expect(await stateOf(saved)).toBe('waits');
    end();
    await saved;
  });

  it('waits for the next flush where one is under way, with all that come until then', async () => {
    const first = save(1);
    const others = [save(2), save(3), save(4)];
    expect(seen()).toEqual([1, 2, 3, 4]);
    expect(disk.begun).toBe(1);
    end();
    await first;
    expect(await Promise.all(others.map(stateOf))).toEqual(['waits', 'waits', 'waits']);
    expect(disk.begun).toBe(2);
    end();
    await Promise.all(others);
    expect(disk.begun).toBe(2);
  });

  it('stays where a checkpoint comes between, and where the log begins anew', async () => {
    const saved = save(1);
    db.pragma('wal_checkpoint(TRUNCATE)');
    connection.command('INSERT INTO t VALUES (?)').run(2);
    end();
    await saved;
    expect(seen()).toEqual([1, 2]);
  });

  it('that is not written is not flushed, and says why', async () => {
    const failing = connection.durable(() => {
      connection.command('INSERT INTO t VALUES (?)').run(1);
      connection.command('INSERT INTO t VALUES (?)').run(1);
    });
    await expect(failing).rejects.toThrow('cannot be read or written');
    expect(disk.begun).toBe(0);
    expect(seen()).toEqual([]);
  });

  it('cannot hide within one that is written later', async () => {
    const within = connection.transaction(() => connection.durable(() => undefined));
    expect(await stateOf(within)).toBe('failed');
    await expect(within).rejects.toThrow('durable');
    expect(disk.begun).toBe(0);
  });

  it('fails in words where it cannot be flushed, with those that wait and all that come later', async () => {
    const before = [save(1), save(2)];
    // A second flush would say that all is well: what is lost does not count as unwritten any more.
    disk.stands = false;
    end(EIO);
    const [first, second] = await Promise.all(before.map((each) => each.catch((error: unknown) => error)));
    expect([first, second]).toEqual([expect.any(FailureError), expect.any(FailureError)]);
    expect(first).toMatchObject({
      failure: {
        code: 'mirror-broken',
        message: expect.stringContaining('cannot be read or written'),
        hint: expect.stringContaining('Check the disk that holds the data folder'),
        detail: expect.stringContaining('EIO'),
      },
    });
    await expect(save(3)).rejects.toThrow(FailureError);
    expect(disk.begun).toBe(1);
    expect(onDamage).toHaveBeenCalledWith(expect.stringContaining('EIO'));
  });

  it.skipIf(!onLinux)(
    'is answered where the connection is closed meanwhile, which leaves nothing open',
    async () => {
      const first = save(1);
      const second = save(2);
      connection.close();
      expect(logsOpen()).toBe(1);
      end();
      await first;
      expect(await stateOf(second)).toBe('waits');
      end();
      await second;
      await expect.poll(() => logsOpen()).toBe(0);
      expect(seen()).toEqual([1, 2]);
    },
  );

  it.skipIf(!onLinux)('is answered also where it fails then', async () => {
    const saves = [save(1), save(2)];
    connection.close();
    end(EIO);
    const ends = await Promise.allSettled(saves);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(logsOpen()).toBe(0);
  });
});

describe('intents', () => {
  let home: MirrorHome;

  beforeEach(() => {
    home = new MirrorHome();
  });

  afterEach(() => home.remove());

  it('are flushed, and nothing else is', async () => {
    const mirror = home.open();
    mirror.commit(SITE, [{ base: agreed('1') }]);
    expect(disk.begun).toBe(0);
    await mirror.saveIntents(SITE, [intent('1'), intent('2')]);
    expect(disk.begun).toBe(1);
  });

  it('that could not be flushed stay for the next listing to judge, and are looked at by the next start', async () => {
    const mirror = home.open();
    disk.stands = true;
    const saved = mirror.saveIntents(SITE, [intent('1')]);
    end(EIO);
    await expect(saved).rejects.toThrow(FailureError);
    expect(mirror.intents(SITE)).toHaveLength(1);
    mirror.close();
    expect(existsSync(`${home.file}.suspect`)).toBe(true);
    disk.stands = false;
    const next = home.open();
    expect(existsSync(`${home.file}.suspect`)).toBe(false);
    expect(next.rebuilt).toBeNull();
    await next.saveIntents(SITE, [intent('2')]);
    expect(next.intents(SITE)).toHaveLength(2);
  });

  it.skipIf(process.platform === 'win32')('are flushed where the file is a link', async () => {
    home.open().close();
    renameSync(home.file, path.join(home.dir, 'elsewhere.sqlite'));
    symlinkSync('elsewhere.sqlite', home.file);
    await home.open().saveIntents(SITE, [intent('1')]);
    expect(disk.begun).toBe(1);
  });
});
