import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../main/app/app.ts';
import { openApp, type OpenAppOptions } from '../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../main/hosts/web/host-services.ts';
import type { Result } from '../../shared/failure.ts';
import type { CommandName, Input, Output } from '../../shared/ipc/contract.ts';
import { startService, type RunningService } from '../service/service.ts';
import { SITE, TOKEN } from './laptop.ts';
import { must } from './must.ts';

/** A computer with the engine behind a window, signed in to a service of its own that has the site `SITE`. */
export interface AppHome {
  readonly service: RunningService;
  /** The folder that stands for the computer. It is removed at the end. */
  readonly home: string;
  /** Where the mirror is. */
  readonly data: string;
  /** The folder of all sites. */
  readonly root: string;
  /** The folder of `SITE`, once it is kept. */
  readonly folder: string;
  readonly app: App;
  /** Opens the app again after it was closed. */
  readonly reopen: () => Promise<void>;
  readonly tryTo: <N extends CommandName>(name: N, input: Input<N>) => Promise<Result<Output<N>>>;
  /** As `tryTo`; throws what failed. */
  readonly ask: <N extends CommandName>(name: N, input: Input<N>) => Promise<Output<N>>;
  readonly close: () => Promise<void>;
}

/** `fill` puts into the service what is to be there before anybody asks. */
export async function openAppHome(
  fill: (service: RunningService) => void = () => undefined,
): Promise<AppHome> {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-app-'));
  const service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  fill(service);
  const options = appOptions(home, service);
  const { data, root } = options;
  const open = async (): Promise<App> => must(await openApp(options));
  let app = await open();
  const never = new AbortController().signal;
  const tryTo = <N extends CommandName>(name: N, input: Input<N>): Promise<Result<Output<N>>> => {
    const handler = app.handlers[name] as (
      given: Input<N>,
      signal: AbortSignal,
    ) => Promise<Result<Output<N>>>;
    return handler(input, never);
  };
  return {
    service,
    home,
    data,
    root,
    folder: join(root, 'Harbour House'),
    get app() {
      return app;
    },
    reopen: async () => {
      app = await open();
    },
    tryTo,
    ask: async (name, input) => must(await tryTo(name, input)),
    close: async () => {
      await app.close();
      await service.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** As `openAppHome`, with `SITE` kept on the computer. */
export async function openKeptHome(fill?: (service: RunningService) => void): Promise<AppHome> {
  const home = await openAppHome(fill);
  await home.ask('sites.refresh', null);
  await home.ask('sites.follow', { site: SITE, folder: null, keep: 'all' });
  return home;
}

/** What the app of a computer is opened with. The token is kept in no keychain, and saved files are sent at once. */
export function appOptions(
  home: string,
  { url }: Pick<RunningService, 'url'>,
): OpenAppOptions & { readonly root: string } {
  return {
    data: join(home, 'data'),
    root: join(home, 'root'),
    host: webHostServices(),
    account: { baseUrl: url, token: TOKEN },
    secrets: { keychain: false },
    stillMs: 0,
  };
}
