import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const HOUR = 3_600_000;

describe.skipIf(CHROMIUM === null)(
  `a stretch that the service has corrected${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    /** Far enough in the past to be fetched once alone. */
    const before = Math.floor(Date.now() / HOUR) * HOUR - 72 * HOUR;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
          store.addPoints(SITE, 'meter', [[before, 71.5]]);
        },
      });
      await rig.goTo(`site/${SITE}/data?series=meter`);
    }, 120_000);
    afterAll(() => rig?.close());

    const again = (): Locator => rig.page.getByRole('button', { name: /^Fetch this stretch again/ });
    const max = (): Promise<string | null> =>
      rig.page
        .getByRole('row', { name: /^meter/ })
        .getByRole('cell')
        .nth(4)
        .textContent();
    const asked = (): number =>
      rig.service.requests.all.filter(({ path }) => path.includes('timeseries')).length;

    it('is shown as it was until it is fetched again, and is told to be', async () => {
      await expect.poll(max, PATIENCE).toBe('71.5');
      const { store } = rig.service;
      store.removeSeries(SITE, 'meter');
      store.addPoints(SITE, 'meter', [[before, 17.5]]);
      const asWeek = asked();
      await rig.page.getByRole('radio', { name: 'Month' }).click();
      await expect.poll(asked, PATIENCE).toBeGreaterThan(asWeek);
      await rig.page.getByRole('radio', { name: 'Week' }).click();
      expect(await max()).toBe('71.5');
      const requests = asked();
      await again().press('Enter');
      await expect.poll(max, PATIENCE).toBe('17.5');
      expect(asked()).toBeGreaterThan(requests);
      await rig.page.getByText(/^Fetched again: /).waitFor();
      await hasFocus(again());
    });

    it('can be stopped while it is fetched, and then be fetched again', async () => {
      const stop = rig.page.getByRole('button', { name: /^Fetching again\. Press to stop/ });
      const { store } = rig.service;
      store.removeSeries(SITE, 'meter');
      store.addPoints(SITE, 'meter', [[before, 21.5]]);
      const requests = asked();
      rig.service.set({ latencyMs: 120_000 });
      await again().press('Enter');
      await expect.poll(asked, PATIENCE).toBeGreaterThan(requests);
      await hasFocus(stop);
      await rig.shot('charts-fetch-again');
      expect(await rig.serious()).toEqual([]);
      // Sooner it would be the second press of a double one.
      await rig.page.waitForTimeout(1000);
      await stop.press('Enter');
      await hasFocus(again());
      await rig.page.getByText('Stopped. What has come stays.').waitFor();
      expect(await max()).toBe('17.5');
      expect(await rig.page.getByText('No longer wanted').count()).toBe(0);
      rig.service.set({ latencyMs: 0 });
      await again().press('Enter');
      await expect.poll(max, PATIENCE).toBe('21.5');
    });

    it('is not stopped by the second press of a double one', async () => {
      const { store } = rig.service;
      store.removeSeries(SITE, 'meter');
      store.addPoints(SITE, 'meter', [[before, 23.5]]);
      rig.service.set({ latencyMs: 3000 });
      const { x, y, width, height } = (await again().boundingBox())!;
      for (let press = 0; press < 2; press++) {
        await rig.page.mouse.click(x + width / 2, y + height / 2);
        await rig.page.waitForTimeout(200);
      }
      expect(await rig.page.getByRole('button', { name: /^Fetching again/ }).count()).toBe(1);
      await expect.poll(max, PATIENCE).toBe('23.5');
      rig.service.set({ latencyMs: 0 });
    });

    it('stays, and says why, where the service cannot be reached', async () => {
      await rig.cutOff();
      await again().click();
      await rig.page.getByRole('alertdialog').filter({ hasText: 'reach' }).first().waitFor();
      expect(await max()).toBe('23.5');
      expect(rig.bugs).toEqual([]);
    });
  },
);
