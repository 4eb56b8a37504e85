import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { App } from '../../../main/app/app.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import { lastStop, type LastStop } from '../../../main/sync/state/last-stop.ts';
import type { AppState } from '../../../shared/ipc/app.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { SITE, TOKEN } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { must } from '../../support/must.ts';

const never = new AbortController().signal;
let home: string;
let service: RunningService;
let app: App;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-paused-out-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  app = await opened();
  must(await app.handlers['sites.refresh'](null, never));
  must(await app.handlers['sites.follow']({ site: SITE, keep: 'all', folder: null }, never));
});

const opened = async (): Promise<App> =>
  must(
    await openApp({
      data: join(home, 'data'),
      host: webHostServices(),
      account: { baseUrl: service.url, token: TOKEN },
      secrets: { keychain: false },
      root: join(home, 'root'),
      stillMs: 0,
    }),
  );

afterEach(async () => {
  await app.close();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

const state = async (): Promise<AppState> => must(await app.handlers['app.state'](null, never));

function writePlan(): void {
  const plan = join(home, 'root', 'Harbour House', 'Other', 'plan.txt');
  mkdirSync(dirname(plan), { recursive: true });
  writeFileSync(plan, 'plan');
}

/** Why the last sync was kept from the service, as the command line tells it once the app has ended. */
async function lastSyncStoppedBy(): Promise<LastStop | null> {
  await app.close();
  const { program } = await openSignedIn({ data: join(home, 'data'), baseUrl: service.url });
  const stop = lastStop(program.mirror);
  await program.close();
  return stop;
}

it('the end of a pause while nobody is signed in lets nothing but looks into the folders', async () => {
  await expect.poll(async () => (await state()).lastSync).not.toBeNull();
  must(await app.handlers['account.signOut'](null, never));
  must(await app.handlers['app.pause']({ paused: true }, never));
  must(await app.handlers['app.pause']({ paused: false }, never));
  writePlan();
  await expect.poll(async () => (await state()).outbox.pending).toBe(1);
  // A cycle in place of a look would have been refused for want of a token.
  expect(await lastSyncStoppedBy()).toBeNull();
});

it('a pause whose end came while the program was closed holds nothing at the next start', async () => {
  await expect.poll(async () => (await state()).lastSync).not.toBeNull();
  const until = Date.now() + 1500;
  must(await app.handlers['app.pause']({ paused: true, until }, never));
  writePlan();
  expect(await state()).toMatchObject({ paused: true, pausedUntil: until });
  await app.close();
  await new Promise((resolve) => setTimeout(resolve, until - Date.now()));
  app = await opened();
  await expect.poll(() => service.store.files(SITE).map(({ name }) => name)).toEqual(['plan.txt']);
  expect(await state()).toMatchObject({ paused: false, pausedUntil: null });
});
