import { describe, expect, it } from 'vitest';
import { drag } from '../rig/drag.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { type DropPage, openDropPage } from './drop-page.ts';

describe.skipIf(CHROMIUM === null)(
  `dropping while files are asked for${WITHOUT_CHROMIUM}`,
  AXE_PATIENCE,
  () => {
    let drop: DropPage;
    openDropPage((opened) => {
      drop = opened;
    });

    it('takes what is dropped onto the question, with the category chosen in it', async () => {
      const { page } = drop.rig;
      const plan = await drop.put('plan.bin', 'a plan');
      await page.keyboard.press('Control+o');
      const question = page.getByRole('dialog', { name: 'Add to Harbour House' });
      await question.getByText('Or drop files and folders anywhere onto this window.').waitFor();
      await question.getByRole('button', { name: /Category/ }).click();
      await page.getByRole('option', { name: 'Maintenance Document' }).click();
      await drag(page, [plan], '.dialog', { drop: false });
      const layer = page.locator('.drop-layer');
      await layer.getByText('Drop to add to Harbour House').waitFor();
      // Seen over what covers the page.
      const isOnTop = await layer.evaluate((each) => {
        const zOf = (element: Element | null): number => Number(getComputedStyle(element!).zIndex);
        return zOf(each) > zOf(document.querySelector('.scrim'));
      });
      expect(isOnTop).toBe(true);
      expect(await faultsOf(drop.rig, 'drop-while-asked')).toEqual([]);
      await drag(page, [plan], '.dialog');
      await question.getByText('Dropped: plan.bin.').waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).press('Enter');
      await drop
        .rowOf('plan.bin')
        .getByRole('button', { name: /Maintenance Document/ })
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(drop.rig.bugs).toEqual([]);
    });
  },
);
