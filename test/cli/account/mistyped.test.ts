import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED_USER } from '../../service/store/store.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { builtPage } from '../../renderer/rig/built-page.ts';
import { runCli, startCli, type Ran } from '../../support/command-line.ts';
import { laptopIn, SITE, siteOf, TOKEN } from '../../support/laptop.ts';

/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';
const OTHER_TOKEN = 'another-token';
const EVERYTHING = { user: SEED_USER, sites: 'all' } as const;

let home: string;
let service: RunningService;
let anything: Awaited<ReturnType<typeof listenToAnything>>;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-mistyped-'));
  service = await startService({
    dataDir: join(home, 'service'),
    tokens: { [TOKEN]: EVERYTHING, [OTHER_TOKEN]: EVERYTHING },
  });
  anything = await listenToAnything();
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  for (const name of ['pump.pdf', 'valve.pdf'])
    service.store.addFile(SITE, { name, category: 'spec-sheet', content: name });
  await laptopIn(home, service.url).sync();
  rmSync(join(home, 'root', 'Harbour House', 'Spec Sheet', 'pump.pdf'));
});

afterEach(async () => {
  anything.close();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

async function listenToAnything(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"up"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** What `serve` said on stderr until it served. */
async function served(args: readonly string[], token: string, data = ['--data', join(home, 'data')]) {
  const env = { HOME: home, SITESYNC_TOKEN: token };
  const running = startCli(['serve', '--json', ...args, ...data], { env });
  await running.says('"ok":true');
  // It asks in the beginning, and would keep what it found by then.
  await new Promise((resolve) => setTimeout(resolve, 500));
  running.child.kill('SIGTERM');
  return (await running.ended).stderr;
}

function run(
  args: readonly string[],
  token: string = TOKEN,
  data = ['--data', join(home, 'data')],
): Promise<Ran> {
  return runCli([...args, ...data], {
    env: { HOME: home, SITESYNC_TOKEN: token },
  });
}

/** What the next sync does, with the address that is kept. */
async function report(): Promise<object> {
  return siteOf(await laptopIn(home, null).sync());
}

describe('an address or a token that was mistyped', () => {
  it.each(['sync', 'sync --watch', `follow ${SITE}`, 'sites', 'doctor', 'sign-in', `series ${SITE} a`])(
    'ends no agreement, and is not kept: %s',
    async (command) => {
      const args = command.split(' ');
      expect((await run(args, 'wrong')).status).toBe(3);
      // Also the list of sites: the one that is known is that of another service.
      expect((await run([...args, '--base-url', NOBODY])).status).toBe(4);
      // What was deleted here meanwhile was deleted by the person, and is no file that a merge brings back.
      expect(await report()).toMatchObject({ deletedRemote: 1, downloaded: 0, files: 1 });
    },
  );

  it('ends no agreement, and is not kept: serve', async () => {
    await builtPage();
    const running = startCli(['serve', '--json', '--data', join(home, 'data')], {
      env: { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'wrong' },
    });
    await running.says('"ok":true');
    running.child.kill('SIGTERM');
    await running.ended;
    expect(await report()).toMatchObject({ deletedRemote: 1, downloaded: 0, files: 1 });
  });

  it.each([
    ['an address where nobody listens', () => NOBODY],
    ['a server that answers 200 to anything', () => anything.url],
  ])('ends no agreement, and is not kept: serve with %s', async (_, url) => {
    await builtPage();
    const stderr = await served(['--base-url', url()], TOKEN);
    expect(stderr).toMatch(/Nothing answers at 127\.0\.0\.1:9\.|^$/);
    expect(await report()).toMatchObject({ deletedRemote: 1, downloaded: 0, files: 1 });
  });

  it.each(['sync', 'sign-in'])('is no service because it answers 200 to anything: %s', async (command) => {
    const { status, stdout, stderr } = await run([command, '--base-url', anything.url]);
    expect([status, stdout + stderr]).toEqual([
      1,
      expect.stringContaining('answers, but not as a Site Data Service'),
    ]);
    expect(await report()).toMatchObject({ deletedRemote: 1, downloaded: 0, files: 1 });
  });

  it.each(['sync --site a', 'sites', 'serve'])('is not kept where none is kept yet: %s', async (command) => {
    await builtPage();
    const fresh = ['--data', join(home, 'fresh')];
    for (const url of [NOBODY, anything.url])
      if (command === 'serve') await served(['--base-url', url], TOKEN, fresh);
      else expect((await run([...command.split(' '), '--base-url', url], TOKEN, fresh)).status).not.toBe(0);
    expect(await run(['sites'], TOKEN, fresh)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('No service address is known.'),
    });
  });

  it('is reported by a sync as its state, as for a known account', async () => {
    const nothing = { ok: true, sites: [], bytesUp: 0, bytesDown: 0, requests: 1 };
    const wrong = await run(['sync', '--json'], 'wrong');
    expect(JSON.parse(wrong.stdout)).toMatchObject({ ...nothing, state: 'sign-in' });
    expect(wrong.stderr).toContain('The service refused this token.');
    const nobody = await run(['sync', '--json', '--base-url', NOBODY]);
    expect(JSON.parse(nobody.stdout)).toMatchObject({ ...nothing, state: 'offline' });
    // As it ends, too: no secure connection is none.
    const insecure = await run(['sync', '--json', '--base-url', service.url.replace('http:', 'https:')]);
    expect([insecure.status, JSON.parse(insecure.stdout)]).toMatchObject([
      4,
      { ...nothing, state: 'offline' },
    ]);
  });

  it('is not taken for another account, with which nothing is agreed on', async () => {
    const { stdout } = await run(['sync', '--json'], OTHER_TOKEN);
    expect(JSON.parse(stdout)).toMatchObject({ sites: [{ deletedRemote: 0, downloaded: 1, files: 2 }] });
  });
});
