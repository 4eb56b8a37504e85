import { expect, it } from 'vitest';
import { inTheWay } from '../../main/adapters/disk/marker.ts';
import type { AppContext } from '../../main/app/context.ts';
import { settingsCommands } from '../../main/app/settings-commands.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';
import { appCommands } from '../../shared/ipc/app.ts';
import { MemoryMirror } from '../support/memory-mirror.ts';

const never = new AbortController().signal;

interface RootSet {
  readonly kept: string | null;
  readonly failure: Failure | null;
}

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
  const commands = settingsCommands(app as unknown as AppContext, '/home/me/SiteSync', {
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

it('says what a full path is where it is none', async () => {
  expect((await setRoot('Sites', 'linux')).failure?.hint).toContain('/home/me/SiteSync');
});

it('takes no folder of all sites that cannot be made', async () => {
  const { kept, failure } = await setRoot('/a file/Sites', 'linux');
  expect(kept).toBeNull();
  expect(failure?.message).toContain('a file stands in its way');
});

it('knows no feed of updates: nobody who speaks for the page can name one', () => {
  const asked = { theme: 'dark', updateFeed: 'https://evil.example/' };
  expect(appCommands['settings.set'].input.parse(asked)).toEqual({ theme: 'dark' });
});
