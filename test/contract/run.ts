import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../main/adapters/rest/base-url.ts';
import { checkContract } from './contract.ts';
import type { Finding } from './finding.ts';

const USAGE = `npm run contract -- --base-url URL --token-stdin [--site ID] [--write] [--json]
  Says how a service reads what the contract leaves open. Only reads, unless --write lets it make, change and delete
  records of its own in the site. SITESYNC_BASE_URL and SITESYNC_TOKEN do in place of the first two.
  Exit status 1: something that SiteSync cannot work with. 2: usage. 4: the service is not reached.`;

function options() {
  return parseArgs({
    options: {
      'base-url': { type: 'string' },
      'token-stdin': { type: 'boolean' },
      site: { type: 'string' },
      write: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;
}

async function main(): Promise<number> {
  let values: ReturnType<typeof options>;
  try {
    values = options();
  } catch (error) {
    return misused((error as Error).message);
  }
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const address = parseBaseUrl(values['base-url'] ?? process.env['SITESYNC_BASE_URL'] ?? '');
  if (!address.ok) return misused(address.failure.message);
  const token =
    values['token-stdin'] === true ? (await text(process.stdin)).trim() : process.env['SITESYNC_TOKEN'];
  if (token === undefined || token === '') return misused('No token was given.');
  const target = { baseUrl: address.value, token, site: values.site ?? null };
  try {
    const findings = await checkContract(target, values.write === true);
    if (values.json === true) console.log(JSON.stringify({ ok: true, findings }));
    else for (const each of findings) console.log(line(each));
    return findings.some((each) => each.understood === false) ? 1 : 0;
  } catch (error) {
    const why = unreached(error);
    if (why === null) throw error;
    console.error(`The service at ${address.value} gave no answer: ${why}.`);
    return 4;
  }
}

function misused(why: string): number {
  console.error(`${why}\n${USAGE}`);
  return 2;
}

/** What kept `fetch` from an answer; null where it was something else that failed. */
function unreached(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return 'it took too long';
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return null;
  return error.cause.message || (error.cause as NodeJS.ErrnoException).code || error.message;
}

function line({ question, reading, understood }: Finding): string {
  const mark = understood === null ? '?' : understood ? '✓' : '✗';
  return `${mark} ${question}: ${reading}`;
}

process.exitCode = await main();
