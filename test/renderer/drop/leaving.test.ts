import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag } from '../rig/drag.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `leaving a review of dropped files${WITHOUT_CHROMIUM}`,
  AXE_PATIENCE,
  () => {
    let rig: Rig;
    let page: Page;
    let outside: string;
    let plan: string;
    let photo: string;

    beforeAll(async () => {
      outside = await mkdtemp(join(tmpdir(), 'sitesync-outside-'));
      plan = join(outside, 'plan.bin');
      photo = join(outside, 'photo.bin');
      for (const path of [plan, photo]) await writeFile(path, path);
      rig = await Rig.open({ seed: ({ store }) => void store.addSite({ id: SITE, name: 'Harbour House' }) });
      page = rig.page;
      await rig.follow(SITE);
      await rig.goTo(`site/${SITE}/files`);
      await page.getByRole('heading', { name: 'Harbour House' }).waitFor();
    }, 120_000);

    afterAll(async () => {
      await rig?.close();
      await rm(outside, { recursive: true, force: true });
    });

    it('asks before what was decided about the files is thrown away, and not where nothing was', async () => {
      const dialog = page.getByRole('dialog');
      const question = page.getByRole('alertdialog');
      await drag(page, [plan, photo], 'main');
      await page.getByRole('checkbox', { name: 'Add plan.bin' }).click();
      await page.keyboard.press('Escape');
      await question.getByText('What you decided for 1 file is lost.', { exact: false }).waitFor();
      expect(await faultsOf(rig, 'drop-leave')).toEqual([]);
      // One more is no yes.
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Add 1 file' }).waitFor();
      expect(await page.getByRole('checkbox', { name: 'Add plan.bin' }).isChecked()).toBe(false);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await question.getByRole('button', { name: 'Go on reviewing' }).click();
      await page.getByRole('checkbox', { name: 'Add plan.bin' }).click();
      await dialog.getByRole('button', { name: 'Add 2 files' }).waitFor();
      // As it was suggested again: nothing is lost.
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await question.count()).toBe(0);

      await drag(page, [plan], 'main');
      await page.getByRole('button', { name: /^Category of plan\.bin/ }).click();
      await page.getByRole('menuitem', { name: 'Maintenance Document' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await dialog.waitFor({ state: 'detached' });
      // What was decided then holds for no other drop.
      await drag(page, [plan], 'main');
      await page.getByRole('button', { name: 'Category of plan.bin: Other' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    it('has the browser ask, too, before the page goes with them, and only then', async () => {
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      const leave = async (): Promise<void> => {
        await page.evaluate(() => {
          location.href = 'about:blank';
        });
        await page.waitForTimeout(300);
      };
      await drag(page, [plan, photo], 'main');
      await page.getByRole('checkbox', { name: 'Add plan.bin' }).click();
      await page.getByRole('button', { name: 'Add 1 file' }).waitFor();
      await leave();
      expect(asked).toEqual(['beforeunload']);
      expect(await page.getByRole('checkbox', { name: 'Add plan.bin' }).isChecked()).toBe(false);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // Nothing is lost any more: the page goes without a word.
      await leave();
      await page.waitForURL('about:blank');
      expect(asked).toHaveLength(1);
    });
  },
);
