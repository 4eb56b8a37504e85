import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { SEED_USER } from '../../service/store/store.ts';
import { canMount, newStick } from '../../support/faults/drives.ts';
import type { Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, syncQuietly, TOKEN_TAKEN } from '../home.ts';

interface Site {
  readonly problems: readonly { readonly path: string; readonly code: string }[];
}

interface SyncReport {
  readonly sites: readonly Site[];
}

let home: string;
let folder: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'root', 'Harbour House');
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
  expect(await sync()).toBe('in-sync');
});

afterEach(() => closeHome({ home, service }));

async function run(...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args);
}

const sync = (): Promise<string> => syncQuietly({ home, service });

async function inJson(): Promise<readonly unknown[]> {
  const { status, stdout } = await run('status', '--json');
  const { state, sites } = JSON.parse(stdout) as { state: string; sites: readonly Record<string, unknown>[] };
  return [status, state, sites[0]?.['waitingUp'], sites[0]?.['waitingDown']];
}

describe('sitesync status', () => {
  it('says that all is in step, and names no command for more', async () => {
    const { status, stdout } = await run('status');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Harbour House: 1 file in step · as of the last sync at \d{4}-\d\d-\d\d \d\d:\d\d\n {2}\S.*\n$/,
    );
    expect(stdout).toContain(folder);
  });

  it('does not call all well, nor anything wrong, while conflict copies are there', async () => {
    const copy = 'pump (conflict 2026-11-24 0930 laptop).pdf';
    await writeFile(join(folder, 'Spec Sheet', copy), 'another pump');
    await sync();
    const { status, stdout } = await run('status');
    expect(status).toBe(0);
    expect(stdout).toContain('Harbour House: 2 files in step · 1 conflict copy · as of the last sync at ');
    expect(stdout).toContain('\nWhich files have conflict copies: sitesync conflicts\n');
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
      state: 'in-sync',
      sites: [{ conflicts: 1 }],
    });
    await rm(join(folder, 'Spec Sheet', copy));
    await sync();
    expect((await run('status')).stdout).not.toContain('conflict');
  });

  it('says why things wait, for the first three of many, and where to find the rest', async () => {
    for (let n = 0; n < 5; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `text ${n}`);
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 5 }] });
    await sync();
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toContain('Harbour House: 1 file in step · 5 to be sent · 5 problems · ');
    expect(stdout.match(/^ {2}.*\b\d\.txt\b.*$/gm)).toHaveLength(3);
    expect(stdout).toMatch(
      /\n {2}… and 2 more\nWhat to do about each problem: sitesync problems\nAdd to the commands above: --data .*\n$/,
    );
  });

  it('does not call a file in step that is ignored by now', async () => {
    await writeFile(join(folder, '.siteignore'), 'Spec Sheet/');
    await sync();
    await writeFile(join(folder, 'Spec Sheet', 'pump.pdf'), 'pump, edited');
    const { status, stdout } = await run('status');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('Harbour House: 0 files in step · 1 left out by the ignore lists · as of'),
    ]);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ sites: [{ ignored: 1 }] });
  });

  it('says even without a network that a file changed while it was ignored waits beside theirs', async () => {
    const rules = join(folder, '.siteignore');
    await writeFile(rules, 'pump.pdf');
    await sync();
    await writeFile(join(folder, 'Spec Sheet', 'pump.pdf'), 'another pump');
    expect((await run('status')).status).toBe(0);
    await rm(rules);
    await service.close();
    expect(await sync()).toBe('offline');
    expect(await inJson()).toEqual([1, 'problems', 1, 1]);
  });

  it('says what waits to be sent, as a sync without a network saw it, and that it is not in sync', async () => {
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    await writeFile(join(folder, 'Spec Sheet', 'pump.pdf'), 'pump, edited');
    await service.close();
    expect(await sync()).toBe('offline');
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toContain('Harbour House: 0 files in step · 2 to be sent · last synced at ');
    expect(stdout).toMatch(/, its folder looked at \d{4}-\d\d-\d\d \d\d:\d\d\n/);
    expect(stdout).toMatch(
      /\nSend and fetch what waits: sitesync sync\nAdd to the commands above: --data .*\n$/,
    );
    expect(await inJson()).toEqual([1, 'problems', 2, 0]);
  });

  it('says that the sign-in was refused, until one is taken or another sync comes through', async () => {
    const refuse = { action: { status: 401, body: '{"detail":"Invalid token."}' }, times: 50 };
    service.set({ failNext: [refuse] });
    expect((await run('sync')).status).toBe(3);
    service.set({ failNext: [] });
    for (const command of ['status', 'problems']) {
      const { status, stdout } = await run(command);
      expect(status).toBe(1);
      expect(stdout).toMatch(/Since \d{4}-\d\d-\d\d \d\d:\d\d: .*sign/i);
      expect(stdout).not.toContain('No problems');
    }
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
      state: 'problems',
      stop: { kind: 'sign-in' },
    });
    expect(await sync()).toBe('in-sync');
    expect((await run('status')).status).toBe(0);
    service.set({ failNext: [refuse] });
    await sync();
    service.set({ failNext: [] });
    await run('sign-in');
    expect(JSON.parse((await run('problems', '--json')).stdout)).toMatchObject({ stop: null, problems: [] });
  });

  it('says so too if another token was given, which was refused before anything else', async () => {
    const refuse = { action: { status: 401, body: '{"detail":"Invalid token."}' }, times: 50 };
    service.set({ failNext: [refuse] });
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'mistyped' };
    const ran = await runIn({ home, service }, ['sync'], { env });
    expect(ran.status).toBe(3);
    service.set({ failNext: [] });
    const { status, stdout } = await run('status', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { state: 'problems', stop: { kind: 'sign-in' } }]);
  });

  it('says since when the service was not reached, also where nothing is known to wait for it', async () => {
    const { port } = service;
    await service.close();
    const tells = async (status: number): Promise<void> => {
      const ran = await run('status');
      expect([ran.status, ran.stdout.match(/Since \d{4}-.*cannot be reached/g)?.length]).toEqual([status, 1]);
      // What waits is no problem; only where something does, a command that says for what is named.
      const words = /^No problems\..*\nSince \d{4}-.*cannot be reached.*\n/.source;
      const named = status === 0 ? '' : `Add to the commands above: --data ${join(home, 'data')}\n`;
      expect(await run('problems')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(new RegExp(`${words}${named}$`)) as string,
      });
    };
    await sync();
    await tells(0);
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    await sync();
    await tells(1);
    service = await startService({ dataDir: join(home, 'service'), port });
    await sync();
    expect(await inJson()).toEqual([0, 'in-sync', 0, 0]);
  });

  it('says what waits to be fetched, and of a paused site how it is taken up again', async () => {
    await run('follow', SITE, '--categories', 'none');
    for (const name of ['one.pdf', 'two.pdf'])
      service.store.addFile(SITE, { name, category: 'spec-sheet', content: name });
    expect(await sync()).toBe('in-sync');
    expect(await inJson()).toEqual([0, 'in-sync', 0, 0]);
    await run('follow', SITE, '--categories', 'all');
    expect(await inJson()).toEqual([1, 'problems', 0, 3]);
    await run('pause', SITE);
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toContain('0 files in step · 3 to be fetched · paused · last synced at ');
    expect(stdout).toMatch(
      /\nTake Harbour House up again: sitesync resume site-1\nWhich files .* --waiting\nAdd to the commands above: --data .*\n$/,
    );
  });

  it('says that files are compared first if nothing is agreed on any more, as where it was merged without the service', async () => {
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    await sync();
    const mirror = openMirror(join(home, 'data'));
    if (!mirror.ok) throw new Error(mirror.failure.message);
    mirror.value.dropAgreements(SITE);
    mirror.value.close();
    await writeFile(join(folder, 'Other', 'newer.txt'), 'newer');
    const { status, stdout } = await run('status');
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^Harbour House: 0 files in step · 2 to be compared with the service · as of the last sync at /,
      ),
    ]);
    expect(stdout).toContain('sitesync sync');
    expect((await run('problems')).stdout).toContain('2 changes wait');
    expect((await run('unfollow', SITE)).stdout).toContain('2 changes made there were not sent');
  });

  it('calls in step by another token what the last sync left so', async () => {
    service.tokens.add('other-token', { user: SEED_USER, sites: 'all' });
    const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: 'other-token' };
    const ran = await runIn({ home, service }, ['sign-in', '--token-stdin'], { env, stdin: 'other-token' });
    expect(ran.status).toBe(TOKEN_TAKEN);
    const { status, stdout } = await run('status');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Harbour House: 1 file in step · as of the last sync at /);
  });

  it('knows that a site that was never synced is not in step', async () => {
    service.store.addSite({ id: 'site-2', name: 'Mill' });
    await run('follow', 'site-2', '--folder', join(home, 'mill'));
    expect((await run('status')).stdout).toContain('Mill: 0 files in step · never synced');
    expect((await inJson())[1]).toBe('problems');
  });

  it('says of a site whose folder is away only that, and the rest when it is back', async () => {
    for (let n = 0; n < 3; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `text ${n}`);
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 3 }] });
    await sync();
    await rename(folder, join(home, 'away'));
    const synced = JSON.parse((await run('sync', '--once', '--json')).stdout) as SyncReport;
    expect(synced.sites[0]?.problems).toMatchObject([{ path: '', code: 'folder-missing' }]);
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Harbour House: 1 file in step · .* · 1 problem · as of the last sync at /);
    expect(stdout.split('\n')[2]).toContain(`The folder ${folder} is not there`);
    expect(stdout).not.toContain('.txt');
    const { problems } = JSON.parse((await run('problems', '--json')).stdout) as Pick<Site, 'problems'>;
    expect(problems).toMatchObject([{ path: '', code: 'folder-missing' }]);
    for (const command of ['status', 'problems', 'sync'])
      expect((await run(command)).stdout).toContain(
        `moved or renamed: sitesync follow ${SITE} --folder FOLDER\n`,
      );
    await rename(join(home, 'away'), folder);
    await sync();
    expect((await run('status')).stdout).toContain(' · 3 problems · ');
  });

  it('names links that are left out in one line, and calls none a problem', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await symlink(home, join(folder, 'Other', name));
    expect(await sync()).toBe('in-sync');
    const { status, stdout } = await run('status');
    const line = '4 links left out on purpose: Other/a, Other/b, Other/c and 1 more';
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^.*\n.*\n {2}${line}\n$`))]);
    expect((await run('status', '--quiet')).stdout).toBe('');
    const told = await run('problems');
    expect(told.status).toBe(0);
    expect(told.stdout).toMatch(
      new RegExp(`^No problems\\.\nHarbour House: ${line}\n {2}SiteSync follows no`),
    );
    const object = JSON.parse((await run('problems', '--json')).stdout) as { leftOut: readonly object[] };
    expect(object).toMatchObject({ problems: [], leftOut: { length: 4 } });
    expect(object.leftOut[0]).toEqual({ site: SITE, path: 'Other/a', kind: 'link' });
    await writeFile(join(folder, '.siteignore'), '[a-d]\n');
    await sync();
    expect((await run('status')).stdout).not.toContain('left out');
    expect((await run('problems')).stdout).toBe('No problems.\n');
  });

  it('sees that a folder went away, or is that of another site, since the last sync', async () => {
    const problems = async (): Promise<unknown> => JSON.parse((await run('problems', '--json')).stdout);
    await rename(folder, join(home, 'away'));
    const away = await run('status');
    expect([away.status, away.stdout]).toEqual([
      1,
      expect.stringContaining(`The folder ${folder} is not there`),
    ]);
    expect(await problems()).toMatchObject({
      problems: [{ path: '', code: 'folder-missing', nextAt: null }],
    });
    service.store.addSite({ id: 'site-2', name: 'Mill' });
    await run('follow', 'site-2', '--folder', join(home, 'mill'));
    await rename(join(home, 'mill'), folder);
    const { stdout } = await run('doctor');
    expect(stdout).toMatch(
      /^look folder of site-1: The folder .* is not the one that SiteSync made for Harbour/m,
    );
    await run('unfollow', 'site-2');
    await rm(folder, { recursive: true });
    await rename(join(home, 'away'), folder);
    expect((await run('status')).status).toBe(0);
    expect(await problems()).toMatchObject({ problems: [] });
  });

  it.each([[], ['--quiet']])(
    'tells of what was not sent when a site is kept no more %j',
    async (...quiet) => {
      for (const name of ['one', 'two']) await writeFile(join(folder, 'Other', `${name}.txt`), name);
      service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 413 }, times: 9 }] });
      await sync();
      const { status, stdout, stderr } = await run('unfollow', SITE, ...quiet);
      expect(status).toBe(0);
      expect(stdout + stderr).toContain('2 changes made there were not sent, and will not be');
      await run('follow', SITE, '--folder', folder);
      service.set({ failNext: [] });
      expect(await sync()).toBe('in-sync');
      expect(JSON.parse((await run('unfollow', SITE, '--json')).stdout)).toMatchObject({ unsent: 0 });
    },
  );

  it('looks once more for unsent files before a site is unfollowed, without asking the service', async () => {
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    await rm(join(folder, 'Spec Sheet', 'pump.pdf'));
    const asked = service.requests.all.length;
    const { stdout } = await run('unfollow', SITE);
    expect(stdout).toContain('1 change made there was not sent, and will not be unless');
    expect(stdout).toContain(
      '1 delete made here was not sent, and will not be: Spec Sheet/pump.pdf stays on the service.',
    );
    expect(service.requests.all).toHaveLength(asked);
  });

  it('tells of the deletes that were held when a site is kept no more', async () => {
    const names = [1, 2, 3, 4, 5].map((n) => join(folder, 'Other', `${n}.txt`));
    for (const name of names) await writeFile(name, name);
    await sync();
    for (const name of names) await rm(name);
    expect(await sync()).toBe('held');
    const json = await run('unfollow', SITE, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ unsent: 5 });
    await run('follow', SITE, '--folder', folder);
    await sync();
    for (const name of names) await rm(name);
    expect(await sync()).toBe('held');
    const { stdout } = await run('unfollow', SITE);
    expect(stdout).not.toContain('made there');
    expect(stdout).toMatch(
      /^5 deletes made here were not sent, and will not be: (?:Other\/\d\.txt,? ){3}and 2 more stay on the service\.$/m,
    );
  });

  it('promises nothing about a folder that is away when its site is unfollowed', async () => {
    await rename(folder, join(home, 'away'));
    const { stdout } = await run('unfollow', SITE);
    expect(stdout).toContain(
      `is no longer kept in step. Its files stay where they are. The folder ${folder} is not there`,
    );
  });

  it('goes on naming what a retry made due, until it was tried', async () => {
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 1 }] });
    await sync();
    expect((await run('problems')).stdout).not.toContain('tried again with the next sync.');
    expect((await run('retry')).stdout).toContain('1 item will be tried again with the next sync');
    expect((await run('status')).stdout).toContain(' · 1 to be sent · 1 problem · ');
    const { status, stdout } = await run('problems');
    expect([status, stdout]).toEqual([1, expect.stringContaining('It is tried again with the next sync.')]);
    // Nothing is tried of what is paused.
    await run('pause', SITE);
    const paused = (await run('problems')).stdout;
    expect(paused).toContain(`It is tried again once the site is taken up: sitesync resume ${SITE}\n`);
    expect(paused).not.toContain('with the next sync.');
    await run('resume', SITE);
    expect(await sync()).toBe('in-sync');
    expect((await inJson())[1]).toBe('in-sync');
  });
});

it.skipIf(!canMount)('counts nothing as to be sent that is on a drive which lies over a folder', async () => {
  const photos = join(folder, 'Photos');
  await mkdir(photos);
  await writeFile(join(photos, 'of mine.jpg'), 'mine');
  await sync();
  const stick = newStick();
  try {
    stick.plugIn(photos);
    await writeFile(join(photos, 'of a camera.jpg'), 'strange');
    expect(await sync()).toBe('problems');
    expect(await inJson()).toEqual([1, 'problems', 0, 0]);
    expect((await run('status')).stdout).not.toContain('sitesync sync');
    const { stdout } = await run('files', SITE);
    expect(stdout).toMatch(/^Left out .*Photos\/of a camera\.jpg$/m);
    expect(stdout).toContain('0 files waiting to be sent');
  } finally {
    stick.close();
  }
});
