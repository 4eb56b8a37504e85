import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, signedIn, startIn } from '../home.ts';

const OTHER = 'site-2';

let home: string;
let root: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  root = join(home, 'root');
});

afterEach(() => closeHome({ home, service }));

function run(...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args);
}

const sync = (...more: string[]): Promise<Ran> => run('sync', '--once', '--root', root, '--json', ...more);

/** Long still, so that nothing waits for it. */
function write(folder: string, name: string): void {
  writeFileSync(join(folder, 'Other', name), name);
  utimesSync(join(folder, 'Other', name), 1_700_000_000, 1_700_000_000);
}

const sent = (): readonly string[] => service.store.files(SITE).map(({ name }) => name);

/** A file system that says of what cannot be made that it is not there. */
const ODD = '/proc/sitesync/below';

const reported = ({ stdout }: Ran): unknown => JSON.parse(stdout);

describe('the folder of a site', { timeout: 120_000 }, () => {
  it('is kept again with the categories of the last time, and says so', async () => {
    await run('follow', SITE, '--folder', join(home, 'here'), '--categories', 'spec-sheet,other');
    await run('unfollow', SITE);
    const again = await run('follow', SITE, '--folder', join(home, 'here'));
    expect(again.stdout).toContain(
      'As the last time, only these categories are kept: spec-sheet, other. To keep all: --categories all',
    );
    expect((await run('follow', SITE, '--categories', 'all')).stdout).not.toContain('the last time');
    await run('unfollow', SITE);
    expect(reported(await run('follow', SITE, '--folder', join(home, 'here'), '--json'))).toMatchObject({
      keep: 'all',
    });
  });

  it('is marked in the list of sites, which explains the mark where there is one', async () => {
    const line = `${SITE.padEnd(36)} Harbour House · Berlin, Germany\n`;
    expect((await run('sites')).stdout).toBe(`  ${line}`);
    await run('follow', SITE);
    expect((await run('sites')).stdout).toBe(`* ${line}* is kept on this computer.\n`);
  });

  it('is listed also while another program keeps the database locked', async () => {
    await run('sites');
    service.store.addSite({ id: OTHER, name: 'New Mill' });
    const backup = new Database(join(home, 'data', 'mirror.sqlite'));
    backup.exec('BEGIN IMMEDIATE');
    const began = Date.now();
    const { status, stdout, stderr } = await run('sites', '--json').finally(() => backup.close());
    expect(status).toBe(0);
    const told = JSON.parse(stdout) as { listedAt: number };
    expect(told).toMatchObject({ ok: true, stale: false, sites: [{ id: SITE }, { id: OTHER }] });
    expect(told.listedAt).toBeGreaterThanOrEqual(began);
    expect(stderr).toMatch(/locked\. So the service’s list of sites could not be kept here\.\n$/);
  });

  it('stays the same when another site of its name comes, which gets one of its own', async () => {
    await sync('--site', SITE);
    const folder = join(root, 'Harbour House');
    write(folder, 'note.txt');
    service.store.addSite({ id: OTHER, name: 'harbour house' });
    // Of the two, the one that came first has the folder, however often the list of sites is asked for meanwhile.
    await run('sites');
    const both = reported(await sync('--site', OTHER, '--site', SITE));
    expect(both).toMatchObject({
      state: 'in-sync',
      sites: expect.arrayContaining([
        expect.objectContaining({ id: SITE, folder, created: 1 }),
        expect.objectContaining({ id: OTHER, folder: join(root, `harbour house ${OTHER}`) }),
      ]),
    });
    expect(sent()).toEqual(['note.txt']);
  });

  it('is known by its marker where the mirror is new and the site has another name', async () => {
    await sync('--site', SITE);
    const folder = join(root, 'Wharf');
    renameSync(join(root, 'Harbour House'), folder);
    write(folder, 'note.txt');
    rmSync(join(home, 'data'), { recursive: true });
    expect(reported(await sync('--site', SITE))).toMatchObject({ sites: [{ folder, created: 1 }] });
    expect(readdirSync(root)).toEqual(['Wharf']);
    expect(sent()).toEqual(['note.txt']);
  });

  it('must not contain SiteSync’s own database, which would be sent', async () => {
    for (const folder of [home, join(home, 'data'), '/']) {
      const { status, stderr } = await run('follow', SITE, '--folder', folder);
      expect([status, stderr]).toEqual([2, expect.stringContaining('SiteSync keeps its own data in')]);
    }
    expect(readdirSync(home).includes('.sitesync')).toBe(false);
    // Below it a site may be.
    expect((await run('follow', SITE, '--folder', join(home, 'data', 'sites'))).status).toBe(0);
  });

  it('is not that of another site that has its name now', async () => {
    mkdirSync(join(root, 'Mill', '.sitesync'), { recursive: true });
    const marker = { site: 'gone', baseUrl: service.url, folderId: 'one' };
    writeFileSync(join(root, 'Mill', '.sitesync', 'site.json'), JSON.stringify(marker));
    service.store.addSite({ id: OTHER, name: 'Mill' });
    expect(reported(await sync('--site', OTHER))).toMatchObject({
      state: 'in-sync',
      sites: [{ folder: join(root, `Mill ${OTHER}`) }],
    });
  });

  it('is not just any folder of that name, unless the root holds nothing but sites', async () => {
    mkdirSync(join(root, 'Harbour House', 'Other'), { recursive: true });
    write(join(root, 'Harbour House'), 'note.txt');
    writeFileSync(join(root, 'letter.odt'), 'mine');
    const folder = join(root, `Harbour House ${SITE}`);
    const beside = await sync('--site', SITE);
    expect(reported(beside)).toMatchObject({ state: 'in-sync', sites: [{ folder, created: 0 }] });
    expect(beside.stderr).toContain(`${join(root, 'Harbour House')} holds files`);
    rmSync(join(root, 'letter.odt'));
    rmSync(folder, { recursive: true });
    rmSync(join(home, 'data'), { recursive: true });
    const merged = reported(await sync('--site', SITE));
    expect(merged).toMatchObject({ sites: [{ folder: join(root, 'Harbour House'), created: 1 }] });
    expect(sent()).toEqual(['note.txt']);
  });

  it('changes only when another is named, and then it is said', async () => {
    const [here, there] = [join(home, 'here'), join(home, 'there')];
    await run('follow', SITE, '--folder', here, '--categories', 'other,spec-sheet');
    const again = await run('follow', SITE, '--categories', 'other, other', '--json');
    expect(reported(again)).toMatchObject({ folder: here, keep: ['other'] });
    expect(again.stderr).toBe('');
    rmSync(here, { recursive: true });
    await run('follow', SITE, '--categories', 'spec-sheet');
    expect(readdirSync(home)).not.toContain('here');
    const moved = await run('follow', SITE, '--folder', there, '--json');
    expect(reported(moved)).toMatchObject({ folder: there, keep: ['spec-sheet'] });
    expect(moved.stderr).toContain(here);
    const asked = await sync();
    expect(reported(asked)).toMatchObject({ sites: [{ folder: there }] });
    expect(asked.stderr).toContain(`Harbour House stays in ${there}`);
    const named = await sync('--site', SITE);
    expect(reported(named)).toMatchObject({ sites: [{ folder: join(root, 'Harbour House') }] });
    expect(named.stderr).toContain(there);
  });

  it('that is a copy of the one until now is merged, and that is said with what it means', async () => {
    const [old, copy] = [join(root, 'Harbour House'), join(home, 'stick')];
    await sync('--site', SITE);
    write(old, 'a.txt');
    await sync('--site', SITE);
    await run('keep', SITE, 'Other/a.txt');
    cpSync(old, copy, { recursive: true });
    const merged = await run('follow', SITE, '--folder', copy, '--json');
    expect(merged.stderr).toMatch(/all files anew and deletes nothing\. What was deleted here .* comes back/);
    expect(merged.stderr).toContain('choose it again with sitesync keep');
    // One that was moved goes on as it was.
    await run('sync');
    renameSync(copy, join(home, 'moved'));
    const moved = await run('follow', SITE, '--folder', join(home, 'moved'), '--json');
    expect(moved.stderr).not.toContain('anew');
  });

  it('that cannot be had leaves the categories as they were, and the deletes that wait', async () => {
    await sync('--site', SITE);
    const folder = join(root, 'Harbour House');
    write(folder, 'a.txt');
    await sync('--site', SITE);
    rmSync(join(folder, 'Other', 'a.txt'));
    writeFileSync(join(home, 'letter.odt'), 'a file');
    const elsewhere = ['--folder', join(home, 'letter.odt'), '--categories', 'spec-sheet'];
    const refused = await run('follow', SITE, ...elsewhere, '--json');
    expect([refused.status, reported(refused)]).toMatchObject([2, { ok: false }]);
    expect(reported(await sync('--site', SITE))).toMatchObject({
      sites: [{ folder, deletedRemote: 1, downloaded: 0 }],
    });
    expect(sent()).toEqual([]);
  });

  it('is taken up without a network where it was moved, with what was done in it', async () => {
    await sync('--site', SITE);
    const [before, now] = [join(root, 'Harbour House'), join(home, 'moved')];
    for (const name of ['a.txt', 'b.txt']) write(before, name);
    await sync('--site', SITE);
    renameSync(before, now);
    rmSync(join(now, 'Other', 'a.txt'));
    const { url } = service;
    await service.close();
    const moved = await run('follow', SITE, '--folder', now, '--categories', 'other');
    expect([moved.status, moved.stderr]).toEqual([
      0,
      `Harbour House was kept in ${before} until now, which is not there.\n`,
    ]);
    service = await startService({ dataDir: join(home, 'service'), port: Number(new URL(url).port) });
    expect(reported(await run('sync', '--json'))).toMatchObject({
      state: 'in-sync',
      sites: [{ folder: now, deletedRemote: 1, created: 0, downloaded: 0 }],
    });
    expect(sent()).toEqual(['b.txt']);
  });

  it('lies where the command ran, whichever folder later ones run in', async () => {
    const args = ['sync', '--root', 'sites', '--site', SITE];
    const first = startIn({ home, service }, args, { cwd: home });
    expect((await first.ended).status).toBe(0);
    service.store.addSite({ id: OTHER, name: 'Mill' });
    expect(reported(await run('follow', OTHER, '--json'))).toMatchObject({
      folder: join(home, 'sites', 'Mill'),
    });
  });

  it.each(['--root', '--data', '--folder', '--out', '--csv'])(
    'is not where %s names nothing',
    async (option) => {
      const command = {
        '--folder': ['follow', SITE],
        '--out': ['model', 'pull', SITE, 'one'],
        '--csv': ['series', SITE, 'one'],
      }[option] ?? ['sync', '--site', SITE];
      const { status, stdout } = await run(...command, '--json', option, '');
      expect([status, JSON.parse(stdout)]).toMatchObject([
        2,
        { ok: false, error: { message: expect.stringContaining(option) } },
      ]);
      expect(readdirSync(home)).toEqual(['service']);
    },
  );

  it.runIf(process.platform === 'linux')('is not waited for where it can never be made', async () => {
    const data = await runCli(['status', '--json', '--data', ODD], { env: signedIn({ home, service }) });
    expect([data.status, reported(data)]).toMatchObject([1, { ok: false, error: { code: 'read-only' } }]);
    expect(data.stdout).toContain(ODD);
    const root = await run('follow', SITE, '--folder', ODD, '--json');
    expect([root.status, reported(root)]).toMatchObject([1, { ok: false, error: { code: 'read-only' } }]);
    expect(root.stdout).toContain(ODD);
  });

  it('is taken with the files that lie there, and says that they will be sent', async () => {
    const here = join(home, 'here');
    const others = ['follow', SITE, '--folder', here];
    expect((await run(...others)).stderr).toBe('');
    await run('unfollow', SITE);
    // What bears the site's marker was meant for it.
    write(here, 'a.txt');
    expect((await run(...others)).stderr).toBe('');
    await run('unfollow', SITE);
    rmSync(join(here, '.sitesync'), { recursive: true });
    write(here, 'b.txt');
    writeFileSync(join(here, '.DS_Store'), 'is never sent');
    const told = await run(...others, '--quiet');
    expect(told.status).toBe(0);
    expect(told.stderr).toContain(
      `2 files lay in ${here} before: whatever of that the service does not have is sent to Harbour House by the next sync.`,
    );
    expect(told.stderr).toContain(`sitesync unfollow ${SITE}`);
    expect(sent()).toEqual([]);
  });

  it('must not lie in the folder of another site, whose people would get its files', async () => {
    await sync('--site', SITE);
    service.store.addSite({ id: OTHER, name: 'Mill' });
    const inner = join(root, 'Harbour House', 'Photos');
    mkdirSync(inner);
    for (const named of [
      ['follow', OTHER, '--folder', inner],
      ['sync', '--once', '--site', OTHER, '--root', inner],
    ]) {
      const refused = await runCli([...named, '--data', join(home, 'data of others')], {
        env: signedIn({ home, service }),
      });
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toContain(
        `is the folder of another site (${SITE}), whose people would get its files`,
      );
    }
    expect(readdirSync(inner)).toEqual([]);
    expect(reported(await sync('--site', SITE))).toMatchObject({ state: 'in-sync' });
  });
});
