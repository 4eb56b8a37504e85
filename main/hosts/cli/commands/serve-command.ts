import { parseBaseUrl } from '../../../adapters/rest/base-url.ts';
import { defaultDataDir } from '../../folders/default-folders.ts';
import { openApp } from '../../compose/open-app.ts';
import { openWith } from '../../system/open-with.ts';
import { printAddress, untilStopped } from '../../web/at-terminal.ts';
import { webHostServices } from '../../web/host-services.ts';
import { pageFolder } from '../../web/page.ts';
import { serveApp } from '../../web/serve.ts';
import { EXIT, logLines, type Output } from '../output/output.ts';

export interface ServeArguments {
  readonly data: string | undefined;
  readonly baseUrl: string | null;
  readonly token: string | null;
  readonly port: number;
  readonly open: boolean;
  readonly verbose: boolean;
}

/** `serve`: the app in a browser on this computer, until it is stopped. */
export async function serveCommand(
  given: ServeArguments,
  out: Output,
  stopping: AbortSignal,
): Promise<number> {
  const { baseUrl, token } = given;
  // The app would only go on without it: whoever typed it learns of it here.
  const address = baseUrl === null ? null : parseBaseUrl(baseUrl);
  if (address !== null && !address.ok) return out.error(address.failure);
  const page = pageFolder((line) => out.log(line));
  if (!page.ok) return out.error(page.failure);
  const opened = await openApp({
    data: given.data ?? defaultDataDir(),
    program: 'sitesync serve',
    host: webHostServices(),
    account: { baseUrl, token },
    ...(given.verbose ? { log: (text) => logLines(out, text) } : {}),
  });
  if (!opened.ok) return out.error(opened.failure);
  const app = opened.value;
  const onBug = (where: string, error: unknown): void =>
    logLines(out, `${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const host = await serveApp({ app, page: page.value, port: given.port, onBug });
  if (!host.ok) {
    await app.close();
    return out.error(host.failure);
  }
  // Said even with --quiet: without the address nobody gets in.
  const say = (line: string): void => out.warn(line);
  const shown = printAddress(host.value, say);
  out.object({ ok: true, address: shown, port: host.value.port });
  const state = await app.handlers['app.state'](null, stopping);
  if (state.ok) for (const notice of state.value.notices) out.log(notice);
  if (given.open && !(await openWith(shown)).ok)
    out.log('No browser could be opened: open the address above yourself.');
  await untilStopped(host.value, say, stopping);
  out.say('Finishing the current step…');
  await host.value.close();
  await app.close();
  return EXIT.inSync;
}
