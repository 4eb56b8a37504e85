import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED_USER } from '../../service/store/store.ts';
import { Rig, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`who is signed in${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    const encrypt = {
      available: () => true,
      encrypt: (text: string) => Buffer.from(text),
      decrypt: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
    };
    rig = await Rig.open({
      secrets: { encrypt, keychain: false },
      seed: ({ store }) => store.addSite({ id: SITE, name: 'Harbour House' }),
    });
    folder = await rig.follow(SITE);
    await rig.goTo('settings');
  }, 120_000);
  afterAll(() => rig?.close());

  const fact = (label: string): Promise<string | null> =>
    rig.page
      .getByRole('region', { name: 'Account' })
      .locator('.fact', { has: rig.page.getByText(label, { exact: true }) })
      .getByRole('definition')
      .textContent();

  it('is told as far as it is known: the address, and that a given token is kept nowhere', async () => {
    await expect.poll(() => fact('Service')).toBe(rig.service.url);
    expect(await fact('Signed in as')).toMatch(/^Not known yet: the service tells it with the first file/);
    expect(await fact('Token')).toBe('Given when SiteSync was started, and kept nowhere');
  }, 120_000);

  it('is told by the name that the service gives with a file that was sent', async () => {
    await writeFile(join(folder, 'Findings.txt'), 'belt is worn\n');
    await rig.arrived(SITE, 'Findings.txt', 'belt is worn\n');
    await expect.poll(() => fact('Signed in as'), { timeout: 20_000 }).toBe(SEED_USER);
  }, 120_000);

  it('is told with where the token is kept and since when', async () => {
    await rig.call('account.signIn', { baseUrl: rig.service.url, token: TOKEN });
    await expect
      .poll(() => fact('Token'))
      .toMatch(/^Kept encrypted on this computer, since today \d\d:\d\d$/);
    expect(await fact('Signed in as')).toBe(SEED_USER);
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      expect(await rig.serious()).toEqual([]);
      await rig.shot(`settings-account-${theme}`);
    }
  }, 120_000);

  it('is told by the name in the token where the service names people by UUID alone', async () => {
    const claims = { sub: SEED_USER, name: 'Kim Åström' };
    const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    rig.service.tokens.add(token, { user: SEED_USER, sites: 'all' });
    await rig.call('account.signIn', { baseUrl: rig.service.url, token });
    await expect.poll(() => fact('Signed in as'), { timeout: 20_000 }).toBe('Kim Åström');
    await rig.shot('settings-account-name');
  }, 120_000);

  it('is nobody after a sign-out: only the service of before is named', async () => {
    await rig.call('account.signOut', null);
    await expect.poll(() => fact('Last service')).toBe(rig.service.url);
    expect(await rig.page.getByText('Signed in as').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
    await rig.shot('settings-account-out');
  }, 120_000);
});
