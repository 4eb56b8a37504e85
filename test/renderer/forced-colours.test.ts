import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig, SAMPLE } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'rijnhaven-tower';

describe.skipIf(CHROMIUM === null)(
  `the screens in the colours that a person chose${WITHOUT_CHROMIUM}`,
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({ sample: SAMPLE });
      await rig.page.emulateMedia({ forcedColors: 'active' });
      await rig.follow(SITE, ['kg-csv', 'other']);
    }, 120_000);
    afterAll(() => rig?.close());

    const ground = (of: Locator): Promise<string> =>
      of.evaluate((box) => getComputedStyle(box).backgroundColor);

    it('tell what is pressed, chosen and a link without a tint', async () => {
      const { page } = rig;
      await rig.goTo(`site/${SITE}/data`);
      const live = page.getByRole('button', { name: 'Live' });
      await live.waitFor();
      const favourites = page.getByRole('button', { name: 'Favourites only' });
      expect(await live.getAttribute('aria-pressed')).not.toBe(await favourites.getAttribute('aria-pressed'));
      expect(await ground(live)).not.toBe(await ground(favourites));
      const link = page.getByRole('button', { name: 'Datamodels' });
      expect(await link.evaluate((of) => getComputedStyle(of).textDecorationLine)).toBe('underline');
      const edge = page.locator('.segmented').first();
      expect(await edge.evaluate((of) => getComputedStyle(of).outlineStyle)).toBe('solid');
      await rig.shot('forced-data');
    });

    it('show the edge of a file that is looked at, and a switch that is on', async () => {
      const { page } = rig;
      await rig.goTo(`site/${SITE}/files`);
      await page.getByRole('row', { name: /Site access & keys/ }).click();
      const knob = page
        .getByRole('complementary', { name: 'Details' })
        .locator('.switch[data-selected] .switch-knob');
      expect(await ground(knob)).not.toBe('rgb(0, 0, 0)');
      expect(await ground(knob)).not.toBe(await ground(knob.locator('..')));
      const panel = page.locator('.preview-panel');
      expect(
        await panel.evaluate((of) => {
          const { borderTopStyle, borderTopColor } = getComputedStyle(of, '::after');
          return `${borderTopStyle} ${borderTopColor}`;
        }),
      ).toMatch(/^solid rgb\(/);
      await page.keyboard.press('Space');
      const dialog = page.locator('.preview-dialog');
      await dialog.getByText('access for technicians').waitFor();
      expect(await dialog.evaluate((of) => getComputedStyle(of).borderTopStyle)).toBe('solid');
      await rig.shot('forced-quick-look');
      await page.keyboard.press('Escape');
    });

    it('keeps words off the number before them', async () => {
      const { page } = rig;
      await page.emulateMedia({ forcedColors: 'none' });
      await page.setViewportSize({ width: 1600, height: 800 });
      const heads = page.getByRole('grid', { name: 'Files' }).getByRole('columnheader');
      const [changed, by] = await Promise.all(
        [/^Changed/, /^Uploaded by$/].map((name) =>
          heads.filter({ hasText: name }).locator(':scope > *').boundingBox(),
        ),
      );
      expect(by!.x - (changed!.x + changed!.width)).toBeGreaterThanOrEqual(24);
      expect(rig.bugs).toEqual([]);
    });
  },
);
