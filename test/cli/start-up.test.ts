import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCli, type Ran } from '../support/command-line.ts';
import { SITE, startWorld, TOKEN, type World } from '../support/laptop.ts';

let world: World;
let home: string;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-start-up-'));
  world = await startWorld();
  world.service.store.addFile(SITE, { name: 'there.txt', category: 'other', content: 'there' });
});
afterEach(async () => {
  await world.close();
  rmSync(home, { recursive: true, force: true });
});

/** A sync in a process in which each thread notes in `stripped` that it has loaded what strips types. */
function sync(root: string, stripped: string): Promise<Ran> {
  const probe = join(home, 'probe.mjs');
  writeFileSync(
    probe,
    `import { appendFileSync } from 'node:fs';
    const look = () => {
      if (!process.moduleLoadList.some((name) => name.includes('deps/amaro'))) return;
      appendFileSync(${JSON.stringify(stripped)}, 'a thread\\n');
      clearInterval(looking);
    };
    const looking = setInterval(look, 5).unref();
    process.once('exit', look);`,
  );
  const args = [
    'sync',
    '--once',
    '--data',
    join(home, root, 'data'),
    '--root',
    join(home, root),
    '--site',
    SITE,
  ];
  return startCli(args, {
    env: {
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      SITESYNC_BASE_URL: world.service.url,
      SITESYNC_TOKEN: TOKEN,
    },
    nodeArguments: ['--import', probe],
  }).ended;
}

it('strips the types of its code once, and never in later runs, not even in its threads', async () => {
  const [first, later] = [join(home, 'first'), join(home, 'later')];
  expect(await sync('a', first)).toMatchObject({ status: 0 });
  expect(readFileSync(first, 'utf8').split('\n').length).toBeGreaterThan(2);
  expect(await sync('b', later)).toMatchObject({ status: 0 });
  expect(existsSync(later)).toBe(false);
});

it('loads no database for what needs none', async () => {
  const probe = join(home, 'probe.mjs');
  writeFileSync(
    probe,
    `process.once('exit', () => {
      const loaded = process.report.getReport().sharedObjects.some((file) => file.includes('better-sqlite3'));
      process.stderr.write(loaded ? 'with a database' : 'without one');
    });`,
  );
  const said = async (...args: readonly string[]): Promise<string> =>
    (await startCli(args, { env: { HOME: home }, nodeArguments: ['--import', probe] }).ended).stderr;
  for (const args of [['--version'], ['--help'], ['help', 'sync'], ['snyc']])
    expect([args, await said(...args)]).toEqual([args, expect.stringMatching(/without one$/)]);
  expect(await said('status')).toMatch(/with a database$/);
});

it('keeps its code in the home of the person, not where it runs', async () => {
  const env = { HOME: home, XDG_CACHE_HOME: '' };
  const args = ['status', '--data', join(home, 'data')];
  expect(await startCli(args, { env, cwd: home }).ended).toMatchObject({ status: 0 });
  expect([existsSync(join(home, 'sitesync')), existsSync(join(home, '.cache', 'sitesync', 'code'))]).toEqual([
    false,
    true,
  ]);
});

it('needs no home where its data folder is named', async () => {
  const noHome = `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.homedir = () => { throw new Error('no home'); };
    syncBuiltinESMExports();`;
  const args = ['sync', '--once', '--json', '--data', join(home, 'data'), '--root', home, '--site', SITE];
  const ran = await startCli(args, {
    env: { XDG_CACHE_HOME: '', SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN },
    nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(noHome)}`],
  }).ended;
  expect([ran.status, ran.stderr, JSON.parse(ran.stdout)]).toMatchObject([0, '', { state: 'in-sync' }]);
});

it('finds its own modules without looking at the disk, and those of others too', async () => {
  const [probe, looked] = [join(home, 'probe.mjs'), join(home, 'looked')];
  writeFileSync(
    probe,
    `import { registerHooks } from 'node:module';
    import { appendFileSync } from 'node:fs';
    registerHooks({
      resolve: (specifier, context, next) => {
        appendFileSync(${JSON.stringify(looked)}, specifier + '\\n');
        return next(specifier, context);
      },
    });`,
  );
  const args = ['status', '--data', join(home, 'data')];
  const ran = startCli(args, { env: { HOME: home }, nodeArguments: ['--import', probe] });
  expect(await ran.ended).toMatchObject({ status: 0 });
  const lookedFor = readFileSync(looked, 'utf8').split('\n');
  expect(lookedFor).toContain('commander');
  expect(lookedFor.filter((specifier) => specifier.endsWith('.ts'))).toEqual([]);
});

/** The addresses of all that the main thread of a command loads. */
async function loadedBy(...args: readonly string[]): Promise<readonly string[]> {
  const [probe, loaded] = [join(home, 'probe.mjs'), join(home, 'loaded')];
  writeFileSync(
    probe,
    `import { registerHooks } from 'node:module';
    import { appendFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    if (isMainThread) registerHooks({
      load: (url, context, next) => {
        appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
        return next(url, context);
      },
    });`,
  );
  const ran = startCli([...args, '--data', join(home, 'data')], {
    env: { HOME: home, SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN },
    nodeArguments: ['--import', probe],
  });
  expect(await ran.ended).toMatchObject({ status: 0 });
  return readFileSync(loaded, 'utf8').split('\n');
}

it('loads none of the parts that sync, or that ask the service, for a look at the status', async () => {
  const urls = await loadedBy('status');
  expect(urls.filter((url) => /status-command/.test(url))).toHaveLength(1);
  const syncs =
    /sync\/(cycle\/(cycle|rounds)|apply\/(apply|step-runner)|observe\/look)|adapters\/(rest\/service|watch)/;
  expect(urls.filter((url) => syncs.test(url))).toEqual([]);
});

it('loads none of the parts that watch for one sync', async () => {
  const urls = await loadedBy('sync', '--root', join(home, 'root'), '--site', SITE);
  expect(urls.filter((url) => /sync-command/.test(url))).toHaveLength(1);
  expect(urls.filter((url) => /chokidar|sync-watch|\/watch\//.test(url))).toEqual([]);
});

it('loads neither fetch nor HTTP/2 of Node, nor the forms of axios, to ask the service', async () => {
  const probe = join(home, 'probe.mjs');
  writeFileSync(
    probe,
    `import { createRequire } from 'node:module';
    process.once('exit', () => {
      const own = process.moduleLoadList.filter((name) => /deps\\/undici|http2|https$/.test(name));
      const files = Object.keys(createRequire(import.meta.url).cache).filter((file) => /form-data/.test(file));
      process.stderr.write(JSON.stringify([...own, ...files]));
    });`,
  );
  const args = ['sync', '--once', '--data', join(home, 'data'), '--root', home, '--site', SITE, '--json'];
  const env = { HOME: home, SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN };
  const ran = await startCli(args, { env, nodeArguments: ['--import', probe] }).ended;
  expect([ran.status, JSON.parse(ran.stderr)]).toEqual([0, ['NativeModule https']]);
});

/** What a process was started with, as the kernel tells. */
const startedWith = (pid: number | undefined): string => readFileSync(`/proc/${pid}/environ`, 'latin1');

it.runIf(process.platform === 'linux')(
  'begins anew with steady thresholds of memory where it stays, with arguments, standard input and signals as they were',
  async () => {
    const args = ['sync', '--watch', '--data', join(home, 'data'), '--root', home, '--site', SITE];
    const env = { HOME: home, SITESYNC_BASE_URL: world.service.url };
    const stays = startCli([...args, '--token-stdin'], { env, stdin: TOKEN });
    await stays.says('Watching for changes');
    expect(startedWith(stays.child.pid)).toMatch(/\0MALLOC_TRIM_THRESHOLD_=131072\0/);
    stays.child.kill('SIGTERM');
    expect(await stays.ended).toMatchObject({ status: 0, stderr: '' });
  },
);

/** With code of ours that runs before the program. */
function after(code: string, ...args: readonly string[]): Promise<Ran> {
  const env = { HOME: home, SITESYNC_BASE_URL: world.service.url, SITESYNC_TOKEN: TOKEN };
  return startCli(args, { env, nodeArguments: ['--import', `data:text/javascript,${code}`] }).ended;
}

it('answers with one object also where it ends by a fault of its own', async () => {
  const { status, stdout, stderr } = await after(
    String.raw`Object.entries=()=>{throw new Error("no \u001b luck")}`,
    'status',
    '--json',
    '--data',
    join(home, 'data'),
  );
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    {
      ok: false,
      error: {
        code: 'bug',
        message: expect.stringMatching(/: Error: no {3}luck$/),
        hint: expect.any(String),
      },
    },
  ]);
  expect(stderr).toContain('    at ');
});

it.skipIf(process.platform === 'win32')(
  'works in a folder that was deleted meanwhile, which is none to start a thread in, nor to name a file in',
  async () => {
    const gone = JSON.stringify(join(home, 'gone'));
    const leave = `import fs from"node:fs";import{isMainThread}from"node:worker_threads";if(isMainThread){fs.mkdirSync(${gone});process.chdir(${gone});fs.rmdirSync(${gone})}`;
    const root = ['--root', join(home, 'root'), '--site', SITE];
    const whole = await after(leave, 'sync', '--data', join(home, 'data'), ...root);
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    const relative = await after(leave, 'status', '--json', '--data', 'data');
    expect([relative.status, JSON.parse(relative.stdout)]).toMatchObject([
      2,
      {
        error: {
          code: 'bad-input',
          message: expect.stringContaining('--data cannot be “data”: the folder in'),
        },
      },
    ]);
  },
);
