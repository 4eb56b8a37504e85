import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';

const SITE = 'site-1';
const HOUR = 3_600_000;
/** An hour before clocks go forward in Berlin. */
const FROM = Date.UTC(2026, 2, 29, 0);

let home: string;
let service: RunningService;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-series-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
  service.store.addPoints(SITE, 'a', [
    [FROM, 0.1 + 0.2],
    [FROM + HOUR, null],
    [FROM + 2 * HOUR, -1.5e-7],
    [FROM + 3 * HOUR, 4],
  ]);
  service.store.addPoints(SITE, '=b,1', [[FROM + HOUR / 2, 7]]);
});

afterAll(async () => {
  await service.close();
  await rm(home, { recursive: true, force: true });
});

async function series(
  data: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const all = ['series', ...args, '--data', join(home, data), '--json'];
  return runCli(all, {
    env: { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token', ...env },
  });
}

const RANGE = ['--from', '2026-03-29', '--to', '2026-03-29T03:00:00Z'];
const A_POINTS = [
  [FROM, 0.1 + 0.2],
  [FROM + HOUR, null],
  [FROM + 2 * HOUR, -1.5e-7],
];

describe('sitesync series', () => {
  it('answers in the shape of the contract, then from the cache', async () => {
    // By the service's own clock, which tells whole seconds.
    const before = Date.parse((await fetch(service.url)).headers.get('date') ?? '');
    const first = await series('a', [SITE, 'a', 'nobody', ...RANGE]);
    expect(first.stderr).toBe('');
    const answer = JSON.parse(first.stdout) as { fetchedAt: number };
    expect(answer).toEqual({
      ok: true,
      site: SITE,
      series: [
        { id: 'a', points: A_POINTS },
        { id: 'nobody', points: [], known: false },
      ],
      from: FROM,
      to: FROM + 3 * HOUR,
      stale: false,
      fetchedAt: expect.any(Number),
    });
    expect(answer.fetchedAt).toBeGreaterThanOrEqual(before);
    expect(answer.fetchedAt).toBeLessThanOrEqual(Date.now());
    const again = await series('a', [SITE, 'a', 'nobody', ...RANGE]);
    expect(JSON.parse(again.stdout)).toEqual(answer);
  });

  it('says in words what the last sample reads, not the one before that had a value', async () => {
    const upTo = async (to: string): Promise<string> => {
      const args = ['series', SITE, 'a', '--from', '2026-03-29', '--to', to, '--data', join(home, 'words')];
      const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' };
      return (await runCli(args, { env })).stdout;
    };
    expect(await upTo('2026-03-29T02:00Z')).toBe(
      'a  2 samples, 1 of them without a value, the last at 2026-03-29 01:00:00 UTC: no value\n',
    );
    expect(await upTo('2026-03-29T03:00Z')).toBe(
      'a  3 samples, 1 of them without a value, the last at 2026-03-29 02:00:00 UTC: -1.5e-7\n',
    );
  });

  it('says how many samples are text in place of numbers, and which texts came', async () => {
    service.set({ timeseriesFaults: true });
    const told = await series('texts', [SITE, 'a', ...RANGE]);
    service.set({ timeseriesFaults: false });
    expect(JSON.parse(told.stdout)).toMatchObject({
      series: [{ id: 'a', points: A_POINTS, without: 1, texts: ['fault'] }],
    });
    // From what is here, too.
    const args = ['series', SITE, 'a', ...RANGE, '--data', join(home, 'texts')];
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' };
    expect((await runCli(args, { env })).stdout).toBe(
      'a  3 samples, 1 of them without a number (it also sends “fault”), the last at 2026-03-29 02:00:00 UTC: -1.5e-7\n',
    );
  });

  it('says of an empty range when the newest value was, so that it can be asked for', async () => {
    await series('newest', [SITE, 'a', ...RANGE]);
    const args = ['series', SITE, 'a', '--from', '2026-05-01', '--to', '2026-05-02'];
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' };
    const { stdout } = await runCli([...args, '--data', join(home, 'newest')], { env });
    expect(stdout).toBe(
      'a  0 samples from 2026-05-01 00:00:00 UTC to 2026-05-02 00:00:00 UTC; its newest value is at 2026-03-29 02:00:00 UTC\n',
    );
  });

  it('says which id the service does not know and what to do, until it has data', async () => {
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' };
    // The series begins after the range.
    const args = ['series', SITE, 'a', 'A', '--from', '2026-02-01', '--to', '2026-02-02'];
    const all = [...args, '--data', join(home, 'unknown')];
    const range = 'from 2026-02-01 00:00:00 UTC to 2026-02-02 00:00:00 UTC';
    const unknown = `A  0 samples ${range}: the service has no data of the last ten years under this id`;
    const toDo = 'Check how the id is written, also whether it is upper or lower case.';
    const ran = await runCli(all, { env });
    expect([ran.status, ran.stdout]).toEqual([
      0,
      `a  0 samples ${range}; its newest value is at 2026-03-29 03:00:00 UTC\n${unknown}\n${toDo}\n`,
    ]);
    const quiet = await runCli([...all, '--quiet'], { env });
    expect([quiet.status, quiet.stdout, quiet.stderr]).toEqual([0, '', `${unknown}\n${toDo}\n`]);
    await runCli(['follow', SITE, '--folder', join(home, 'kept'), '--data', join(home, 'unknown')], { env });
    const kept = await runCli(all, { env });
    expect(kept.stdout).toContain(`${toDo} Those of the datamodels are listed by: sitesync points ${SITE}\n`);
    service.store.addPoints(SITE, 'A', [[Date.now() - HOUR, 1]]);
    expect((await runCli(all, { env })).stdout).toMatch(/^A {2}0 samples .*; its newest value is at /m);
    service.store.removeSeries(SITE, 'A');
  });

  it('fetches again what is here if asked to, since the service corrects past values', async () => {
    const pointsOf = async (...more: readonly string[]): Promise<unknown> => {
      const { stdout } = await series('again', [SITE, 'meter', ...RANGE, ...more]);
      return (JSON.parse(stdout) as { series: readonly { points: unknown }[] }).series[0]?.points;
    };
    const [first, corrected] = [[[FROM, 1]], [[FROM + HOUR, 2]]] as const;
    service.store.addPoints(SITE, 'meter', [[FROM, 1]]);
    expect(await pointsOf()).toEqual(first);
    service.store.removeSeries(SITE, 'meter');
    service.store.addPoints(SITE, 'meter', [[FROM + HOUR, 2]]);
    expect(await pointsOf()).toEqual(first);
    expect(await pointsOf('--again')).toEqual(corrected);
    expect(await pointsOf()).toEqual(corrected);
  });

  it('writes a table: both clocks, numbers to the digit, no name that a spreadsheet would run', async () => {
    const csv = join(home, 'out.csv');
    const { status } = await series('b', [SITE, 'a', '=b,1', ...RANGE, '--csv', csv]);
    expect(status).toBe(0);
    expect(await readFile(csv, 'utf8')).toBe(
      [
        `\uFEFFutc,site time (Europe/Berlin),a,"'=b,1"`,
        '2026-03-29T00:00:00Z,2026-03-29T01:00:00+01:00,0.30000000000000004,',
        '2026-03-29T00:30:00Z,2026-03-29T01:30:00+01:00,,7',
        '2026-03-29T01:00:00Z,2026-03-29T03:00:00+02:00,,',
        '2026-03-29T02:00:00Z,2026-03-29T04:00:00+02:00,-1.5e-7,',
        '',
      ].join('\r\n'),
    );
  });

  it('writes the table to standard output alone, and says the rest beside it', async () => {
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' };
    const args = ['series', SITE, 'a', '=b,1', ...RANGE, '--csv', '-', '--data', join(home, 'b')];
    const piped = await runCli(args, { env, cwd: home });
    // The mark is for spreadsheets, which read files.
    expect([piped.status, `\uFEFF${piped.stdout}`]).toEqual([
      0,
      await readFile(join(home, 'out.csv'), 'utf8'),
    ]);
    expect(piped.stderr).toMatch(/^a {2}3 samples, .*\n=b,1 {2}1 sample, .*\n$/);
    expect(await readdir(home)).not.toContain('-');
    const both = await runCli([...args, '--json'], { env });
    expect([both.status, both.stderr, JSON.parse(both.stdout)]).toMatchObject([
      2,
      '',
      { error: { message: expect.stringContaining('--csv - and --json both go to standard output') } },
    ]);
  });

  it.each([
    [2, 'bad-input', [SITE, 'a', '--from', 'yesterday']],
    [2, 'bad-input', [SITE, 'a', '--from', '2026-02-30']],
    [2, 'bad-input', [SITE, 'a', '--from', '2026-03-02', '--to', '2026-03-01']],
    [1, 'read-only', [SITE, 'a', ...RANGE, '--csv', '/nowhere/out.csv']],
  ])('exits %i and says why: %s', async (status, code, args) => {
    const ran = await series('d', args);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, error: { code } });
    expect(ran.status).toBe(status);
  });

  it('takes the name of a site, and names the one that was meant by a part of it', async () => {
    await runCli(['sites', '--data', join(home, 'named')], {
      env: { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'demo-token' },
    });
    const byName = await series('named', ['harbour HOUSE', 'a', ...RANGE]);
    expect([byName.status, JSON.parse(byName.stdout)]).toMatchObject([
      0,
      { site: SITE, series: [{ id: 'a', points: A_POINTS }] },
    ]);
    const byPart = await series('named', ['harbour', 'a', ...RANGE]);
    expect([byPart.status, JSON.parse(byPart.stdout)]).toMatchObject([
      1,
      { error: { code: 'not-found', hint: `Did you mean ${SITE} (Harbour House)?` } },
    ]);
  });

  it('exits for a refused token, even if samples are cached', async () => {
    await series('a', [SITE, 'a', ...RANGE]);
    const args = [SITE, 'a', '--from', '2026-01-01', '--to', '2026-04-01'];
    const ran = await series('a', args, { SITESYNC_TOKEN: 'wrong' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, error: { code: 'sign-in' } });
    expect(ran.status).toBe(3);
    const all = await series('a', [SITE, 'a', ...RANGE], { SITESYNC_TOKEN: 'wrong' });
    expect([all.status, JSON.parse(all.stdout)]).toMatchObject([3, { error: { code: 'sign-in' } }]);
  });
});

describe('sitesync series where nobody is signed in', () => {
  const signedOut = { SITESYNC_TOKEN: '' };

  it('gives what is here as stale', async () => {
    const asked = await series('kept', [SITE, 'a', ...RANGE]);
    const { fetchedAt } = JSON.parse(asked.stdout) as { fetchedAt: number };
    const ran = await series('kept', [SITE, 'a', ...RANGE], signedOut);
    expect([ran.status, JSON.parse(ran.stdout)]).toMatchObject([
      0,
      { ok: true, stale: true, series: [{ id: 'a', points: A_POINTS }], fetchedAt },
    ]);
    expect(ran.stderr).toMatch(/^No token is kept for .* This is what was here already\.\n$/);
  });

  it.each([
    ['if nothing of it is here', [SITE, 'other'], {}],
    ['if it is that of another service', [SITE, 'a'], { SITESYNC_BASE_URL: 'http://127.0.0.1:9' }],
    ['if what was named as one is none', [SITE, 'a'], { SITESYNC_BASE_URL: 'http://127.0.0.1:none' }],
  ])('gives nothing %s', async (_, args, env) => {
    await series('kept', [SITE, 'a', ...RANGE]);
    const ran = await series('kept', [...args, ...RANGE], { ...signedOut, ...env });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false });
    expect([2, 3]).toContain(ran.status);
  });
});

describe('sitesync series without the service', () => {
  it('gives what is here as stale, and exits 4 if nothing is here', async () => {
    const own = await startService({ dataDir: join(home, 'away') });
    own.store.addSite({ id: SITE });
    own.store.addPoints(SITE, 'a', [[FROM, 1]]);
    const env = { SITESYNC_BASE_URL: own.url };
    await series('e', [SITE, 'a', ...RANGE], env);
    await own.close();
    const whole = await series('e', [SITE, 'a', ...RANGE], env);
    expect([whole.status, JSON.parse(whole.stdout)]).toMatchObject([
      0,
      { stale: true, series: [{ id: 'a', points: [[FROM, 1]] }], fetchedAt: expect.any(Number) },
    ]);
    expect(whole.stderr).toMatch(/cannot be reached\. This is what was here already\.\n$/);
    const longer = ['--from', '2026-03-28', '--to', '2026-03-29T03:00:00Z'];
    const cached = await series('e', [SITE, 'a', ...longer], env);
    expect(cached.status).toBe(0);
    expect(JSON.parse(cached.stdout)).toMatchObject({
      ok: true,
      stale: true,
      // What was never fetched is not the same as no sample.
      series: [{ id: 'a', points: [[FROM, 1]], missing: [[FROM - 24 * HOUR, FROM]] }],
      fetchedAt: expect.any(Number),
    });
    const args = ['series', SITE, 'a', 'other', ...longer, '--data', join(home, 'e')];
    const told = await runCli(args, { env: { HOME: home, SITESYNC_TOKEN: 'demo-token', ...env } });
    expect(told.stdout).toMatch(/^a {2}1 sample, .*not all of the range/m);
    expect(told.stdout).toMatch(/^other {2}nothing of this range is on this computer$/m);
    const nothing = await series('e', [SITE, 'other', ...RANGE], env);
    expect(nothing.status).toBe(4);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ ok: false, error: { code: 'offline' } });
  });
});
