import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';
import { homeForEach } from './home.ts';

const at = homeForEach();
const { run, inStep } = at;

describe('what a fresh installation says', () => {
  it('about a sync: that it failed, and not how a sync went', async () => {
    const env = { HOME: at.home };
    const ran = await runCli(['sync', '--json', '--data', join(at.home, 'fresh')], { env });
    const said: unknown = JSON.parse(ran.stdout);
    expect([ran.status, said]).toMatchObject([3, { ok: false, error: { code: 'sign-in' } }]);
  });

  it.each([
    ['pause', 0, /^No site is kept on this computer yet: sitesync sites/],
    ['resume', 0, /^No site is kept on this computer yet: sitesync sites/],
    ['doctor', 3, /look service: No service address is known\. .*sitesync sign-in/],
  ])('about %s', async (command, status, words) => {
    const env = { HOME: at.home };
    const ran = await runCli([command, '--data', join(at.home, 'fresh')], { env });
    expect([ran.status, ran.stderr]).toEqual([status, '']);
    expect(ran.stdout).toMatch(words);
  });

  it.each(['status', 'problems', 'conflicts', 'retry', 'activity'])(
    'warns whoever watches over a folder in which no site is kept: %s',
    async (name) => {
      const data = join(at.home, 'mistyped');
      const ran = await runCli([name, '--json', '--quiet', '--data', data], { env: { HOME: at.home } });
      expect([ran.status, JSON.parse(ran.stdout)]).toMatchObject([0, { ok: true }]);
      expect(ran.stderr).toMatch(`No site is kept in ${data}. `);
    },
  );

  it('about a sync for which nobody could be asked, also beside its JSON', async () => {
    const args = ['sync', '--json', '--site', SITE, '--data', join(at.home, 'fresh')];
    const env = { HOME: at.home, SITESYNC_BASE_URL: 'http://127.0.0.1:9', SITESYNC_TOKEN: TOKEN };
    const nobody = await runCli(args, { env });
    expect([nobody.status, JSON.parse(nobody.stdout)]).toMatchObject([4, { state: 'offline', requests: 1 }]);
    expect(nobody.stderr).toMatch(
      /^The service at http:\/\/127\.0\.0\.1:9 cannot be reached\.\nCheck the address/,
    );
    const unusable = { ...env, SITESYNC_TOKEN: 'Bearer x' };
    const unasked = await runCli([...args, '--quiet'], { env: unusable });
    expect([unasked.status, JSON.parse(unasked.stdout)]).toMatchObject([
      3,
      { state: 'sign-in', requests: 0 },
    ]);
    expect(unasked.stderr).toContain('The token is not usable');
    // The truth, where it was 0 before.
    at.service.set({ latencyMs: 50 });
    const slow = await runCli(args, {
      env: { ...env, SITESYNC_BASE_URL: at.service.url, SITESYNC_TOKEN: 'wrong' },
    });
    expect((JSON.parse(slow.stdout) as { ms: number }).ms).toBeGreaterThanOrEqual(50);
  });

  it('about a site that the service does not have, and a token that it refuses', async () => {
    const series = await run('series', 'nowhere', 'a');
    expect([series.status, series.stderr]).toEqual([1, expect.stringContaining('sitesync sites')]);
    await inStep();
    at.service.set({ failNext: [{ match: { method: 'POST' }, action: 'html-200' }] });
    const odd = await run('series', SITE, 'a');
    // A guest network's page, as far as anybody can tell.
    expect([odd.status, odd.stderr]).toEqual([4, expect.not.stringContaining('SiteSync')]);
    rmSync(join(at.home, 'root', 'Harbour House', '.sitesync'), { recursive: true });
    const model = await run('model', 'pull', SITE, 'tower');
    expect([model.status, model.stderr]).toEqual([1, expect.stringContaining('is not there')]);
    const trash = await run('trash', '--json');
    expect([trash.status, JSON.parse(trash.stdout)]).toEqual([1, { ok: true, entries: [], missing: [SITE] }]);
    const env = { HOME: at.home, SITESYNC_BASE_URL: at.service.url, SITESYNC_TOKEN: 'wrong' };
    const refused = await runCli(['sites', '--data', join(at.home, 'fresh')], { env });
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('SITESYNC_TOKEN')]);
  });
});
