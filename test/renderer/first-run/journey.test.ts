import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { outOfReach } from '../rig/out-of-reach.ts';
import { hasFocus } from '../rig/has-focus.ts';
import { Rig, SAMPLE, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

/** A web server that is no Site Data Service. */
async function otherServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((_, response) => void response.writeHead(404).end('<html>Welcome!</html>'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(CHROMIUM === null)(`the first run in a browser${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let page: Page;
  let other: Awaited<ReturnType<typeof otherServer>>;

  beforeAll(async () => {
    other = await otherServer();
    rig = await Rig.open({ sample: SAMPLE, signedIn: false });
    page = rig.page;
  }, 120_000);
  afterAll(async () => {
    await rig?.close();
    other?.server.close();
  });

  const address = () => page.getByLabel('Service address');
  const token = () => page.getByRole('textbox', { name: 'Access token' });

  it('says while it is typed what is wrong with an address', async () => {
    await address().fill('not an address');
    await page.getByText('“not an address” is not a web address.').waitFor();
    await address().fill(other.url);
    await page.getByText(/answers, but not as a Site Data Service/).waitFor();
    other.server.close();
    expect(await page.getByRole('button', { name: 'Check again' }).isEnabled()).toBe(true);
    await token().fill('anything');
    await page.getByText(/Nothing answers at 127\.0\.0\.1/).waitFor();
    await address().fill('http://sites.example');
    await page.getByText(/is not encrypted/).waitFor();
    await rig.shot('first-run-address');
  });

  it('tells a refused token from a wrong address, and no network from both', async () => {
    await token().fill('');
    await address().fill(rig.service.url);
    await page.getByText('Found: the service answers here.').waitFor();
    // The address is right and the token still to come: nothing is to be checked again.
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true);
    await token().fill('cut short');
    await page.getByText(/The service refused this token\./).waitFor();
    expect(await faultsOf(rig, 'first-run-refused')).toEqual([]);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
      dispatchEvent(new Event('offline'));
    });
    await token().fill('cut shorter');
    await page.getByText(/This computer has no network now/).waitFor();
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true });
      dispatchEvent(new Event('online'));
    });
    await page.getByText(/The service refused this token\./).waitFor();
  });

  it('looks again at what it found wrong when that is asked for, by the button or by Enter', async () => {
    for (const ask of [
      () => page.getByRole('button', { name: 'Check again' }).click(),
      () => token().press('Enter'),
    ]) {
      await token().fill('not-known-yet');
      await page.getByText(/The service refused this token\./).waitFor();
      rig.service.tokens.add('not-known-yet', {
        user: '00000000-0000-4000-8000-000000000009',
        sites: 'all',
      });
      await ask();
      await page.getByText('Accepted. It opens 5 sites.').waitFor();
      rig.service.tokens.revoke('not-known-yet');
      await token().fill('cut shorter');
    }
    await page.getByText(/The service refused this token\./).waitFor();
    expect((await rig.call('app.state', null)).account.signedIn).toBe(false);
  });

  it('offers what a network may need before anything is reached, below what stays in its place', async () => {
    const title = page.getByRole('heading', { name: 'Connect to your service' });
    const before = await title.boundingBox();
    await page.getByRole('button', { name: 'Network needs a proxy?' }).press('Enter');
    await expect
      .poll(() =>
        page.getByRole('textbox', { name: 'Proxy' }).evaluate((it) => it === document.activeElement),
      )
      .toBe(true);
    await page.getByLabel('Proxy').fill('http://proxy.example:8080');
    expect(await title.boundingBox()).toEqual(before);
    await page.getByLabel('Proxy').blur();
    await expect
      .poll(async () => (await rig.call('settings.get', null)).proxy)
      .toBe('http://proxy.example:8080');
    await page.getByLabel('Proxy').fill('');
    await page.getByLabel('Proxy').blur();
    await expect.poll(async () => (await rig.call('settings.get', null)).proxy).toBeNull();
  });

  it.each(['light', 'dark', 'contrast'] as const)(
    'keeps its button in sight below all of that in a low window, and covers no field with it: %s',
    async (theme) => {
      await page.setViewportSize({ width: 1024, height: 640 });
      await rig.theme(theme);
      const again = page.getByRole('button', { name: 'Check again' });
      await rig.shot(`first-run-low-${theme}`);
      for (const field of [page.getByRole('switch'), page.getByLabel('Proxy'), token(), address()]) {
        await field.focus();
        const [box, own] = await Promise.all([again.boundingBox(), field.boundingBox()]);
        expect(box!.y + box!.height).toBeLessThanOrEqual(640);
        expect(own!.y >= 44 && own!.y + own!.height <= box!.y).toBe(true);
      }
      await rig.theme('light');
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('goes on with what was looked at when Enter was pressed, and with nothing that is refused', async () => {
    await token().fill(`${TOKEN} cut short`);
    await token().press('Enter');
    await page.getByText(/The token is not usable|refused this token/).waitFor();
    // Right by now, but nobody pressed it for this one.
    await token().fill(TOKEN);
    await page.getByText('Accepted. It opens 5 sites.').waitFor();
    await token().fill('another');
    await token().press('Enter');
    await token().fill(TOKEN);
    await page.getByText('Accepted. It opens 5 sites.').waitFor();
    expect((await rig.call('app.state', null)).account.signedIn).toBe(false);
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  });

  it('takes a good token, and shows the sites with their sizes', async () => {
    await token().fill('another');
    await token().fill(TOKEN);
    await token().press('Enter');
    await hasFocus(page.getByRole('heading', { name: 'Which sites come along?' }));
    await expect.poll(() => page.getByText('Counting…').count()).toBe(0);
    const first = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
      .first();
    await first.getByText(/\d+ files/).waitFor();
    await page.getByRole('button', { name: 'Keep sites', disabled: true }).waitFor();
    // Rows begin and end where heading and buttons do, in a narrow window too.
    await page.setViewportSize({ width: 800, height: 700 });
    const edges = async (of: Locator): Promise<readonly number[]> => {
      const { x, width } = (await of.boundingBox())!;
      return [x, x + width].map(Math.round);
    };
    const [left] = await edges(page.getByRole('heading', { name: 'Which sites come along?' }));
    const [, right] = await edges(page.getByRole('button', { name: 'Keep sites' }));
    const [box] = await edges(first.locator('.box'));
    const [, end] = await edges(first.locator('.first-site-size'));
    expect([box, end]).toEqual([left, right]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows those alone that are chosen, and keeps in its place what is unticked there', async () => {
    const row = (name: string): Locator => page.getByRole('checkbox', { name: `Keep ${name}` });
    const shown = (): Promise<number> => page.getByRole('checkbox').count();
    const which = page.getByRole('radiogroup', { name: 'Sites that are shown' });
    await which.getByRole('radio', { name: 'Chosen 0' }).click();
    await page.getByText('No site is chosen yet. Tick those that come along under All.').waitFor();
    await which.getByRole('radio', { name: 'All 5' }).click();
    for (const name of ['Rijnhaven Tower', 'Grundschule Lindenau']) await row(name).press('Space');
    await which.getByRole('radio', { name: 'Chosen 2' }).click();
    expect(await shown()).toBe(2);
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      await rig.shot(`first-run-chosen-${theme}`);
    }
    await rig.theme('light');
    await row('Rijnhaven Tower').press('Space');
    await which.getByRole('radio', { name: 'Chosen 1' }).waitFor();
    await hasFocus(row('Rijnhaven Tower'));
    expect([await shown(), await row('Rijnhaven Tower').isChecked()]).toEqual([2, false]);
    await page.getByLabel('Find a site').fill('nowhere');
    await page.getByText('No site is called that.').waitFor();
    await page.getByLabel('Find a site').fill('');
    await row('Grundschule Lindenau').press('Space');
    await which.getByRole('radio', { name: 'All 5' }).click();
    expect(await shown()).toBe(5);
  });

  it.each([
    [1024, 700],
    [640, 400],
    [420, 640],
  ])('tells on a window of %d × %d which step it is, with nothing out of reach', async (width, height) => {
    await page.setViewportSize({ width, height });
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
    const [now, bar, list, heading] = await Promise.all([
      step.boundingBox(),
      page.locator('.first-bar').boundingBox(),
      page.locator('.first-sites').boundingBox(),
      page.getByRole('heading', { level: 1 }).count(),
    ]);
    expect(await step.innerText()).toContain('Choose sites');
    expect(now!.x).toBeGreaterThan(bar!.x);
    expect(now!.x + now!.width).toBeLessThanOrEqual(width);
    expect(now!.y + now!.height).toBeLessThanOrEqual(bar!.y + bar!.height);
    expect(list!.width).toBe(width);
    expect(heading).toBe(1);
    // The decision is in view, and what is decided about can be told apart.
    const keep = await page.getByRole('button', { name: 'Keep sites' }).boundingBox();
    expect(keep!.y + keep!.height).toBeLessThanOrEqual(height);
    const name = page.locator('.first-site-name > .truncate').first();
    expect(await name.evaluate((of) => of.scrollWidth - of.clientWidth)).toBe(0);
    await rig.shot(`first-run-choose-${width}`);
    expect(await page.evaluate(outOfReach)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps how much room there is within its line, in large letters too', async () => {
    await page.setViewportSize({ width: 640, height: 800 });
    await rig.theme('contrast');
    const ends = await page.evaluate(() =>
      ['.first-foot-line', '.first-room-meter'].map((part) =>
        Math.round(document.querySelector(part)!.getBoundingClientRect().right),
      ),
    );
    expect(ends[1]).toBe(ends[0]);
    await rig.theme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the edges of what is told, and its steps, in the colours that a person chose', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await rig.shot('first-run-forced');
    const number = await page
      .locator('.first-step:not(.first-step-now) .first-step-number')
      .evaluate((of) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(of);
        return `${borderTopStyle} ${borderTopWidth}`;
      });
    expect(number).toBe('solid 1px');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('keeps the chosen sites in the chosen folder, and shows the first sync', async () => {
    const root = join(rig.home, 'My sites');
    await page.getByRole('button', { name: /^Folder: / }).click();
    // Where it cannot be one, that is said as soon as it is left, and once more where it is to be used all the same.
    const aFile = join(rig.home, 'a file');
    await writeFile(aFile, 'in the way\n');
    await page.getByLabel('Folder on this computer').fill(join(aFile, 'Sites'));
    await page.keyboard.press('Tab');
    const trouble = page.getByRole('dialog').getByText(/cannot be made: a file stands in its way/);
    await trouble.waitFor();
    await page.getByLabel('Folder on this computer').fill(join(rig.home, 'elsewhere'));
    await trouble.waitFor({ state: 'detached' });
    await page.getByLabel('Folder on this computer').fill(join(aFile, 'My sites'));
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await trouble.waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.getByLabel('Folder on this computer').fill(root);
    await page.getByLabel('Folder on this computer').press('Enter');
    await page.getByRole('button', { name: `Folder: ${root}` }).waitFor();
    await page.getByText('Rijnhaven Tower').click();
    await page.getByRole('checkbox', { name: /Keep .*Lindenau/ }).press('Space');
    await page.getByRole('button', { name: /Categories of .*Lindenau/ }).click();
    // What is kept is what is ticked, as in the settings: all of it at first.
    const boxes = page.getByRole('menuitemcheckbox');
    await page.getByRole('menuitemcheckbox', { name: /Spec Sheet/, checked: true }).click();
    expect(await boxes.count()).toBe(6);
    expect(await page.getByRole('menuitemcheckbox', { checked: true }).count()).toBe(5);
    for (let left = 5; left > 0; left -= 1)
      await page.getByRole('menuitemcheckbox', { checked: true }).first().click();
    await page.getByRole('menuitemcheckbox', { name: /Spec Sheet/ }).press('Escape');
    await page.getByRole('button', { name: /Categories of .*Lindenau: On demand/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /Spec Sheet/, checked: false }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Categories of .*Lindenau: 1 of 6 categories/ }).waitFor();
    expect(await faultsOf(rig, 'first-run-choose')).toEqual([]);
    rig.service.set({ downloadBytesPerSecond: 20_000 });
    await page.getByRole('button', { name: 'Keep 2 sites' }).click();
    await page.getByRole('button', { name: 'Start working' }).waitFor();
    // No rate and no time is claimed before anything came.
    const together = page.locator('.first-together');
    await together.getByText(/^[\d.]+ .*of [\d.]+ kB/).waitFor();
    expect(await together.textContent()).not.toMatch(/ · (0 B\/s|–)/);
    await rig.shot('first-run-coming');
    rig.service.switches.reset();
    await page.getByRole('heading', { name: 'Your sites are here' }).waitFor();
    // In words, and not more than was chosen; what is whole is no share of itself.
    for (const [site, state, files] of [
      ['Rijnhaven Tower', 'Ready offline', '23 files'],
      ['Grundschule Lindenau', '1 of 6 categories kept', /^\d+ files?$/],
    ] as const) {
      const row = page.getByRole('listitem').filter({ hasText: site });
      await row.getByText(state).waitFor();
      await row.getByText(files, { exact: true }).waitFor();
      await row.getByText(/^[\d.]+ kB$/).waitFor();
    }
    expect(await faultsOf(rig, 'first-run-here')).toEqual([]);
    expect(existsSync(join(root, 'Rijnhaven Tower', '.sitesync', 'site.json'))).toBe(true);
    const school = Object.keys(await filesIn(join(root, 'Grundschule Lindenau')));
    expect(school.length).toBeGreaterThan(0);
    expect(school.filter((path) => !path.startsWith('Spec Sheet/'))).toEqual([]);
  });

  it('is over then, also after a restart', async () => {
    await page.getByRole('button', { name: 'Start working' }).press('Enter');
    await hasFocus(page.getByRole('heading', { name: 'Sites', level: 1 }));
    await rig.restart();
    // This computer has no keychain, so the token is asked for again, over the sites that are here.
    page = rig.page;
    await page.getByRole('navigation').getByRole('link', { name: 'Rijnhaven Tower' }).waitFor();
    await page
      .getByRole('region', { name: 'You are not signed in' })
      .getByRole('button', { name: 'Sign in' })
      .press('Enter');
    await hasFocus(token());
    await token().fill(TOKEN);
    await token().press('Enter');
    await page.getByText('Online', { exact: true }).waitFor();
    await hasFocus(page.getByRole('heading', { name: 'Sites', level: 1 }));
    expect(rig.bugs).toEqual([]);
  });
});
