import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { printReport } from '../../../main/hosts/cli/output/sync-report.ts';
import type { SyncReport } from '../../../main/sync/sync-once.ts';
import type { Failure, FailureReason } from '../../../shared/failure.ts';
import type { RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { SITE, TOKEN } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, syncQuietly } from '../home.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
});

afterEach(() => closeHome({ home, service }));

function run(...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args);
}

const sync = (...more: readonly string[]): Promise<Ran> =>
  run('sync', '--root', join(home, 'root'), '--site', SITE, ...more);

/** A sync whose words are not looked at. */
async function inStep(): Promise<void> {
  expect(await syncQuietly({ home, service })).toBe('in-sync');
}

describe('what a sync says', () => {
  it('counts every request that it made, that for the list of sites as well', async () => {
    const { stdout } = await sync('--json');
    expect(JSON.parse(stdout)).toMatchObject({ requests: service.requests.all.length });
  });

  it('says with --quiet what needs a person, with the site’s name, and nothing else', async () => {
    const fine = await sync('--quiet');
    expect(fine).toEqual({ status: 0, stdout: '', stderr: '' });
    rmSync(join(home, 'root', 'Harbour House'), { recursive: true });
    const { status, stdout, stderr } = await sync('--quiet');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Harbour House \(1 file\): nothing done\n.*is not there/);
  });

  it('says with --quiet what needs a person in a status and of problems, too', async () => {
    await inStep();
    expect(await run('status', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    rmSync(join(home, 'root', 'Harbour House'), { recursive: true });
    await sync();
    for (const command of ['status', 'problems']) {
      const { status, stdout, stderr } = await run(command, '--quiet');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain('is not there');
    }
    // Who deleted it has nothing to put back.
    expect((await run('problems')).stdout).toContain(
      'If the folder is gone for good, stop keeping the site here and keep it again.',
    );
  });

  it('says of deletes that are held how to say yes, and what to do where they were not meant', async () => {
    for (let n = 0; n < 12; n++)
      service.store.addFile(SITE, { name: `${n}.txt`, category: 'other', content: `text ${n}` });
    await inStep();
    rmSync(join(home, 'root', 'Harbour House', 'Other'), { recursive: true });
    expect((await sync()).status).toBe(1);
    const { stdout } = await run('problems');
    expect(stdout).toMatch(
      /^Harbour House\n {2}12 files of 13 .*\n(?: {4}Other\/\d+\.txt\n){10} {4}… and 2 more\n {2}Say yes with: sitesync sync --site site-1 --confirm-deletes\n {2}If it was not meant: put/,
    );
    const { held } = JSON.parse((await run('problems', '--json')).stdout) as {
      held: readonly { files: readonly { path: string; direction: string }[] }[];
    };
    expect(held[0]?.files).toHaveLength(12);
    expect(held[0]?.files[0]).toEqual({ path: 'Other/0.txt', direction: 'remote' });
    const files = await run('files', SITE);
    expect(files.stdout).toContain('Held  ');
    expect(files.stdout).toContain('0 files waiting to be sent, 12 deletes held');
    // A sync would leave it out, yes or no.
    await run('pause');
    expect((await run('status')).stdout).toMatch(
      /\nTake Harbour House up again first: sitesync resume site-1\nDeletes wait for your yes: .*\nAdd to the commands above: --data .*\n$/,
    );
    expect((await run('problems')).stdout).toContain('Take it up again first: sitesync resume site-1');
  });

  it('says of deletes that others made what to do where they were not meant: the files are here still', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => {
      const file = { name: `${n}.txt`, category: 'other', content: `text ${n}` } as const;
      return service.store.addFile(SITE, file).id;
    });
    await inStep();
    for (const id of ids) service.store.deleteFile(id);
    expect((await sync()).status).toBe(1);
    expect((await run('problems')).stdout).toContain('If it was not meant: leave the files where they are');
  });

  it('says of deletes on both sides how many and which are where, and what becomes of each kind', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => {
      const file = { name: `${n}.txt`, category: 'other', content: `text ${n}` } as const;
      return service.store.addFile(SITE, file).id;
    });
    await inStep();
    const why = '7 files of 13 would be deleted at once: 4 on this computer and 3 on the service';
    for (const id of ids.slice(0, 4)) service.store.deleteFile(id);
    for (const n of [9, 10, 11]) rmSync(join(home, 'root', 'Harbour House', 'Other', `${n}.txt`));
    const held = await sync('--json');
    expect(JSON.parse(held.stdout)).toMatchObject({
      sites: [{ held: { direction: 'local', count: 7, here: 4, of: 13, why: `${why}.` } }],
    });
    expect((await sync()).stdout).toContain(`Held: 7 deletes. ${why}.\n`);
    const { stdout } = await run('problems');
    expect(stdout).toContain('Other/0.txt  (here)\n');
    expect(stdout).toContain('Other/9.txt  (on the service)\n');
    // Those that others deleted lie here still.
    const { stdout: listed } = await run('files', SITE);
    expect(listed.match(/^Held .*$/gm)).toHaveLength(7);
    expect(listed).toContain('\n9 files on the service, 0 files waiting to be sent, 7 deletes held');
    expect(stdout).toMatch(
      /leave those that are still here where they are.* brings back those that vanished here/,
    );
  });

  it('counts the copies that it gave up', async () => {
    await inStep();
    await run('follow', SITE, '--categories', 'other');
    expect((await sync()).stdout).toContain('1 given up here, kept on the service');
  });

  it('says at which site something was done', async () => {
    await inStep();
    const line = /^\d{4}-\d\d-\d\d \d\d:\d\d {2}Harbour House: Downloaded: Spec Sheet\/pump.pdf {2}\(/;
    expect((await run('activity')).stdout).toMatch(line);
  });

  it('names the place of each file that failed, whatever the service was asked for', async () => {
    service.store.addFile(SITE, { name: 'fan.pdf', category: 'spec-sheet', content: 'fan' });
    await inStep();
    const folder = join(home, 'root', 'Harbour House', 'Spec Sheet');
    rmSync(join(folder, 'pump.pdf'));
    writeFileSync(join(folder, 'fan.pdf'), 'fan, edited');
    const { id } = service.store.addFile(SITE, { name: 'log.txt', category: 'other', content: 'log' });
    service.failNext({ match: { method: 'DELETE' }, times: 9, action: { status: 500 } });
    service.failNext({ match: { method: 'PUT' }, times: 9, action: { status: 500 } });
    service.failNext({
      match: { pathPrefix: `/api/v1/files/${id}/download/` },
      times: 9,
      action: { status: 500 },
    });
    const { stdout } = await sync();
    expect(stdout).toContain('  Spec Sheet/pump.pdf: The service failed at the file record ');
    expect(stdout).toContain('  Spec Sheet/fan.pdf: The service failed at “fan.pdf” ');
    expect(stdout).toContain('  Other/log.txt: The service failed at the content of the file ');
    expect((await run('status')).stdout).toContain('  Spec Sheet/fan.pdf: The service failed at “fan.pdf” ');
  });

  it('names the service that it does not reach', async () => {
    await inStep();
    await service.close();
    const { status, stdout } = await run('sync');
    expect([status, stdout]).toEqual([
      4,
      expect.stringContaining(`The service at ${service.url} cannot be reached. `),
    ]);
    expect(stdout).toMatch(/No change of yours waits to be sent\.\n$/);
  });

  it('says how many changes wait while the service is not reached, and at which site', async () => {
    service.store.addSite({ id: 'site-2', name: 'Mill' });
    await inStep();
    await run('sync', '--root', join(home, 'root'), '--site', 'site-2');
    await service.close();
    const folder = join(home, 'root', 'Harbour House', 'Spec Sheet');
    writeFileSync(join(folder, 'new.pdf'), 'new');
    writeFileSync(join(folder, 'pump.pdf'), 'pump, edited');
    const { status, stdout, stderr } = await run('sync');
    expect([status, stderr]).toEqual([4, '']);
    expect(stdout).toMatch(
      /^Harbour House \(1 file\): nothing done, 2 to be sent\nMill \(0 files\): nothing done\n/,
    );
    expect(stdout).toMatch(
      / cannot be reached\. 2 changes wait here, safe, to be sent by the next sync that reaches it\.\n$/,
    );
    // Whether a network keeps them or a pause.
    for (const before of [[], ['pause']]) {
      if (before.length > 0) await run(...before);
      const words =
        /^No problems\. 2 changes wait; for what, says: sitesync status\nSince \S+ \S+: .* cannot be reached\..*\nAdd to the commands above: --data .*\n$/;
      expect(await run('problems')).toEqual({
        status: 0,
        stdout: expect.stringMatching(words) as string,
        stderr: '',
      });
    }
    await run('resume', 'site-2');
    // Only what was paused is taken up again.
    expect((await run('resume')).stdout).toBe(
      'Harbour House is taken up again. Bring it in step with: sitesync sync\nMill was not paused.\n' +
        `Add to the commands above: --data ${join(home, 'data')}\n`,
    );
    rmSync(join(folder, 'new.pdf'));
    expect((await run('sync', '--quiet')).stderr).toMatch(/ 1 change waits here, safe, /);
  });

  it('names in its one object the sites that it left out, and adds nothing where there are none', async () => {
    const all = JSON.parse((await sync('--json')).stdout) as object;
    expect(Object.keys(all)).toEqual(['ok', 'state', 'sites', 'bytesUp', 'bytesDown', 'requests', 'ms']);
    await run('pause');
    const left = JSON.parse((await run('sync', '--json')).stdout) as object;
    const paused = [{ id: SITE, name: 'Harbour House' }];
    expect(left).toMatchObject({ ok: true, state: 'in-sync', sites: [], paused });
  });

  it('says so where the service lists no site', async () => {
    service.set({ emptySiteList: true });
    const { status, stdout, stderr } = await run('sites');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('The service lists no site for you. Ask whoever manages it for access.\n');
  });

  it('knows a site by its id alone, and says which it is where its name was given', async () => {
    for (const args of [
      ['follow', 'harbour house'],
      ['sync', '--site', 'Harbour House'],
    ]) {
      const { status, stderr } = await run(...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`Give the id instead: ${SITE}`)]);
    }
    await inStep();
    for (const [command = '', ...more] of [['files'], ['pause'], ['keep', 'pump.pdf'], ['unfollow']]) {
      const { status, stderr } = await run(command, 'Harbour House', ...more);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`Give the id instead: ${SITE}`)]);
    }
    service.store.addSite({ id: 'twin', name: 'Harbour House' });
    expect((await run('follow', 'Harbour House')).stderr).toMatch(
      /^Harbour House is the name of 2 sites, and commands take its id\.\nGive the id instead: (site-1 or twin|twin or site-1)/,
    );
  });

  it('names the site that was meant by a part of its name, or by its id in another case', async () => {
    for (let n = 0; n < 8; n++) service.store.addSite({ id: `mill-${n}`, name: `Mill ${n}` });
    const meant = `Did you mean ${SITE} (Harbour House)?\n`;
    for (const given of ['HARBOUR', SITE.toUpperCase()])
      expect((await run('follow', given)).stderr).toContain(meant);
    expect((await run('sync', '--site', 'mill')).stderr).toMatch(
      /^The service lists no site mill for you\.\nDid you mean mill-\d \(Mill \d\), .* and more \(all of them: sitesync sites\)\?\nAdd to the commands above: --data .*\n$/,
    );
    expect((await run('sync', '--site', 'tower')).stderr).toMatch(/\nIt lists .* and more \(all of them: /);
    await inStep();
    expect((await run('files', 'harbour')).stderr).toContain(meant);
    expect((await run('files', 'mill-1')).stderr).toContain('List the sites with: sitesync sites.');
  });

  it.runIf(process.platform === 'linux')(
    'says that a folder in which nothing can be made is none',
    async () => {
      const { status, stderr } = await run('follow', SITE, '--folder', '/proc');
      expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining('/proc cannot be made')]);
      expect(status).not.toBe(0);
    },
  );

  it('calls a site that the service no longer lists by its folder’s name', async () => {
    await inStep();
    service.set({ emptySiteList: true });
    await run('sites');
    for (const command of ['status', 'activity']) {
      const { stdout } = await run(command);
      expect(stdout).toContain('Harbour House');
      expect(stdout).not.toContain(`${SITE}:`);
    }
  });

  it('names the rows of the list of sites that cannot be used, and lists the others', async () => {
    service.store.addSite({ id: '..', name: 'North Wing' });
    service.store.addSite({ id: '.', name: 'South Wing' });
    const { status, stdout, stderr } = await run('sites');
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${SITE.padEnd(36)} Harbour House`)]);
    expect(stderr).toBe(
      "Not all of the service's list of sites can be used. “North Wing”: The site has no usable id. And 1 more fault. Ask who manages the service to correct the list.\n",
    );
  });

  it('lists the sites as they were last known, and why; but not for another address, or a bad one', async () => {
    await inStep();
    const other = await run('sites', '--base-url', 'http://127.0.0.1:9');
    expect([other.status, other.stdout, other.stderr]).toEqual([
      4,
      '',
      expect.stringContaining('127.0.0.1:9'),
    ]);
    const none = await run('sites', '--base-url', 'ftp://data.example.com');
    expect([none.status, none.stdout]).toEqual([2, '']);
    await service.close();
    const { status, stdout, stderr } = await run('sites', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ok: true, stale: true, sites: [{ id: SITE }] }]);
    expect(stderr).toBe(
      `The service at ${service.url} cannot be reached. This is the last list that came.\n`,
    );
  });

  it('says that a stopped sync has more to do, and names no false problems', () => {
    const said: string[] = [];
    const warn = (line: string): number => said.push(line);
    const problem = { path: '', code: 'cancelled' as const, message: 'Stopped.', hint: 'Go on.' };
    const report = { sites: [{ name: 'Mill', problems: [problem], conflicts: [], held: null }] };
    printReport(
      { say: () => undefined, warn } as unknown as Output,
      { ...report, state: 'problems', bytesUp: 0, bytesDown: 0, ms: 0 } as unknown as SyncReport,
      { stop: null, leftOut: { paused: [], others: false }, unsent: null },
      'ends',
    );
    expect(said.at(-1)).toBe('Not all was done: sync again for the rest.');
  });

  it.each<[FailureReason, string, string, string]>([
    [
      'cause-told',
      'The network asks for a sign-in.',
      'Sign in to it.',
      'The network asks for a sign-in. Sign in to it. Your changes',
    ],
    ['no-way', 'It cannot be reached.', 'Your work is kept here.', 'It cannot be reached. Your changes'],
  ])(
    'says what to do about what keeps it from the service, and once that the work is kept: %s',
    (reason, message, hint, words) => {
      const said: string[] = [];
      const out = {
        say: () => undefined,
        warn: (line: string): number => said.push(line),
      } as unknown as Output;
      const report = {
        sites: [],
        state: 'offline',
        bytesUp: 0,
        bytesDown: 0,
        ms: 0,
      } as unknown as SyncReport;
      const failure: Failure = { code: 'offline', reason, message, hint, retry: 'on-connect' };
      const leftOut = { paused: [], others: false };
      printReport(out, report, { stop: { kind: 'offline', failure }, leftOut, unsent: null }, 'ends');
      expect(said.at(-1)).toContain(words);
    },
  );

  it('calls in step what it synced, and names what it left out', async () => {
    service.store.addSite({ id: 'site-2', name: 'Mill' });
    await inStep();
    await run('follow', 'site-2');
    expect((await sync()).stdout).toMatch(/\nHarbour House is in step\.\n$/);
    expect((await run('sync')).stdout).toMatch(/\nEverything is in step\.\n$/);
    await run('pause', 'site-2');
    const left = 'Left out, since paused: ';
    expect((await run('sync')).stdout).toMatch(`\nHarbour House is in step. ${left}Mill.\n`);
    await run('pause');
    expect((await run('sync')).stdout).toMatch(`\nNothing was synced. ${left}Harbour House, Mill.\n`);
  });

  it('ends with a command that can be copied as it stands', async () => {
    await inStep();
    rmSync(join(home, 'root', 'Harbour House'), { recursive: true });
    expect((await sync()).stdout).toMatch(/sitesync problems\nAdd to the commands above: --data .*\n$/);
    expect((await run('problems')).stdout).toMatch(/^Harbour House\n {2}The folder /);
  });
});

describe('what a fresh installation says', () => {
  it('about a sync: that it failed, and not how a sync went', async () => {
    const env = { HOME: home };
    const ran = await runCli(['sync', '--json', '--data', join(home, 'fresh')], { env });
    const said: unknown = JSON.parse(ran.stdout);
    expect([ran.status, said]).toMatchObject([3, { ok: false, error: { code: 'sign-in' } }]);
  });

  it.each([
    ['pause', 0, /^No site is kept on this computer yet: sitesync sites/],
    ['resume', 0, /^No site is kept on this computer yet: sitesync sites/],
    ['retry', 0, /^Nothing waits for another try\.\n$/],
    ['doctor', 3, /look service: No service address is known\. .*sitesync sign-in/],
  ])('about %s', async (command, status, words) => {
    const env = { HOME: home };
    const ran = await runCli([command, '--data', join(home, 'fresh')], { env });
    expect([ran.status, ran.stderr]).toEqual([status, '']);
    expect(ran.stdout).toMatch(words);
  });

  it.each(['status', 'problems'])(
    'warns whoever watches over a folder in which no site is kept: %s',
    async (name) => {
      const data = join(home, 'mistyped');
      const ran = await runCli([name, '--json', '--quiet', '--data', data], { env: { HOME: home } });
      expect([ran.status, JSON.parse(ran.stdout)]).toMatchObject([0, { ok: true }]);
      expect(ran.stderr).toMatch(`No site is kept in ${data}. `);
    },
  );

  it('about a sync for which nobody could be asked, also beside its JSON', async () => {
    const args = ['sync', '--json', '--site', SITE, '--data', join(home, 'fresh')];
    const env = { HOME: home, SITESYNC_BASE_URL: 'http://127.0.0.1:9', SITESYNC_TOKEN: TOKEN };
    const nobody = await runCli(args, { env });
    expect([nobody.status, JSON.parse(nobody.stdout)]).toMatchObject([4, { state: 'offline', requests: 1 }]);
    expect(nobody.stderr).toMatch(
      /^The service at http:\/\/127\.0\.0\.1:9 cannot be reached\.\nCheck the address/,
    );
    const unusable = { ...env, SITESYNC_TOKEN: 'Bearer x' };
    const unasked = await runCli([...args, '--quiet'], { env: unusable });
    expect([unasked.status, JSON.parse(unasked.stdout)]).toMatchObject([
      3,
      { state: 'sign-in', requests: 0 },
    ]);
    expect(unasked.stderr).toContain('The token is not usable');
    // The truth, where it was 0 before.
    service.set({ latencyMs: 50 });
    const slow = await runCli(args, {
      env: { ...env, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'wrong' },
    });
    expect((JSON.parse(slow.stdout) as { ms: number }).ms).toBeGreaterThanOrEqual(50);
  });

  it('about a site that the service does not have, and a token that it refuses', async () => {
    const series = await run('series', 'nowhere', 'a');
    expect([series.status, series.stderr]).toEqual([1, expect.stringContaining('sitesync sites')]);
    await inStep();
    service.set({ failNext: [{ match: { method: 'POST' }, action: 'html-200' }] });
    const odd = await run('series', SITE, 'a');
    expect([odd.status, odd.stderr]).toEqual([1, expect.not.stringContaining('SiteSync')]);
    rmSync(join(home, 'root', 'Harbour House', '.sitesync'), { recursive: true });
    const model = await run('model', 'pull', SITE, 'tower');
    expect([model.status, model.stderr]).toEqual([1, expect.stringContaining('is not there')]);
    const trash = await run('trash', '--json');
    expect([trash.status, JSON.parse(trash.stdout)]).toEqual([1, { ok: true, entries: [], missing: [SITE] }]);
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'wrong' };
    const refused = await runCli(['sites', '--data', join(home, 'fresh')], { env });
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('SITESYNC_TOKEN')]);
  });
});
