import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_TOKEN, startService } from './service.ts';
import type { RunningService } from './service.ts';
import { SEED_USER } from './store/store.ts';
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

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help) {
    console.log(USAGE);
    return;
  }
  if (given.data === undefined) throw new Error('--data DIR is missing. --help tells more.');
  const port = Number(given.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`Not a port: ${given.port}`);
  const settings = readSettings(given.set);
  const tokens = given.token.length > 0 ? given.token : [DEFAULT_TOKEN];
  const service = await startService({
    dataDir: given.data,
    port,
    tokens: Object.fromEntries(tokens.map((token) => [token, { user: SEED_USER, sites: 'all' as const }])),
    ...(given.sample ? { sample: SAMPLE } : {}),
  });
  service.set(settings);
  for (const text of given.fault) service.failNext(JSON.parse(text));
  introduce(service, given, tokens[0] ?? '');
  endOnSignal(service);
}

function readSettings(texts: readonly string[]): Settings {
  let settings: Settings = {};
  for (const text of texts) {
    const parsed = parseSetting(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    settings = { ...settings, ...parsed.settings };
  }
  return settings;
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
