import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCommand } from '../../main/hosts/cli/keep-command.ts';
import { output } from '../../main/hosts/cli/output.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { startService, type RunningService } from '../service/service.ts';
import { laptopIn, SITE } from '../support/laptop.ts';
import { openSignedIn } from '../support/signed-in.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-typed-case-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  for (const name of ['one.txt', 'two.txt'])
    service.store.addFile(SITE, { name, category: 'other', content: name });
});

afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

it.each([
  ['linux', 'other/ONE.txt', 0],
  ['win32', 'other/ONE.txt', 1],
  ['win32', 'OTHER', 2],
  ['darwin', 'other/ONE.txt', 1],
] as const)('keep on %s with %s chooses for %i of the files', async (platform, path, count) => {
  await laptopIn(home, service.url).sync();
  const { program } = await openSignedIn({ data: join(home, 'data'), baseUrl: service.url });
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const out = output({ stdout: sink, stderr: sink }, false, false);
  const asked = { ...program, env: { ...program.env, platform } };
  expect(await keepCommand(asked, out, SITE, [path], 'online-only')).toBe(count === 0 ? 2 : 0);
  expect(program.mirror.pins(SITE as SiteId).size).toBe(count);
  await program.close();
});
