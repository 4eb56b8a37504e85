import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../service/service.ts';
import { startCli, type Ran } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';

const OTHER = 'site-2';

let home: string;
let service: RunningService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-folders-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
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

const reported = ({ stdout }: Ran): unknown => JSON.parse(stdout);

// Each command is a process of its own, which a busy machine starts slowly.
describe('the folder of a site', { timeout: 120_000 }, () => {
  it('lies where the command ran, whichever folder later ones run in', async () => {
    const args = ['sync', '--root', 'sites', '--site', SITE];
    const first = startCli([...args, '--data', join(home, 'data')], {
      env: { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: TOKEN },
      cwd: home,
    });
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
});
