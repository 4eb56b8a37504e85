import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { printReport } from '../../../main/hosts/cli/output/sync-report.ts';
import type { SyncReport } from '../../../main/sync/sync-once.ts';
import type { Failure, FailureReason } from '../../../shared/failure.ts';
import { SITE } from '../../support/laptop.ts';
import { homeForEach, runIn, signedIn } from '../home.ts';

const at = homeForEach();
const { run, sync, inStep } = at;

describe('what a sync says', () => {
  it('counts every request that it made, that for the list of sites as well', async () => {
    const { stdout } = await sync('--json');
    expect(JSON.parse(stdout)).toMatchObject({ requests: at.service.requests.all.length });
  });

  it('says with --quiet what needs a person, with the site’s name, and nothing else', async () => {
    const fine = await sync('--quiet');
    expect(fine).toEqual({ status: 0, stdout: '', stderr: '' });
    rmSync(join(at.home, 'root', 'Harbour House'), { recursive: true });
    const { status, stdout, stderr } = await sync('--quiet');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Harbour House \(1 file\): nothing done\n.*is not there/);
  });

  it('says with --quiet what needs a person in a status and of problems, too', async () => {
    await inStep();
    expect(await run('status', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    rmSync(join(at.home, 'root', 'Harbour House'), { recursive: true });
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
    at.service.store.addFile(SITE, { name: 'fan.pdf', category: 'spec-sheet', content: 'fan' });
    await inStep();
    const folder = join(at.home, 'root', 'Harbour House', 'Spec Sheet');
    rmSync(join(folder, 'pump.pdf'));
    writeFileSync(join(folder, 'fan.pdf'), 'fan, edited');
    const { id } = at.service.store.addFile(SITE, { name: 'log.txt', category: 'other', content: 'log' });
    at.service.failNext({ match: { method: 'DELETE' }, times: 9, action: { status: 500 } });
    at.service.failNext({ match: { method: 'PUT' }, times: 9, action: { status: 500 } });
    at.service.failNext({
      match: { pathPrefix: `/api/v1/files/${id}/download/` },
      times: 9,
      action: { status: 500 },
    });
    const { stdout } = await sync();
    expect(stdout).toContain('  Spec Sheet/pump.pdf: The service failed at the file record ');
    expect(stdout).toContain('  Spec Sheet/fan.pdf: The service failed at “fan.pdf” ');
    expect(stdout).toContain('  Other/log.txt: The service failed at the content of “log.txt” ');
    expect((await run('status')).stdout).toContain('  Spec Sheet/fan.pdf: The service failed at “fan.pdf” ');
  });

  it('names the service that it does not reach', async () => {
    await inStep();
    await at.service.close();
    const { status, stdout } = await run('sync');
    expect([status, stdout]).toEqual([
      4,
      expect.stringContaining(`The service at ${at.service.url} cannot be reached. `),
    ]);
    expect(stdout).toMatch(/No change of yours waits to be sent\.\n$/);
  });

  it('says how many of the changes that wait are deletes', async () => {
    await inStep();
    await at.service.close();
    const folder = join(at.home, 'root', 'Harbour House', 'Spec Sheet');
    writeFileSync(join(folder, 'new.pdf'), 'new');
    rmSync(join(folder, 'pump.pdf'));
    expect((await run('sync')).stdout).toContain('nothing done, 2 to be sent (among them 1 delete)\n');
    expect((await run('status')).stdout).toContain(' · 2 to be sent (among them 1 delete) · ');
  });

  it('says how many changes wait while the service is not reached, and at which site', async () => {
    at.service.store.addSite({ id: 'site-2', name: 'Mill' });
    await inStep();
    await run('sync', '--root', join(at.home, 'root'), '--site', 'site-2');
    await at.service.close();
    const folder = join(at.home, 'root', 'Harbour House', 'Spec Sheet');
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
        /^No problems\. 2 changes wait: sitesync status tells why\nSince \S+ \S+: .* cannot be reached\..*\nAdd to the commands above: --data .*\n$/;
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
        `Add to the commands above: --data ${join(at.home, 'data')}\n`,
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

  it('prints the first few of hundreds that a bad network gives the same problem, and the command that lists all', () => {
    const said: string[] = [];
    const warn = (line: string): number => said.push(line);
    const problems = [...Array(95).keys()].map((n) => ({
      path: `Fotos/${n}.jpg`,
      code: n === 90 ? ('refused' as const) : ('timeout' as const),
      message: 'The connection broke.',
      hint: '',
    }));
    const report = { sites: [{ name: 'Mill', problems, conflicts: [], held: null }], state: 'problems' };
    printReport(
      { say: () => undefined, warn } as unknown as Output,
      { ...report, bytesUp: 0, bytesDown: 0, ms: 0 } as unknown as SyncReport,
      { stop: null, leftOut: { paused: [], others: false }, unsent: null },
      'ends',
    );
    expect(said.filter((line) => line.includes('.jpg: The connection broke.'))).toHaveLength(11);
    expect(said.slice(-3)).toEqual([
      '  Fotos/90.jpg: The connection broke.',
      '  … and 84 more problems of the same kinds: sitesync problems',
      'Something needs you: see above, or run: sitesync problems',
    ]);
  });

  it('does not say below held deletes that no change waits', () => {
    const said: string[] = [];
    const warn = (line: string): number => said.push(line);
    const held = { direction: 'remote', count: 30, of: 90, why: 'At once.' };
    const sites = [{ name: 'Mill', problems: [], conflicts: [], held }];
    printReport(
      { say: () => undefined, warn } as unknown as Output,
      { sites, state: 'offline', bytesUp: 0, bytesDown: 0, ms: 0 } as unknown as SyncReport,
      { stop: null, leftOut: { paused: [], others: false }, unsent: new Map() },
      'ends',
    );
    expect(said.at(-1)).toBe('The service is not reached. Nothing else waits to be sent.');
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

  it('tells on stderr why its object says “offline” or “sign-in”', async () => {
    await inStep();
    const refused = await runIn(at, ['sync', '--json'], {
      env: { ...signedIn(at), SITESYNC_TOKEN: 'wrong' },
    });
    expect(JSON.parse(refused.stdout)).toMatchObject({ state: 'sign-in' });
    expect(refused.stderr).toMatch(/refused this token\.\nSign in with a valid token/);
    await at.service.close();
    const offline = await run('sync', '--json', '--quiet');
    expect(JSON.parse(offline.stdout)).toMatchObject({ state: 'offline', sites: [{ id: SITE }] });
    expect(offline.stderr).toMatch(`The service at ${at.service.url} cannot be reached.\nCheck the address`);
  });

  it('calls in step what it synced, and names what it left out', async () => {
    at.service.store.addSite({ id: 'site-2', name: 'Mill' });
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
    rmSync(join(at.home, 'root', 'Harbour House'), { recursive: true });
    expect((await sync()).stdout).toMatch(/sitesync problems\nAdd to the commands above: --data .*\n$/);
    expect((await run('problems')).stdout).toMatch(/^Harbour House\n {2}The folder /);
  });
});
