import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTheWay } from '../../../main/adapters/disk/own-files/marker.ts';
import { sessionSecrets } from '../../../main/adapters/secrets/session.ts';
import type { AppContext } from '../../../main/app/context.ts';
import { keptProxy } from '../../../main/app/settings/kept-proxy.ts';
import { settingsCommands } from '../../../main/app/settings/settings-commands.ts';
import { writeSettings } from '../../../main/app/settings/settings.ts';
import { Throttle } from '../../../main/sync/pacing/throttle.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import { appCommands } from '../../../shared/ipc/app.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

const never = new AbortController().signal;

interface RootSet {
  readonly kept: string | null;
  readonly failure: Failure | null;
}

const PARTS = { defaultRoot: '/home/me/SiteSync', secrets: sessionSecrets('') };

/** Setting it, and asking whether it could be set, which must come to the same. */
async function setRoot(root: string, platform: string): Promise<RootSet> {
  const mirror = new MemoryMirror();
  const disk = {
    realPath: async (folder: string) => folder,
    sitesAround: async () => [],
    tryFolder: async (folder: string) =>
      folder.startsWith('/a file') ? fail(inTheWay(folder)) : ok(undefined),
  };
  const app = { mirror, disk, env: { platform }, session: () => null, changed: () => undefined };
  const commands = settingsCommands(app as unknown as AppContext, PARTS, {
    refresh: async () => undefined,
    reopen: async () => ({ ok: true, value: null }),
  });
  const set = await commands['settings.set']({ root }, never);
  const checked = await commands['settings.checkRoot']({ root }, never);
  const failure = set.ok ? null : set.failure;
  expect(checked).toEqual({ ok: true, value: { failure } });
  return { kept: mirror.setting('root'), failure };
}

it.each([
  ['/data/sites', 'linux', true],
  ['~/Sites', 'linux', false],
  ['Sites', 'darwin', false],
  ['D:\\Sites', 'win32', true],
  ['\\\\server\\share', 'win32', true],
  ['D:Sites', 'win32', false],
  ['\\Sites', 'win32', false],
])('takes the folder of all sites only with its full path: %s on %s', async (root, platform, isTaken) => {
  expect((await setRoot(root, platform)).kept).toBe(isTaken ? root : null);
});

it('asks for a drive only where there are drives', async () => {
  expect((await setRoot('Sites', 'win32')).failure?.hint).toContain('with its drive');
  expect((await setRoot('Sites', 'linux')).failure?.hint).toMatch(
    /^Type it from the \/ at its beginning, such as/,
  );
});

it('takes off the quotes that Explorer puts around a path, and none elsewhere', async () => {
  expect((await setRoot('"D:\\My Sites" ', 'win32')).kept).toBe('D:\\My Sites');
  expect((await setRoot('"/data/sites"', 'linux')).kept).toBeNull();
  expect((await setRoot('/data/"sites"', 'linux')).kept).toBe('/data/"sites"');
});

it('says what a full path is where it is none', async () => {
  expect((await setRoot('Sites', 'linux')).failure?.hint).toContain('/home/me/SiteSync');
});

it('takes no folder of all sites that cannot be made', async () => {
  const { kept, failure } = await setRoot('/a file/Sites', 'linux');
  expect(kept).toBeNull();
  expect(failure?.message).toContain('a file stands in its way');
});

it('lets a new limit hold at once for what is under way, each way for itself', async () => {
  const waits: number[] = [];
  const env = {
    now: () => 1_000_000,
    // Nothing but another limit ends a wait.
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  };
  const mirror = new MemoryMirror();
  const session = { up: new Throttle(env, 10), down: new Throttle(env, 10) };
  const app = { mirror, session: () => session, changed: () => undefined };
  const commands = settingsCommands(app as unknown as AppContext, PARTS, {
    refresh: async () => undefined,
    reopen: async () => ok(null),
  });
  writeSettings(mirror, { bytesUp: 10, bytesDown: 10 });
  const moved: string[] = [];
  void session.up.pass(1000).then(() => moved.push('up'));
  void session.down.pass(1000).then(() => moved.push('down'));
  expect(await commands['settings.set']({ bytesDown: null }, never)).toMatchObject({
    value: { bytesUp: 10, bytesDown: null },
  });
  await turn();
  expect(moved).toEqual(['down']);
  await commands['settings.set']({ bytesUp: 100 }, never);
  await turn();
  // A quarter of a second is made up for each time.
  expect(waits).toEqual([99_750, 99_750, 9750]);
  await commands['settings.set']({ bytesUp: null }, never);
  await turn();
  expect(moved).toEqual(['down', 'up']);
});

it('knows no feed of updates: nobody who speaks for the page can name one', () => {
  const asked = { theme: 'dark', updateFeed: 'https://evil.example/' };
  expect(appCommands['settings.set'].input.parse(asked)).toEqual({ theme: 'dark' });
});

it('keeps the password of a proxy where the token is, and shows a page the rest', async () => {
  const mirror = new MemoryMirror();
  const app = { mirror, session: () => null, changed: () => undefined };
  const seen: (string | null)[] = [];
  const commands = settingsCommands(app as unknown as AppContext, PARTS, {
    refresh: async () => undefined,
    reopen: async () => {
      seen.push(await keptProxy(mirror, async () => PARTS.secrets));
      return ok(null);
    },
  });
  const proxy = 'http://mila:s3cret@proxy.example:8080';
  expect(await commands['settings.set']({ proxy }, never)).toMatchObject({
    value: { proxy: 'http://mila@proxy.example:8080' },
  });
  await commands['settings.set']({ proxy: null }, never);
  expect(seen).toEqual([proxy, null]);
});

it('tells every page of a proxy that it kept, also where the service cannot be had by it', async () => {
  const mirror = new MemoryMirror();
  const LOCKED: Failure = { code: 'refused', message: 'The keychain is locked.', hint: '', retry: 'now' };
  let told = 0;
  const app = { mirror, session: () => null, changed: () => (told += 1) };
  const commands = settingsCommands(app as unknown as AppContext, PARTS, {
    refresh: async () => undefined,
    reopen: async () => fail(LOCKED),
  });
  expect(await commands['settings.set']({ proxy: 'http://proxy:8080' }, never)).toEqual(fail(LOCKED));
  expect(mirror.setting('proxy')).toBe('http://proxy:8080');
  expect(told).toBe(1);
});
