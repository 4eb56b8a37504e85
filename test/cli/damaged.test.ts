import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startService, type RunningService } from '../service/service.ts';
import { runCli, type Ran } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-damaged-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
});

afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

function run(args: readonly string[]): Promise<Ran> {
  return runCli([...args, '--data', join(home, 'data')], {
    env: { HOME: home, SITESYNC_TOKEN: TOKEN, SITESYNC_BASE_URL: service.url },
  });
}

// With nothing said, a list of no sites would be taken for what it is not.
it.each([[[]], [['--quiet']]])(
  'says that the database was damaged, and that no site is known any more: status %s',
  async (options) => {
    expect((await run(['follow', SITE, '--folder', join(home, 'folder')])).status).toBe(0);
    expect((await run(['status'])).stderr).toBe('');
    writeFileSync(join(home, 'data', 'mirror.sqlite'), 'no database any more '.repeat(1000));
    const { stderr } = await run(['status', ...options]);
    expect(stderr).toContain('database was damaged');
    expect(stderr).toContain('keep each again');
  },
);
