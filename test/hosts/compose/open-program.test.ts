import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as told } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openProgram, type Program, type ProgramOptions } from '../../../main/hosts/compose/compose.ts';
import { readyDisk } from '../../../main/hosts/compose/ready-disk.ts';
import type { Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { asAnotherUser, giveAway } from '../../support/another-user.ts';
import { must } from '../../support/must.ts';

let data: string;
/** Threads that were started since; Node tells of each a turn later. */
let threads: Worker[];
const started = (worker: Worker): void => void threads.push(worker);

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sitesync-open-'));
  threads = [];
  process.on('worker', started);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.off('worker', started);
  rmSync(data, { recursive: true });
});

function open(more: Partial<ProgramOptions>): Promise<Result<Program>> {
  const never = new AbortController().signal;
  const quiet = (): void => undefined;
  return openProgram({
    data,
    baseUrl: null,
    token: null,
    signal: never,
    stopping: never,
    log: quiet,
    warn: quiet,
    ...more,
  });
}

it('starts no thread before one is needed, and ends one that was started before', async () => {
  const still = must(await open({}));
  await told();
  expect(threads).toEqual([]);
  await still.close();
  const soon = must(await open({ disk: readyDisk() }));
  await told();
  expect(threads.map(({ threadId }) => threadId)).not.toContain(-1);
  expect(threads).toHaveLength(1);
  await soon.close();
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

it('leaves no thread behind where the database cannot be opened', async () => {
  const first = must(await open({}));
  const second = await open({ disk: readyDisk() });
  expect(second).toMatchObject({ ok: false, failure: { code: 'mirror-locked' } });
  await told();
  // A thread that has ended has no number any more.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  await first.close();
});

it.skipIf(process.platform === 'win32')(
  'opens no database of another user, who names the service in it',
  async () => {
    giveAway(data);
    asAnotherUser();
    expect(await open({ disk: readyDisk() })).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(readdirSync(data)).toEqual([]);
    await told();
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  },
);

it('goes on without a site whose row in the database cannot be read, and says so', async () => {
  const first = must(await open({}));
  for (const id of ['site-1', 'site-2'])
    first.mirror.follow({
      id: id as SiteId,
      folder: join(data, id),
      folderId: id,
      keep: 'all',
      paused: false,
    });
  await first.close();
  const db = new Database(join(data, 'mirror.sqlite'));
  db.exec("UPDATE followed SET keep = 'what rotted' WHERE folder_id = 'site-1'");
  db.close();
  const damaged = must(await open({}));
  expect(() => damaged.mirror.followed()).toThrow('damaged');
  await damaged.close();
  const said: string[] = [];
  const next = must(await open({ warn: (line) => said.push(line) }));
  expect(next.mirror.followed().map(({ id }) => id)).toEqual(['site-2']);
  expect(said).toEqual([
    expect.stringContaining('It no longer knows 1 site that was kept here: keep what is missing'),
  ]);
  await next.close();
});
