import { fail, ok, toldFailure, type Failure, type Result } from '../../../shared/failure.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { Platform } from '../../engine/policy.ts';
import { whyNotBelow } from '../../sync/following/follow.ts';
import type { AppContext } from '../context.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import { keepProxy } from './kept-proxy.ts';
import { readSettings, writeSettings } from './settings.ts';

/** The person's choices; each holds at once, in a sync that is under way too. */
export function settingsCommands(
  app: AppContext,
  { defaultRoot, secrets }: { readonly defaultRoot: string; readonly secrets: Secrets },
  engine: {
    readonly refresh: () => Promise<void> | undefined;
    /** Opens the connection to the service again. */
    readonly reopen: () => Promise<Result<null>>;
  },
): Pick<Handlers, 'settings.get' | 'settings.set' | 'settings.checkRoot'> {
  const rootTrouble = async (root: string): Promise<Failure | null> =>
    isFullPath(root, app.env.platform)
      ? whyNotBelow(app, root)
      : noFullPath(root, app.env.platform, defaultRoot);
  return {
    'settings.checkRoot': async ({ root }) => {
      const trouble = await rootTrouble(unquoted(root, app.env.platform));
      return ok({ failure: trouble === null ? null : toldFailure(trouble) });
    },
    'settings.get': async () => ok(readSettings(app.mirror, defaultRoot)),
    'settings.set': async (given) => {
      const change =
        given.root === undefined ? given : { ...given, root: unquoted(given.root, app.env.platform) };
      const refused = change.root === undefined ? null : await rootTrouble(change.root);
      if (refused !== null) return fail(refused);
      if (change.proxy !== undefined) {
        const kept = await keepProxy(app.mirror, secrets, change.proxy);
        if (!kept.ok) return kept;
      }
      writeSettings(app.mirror, { ...change, proxy: undefined });
      const settings = readSettings(app.mirror, defaultRoot);
      const session = app.session();
      session?.up.limit(settings.bytesUp);
      session?.down.limit(settings.bytesDown);
      if (change.startAtLogin !== undefined) app.host.setLoginItem(settings.startAtLogin);
      if (change.ignore !== undefined) {
        await engine.refresh();
        app.syncSoon(null);
      }
      const reconnects = change.proxy !== undefined || change.allowInsecure !== undefined;
      const reopened = reconnects ? await engine.reopen() : ok(null);
      // Saved it is, also where the service is not reached by it.
      app.changed(null);
      return reopened.ok ? ok(settings) : reopened;
    },
  };
}

/** “Copy as path” in Explorer puts quotes around it, which no path of Windows has. */
function unquoted(path: string, platform: Platform): string {
  return platform === 'win32' ? path.replace(/^\s*"(.*)"\s*$/, '$1') : path;
}

/** From the root of a drive or a share on: any other would be taken from where SiteSync happens to run, or from a folder called `~`. */
function isFullPath(path: string, platform: Platform): boolean {
  return platform === 'win32' ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : path.startsWith('/');
}

function noFullPath(path: string, platform: Platform, example: string): Failure {
  const whole = platform === 'win32' ? 'Type it with its drive' : 'Type it from the / at its beginning';
  return {
    code: 'bad-input',
    message: `${path} is not the full path of a folder.`,
    hint: `${whole}, such as ${example}`,
    retry: 'on-change',
  };
}
