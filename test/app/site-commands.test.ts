import { expect, it } from 'vitest';
import { siteCommands } from '../../main/app/site-commands.ts';
import type { AppContext } from '../../main/app/context.ts';
import type { Platform } from '../../main/engine/policy.ts';
import type { CallOptions } from '../../main/sync/ports/service.ts';
import { fail, ok } from '../../shared/failure.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
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

it('counts the files of a site no longer than somebody waits for it', async () => {
  const { signal: closing } = new AbortController();
  const stop = new AbortController();
  const pages: number[] = [];
  const service = {
    filesPage: async (_site: string, offset: number, _limit: number, { signal }: CallOptions) => {
      pages.push(offset);
      if (pages.length === 2) stop.abort();
      if (signal?.aborted === true)
        return fail({ code: 'cancelled', message: '', hint: '', retry: 'now' } as const);
      const items = [{ site: 'a', category: 'other', size: 1 } as SiteFile];
      return ok({ items, odd: [], count: 1000, next: { offset: offset + 1, limit: 1 } });
    },
  };
  const session = { service, settings: { pageSize: 1 }, signal: closing };
  const app = { session: () => session } as unknown as AppContext;
  const none = null as unknown as Parameters<typeof siteCommands>[1];
  expect(await siteCommands(app, none)['sites.measure']({ site: 'a' }, stop.signal)).toMatchObject({
    ok: false,
    failure: { code: 'cancelled' },
  });
  expect(pages).toHaveLength(2);
});

it('lists sites as people count', async () => {
  const names = ['Depot 10', 'depot 2', 'Depot 1'];
  const mirror = {
    followed: () => [],
    sites: () => names.map((name) => ({ id: name, name, photoUrl: null })),
  };
  const desk = { counts: () => new Map() } as unknown as Parameters<typeof siteCommands>[1];
  const listed = await siteCommands({ mirror } as unknown as AppContext, desk)['sites.list'](null, never);
  expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['Depot 1', 'depot 2', 'Depot 10']);
});
