import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawServer, type RawServer } from '../../adapters/rest/raw-server.ts';
import type { RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, signedIn } from '../home.ts';

let home: string;
let service: RunningService;
/** A web page for whatever is asked: a guest network, or the address of something else. */
let website: RawServer;

beforeAll(async () => {
  ({ home, service } = await openHome());
  website = await rawServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Guest network</h1>');
  });
  writeFileSync(join(home, 'a file'), 'mine');
  mkdirSync(join(home, 'data of a folder', 'mirror.sqlite'), { recursive: true });
});

afterAll(async () => {
  await website.close();
  await closeHome({ home, service });
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCli(args, { env: { ...signedIn({ home, service }), ...env } });
}

const data = (name: string): readonly string[] => ['--data', join(home, `data of ${name}`), '--json'];
const once = (name: string, root = join(home, 'never made'), site: string = SITE): readonly string[] => [
  'sync',
  '--once',
  '--root',
  root,
  '--site',
  site,
  ...data(name),
];

interface Case {
  readonly args: () => readonly string[];
  readonly env?: () => Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
  /** What the words must name. */
  readonly names: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'an empty name of what is to be put back': {
    args: () => ['trash', '--restore', '', ...data('nothing')],
    status: 2,
    code: 'bad-input',
    names: 'names nothing',
  },
  'an address of another kind': {
    args: () => once('ftp'),
    env: () => ({ SITESYNC_BASE_URL: 'ftp://data.example.com' }),
    status: 2,
    code: 'bad-input',
    names: 'ftp://',
  },
  'an address with a password': {
    args: () => once('password'),
    env: () => ({ SITESYNC_BASE_URL: 'https://me:secret@data.example.com' }),
    status: 2,
    code: 'bad-input',
    names: 'password',
  },
  'an address that would send the token in the open': {
    args: () => once('http'),
    env: () => ({ SITESYNC_BASE_URL: 'http://data.example.com' }),
    status: 2,
    code: 'bad-input',
    names: 'http://data.example.com',
  },
  'no address at all': {
    args: () => once('nowhere'),
    env: () => ({ SITESYNC_BASE_URL: '' }),
    status: 3,
    code: 'sign-in',
    names: 'address',
  },
  'the address of a website': {
    args: () => ['sites', ...data('html')],
    env: () => ({ SITESYNC_BASE_URL: website.url }),
    status: 4,
    code: 'not-understood',
    names: 'web page',
  },
  'a site that is not there': {
    args: () => once('site', undefined, 'nowhere'),
    status: 2,
    code: 'bad-input',
    names: 'nowhere',
  },
  'a root that is a file': {
    args: () => once('root', join(home, 'a file')),
    status: 2,
    code: 'bad-input',
    names: 'a file',
  },
  'a data folder that is a file': {
    args: () => ['status', '--data', join(home, 'a file'), '--json'],
    status: 2,
    code: 'bad-input',
    names: 'a file stands in its way',
  },
  'a data folder below a file': {
    args: () => ['status', '--data', join(home, 'a file', 'data'), '--json'],
    status: 2,
    code: 'bad-input',
    names: join('a file', 'data'),
  },
  'a mirror that is a folder': {
    args: () => ['status', ...data('a folder')],
    status: 1,
    code: 'mirror-broken',
    names: 'data of a folder',
  },
  'an option that is not there': {
    args: () => ['sync', '--nonsense', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--nonsense',
  },
  'an argument that is missing': {
    args: () => ['follow', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: 'site',
  },
  'a name that is empty, as of a variable that is not set': {
    args: () => ['series', SITE, 'one', '', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '<ids> is empty',
  },
  'an option whose name was forgotten': {
    args: () => ['follow', SITE, '--folder', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: 'What --folder takes is missing',
  },
  'no command at all': {
    args: () => ['--json'],
    status: 2,
    code: 'bad-input',
    names: 'No command was named',
  },
  'no command of a model': {
    args: () => ['model', '--json'],
    status: 2,
    code: 'bad-input',
    names: 'No command was named',
  },
  'help on a command that is not there': {
    args: () => ['help', 'synchronise', '--json'],
    status: 2,
    code: 'bad-input',
    names: 'synchronise',
  },
  'help on a command of a model that is not there': {
    args: () => ['help', 'model', 'push', '--json'],
    status: 2,
    code: 'bad-input',
    names: 'push',
  },
  'a command that is not there': {
    args: () => ['synchronise', '--json'],
    status: 2,
    code: 'bad-input',
    names: 'synchronise',
  },
  'two options that exclude each other': {
    args: () => ['sync', '--once', '--watch', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--watch',
  },
  'an address of another kind, to serve with': {
    args: () => ['serve', ...data('serve'), '--base-url', 'ftp://data.example.com'],
    status: 2,
    code: 'bad-input',
    names: 'ftp://',
  },
  'a port that is none': {
    args: () => ['serve', '--port', 'front', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--port cannot be “front”',
  },
  'a time that is none': {
    args: () => ['series', SITE, 'one', '--to', 'yesterday', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--to cannot be “yesterday”',
  },
  'a range that ends before it begins': {
    args: () => ['series', SITE, 'one', '--from', '2026-03-29', '--to', '2026-03-01', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--from is not before --to',
  },
  'a range that begins after now': {
    args: () => ['series', SITE, 'one', '--from', '2999-01-01', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--from is still to come, and without --to the range ends now',
  },
  'a rate that is none': {
    args: () => ['limit', '--down', 'fast', ...data('usage')],
    status: 2,
    code: 'bad-input',
    names: '--down cannot be “fast”',
  },
  'a category that is none': {
    args: () => ['follow', SITE, '--categories', 'plans', ...data('category')],
    status: 2,
    code: 'bad-input',
    names: '--categories cannot be “plans”',
  },
  'a file that the trash does not hold': {
    args: () => ['trash', '--restore', 'Other/none.txt', ...data('trash')],
    status: 2,
    code: 'bad-input',
    names: 'Other/none.txt',
  },
  'a model of a site that is not kept here': {
    args: () => ['model', 'pull', SITE, 'tower', ...data('model')],
    status: 2,
    code: 'bad-input',
    names: SITE,
  },
};

describe('bad input is refused in words, and changes nothing', () => {
  it.each(Object.entries(CASES))('%s', async (_, { args, env, status, code, names }) => {
    const ran = await run(args(), env?.());
    const answer: unknown = JSON.parse(ran.stdout);
    expect([ran.status, answer]).toEqual([
      status,
      {
        ok: false,
        error: {
          code,
          message: expect.stringContaining(names),
          hint: expect.stringMatching(/^[A-Z"].{15,}[.\w]$/),
        },
      },
    ]);
    expect(ran.stdout + ran.stderr).not.toContain('secret');
    expect(ran.stderr).not.toContain('    at ');
    expect(readdirSync(home)).not.toContain('never made');
    expect(service.requests.writes()).toEqual([]);
    expect(service.store.files(SITE)).toEqual([]);
  });
});

it('takes a web page at the very first sync for a service that is not reached, as at each later one', async () => {
  const { status, stdout, stderr } = await run(once('portal'), { SITESYNC_BASE_URL: website.url });
  expect([status, JSON.parse(stdout)]).toMatchObject([4, { ok: true, state: 'offline', sites: [] }]);
  expect(stderr).toContain('A web page came instead of the list of sites.');
  expect(stderr).toContain('sign in to the network');
});

it.each([
  ['in a circle', (url: string) => (url === '/login' ? '/' : '/login')],
  ['more than 5 times', (url: string) => `/login?${url.length}${url}`],
])('takes redirects %s at the very first sync for a guest network', async (name, to) => {
  const network = await rawServer((request, response) => {
    response.writeHead(302, { location: to(request.url ?? '') }).end();
  });
  const { status, stdout, stderr } = await run(once('round'), { SITESYNC_BASE_URL: network.url });
  await network.close();
  expect([status, JSON.parse(stdout)]).toMatchObject([4, { ok: true, state: 'offline', sites: [] }]);
  expect(stderr).toMatch(
    `Instead of the list of sites the service redirects ${name}.\nOn a hotel or guest Wi-Fi, open a browser and sign in`,
  );
});

it.each([
  ['--version', /^\d+\.\d+\.\d+$/],
  ['status --version', /^\d+\.\d+\.\d+$/],
  ['--help', /^Usage: sitesync \[options\] .*First steps:/s],
  ['help sync', /^Usage: sitesync sync .*--token-stdin/s],
])('is one object with --json, also as %s', async (words, text) => {
  const { status, stdout, stderr } = await run([...words.split(' '), '--json']);
  expect([status, stderr, JSON.parse(stdout)]).toEqual([
    0,
    '',
    { ok: true, text: expect.stringMatching(text) },
  ]);
});

it('takes what stands behind two dashes for a name, and answers as it was asked to', async () => {
  const { status, stdout, stderr } = await run(['files', '--', 'nowhere', '--json']);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('more than the command takes')]);
});
