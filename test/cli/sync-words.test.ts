import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../service/service.ts';
import { startCli, type Ran } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-words-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
});

afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<Ran> {
  return startCli([...args, '--data', join(home, 'data')], {
    env: { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: TOKEN },
  }).ended;
}

const sync = (...more: readonly string[]): Promise<Ran> =>
  run('sync', '--root', join(home, 'root'), '--site', SITE, ...more);

// Each command is a process of its own, which a busy machine starts slowly.
describe('what a sync says', { timeout: 60_000 }, () => {
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

  it('ends with a command that can be copied as it stands', async () => {
    await sync();
    rmSync(join(home, 'root', 'Harbour House'), { recursive: true });
    expect((await sync()).stdout).toMatch(/sitesync problems\n$/);
    expect((await run('problems')).stdout).toMatch(/^Harbour House\n {2}The folder /);
  });
});
