import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_TOKEN, type RunningService, startService } from './service.ts';
import { SEED_USER } from './store/store.ts';
import type { PlannedFailure } from './switches/faults.ts';
import { describeSwitches, parseSetting } from './switches/parse-setting.ts';
import type { Settings } from './switches/switches.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'resources', 'sample');

const USAGE = `A complete Site Data Service for tests and the demo.

  npm run service -- --data DIR [--port N] [--sample] [--token T]… [--set NAME=VALUE]… [--fault JSON]…

  --data DIR         where everything is kept; an existing folder is carried on with
  --port N           0 or nothing: any free port
  --sample           fill an empty folder from resources/sample
  --token T          a valid token (default: demo-token); may be repeated
  --set NAME=VALUE   a switch, see below; may be repeated
  --fault JSON       a planned failure, e.g. '{"match":{"method":"POST"},"times":2,"action":"drop-after"}'

Switches and their defaults:
${describeSwitches()
  .map((line) => `  ${line}`)
  .join('\n')}
`;

type Arguments = ReturnType<typeof readArguments>;

function readArguments() {
  return parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      sample: { type: 'boolean', default: false },
      token: { type: 'string', multiple: true, default: [] },
      set: { type: 'string', multiple: true, default: [] },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

/** Its own words name the option, and no more. */
function understood(): Arguments {
  try {
    return readArguments();
  } catch (error) {
    throw new Error(`${(error as Error).message}. --help says what each option takes.`, { cause: error });
  }
}

async function main(): Promise<void> {
  const given = understood();
  if (given.help) {
    console.log(USAGE);
    return;
  }
  if (given.data === undefined) throw new Error('--data is missing. It takes a folder: --data /tmp/service');
  const port = Number(given.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port cannot be "${given.port}". It takes a number from 0 to 65535: --port 8080`);
  const settings = readSettings(given.set);
  const faults = given.fault.map(readFault);
  const tokens = given.token.length > 0 ? given.token : [DEFAULT_TOKEN];
  const service = await startService({
    dataDir: given.data,
    port,
    tokens: Object.fromEntries(tokens.map((token) => [token, { user: SEED_USER, sites: 'all' as const }])),
    ...(given.sample ? { sample: SAMPLE } : {}),
  });
  service.set(settings);
  for (const fault of faults) service.failNext(fault);
  introduce(service, given, tokens[0] ?? '');
  endOnSignal(service);
}

function readSettings(texts: readonly string[]): Settings {
  let settings: Settings = {};
  for (const text of texts) {
    const parsed = parseSetting(text);
    if (!parsed.ok)
      throw new Error(`--set ${text}: ${parsed.problem} It takes a switch of --help: --set latencyMs=20`);
    settings = { ...settings, ...parsed.settings };
  }
  return settings;
}

function readFault(text: string): PlannedFailure {
  try {
    return JSON.parse(text) as PlannedFailure;
  } catch {
    throw new Error(`--fault is no JSON: ${text}\nIt takes for example: --fault '{"action":"hang"}'`);
  }
}

function introduce(service: RunningService, given: Arguments, token: string): void {
  const files = `${service.url}/api/v1/files/`;
  console.log(`Site Data Service: ${service.url}
data: ${given.data}
token: ${token}
try: curl -H 'Authorization: Bearer ${token}' ${files}
end: Ctrl+C`);
}

function endOnSignal(service: RunningService): void {
  const end = () => {
    service.close().catch((error: unknown) => fail(error));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
}

main().catch(fail);
