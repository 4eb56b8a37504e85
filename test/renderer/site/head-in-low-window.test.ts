import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `the head of a site at twice the size${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        // A window of 1440 by 900 pixels.
        viewport: { width: 720, height: 450 },
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House', city: 'Rotterdam', timezone: 'Europe/Amsterdam' });
        },
      });
      await rig.follow(SITE);
    }, 120_000);
    afterAll(() => rig?.close());

    it.each(['overview', 'data'])('cuts no time in it: %s', async (tab) => {
      await rig.goTo(`site/${SITE}/${tab}`);
      const times = rig.page.locator('.page-where > :last-child');
      await times.getByText(/^Last sync/).waitFor();
      await rig.page
        .getByRole('tab', { selected: true, name: tab === 'data' ? /Timeseries/ : /Overview/ })
        .waitFor();
      const over = (): Promise<number> => times.evaluate((each) => each.scrollWidth - each.clientWidth);
      await expect.poll(over, PATIENCE).toBe(0);
      await rig.shot(`head-low-${tab}`);
    });
  },
);
