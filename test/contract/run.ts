import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../main/adapters/rest/base-url.ts';
import { checkContract } from './contract.ts';
import type { Finding } from './finding.ts';

const USAGE = `npm run contract -- --base-url URL --token-stdin [--site ID] [--write] [--json]
  Says how a service reads what the contract leaves open. Only reads, unless --write lets it make, change and delete
  records of its own in the site. Exit status 1: something that SiteSync cannot work with.`;

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'token-stdin': { type: 'boolean' },
    site: { type: 'string' },
    write: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

async function main(): Promise<number> {
  const address = parseBaseUrl(values['base-url'] ?? process.env['SITESYNC_BASE_URL'] ?? '');
  const token =
    values['token-stdin'] === true ? (await text(process.stdin)).trim() : process.env['SITESYNC_TOKEN'];
  if (!address.ok || token === undefined || token === '') {
    console.error(address.ok ? USAGE : `${address.failure.message}\n${USAGE}`);
    return 2;
  }
  const target = { baseUrl: address.value, token, site: values.site ?? null };
  const findings = await checkContract(target, values.write === true);
  if (values.json === true) console.log(JSON.stringify({ ok: true, findings }));
  else for (const each of findings) console.log(line(each));
  return findings.some((each) => each.understood === false) ? 1 : 0;
}

function line({ question, reading, understood }: Finding): string {
  const mark = understood === null ? '?' : understood ? '✓' : '✗';
  return `${mark} ${question}: ${reading}`;
}

process.exitCode = await main();
