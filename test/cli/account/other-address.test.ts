import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeForEach, runIn, signedIn } from '../home.ts';

const at = homeForEach();

const WORDS = /^This is another address than at the last sync, so all files are compared anew/m;

it('a sync by another address says that it compares all files anew, once, and what that costs', async () => {
  await at.inStep();
  const folder = join(at.home, 'root', 'Harbour House');
  renameSync(join(folder, 'Spec Sheet/pump.pdf'), join(folder, 'Spec Sheet/pump, north.pdf'));
  const env = { ...signedIn(at), SITESYNC_BASE_URL: at.service.url.replace('127.0.0.1', 'localhost') };
  const first = await runIn(at, ['sync', '--json'], { env });
  expect([first.status, first.stderr]).toEqual([0, expect.stringMatching(WORDS)]);
  // As it says.
  expect(existsSync(join(folder, 'Spec Sheet/pump.pdf'))).toBe(true);
  expect(existsSync(join(folder, 'Spec Sheet/pump, north.pdf'))).toBe(true);
  expect((await runIn(at, ['sync', '--json'], { env })).stderr).not.toMatch(WORDS);
});

it('a sync by another token says so too, and sends a rename as one', async () => {
  await at.inStep();
  const folder = join(at.home, 'root', 'Harbour House');
  renameSync(join(folder, 'Spec Sheet/pump.pdf'), join(folder, 'Spec Sheet/pump, north.pdf'));
  at.service.tokens.add('renewed', { user: 'anna', sites: 'all' });
  const env = { ...signedIn(at), SITESYNC_TOKEN: 'renewed' };
  const { status, stderr, stdout } = await runIn(at, ['sync', '--json'], { env });
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^This is another token than/m)]);
  expect(JSON.parse(stdout)).toMatchObject({ sites: [{ created: 0, moved: 1, downloaded: 0 }] });
  expect(existsSync(join(folder, 'Spec Sheet/pump.pdf'))).toBe(false);
});
