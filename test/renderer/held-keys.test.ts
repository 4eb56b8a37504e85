import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from './rig/has-focus.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['alpha.txt', 'beta.txt', 'gamma.txt'] as const;

/** A key that is held down is pressed again and again by the keyboard, and once by the person. */
describe.skipIf(CHROMIUM === null)(`keys that are held down${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `${name}\n` });
      },
    });
    page = rig.page;
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/alpha\.txt/, 'alpha.txt');
  }, 120_000);
  afterAll(() => rig?.close());

  /** Holds a key until it has repeated some times, and lets it go. */
  const hold = async (key: string, times = 4): Promise<void> => {
    for (let at = 0; at <= times; at += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };

  it('select a row once', async () => {
    const row = page.getByRole('row', { name: /alpha\.txt/ });
    await hasFocus(page.getByRole('grid', { name: 'Files' }));
    await page.keyboard.down('Control');
    // An odd number of repeats would leave it as it was.
    await hold('Space', 3);
    await page.keyboard.up('Control');
    await expect.poll(() => row.getAttribute('aria-selected'), PATIENCE).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => row.getAttribute('aria-selected'), PATIENCE).toBe('false');
  });

  it('open the preview, and close it once', async () => {
    await page.keyboard.down('Space');
    const dialog = page.getByRole('dialog', { name: 'alpha.txt' });
    await dialog.getByText('alpha.txt', { exact: true }).first().waitFor();
    await expect
      .poll(() => dialog.evaluate((each) => each.contains(document.activeElement)), PATIENCE)
      .toBe(true);
    await page.keyboard.down('Space');
    await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Space');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('grid', { name: 'Files' }));
  });

  it('go on from row to row', async () => {
    await page.keyboard.press('Home');
    await hold('ArrowDown', 1);
    const [, , last] = await page
      .locator('.table-row')
      .evaluateAll((all) => all.map((each) => each.textContent));
    await expect.poll(() => page.locator('.table-row-current').textContent(), PATIENCE).toBe(last);
    expect(rig.bugs).toEqual([]);
  });
});
