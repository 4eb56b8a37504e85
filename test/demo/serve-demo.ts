import { openApp } from '../../main/hosts/compose/open-app.ts';
import { printAddress, untilStopped } from '../../main/hosts/web/at-terminal.ts';
import { webHostServices } from '../../main/hosts/web/host-services.ts';
import { pageFolder } from '../../main/hosts/web/page.ts';
import { serveApp } from '../../main/hosts/web/serve.ts';
import { must } from '../support/must.ts';

export interface ServeDemoOptions {
  readonly data: string;
  readonly root: string;
  readonly account: { readonly baseUrl: string; readonly token: string };
  readonly say: (line: string) => void;
  readonly stopping: AbortSignal;
}

/** The app in a browser, on what the demo has done so far, until it is stopped. Nothing of it outlives the demo. */
export async function serveDemo({ data, root, account, say, stopping }: ServeDemoOptions): Promise<void> {
  const page = must(pageFolder(say));
  const app = must(
    await openApp({
      data,
      root,
      account,
      host: webHostServices(),
      // The token of a demo has no business in anybody's keychain.
      secrets: { keychain: false },
    }),
  );
  const onBug = (where: string, error: unknown): void => say(`${where}: ${String(error)}`);
  const host = must(await serveApp({ app, page, port: 0, onBug }));
  printAddress(host, say);
  await untilStopped(host, say, stopping);
  await host.close();
  await app.close();
}
