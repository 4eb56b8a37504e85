import { expect, it } from 'vitest';
import type { AppContext } from '../../main/app/context.ts';
import { settingsCommands } from '../../main/app/settings-commands.ts';
import { appCommands } from '../../shared/ipc/app.ts';
import { MemoryMirror } from '../support/memory-mirror.ts';

const never = new AbortController().signal;

async function rootAfter(root: string, platform: string): Promise<string | null> {
  const mirror = new MemoryMirror();
  const app = { mirror, env: { platform }, session: () => null, changed: () => undefined };
  const commands = settingsCommands(app as unknown as AppContext, '/home/me/SiteSync', {
    refresh: async () => undefined,
    reopen: async () => ({ ok: true, value: null }),
  });
  const set = await commands['settings.set']({ root }, never);
  if (!set.ok) expect(set.failure.hint).toContain('/home/me/SiteSync');
  return mirror.setting('root');
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
  expect(await rootAfter(root, platform)).toBe(isTaken ? root : null);
});

it('knows no feed of updates: nobody who speaks for the page can name one', () => {
  const asked = { theme: 'dark', updateFeed: 'https://evil.example/' };
  expect(appCommands['settings.set'].input.parse(asked)).toEqual({ theme: 'dark' });
});
