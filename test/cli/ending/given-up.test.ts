import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import { startCli, type CliOptions, type Ran, type RunningCli } from '../../support/command-line.ts';
import { endlessGrace } from '../../support/faults/endless-grace.ts';
import { until } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, signedIn, startIn } from '../home.ts';

/** More than the grace that a slow reader is given, with what a busy machine may add, ms. */
const SOON = 45_000;
/** Tries of `until`: a busy machine starts a program slowly. */
const LONG = 6000;

let home: string;
let service: RunningService;
let running: RunningCli[];

beforeEach(async () => {
  running = [];
  ({ home, service } = await openHome());
});

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await closeHome({ home, service });
});

function start(args: readonly string[], options: Partial<CliOptions> = {}): RunningCli {
  const started = startIn({ home, service }, args, options);
  running.push(started);
  return started;
}

/** What sends its own process the signal as soon as the code of the commands is asked for. */
async function toldWhileLoading(signal: NodeJS.Signals): Promise<string> {
  const probe = join(home, 'probe.mjs');
  await writeFile(
    probe,
    `import { readFile } from 'node:fs/promises';
    import { registerHooks } from 'node:module';
    // What is loaded after this is loaded in a turn of the loop that is past listening.
    await readFile(import.meta.filename);
    registerHooks({
      load: (url, context, next) => {
        if (url.endsWith('/cli/program.ts')) process.kill(process.pid, '${signal}');
        return next(url, context);
      },
    });`,
  );
  return probe;
}

/** How it ends when it is told to: at once, as what waited for its grace would wait for ever. */
async function told({ child, ended }: RunningCli, signal: NodeJS.Signals): Promise<Ran> {
  child.kill(signal);
  return ended;
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it.each(['sign-in', 'serve'])('ends %s while it waits for the token, in words', async (command) => {
    const waiting = start([command, '--token-stdin', '--json'], {
      env: { HOME: home, SITESYNC_BASE_URL: service.url },
      stdin: null,
      nodeArguments: endlessGrace(home),
    });
    // More than a pipe holds: what is taken of it shows that it is read.
    await new Promise((resolve) => waiting.child.stdin?.write('t'.repeat(2_000_000), resolve));
    const { status, stdout, stderr } = await told(waiting, signal);
    expect([status, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'cancelled', message: 'Stopped before the token came.' },
    });
  });

  it.each(['status', `sync --site ${SITE}`, 'sync --watch', 'sign-in --token-stdin', 'serve'])(
    'ends %s while its code is loaded, in words, and nothing is begun',
    async (command) => {
      const args = [...command.split(' '), '--data', join(home, 'data')];
      const options = {
        env: signedIn({ home, service }),
        nodeArguments: ['--import', await toldWhileLoading(signal)],
      };
      const inJson = await startCli([...args, '--json'], options).ended;
      expect([inJson.status, inJson.stderr]).toEqual([1, '']);
      expect(JSON.parse(inJson.stdout)).toMatchObject({
        ok: false,
        error: { code: 'cancelled', message: 'Stopped before it began.' },
      });
      const { status, stdout, stderr } = await startCli(args, options).ended;
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Stopped before it began\.\n.*Run the command again.*\n$/);
      expect([existsSync(join(home, 'data')), service.requests.all]).toEqual([false, []]);
    },
  );

  it.each([
    ['sign-in', 'the check of the sign-in'],
    ['sites', 'the list of sites'],
    [`follow ${SITE}`, 'the list of sites'],
    [`sync --site ${SITE}`, 'the list of sites'],
    [`series ${SITE} a`, 'the timeseries of this site'],
  ])('gives %s up while the service is silent, in words', async (command, subject) => {
    await runIn({ home, service }, ['sites']);
    service.requests.clear();
    service.switches.failNext({ times: 100, action: 'hang' });
    const asking = start([...command.split(' '), '--json'], { nodeArguments: endlessGrace(home) });
    await until(() => service.requests.all.length > 0, LONG);
    const { status, stdout, stderr } = await told(asking, signal);
    expect([status, stderr]).toEqual([1, '']);
    const { ok, error } = JSON.parse(stdout) as { ok: boolean; error: Record<string, string> };
    expect([ok, error['code'], error['message']]).toEqual([
      false,
      'cancelled',
      `Stopped before ${subject} was done.`,
    ]);
    expect(error['hint']).toContain('Run the command again');
  });

  it('ends the doctor while the service is silent, and still prints what was found', async () => {
    service.switches.failNext({ times: 100, action: 'hang' });
    const asking = start(['doctor', '--json'], { nodeArguments: endlessGrace(home) });
    await until(() => service.requests.all.length > 0, LONG);
    const { status, stdout } = await told(asking, signal);
    const { checks } = JSON.parse(stdout) as { checks: readonly object[] };
    expect(status).toBe(1);
    expect(checks).toHaveLength(5);
    expect(checks.at(-1)).toEqual({
      name: 'service',
      ok: false,
      detail: 'Stopped before the check of the sign-in was done.',
    });
  });
});

describe('a reader that does not read on', () => {
  async function unread(args: readonly string[]): Promise<RunningCli> {
    const started = start(args);
    started.child.stdout?.pause();
    await until(() => (started.child.stdout?.readableLength ?? 0) > 0, LONG);
    return started;
  }

  /** It ends, although nobody has taken what it said. */
  async function exitOf({ child }: RunningCli): Promise<unknown> {
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(SOON) });
    child.kill('SIGTERM');
    const [status] = (await exit) as readonly unknown[];
    child.stdout?.resume();
    return status;
  }

  it('does not keep a finished command from ending', async () => {
    for (let n = 0; n < 3000; n++) service.store.addSite({ id: `more-${n}`, name: 'n'.repeat(300) });
    expect(await exitOf(await unread(['sites', '--json']))).toBe(0);
  });

  it('does not keep a long answer from being stopped', async () => {
    const from = Date.UTC(2026, 0, 1);
    const points = Array.from({ length: 80_000 }, (_, at) => [from + at * 1000, at / 7] as [number, number]);
    service.store.addPoints(SITE, 'a', points);
    const range = ['--from', '2026-01-01', '--to', '2026-01-02'];
    expect(await exitOf(await unread(['series', SITE, 'a', ...range, '--json']))).toBe(1);
  });
});
