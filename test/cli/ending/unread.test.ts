import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNREAD } from '../../../main/hosts/cli/ending.ts';
import type { RunningService } from '../../service/service.ts';
import { CLI, SHARED_CACHE, type Ran, type RunningCli } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, signedIn, startIn } from '../home.ts';

const OTHER = 'site-2';

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  service.store.addSite({ id: OTHER, name: 'Mill' });
  service.store.addPoints(SITE, 'a', [[Date.UTC(2026, 0, 1), 1]]);
  for (const name of ['one.pdf', 'two.pdf'])
    service.store.addFile(SITE, { name, category: 'spec-sheet', content: name });
});

afterEach(() => closeHome({ home, service }));

const start = (...args: string[]): RunningCli => startIn({ home, service }, args);

/** As behind `| head -1` that has what it wants. */
async function unread(...args: string[]): Promise<Ran> {
  const running = start(...args);
  running.child.stdout?.destroy();
  return running.ended;
}

const sync = (...more: string[]): string[] => ['sync', '--root', join(home, 'root'), ...more];

async function report(...args: string[]): Promise<unknown> {
  return JSON.parse((await start(...args, '--json').ended).stdout);
}

const COMMANDS = [
  'sites',
  'status',
  'problems',
  'activity',
  'retry',
  'conflicts',
  'trash',
  'doctor',
  'limit',
  `files ${SITE}`,
  `points ${SITE}`,
  `health ${SITE}`,
  `series ${SITE} a --from 2026-01-01 --to 2026-01-02`,
  `pause ${SITE}`,
  `resume ${SITE}`,
  'sign-in',
  'sign-out',
];

describe('output that nobody reads any more', () => {
  it('ends every command quietly, as other programs end', async () => {
    await start(...sync('--site', SITE)).ended;
    for (const command of COMMANDS)
      for (const form of [[], ['--json']]) {
        const { status, stderr } = await unread(...command.split(' '), ...form);
        expect([command, form, status, /EPIPE|\n {4}at /.exec(stderr)]).toEqual([
          command,
          form,
          UNREAD,
          null,
        ]);
      }
  }, 240_000);

  it('ends the help and an unknown command quietly too', async () => {
    expect(await unread('--help')).toMatchObject({ status: UNREAD, stderr: '' });
    expect(await unread('nonsense', '--json')).toMatchObject({ status: UNREAD });
  });

  it('does not keep a sync from being finished and committed', async () => {
    expect(await unread(...sync('--site', SITE))).toMatchObject({ status: UNREAD, stderr: '' });
    service.requests.clear();
    expect(await report('sync')).toMatchObject({ state: 'in-sync', sites: [{ files: 2, downloaded: 0 }] });
    expect(service.requests.downloads()).toEqual([]);
  });

  it('ends a watch when it has something to say: what is under way is finished and committed', async () => {
    await start(...sync('--site', SITE, '--site', OTHER)).ended;
    const watching = start('sync', '--watch');
    await watching.says('Watching for changes');
    watching.child.stdout?.destroy();
    service.set({ latencyMs: 200 });
    await writeOld('Harbour House/Other/note.txt');
    for (let n = 0; n < 20; n++) await writeOld(`Mill/Other/${n}.txt`);
    expect(await watching.ended).toMatchObject({ status: UNREAD, stderr: '' });
    service.set({ latencyMs: 0 });
    const sent = service.store.files(OTHER).length;
    expect(await report('sync', '--site', OTHER)).toMatchObject({
      state: 'in-sync',
      sites: [{ created: 20 - sent, files: 20 }],
    });
    expect(service.store.files(OTHER)).toHaveLength(20);
  }, 120_000);

  it('does not matter if only the log is not read', async () => {
    const running = start(...sync('--site', SITE), '--verbose', '--json');
    running.child.stderr?.destroy();
    const { status, stdout } = await running.ended;
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ state: 'in-sync' })]);
  });

  it('is not confused with a full disk behind it, which is said', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [CLI, 'sites', '--data', join(home, 'data')], {
      env: { PATH: process.env['PATH'], ...SHARED_CACHE, ...signedIn({ home, service }) },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
    const [status] = (await once(child, 'close')) as readonly unknown[];
    expect([status, said]).toEqual([
      1,
      'What SiteSync says could not be written (ENOSPC).\nMake room where it goes.\n',
    ]);
  });
});

let clock = 1_700_000_000;

/** Long still, so that nothing waits for it, and with a time of its own. */
async function writeOld(path: string): Promise<void> {
  clock += 10;
  await writeFile(join(home, 'root', path), path);
  await utimes(join(home, 'root', path), clock, clock);
}
