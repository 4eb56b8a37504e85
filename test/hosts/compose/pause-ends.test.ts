import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastStop, type LastStop } from '../../../main/sync/pacing/last-stop.ts';
import type { AppState } from '../../../shared/ipc/app.ts';
import { openKeptHome, type AppHome } from '../../support/app-home.ts';
import { SITE } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

let home: AppHome;

beforeEach(async () => {
  home = await openKeptHome();
});

afterEach(() => home.close());

const state = (): Promise<AppState> => home.ask('app.state', null);

function writePlan(): void {
  const plan = join(home.folder, 'Other', 'plan.txt');
  mkdirSync(dirname(plan), { recursive: true });
  writeFileSync(plan, 'plan');
}

/** Why the last sync was kept from the service, as the command line tells it once the app has ended. */
async function lastSyncStoppedBy(): Promise<LastStop | null> {
  await home.app.close();
  const { program } = await openSignedIn({ data: home.data, baseUrl: home.service.url });
  const stop = lastStop(program.mirror);
  await program.close();
  return stop;
}

it('the end of a pause while nobody is signed in lets nothing but looks into the folders', async () => {
  await expect.poll(async () => (await state()).lastSync).not.toBeNull();
  await home.ask('account.signOut', null);
  await home.ask('app.pause', { paused: true });
  await home.ask('app.pause', { paused: false });
  writePlan();
  await expect.poll(async () => (await state()).outbox.pending).toBe(1);
  // A cycle in place of a look would have been refused for want of a token.
  expect(await lastSyncStoppedBy()).toBeNull();
});

it('a pause whose end came while the program was closed holds nothing at the next start', async () => {
  await expect.poll(async () => (await state()).lastSync).not.toBeNull();
  const until = Date.now() + 1500;
  await home.ask('app.pause', { paused: true, until });
  writePlan();
  expect(await state()).toMatchObject({ paused: true, pausedUntil: until });
  await home.app.close();
  await new Promise((resolve) => setTimeout(resolve, until - Date.now()));
  await home.reopen();
  await expect.poll(() => home.service.store.files(SITE).map(({ name }) => name)).toEqual(['plan.txt']);
  expect(await state()).toMatchObject({ paused: false, pausedUntil: null });
});
