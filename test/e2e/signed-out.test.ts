import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { faultsOf } from '../renderer/rig/faults.ts';
import { Rig, TOKEN } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const PHOTO = readFileSync(
  join(import.meta.dirname, '..', '..', 'resources', 'sample', 'photos', 'rijnhaven-tower.png'),
);

describe.skipIf(CHROMIUM === null)(`who keeps a site and is not signed in${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      // As on a computer without a keychain: nothing signs in by itself at a start.
      signedIn: false,
      seed: ({ store }) => {
        store.addPhoto('harbour.png', PHOTO);
        store.addSite({ id: SITE, name: 'Harbour House', photo: 'harbour.png' });
        store.addFile(SITE, { name: 'Plan.txt', category: 'other', content: 'level 12\n' });
      },
    });
    await rig.call('account.signIn', { baseUrl: rig.service.url, token: TOKEN });
    await rig.call('sites.refresh', null);
    folder = await rig.follow(SITE);
    await rig.cutOff();
    await rig.stop();
    // As where the site was chosen on the command line: nobody has drawn its photo yet.
    await rm(join(rig.home, 'data', 'photos'), { recursive: true, force: true });
    await rig.start();
  }, 120_000);
  afterAll(() => rig?.close());

  const banner = () => rig.page.getByRole('region', { name: 'You are not signed in' });
  const dialog = () => rig.page.getByRole('dialog', { name: 'Sign in again' });

  it('has all that is on this computer, and the sign-in in sight, also without a network', async () => {
    await banner().waitFor();
    await rig.page.locator('.rail-site .site-drawing').waitFor();
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/Plan\.txt/, 'Plan.txt');
    await rig.page.getByRole('complementary', { name: 'Details' }).getByText('level 12').waitFor();
    await rig.page.getByRole('contentinfo').getByRole('button', { name: 'Sign in' }).waitFor();
    // A network that comes is no reason to say it once more.
    await rig.page.evaluate(() => dispatchEvent(new Event('online')));
    for (const [place, heading] of [
      ['outbox', 'Outbox'],
      ['trash', 'Trash'],
      ['settings', 'Settings'],
    ] as const) {
      await rig.goTo(place);
      await rig.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await banner().waitFor();
    }
    await rig.page.getByText('Not signed in', { exact: true }).waitFor();
    expect(await rig.page.getByText(/^You are not signed in\. Sign in/).count()).toBe(0);
    expect(await faultsOf(rig, 'signed-out-settings')).toEqual([]);
  }, 120_000);

  it('signs in from there, at that address or at another one', async () => {
    await rig.page.getByRole('main').getByRole('button', { name: 'Sign in…' }).press('Enter');
    const token = dialog().getByRole('textbox', { name: 'Access token' });
    await hasFocus(token);
    await rig.shot('signed-out-dialog');
    const address = dialog().getByRole('textbox', { name: 'Service address' });
    expect(await address.inputValue()).toBe(rig.service.url);
    await address.fill('not an address');
    await token.fill(TOKEN);
    await token.press('Enter');
    await dialog()
      .getByText(/is not a web address/)
      .waitFor();
    // A new address is looked at before anything else: nothing listens at this one.
    await address.fill('http://127.0.0.1:9');
    await address.press('Enter');
    await dialog().getByText('Nothing answers at 127.0.0.1:9').waitFor();
    await address.fill(rig.service.url);
    await rig.reconnect();
    await address.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await banner().waitFor({ state: 'detached' });
    await rig.page.getByText('Online', { exact: true }).waitFor();
    await hasFocus(rig.page.getByRole('main').getByRole('button', { name: 'Sign out…' }));
    await rig.page.locator('.rail-site img').waitFor();
  }, 120_000);

  it('says of what waits after a sign-out that it waits for a sign-in, and goes on with it then', async () => {
    await rig.cutOff();
    await writeFile(join(folder, 'Other', 'Findings.txt'), 'belt is worn\n');
    await rig.goTo(`site/${SITE}/files`);
    const row = rig.page.getByRole('row', { name: /Findings\.txt/ });
    await row.getByText(/^Waiting/).waitFor();
    await rig.goTo('settings');
    await rig.page.getByRole('button', { name: 'Sign out…' }).press('Enter');
    await rig.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).press('Enter');
    await banner().waitFor();
    await hasFocus(rig.page.getByRole('main').getByRole('button', { name: 'Sign in…' }));
    await rig.goTo(`site/${SITE}/files`);
    await row.getByText('Waiting · sign in').waitFor();
    await rig.shot('signed-out-files');
    // What changes in the folder now is seen as well.
    await writeFile(join(folder, 'Other', 'Photo list.txt'), 'one\n');
    await rig.page
      .getByRole('row', { name: /Photo list\.txt/ })
      .getByText('Waiting · sign in')
      .waitFor();
    await rm(join(folder, 'Other', 'Photo list.txt'));
    await rig.page.getByRole('row', { name: /Photo list\.txt/ }).waitFor({ state: 'detached' });
    await rig.page.keyboard.press('F5');
    const toast = rig.page.locator('.toast', { hasText: 'You are not signed in.' });
    // Its time stands still under the pointer: nothing but the sign-in takes it away.
    await toast.hover();
    await rig.reconnect();
    await banner().getByRole('button', { name: 'Sign in' }).press('Enter');
    await dialog().getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    await dialog().getByRole('button', { name: 'Sign in' }).press('Enter');
    await rig.arrived(SITE, 'Findings.txt', 'belt is worn\n');
    await hasFocus(rig.page.getByRole('grid'));
    await toast.waitFor({ state: 'detached', timeout: 5000 });
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('stays in the app where the last site is kept no more: its trash and the settings are still there', async () => {
    await rig.call('account.signOut', null);
    await banner().waitFor();
    await rig.goTo('settings');
    await rig.call('sites.unfollow', { site: SITE });
    await rig.goTo('trash');
    await rig.page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
    await rig.goTo('settings');
    await rig.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await rig.page.getByText('Connect to your service').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
