import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../service/service.ts';
import { startCli, type Ran } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';

let home: string;
let folder: string;
let service: RunningService;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-status-'));
  folder = join(home, 'root', 'Harbour House');
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
  expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
});

afterEach(async () => {
  await service.close();
  await rm(home, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<Ran> {
  const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: TOKEN };
  return startCli([...args, '--data', join(home, 'data')], { env }).ended;
}

// Each command is a process of its own, which a busy machine starts slowly.
describe('sitesync status', { timeout: 60_000 }, () => {
  it('says that all is in step, and names no command for more', async () => {
    const { status, stdout } = await run('status');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Harbour House: 1 file in step · synced .*\n {2}\S.*\n$/);
    expect(stdout).toContain(folder);
  });

  it('says of what waits why, the first three of many, and where the rest is told', async () => {
    for (let n = 0; n < 5; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `text ${n}`);
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 5 }] });
    await run('sync');
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toContain('Harbour House: 1 file in step · 5 new here, not sent yet · 5 problems · ');
    expect(stdout.match(/^ {2}.*\b\d\.txt\b.*$/gm)).toHaveLength(3);
    expect(stdout).toMatch(/\n {2}… and 2 more\nWhat to do about each problem: sitesync problems\n$/);
  });

  it('does not say that a site is in step whose folder is away, and says that first', async () => {
    for (let n = 0; n < 3; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `text ${n}`);
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 3 }] });
    await run('sync');
    await rename(folder, join(home, 'away'));
    await run('sync');
    const { status, stdout } = await run('status');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Harbour House: 1 file in step when it was synced last · .* · 4 problems · /);
    expect(stdout.split('\n')[2]).toContain(`The folder ${folder} is not there`);
  });
});
