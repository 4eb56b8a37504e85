import { once } from 'node:events';
import { defaultDataDir } from '../compose.ts';
import { openApp } from '../open-app.ts';
import { openWith, webHostServices } from '../web/host-services.ts';
import { pageFolder } from '../web/page.ts';
import { serveApp } from '../web/serve.ts';
import { EXIT, type Output } from './output.ts';

export interface ServeArguments {
  readonly data: string | undefined;
  readonly baseUrl: string | null;
  readonly token: string | null;
  readonly port: number;
  readonly open: boolean;
}

/** `serve`: the app in a browser on this computer, until it is stopped. */
export async function serveCommand(
  given: ServeArguments,
  out: Output,
  stopping: AbortSignal,
): Promise<number> {
  const page = pageFolder((line) => out.log(line));
  if (!page.ok) return out.error(page.failure);
  const { baseUrl, token } = given;
  const opened = await openApp({
    data: given.data ?? defaultDataDir(),
    host: webHostServices(),
    ...(baseUrl !== null && token !== null ? { account: { baseUrl, token } } : {}),
  });
  if (!opened.ok) return out.error(opened.failure);
  const app = opened.value;
  const onBug = (command: string, error: unknown): void =>
    out.log(`${command}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const host = await serveApp({ app, page: page.value, port: given.port, onBug });
  if (!host.ok) {
    await app.close();
    return out.error(host.failure);
  }
  const address = host.value.newAddress();
  out.say(`SiteSync is open at ${address}\nThe address lets one browser in. Stop with Ctrl+C.`);
  out.object({ ok: true, address, port: host.value.port });
  if (given.open) {
    const shown = await openWith(address);
    if (!shown.ok) out.log(`${shown.failure.message} Open the address above yourself.`);
  }
  if (!stopping.aborted) await once(stopping, 'abort');
  await host.value.close();
  await app.close();
  return EXIT.inSync;
}
