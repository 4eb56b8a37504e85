import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../../main/app/app.ts';
import { openApp } from '../../main/hosts/compose/open-app.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { startService, type RunningService } from '../service/service.ts';
import { SEED_USER } from '../service/store/store.ts';
import { NO_DESKTOP } from '../support/app-context.ts';
import { must } from '../support/must.ts';
import { CANARY, holdsToken, leaksBelow } from './canary.ts';

const SITE = 'site-canal-9' as SiteId;
const NAME = 'Canal Bridge Depot';
const FILE = 'tenant-keys.txt';
/** A machine may be busy with all other tests at once. */
const PATIENCE = { timeout: 45_000 };
const never = new AbortController().signal;

let home: string;
let service: RunningService;
let app: App;
const said: string[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-diagnostics-'));
  service = await startService({
    dataDir: join(home, 'service'),
    tokens: { [CANARY]: { user: SEED_USER, sites: 'all' } },
  });
  service.store.addSite({ id: SITE, name: NAME });
  service.store.addFile(SITE, { name: FILE, category: 'other', content: 'a' });
  app = must(
    await openApp({
      data: join(home, 'laptop/data'),
      root: join(home, 'laptop/root'),
      host: NO_DESKTOP,
      account: { baseUrl: service.url, token: CANARY },
      stillMs: 0,
      log: (line) => said.push(line),
    }),
  );
});

afterEach(async () => {
  await app.close();
  await service.close();
  await rm(home, { recursive: true, force: true });
});

it('the diagnostics hold neither token nor names, whatever the service said', async () => {
  const wanted = { site: SITE, folder: null, keep: 'all' } as const;
  await vi.waitFor(async () => must(await app.handlers['sites.follow'](wanted, never)), PATIENCE);
  const folder = join(home, 'laptop/root', NAME);
  await vi.waitFor(() => expect(service.requests.downloads()).toHaveLength(1), PATIENCE);
  for (const body of [`{"detail":"Bearer ${CANARY} for ${FILE}"}`, `<html>${encodeURIComponent(CANARY)}`])
    service.failNext({ match: { method: 'POST' }, times: 2, action: { status: 400, body } });
  await mkdir(join(folder, 'Other'), { recursive: true });
  await writeFile(join(folder, 'Other', `mine ${FILE}`), 'mine');
  await app.handlers['app.sync']({ site: null }, never);
  await vi.waitFor(() => expect(service.requests.writes().length).toBeGreaterThan(0), PATIENCE);
  const report = await vi.waitFor(async () => {
    const { text } = must(await app.handlers['diagnostics.export'](null, never));
    expect(JSON.parse(text)).toMatchObject({
      // No keychain holds it: it came with the start of the program.
      tokenKept: 'given',
      sites: [{ attempts: [{ action: 'create' }] }],
    });
    return text;
  }, PATIENCE);
  expect((JSON.parse(report) as { log: string[] }).log.length).toBeGreaterThan(3);
  expect(holdsToken(report)).toBe(false);
  for (const name of [SITE, NAME, FILE, folder, home]) expect(report).not.toContain(name);
  expect(said.filter(holdsToken)).toEqual([]);
  expect(leaksBelow(join(home, 'laptop'))).toEqual([]);
});
