import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TOKEN } from '../service/service.ts';
import { addFiles, serviceWithSite } from '../service-suite/harness.ts';
import type { Settings } from '../service/switches/switches.ts';
import { checkContract } from './contract.ts';

/** Readings by key, of a service with these switches. */
async function readings(settings: Settings, write = true): Promise<Record<string, string>> {
  const service = await serviceWithSite();
  addFiles(service, 5);
  service.store.addSite({ id: 's0', name: 'Elsewhere' });
  addFiles(service, 1, 's0');
  service.set(settings);
  const target = { baseUrl: service.url, token: DEFAULT_TOKEN, site: 's1' };
  const findings = await checkContract(target, write);
  expect(service.store.files('s1')).toHaveLength(5);
  if (!write) expect(service.requests.writes()).toEqual([]);
  return Object.fromEntries(findings.map((each) => [each.key, `${each.understood} ${each.reading}`]));
}

describe('the contract suite', () => {
  it('understands every reading of a service as the contract has it, and leaves nothing behind', async () => {
    const seen = await readings({});
    expect(seen).toMatchObject({
      verify: 'true status 200',
      'no-token': 'true status 401',
      next: 'true absolute',
      end: 'true null',
      filter: 'true yes',
      order: 'true yes',
      record: 'true yes',
      download: 'true directly, with its length',
      range: 'true yes, by Range',
      create: 'true status 201, the record',
      content: 'true kept as it is',
      metadata: 'true kept',
      update: 'true taken: a rename costs no upload',
      'update-reply': 'true status 200, with the record',
      delete: 'true status 204, again 404, then GET 404',
    });
    expect(Object.values(seen).filter((each) => !each.startsWith('true'))).toEqual([]);
  });

  it.each<[string, Settings, string, string]>([
    ['an id alone', { createReply: 'id' }, 'create', 'true status 201, the id alone'],
    ['no reply', { createReply: 'nothing', createStatus: 202 }, 'create', 'true status 202, nothing'],
    [
      'records that read otherwise than in an answer',
      { createReply: 'unlike' },
      'create',
      'true status 201, the record, in other texts than it is listed: each is read once more',
    ],
    [
      'updates without a reply',
      { updateReply: 'nothing', updateStatus: 204 },
      'update-reply',
      'true status 204, without the record',
    ],
    [
      'updates that need the file',
      { updateNeedsFile: true },
      'update',
      'true refused: every change sends the bytes',
    ],
    ['metadata that is dropped', { dropsMetadata: true }, 'metadata', 'true dropped'],
    ['metadata as text', { metadataAsText: true }, 'metadata', 'true kept, and shown as text'],
    ['content that is rewritten', { rewritesContent: true }, 'content', 'true rewritten'],
    [
      'filters that are ignored',
      { ignoresFilters: true },
      'filter',
      'true no, records of other sites are listed too',
    ],
    ['small pages', { maxPageSize: 3 }, 'page-size', 'true holds 3 records'],
    [
      'large pages refused',
      { maxPageSize: 100, refusesLargePages: true },
      'page-size',
      'true holds all 5 records; a page of 10,000 rows is refused (status 422)',
    ],
    [
      'its own record where large pages are refused',
      { maxPageSize: 100, refusesLargePages: true },
      'create',
      'true status 201, the record',
    ],
    ['a relative next', { nextForm: 'relative' }, 'next', 'true relative'],
    ['a next that is missing', { nextForm: 'absent' }, 'next', 'true absent'],
    ['an empty end', { endForm: 'empty' }, 'end', 'true empty'],
    ['errors in HTML', { errorForm: 'html' }, 'errors', 'true a page or text'],
    ['empty errors', { errorForm: 'empty' }, 'errors', 'true an empty body'],
    ['chunked downloads', { downloadForm: 'chunked' }, 'download', 'true without a length'],
    ['downloads by a link', { downloadForm: 'link' }, 'download', 'true as a link in JSON'],
    ['packed downloads', { downloadForm: 'gzip' }, 'download', 'true packed with gzip'],
    ['empty files refused', { refusesEmptyFiles: true }, 'empty', 'true refused (status 400)'],
    [
      'deletes with a status of their own',
      { deleteStatus: 200 },
      'delete',
      'true status 200, again 404, then GET 404',
    ],
  ])('sees %s', async (_, settings, key, reading) => {
    expect((await readings(settings))[key]).toBe(reading);
  });

  it('sees an order that changes as what it is', async () => {
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => readings({ unstableOrder: true }, false)),
    );
    expect(tries.some((seen) => seen['order']?.startsWith('false') === true)).toBe(true);
  });

  it('writes nothing unless it is told to', async () => {
    expect(Object.keys(await readings({}, false))).not.toContain('create');
  });

  it('is one command, and the token is none of its arguments', async () => {
    const service = await serviceWithSite();
    addFiles(service, 5);
    const args = ['--base-url', service.url, '--token-stdin', '--json'];
    const { status, out } = await run(args, `${DEFAULT_TOKEN}\n`);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true });
  });

  it.each([
    ['how it is used', ['--help'], 0, /^npm run contract -- /],
    ['an option that is not there', ['--bogus'], 2, /^Unknown option '--bogus'.*\nnpm run contract -- /],
    ['a token that is missing', ['--base-url', 'http://127.0.0.1:9'], 2, /^No token was given\.\nnpm run/],
    [
      'a service that is not there',
      ['--base-url', 'http://127.0.0.1:2', '--token-stdin'],
      4,
      /^The service at http:\/\/127\.0\.0\.1:2 gave no answer: .*ECONNREFUSED.*\.\n$/,
    ],
  ])('says in words: %s', async (_what, args, status, said) => {
    const ran = await run(args, 'a-token');
    expect(ran.status).toBe(status);
    expect(ran.out).toMatch(said);
  });
});

/** The command, with this on its standard input; all that it said. */
async function run(args: readonly string[], input: string): Promise<{ status: unknown; out: string }> {
  const { SITESYNC_BASE_URL: _url, SITESYNC_TOKEN: _token, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], { env });
  child.stdin.on('error', () => undefined).end(input);
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, out };
}
