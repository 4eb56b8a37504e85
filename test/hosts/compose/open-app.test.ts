import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDataDir } from '../../../main/hosts/folders/default-folders.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import type { App } from '../../../main/app/app.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { appOptions } from '../../support/app-home.ts';
import { TOKEN } from '../../support/laptop.ts';
import { must } from '../../support/must.ts';

const never = new AbortController().signal;

let home: string;
let service: RunningService;
let app: App | null = null;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-open-'));
  service = await startService({ dataDir: join(home, 'service') });
});

afterEach(async () => {
  await app?.close();
  app = null;
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

const options = (): ReturnType<typeof appOptions> => appOptions(home, service);

async function notices(): Promise<string> {
  if (app === null) return '';
  return must(await app.handlers['app.state'](null, never)).notices.join('\n');
}

it('sets a mirror aside that opens well and is damaged where it is first read', async () => {
  app = must(await openApp(options()));
  expect(await notices()).toBe('');
  await app.close();
  spoil('setting');
  app = must(await openApp(options()));
  expect(await notices()).toContain('has been rebuilt');
  expect(readdirSync(join(home, 'data')).filter((name) => name.includes('.damaged-'))).not.toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'takes the rights of others off the usual data folder alone',
  async () => {
    vi.stubEnv('XDG_DATA_HOME', home);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [data, after] of [
      [defaultDataDir(), 0o700],
      [join(home, 'named'), 0o755],
    ] as const) {
      mkdirSync(data, { mode: 0o755 });
      app = must(await openApp({ ...options(), data }));
      await app.close();
      expect([data, statSync(data).mode & 0o777]).toEqual([data, after]);
    }
  },
);

it.runIf(process.platform === 'linux')(
  'has its usual data folder in one place, wherever it is started',
  () => {
    const usual = join(homedir(), '.local', 'share', 'sitesync');
    for (const named of ['', 'data', './data']) expect(defaultDataDir({ XDG_DATA_HOME: named })).toBe(usual);
    expect(defaultDataDir({ XDG_DATA_HOME: '/data' })).toBe('/data/sitesync');
  },
);

it('says in words that another process has the data folder, or that it cannot be used', async () => {
  app = must(await openApp(options()));
  const second = await openApp(options());
  expect(second).toMatchObject({ ok: false, failure: { code: 'mirror-locked' } });
  const file = join(home, 'data', 'settings.txt');
  closeSync(openSync(file, 'w'));
  expect(await openApp({ ...options(), data: join(file, 'below') })).toMatchObject({
    ok: false,
    failure: { code: 'bad-input' },
  });
});

it('tells nothing to whoever connects while it closes', async () => {
  const opened = must(await openApp(options()));
  const told: string[] = [];
  const listen = (name: string): void => void told.push(name);
  opened.subscribe(listen);
  await opened.close();
  told.length = 0;
  opened.subscribe(listen);
  await new Promise(setImmediate);
  expect(told).toEqual([]);
});

it('closes though a service says nothing to a sign-in', async () => {
  const opened = must(await openApp(options()));
  const asked = (): number => service.requests.all.filter(({ path }) => path.includes('verify')).length;
  service.switches.failNext({ match: { method: 'POST' }, times: 2, action: 'hang' });
  const account = { baseUrl: service.url, token: TOKEN };
  const checking = opened.handlers['account.check'](account, never);
  const signing = opened.handlers['account.signIn'](account, never);
  await expect.poll(asked).toBe(2);
  await opened.close();
  expect(await checking).toMatchObject({ value: { failure: { code: 'cancelled' } } });
  expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

/** Overwrites the pages of a table, and nothing that is read when the file is opened. */
function spoil(table: string): void {
  mkdirSync(join(home, 'data'), { recursive: true });
  const path = join(home, 'data', 'mirror.sqlite');
  const db = new Database(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const size = Number(db.pragma('page_size', { simple: true }));
  const page = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table);
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(size).fill(0x5a), 0, size, (Number(page) - 1) * size);
  closeSync(file);
}
