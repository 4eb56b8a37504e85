import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../main/app/app.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import type { CommandName, Input, Output } from '../../../shared/ipc/contract.ts';
import { SITE, startWorld, TOKEN, type World } from '../../support/laptop.ts';

/** The engine behind a window with one site kept on this computer, and the service at the other end. */
export interface AppHome {
  readonly world: World;
  readonly app: App;
  /** The site's folder. */
  readonly folder: string;
  /** Where the mirror is. */
  readonly data: string;
  ask<N extends CommandName>(name: N, input: Input<N>): Promise<Output<N>>;
  close(): Promise<void>;
}

export const site = SITE;

export async function openAppHome(fill: (world: World) => void): Promise<AppHome> {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-datamodel-app-'));
  const world = await startWorld();
  fill(world);
  const opened = await openApp({
    data: join(home, 'data'),
    root: join(home, 'root'),
    host: webHostServices(),
    account: { baseUrl: world.service.url, token: TOKEN },
    stillMs: 0,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const app = opened.value;
  const ask = async <N extends CommandName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const result = await app.handlers[name](input, new AbortController().signal);
    if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
    return result.value;
  };
  await ask('sites.refresh', null);
  await ask('sites.follow', { site, folder: null, keep: 'all' });
  return {
    world,
    app,
    folder: join(home, 'root', 'Harbour House'),
    data: join(home, 'data'),
    ask,
    close: async () => {
      await app.close();
      await world.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
