import { expect, it } from 'vitest';
import { siteCommands } from '../../main/app/site-commands.ts';
import type { AppContext } from '../../main/app/context.ts';
import type { Platform } from '../../main/engine/policy.ts';
import { ok } from '../../shared/failure.ts';
import { never } from './desk.ts';

/** How the folder of a site is shown. */
async function shown(folder: string, platform: Platform): Promise<string[]> {
  const asked: string[] = [];
  const show = (how: string) => async () => {
    asked.push(how);
    return ok(null);
  };
  const app = {
    env: { platform },
    mirror: { followed: () => [{ id: 'a', folder }] },
    host: { open: show('open'), reveal: show('reveal') },
  } as unknown as AppContext;
  const none = null as unknown as Parameters<typeof siteCommands>[1];
  await siteCommands(app, none)['sites.openFolder']({ site: 'a' }, never);
  return asked;
}

it('opens the folder of a site, but on a Mac none that may be a program', async () => {
  expect(await shown('/home/sites.d/Harbour House', 'darwin')).toEqual(['open']);
  expect(await shown('/home/sites/Harbour.workflow', 'linux')).toEqual(['open']);
  expect(await shown('/home/sites/Harbour.workflow', 'darwin')).toEqual(['reveal']);
});
