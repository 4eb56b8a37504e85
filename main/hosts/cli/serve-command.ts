import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { defaultDataDir } from '../compose.ts';
import { openApp } from '../open-app.ts';
import { openWith } from '../open-with.ts';
import { webHostServices } from '../web/host-services.ts';
import { pageFolder } from '../web/page.ts';
import { serveApp, type WebHost } from '../web/serve.ts';
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
  const onBug = (where: string, error: unknown): void =>
    out.log(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const host = await serveApp({ app, page: page.value, port: given.port, onBug });
  if (!host.ok) {
    await app.close();
    return out.error(host.failure);
  }
  await welcome(host.value, given.open, out);
  const stopAsking = newAddressOnEnter(host.value, out);
  if (!stopping.aborted) await once(stopping, 'abort');
  stopAsking();
  out.say('Finishing the current step …');
  await host.value.close();
  await app.close();
  return EXIT.inSync;
}

async function welcome(host: WebHost, open: boolean, out: Output): Promise<void> {
  const address = host.newAddress();
  out.say(`SiteSync is open at ${address}`);
  out.say('The address lets one browser in, for a quarter of an hour. Stop with Ctrl+C.');
  out.object({ ok: true, address, port: host.port });
  if (!open) return;
  const shown = await openWith(address);
  if (!shown.ok) out.log('No browser could be opened: open the address above yourself.');
}

/** In a terminal, Enter prints another address: for a second browser, or when the first one was used up. */
function newAddressOnEnter(host: WebHost, out: Output): () => void {
  if (out.json || !process.stdin.isTTY) return () => undefined;
  out.say('Press Enter for another address.');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => out.say(`SiteSync is open at ${host.newAddress()}`));
  return () => lines.close();
}
