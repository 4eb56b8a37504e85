/**
 * `npm start`: the desktop app; where no Electron binary can be had, or it does not start here, one line that says so,
 * and the same app in a browser. Arguments: `--data DIR`.
 */
import { parseArgs } from 'node:util';
import { Ending } from '../cli/ending.ts';
import { output } from '../cli/output.ts';
import { serveCommand } from '../cli/serve-command.ts';
import { ROOT } from '../checkout.ts';
import { hasDesktop } from '../open-with.ts';
import { electronBinary, fetchElectron } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const out = output(false, false);
const ending = new Ending();

const why = await desktop();
if (why !== null) {
  out.say(`${why} SiteSync opens in your browser instead.`);
  const status = await browser();
  process.exitCode ??= status;
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
  const given = { data: values.data, baseUrl: null, token: null, port: 0, open: hasDesktop() };
  return serveCommand(given, out, ending.stopping);
}
