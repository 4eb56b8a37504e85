import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import { runCli, startCli, type Ran, type RunningCli } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, signedIn } from '../home.ts';

let home: string;
let folder: string;
let service: RunningService;
let watching: RunningCli;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'root', 'Harbour House');
  watching = start('one', 'sync', '--watch', ...HERE());
  await watching.says('Watching for changes');
}, 60_000);

afterEach(async () => {
  watching.child.kill('SIGKILL');
  await watching.ended;
  await closeHome({ home, service });
});

const HERE = (): readonly string[] => ['--root', join(home, 'root'), '--site', SITE];

/** A program with a data folder of that name. */
function start(data: string, ...args: readonly string[]): RunningCli {
  return startCli([...args, '--data', join(home, data)], { env: signedIn({ home, service }) });
}

/** What such a program says where it asks only: without a process of its own. */
const run = (data: string, ...args: readonly string[]): Promise<Ran> =>
  runCli([...args, '--data', join(home, data)], { env: signedIn({ home, service }) });

const sent = (): readonly string[] => service.store.files(SITE).map(({ name }) => name);

async function asked(...args: readonly string[]): Promise<{ status: number | null; object: unknown }> {
  const { status, stdout } = await run('two', ...args, '--json');
  return { status, object: JSON.parse(stdout) };
}

/** Long still, so that nothing waits for it. */
function write(name: string): void {
  writeFileSync(join(folder, 'Other', name), name);
  utimesSync(join(folder, 'Other', name), 1_700_000_000, 1_700_000_000);
}

const inUse = (): object => ({
  code: 'folder-in-use',
  message: expect.stringContaining(
    `keeps its folder ${folder}: the command line (process ${watching.child.pid}).`,
  ),
  hint: expect.stringContaining('Quit that one'),
});

describe('a folder that another program with a data folder of its own keeps', { timeout: 120_000 }, () => {
  it('is left alone, and kept as soon as that program is killed', async () => {
    service.requests.clear();
    const held = await asked('sync', '--once', ...HERE());
    expect(held).toMatchObject({
      status: 1,
      object: { state: 'problems', sites: [{ folder, problems: [{ path: '', ...inUse() }] }] },
    });
    expect(service.requests.all.filter(({ path }) => path.includes('/files/'))).toEqual([]);
    watching.child.kill('SIGSTOP');
    write('new.txt');
    const unnamed = await run('two', 'sync', '--once');
    expect(unnamed).toMatchObject({ status: 1, stdout: expect.stringContaining('another SiteSync on this') });
    watching.child.kill('SIGKILL');
    await watching.ended;
    expect(await asked('sync', '--once')).toMatchObject({
      status: 0,
      object: { sites: [{ created: 1, problems: [] }] },
    });
    expect(sent()).toEqual(['new.txt']);
  });

  it('is named by every command, as it is at that moment', async () => {
    const marker = readFileSync(join(folder, '.sitesync/site.json'), 'utf8');
    expect(await asked('follow', SITE, '--folder', folder)).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, '.sitesync/site.json'), 'utf8')).toBe(marker);
    expect(await asked('problems')).toMatchObject({ status: 1, object: { problems: [inUse()] } });
    expect(await asked('status')).toMatchObject({ status: 1, object: { sites: [{ problems: 1 }] } });
    expect(await asked('doctor')).toMatchObject({
      status: 1,
      object: { checks: expect.arrayContaining([expect.objectContaining({ ok: false })]) },
    });
    expect(await asked('model', 'pull', SITE, 'm1')).toMatchObject({ status: 1, object: { error: inUse() } });
    watching.child.kill('SIGTERM');
    await watching.ended;
    expect(await asked('problems')).toMatchObject({ status: 0, object: { problems: [] } });
    expect(await asked('doctor')).toMatchObject({ status: 0 });
  });

  it('gets nothing put back from its trash by this program', async () => {
    const entry = join(folder, '.sitesync/trash/2026-11-21T09-42-10.123Z/Other');
    mkdirSync(entry, { recursive: true });
    writeFileSync(join(entry, 'old.txt'), 'old');
    await run('two', 'sync', '--once', ...HERE());
    const restored = await asked('trash', '--restore', 'Other/old.txt');
    expect(restored).toMatchObject({ status: 1, object: { ok: false, error: inUse() } });
    expect(readdirSync(join(folder, 'Other'))).toEqual([]);
  });
});
