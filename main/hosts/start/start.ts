/**
 * `npm start`: the desktop app. If there is no Electron binary, or it does not start here, it says so in a line and
 * opens the same app in a browser. Arguments: `--data DIR`.
 */
import { parseArgs } from 'node:util';
import { Ending } from '../cli/ending.ts';
import { output } from '../cli/output/output.ts';
import { serveCommand } from '../cli/commands/serve-command.ts';
import { ROOT } from '../checkout.ts';
import { hasDesktop } from '../system/open-with.ts';
import { electronBinary, fetchElectron } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';

const out = output(process, false, false);
const ending = new Ending(process);
const values = given();

const why = await desktop();
if (why !== null) {
  out.say(`${why} SiteSync opens in your browser instead.`);
  const status = await browser();
  process.exitCode ??= status;
}

function given(): { readonly data?: string | undefined } {
  try {
    return parseArgs({ options: { data: { type: 'string' } } }).values;
  } catch (error) {
    // Its own words name the option, and no more.
    const [said] = (error instanceof Error ? error.message : String(error)).split('. ');
    const hint =
      'It takes a data folder: npm start -- --data ~/SiteSync-data. With a port: npm run -s sitesync -- serve --port 8080';
    return process.exit(out.error({ code: 'bad-input', message: `${said}.`, hint, retry: 'on-change' }));
  }
}

/** Null where the desktop app ran to its end; else why it did not, as a sentence. */
async function desktop(): Promise<string | null> {
  let binary = electronBinary(ROOT);
  if (binary === null && hasDesktop()) {
    out.log('Fetching Electron, once…');
    binary = fetchElectron(ROOT);
  }
  if (binary === null) return 'There is no Electron binary here.';
  if (!hasDesktop()) return 'This session has no screen for a window.';
  const ran = await runElectron(binary, values.data, (line) => out.log(line));
  if (!ran.ok) return `The desktop app did not start here: ${ran.failure.message}`;
  process.exitCode = ran.value;
  return null;
}

async function browser(): Promise<number> {
  ending.takeFirstSignal();
  const given = {
    data: values.data,
    baseUrl: null,
    token: null,
    port: 0,
    open: hasDesktop(),
    verbose: false,
  };
  return serveCommand(given, out, ending.stopping);
}
