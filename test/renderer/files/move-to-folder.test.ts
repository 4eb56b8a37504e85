import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `moving files to a folder${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let folder: string;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          for (const name of ['Fans.txt', 'Pumps.txt', 'Valves.txt'])
            store.addFile(SITE, { name, category: 'other', content: name });
        },
      });
      folder = await rig.follow(SITE);
      await mkdir(join(folder, 'Spec Sheet', 'Plant room'), { recursive: true });
      await writeFile(join(folder, 'Spec Sheet', 'Plant room', 'Boiler.txt'), 'boiler');
      await rig.call('app.sync', { site: null });
      await rig.goTo(`site/${SITE}/files`);
      await row('Boiler').waitFor();
    }, 120_000);
    afterAll(() => rig?.close());

    const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(name) });
    const dialog = (): Locator => rig.page.getByRole('dialog');
    const field = (): Locator => dialog().getByRole('combobox', { name: 'Folder' });
    const lies = (path: string): Promise<void> =>
      expect.poll(() => existsSync(join(folder, path)), { ...PATIENCE, message: path }).toBe(true);
    const pick = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await row(name).locator('.table-box').click();
      await rig.page.getByRole('toolbar').getByRole('button', { name: 'Move to folder…' }).click();
      await field().waitFor();
    };

    it('goes by typing and Enter, says what becomes of them, and is undone', async () => {
      await pick('Fans', 'Pumps');
      await dialog().getByText('Move 2 files to a folder').waitFor();
      expect(await dialog().getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
      expect(
        await dialog()
          .getByRole('option', { name: /^Other/ })
          .getAttribute('aria-disabled'),
      ).toBe('true');
      await rig.page.keyboard.type('plant');
      await dialog()
        .getByRole('option', { name: /Spec Sheet\/Plant room/, selected: true })
        .waitFor();
      await dialog().getByText('There they are filed as Spec Sheet, on the service too.').waitFor();
      await rig.page.keyboard.press('Enter');
      await dialog().waitFor({ state: 'detached' });
      await lies('Spec Sheet/Plant room/Fans.txt');
      await lies('Spec Sheet/Plant room/Pumps.txt');
      const told = rig.page.getByText(/^Moved to Spec Sheet\/Plant room: “\w+\.txt” and “\w+\.txt”$/);
      await told.waitFor();
      await rig.page.getByRole('button', { name: 'Undo' }).press('Enter');
      await lies('Other/Fans.txt');
      await rig.page.getByText(/^Moved back: “\w+\.txt” and “\w+\.txt”$/).waitFor();
      await rig.page.getByRole('button', { name: 'Clear the selection' }).click();
    });

    it('takes what is typed as a new folder, from the menu of a row, and gives the focus back', async () => {
      await row('Valves').click();
      await rig.page.keyboard.press('Shift+F10');
      await rig.page.getByRole('menuitem', { name: 'Move to folder…' }).press('Enter');
      await dialog().getByText('Valves.txt').waitFor();
      await rig.page.keyboard.type('plant room');
      // Others that fit come first; up leads to the new one.
      await dialog().getByRole('option', { name: 'New folder: plant room' }).waitFor();
      await rig.page.keyboard.press('ArrowUp');
      await dialog().getByRole('option', { name: 'New folder: plant room', selected: true }).waitFor();
      await dialog().getByText('There it keeps its category.').waitFor();
      await rig.page.keyboard.press('Enter');
      await lies('plant room/Valves.txt');
      await expect
        .poll(() => rig.page.evaluate(() => document.activeElement?.getAttribute('role')), PATIENCE)
        .toBe('grid');
      await vi.waitFor(
        () =>
          expect(rig.service.store.files(SITE).find(({ name }) => name === 'Valves.txt')?.metadata).toContain(
            'plant room/Valves.txt',
          ),
        PATIENCE,
      );
    });

    it('keeps what was typed where no folder can be called so, and says why', async () => {
      await pick('Fans');
      await rig.page.keyboard.type('Models');
      await rig.page.keyboard.press('Enter');
      await dialog().getByText('Models is left out of sync').waitFor();
      expect(await field().inputValue()).toBe('Models');
      expect(await field().getAttribute('aria-invalid')).toBe('true');
      await rig.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await rig.page.getByRole('button', { name: 'Clear the selection' }).click();
      await lies('Other/Fans.txt');
    });

    it.each([
      ['light', 1440, 900],
      ['dark', 1280, 800],
      ['contrast', 720, 450],
      ['light', 480, 800],
    ] as const)('is whole in a window: %s, %i by %i', async (theme, width, height) => {
      await rig.theme(theme);
      await rig.page.setViewportSize({ width, height });
      await pick('Fans');
      await rig.page.keyboard.type('p');
      await dialog()
        .getByRole('option', { name: /New folder/ })
        .waitFor();
      await rig.shot(`move-${theme}-${width}`);
      expect(await rig.serious()).toEqual([]);
      const move = dialog().getByRole('button', { name: 'Move', exact: true });
      const { y, height: high } = (await move.boundingBox())!;
      expect(y + high).toBeLessThanOrEqual(height);
      await rig.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await rig.shot(`move-bar-${theme}-${width}`);
      const bar = (await rig.page.locator('.selection-bar').boundingBox())!;
      expect(bar.x).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThanOrEqual(width);
      // What ends the selection stands in a line with others.
      const tops = await rig.page
        .locator('.selection-bar')
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((button) =>
            Math.round((button.getBoundingClientRect().top + button.getBoundingClientRect().bottom) / 2),
          ),
        );
      expect(tops.filter((top) => Math.abs(top - tops.at(-1)!) < 4).length, tops.join(' ')).toBeGreaterThan(
        1,
      );
      if (width > 1000) expect(new Set(tops).size).toBe(1);
      await rig.page.getByRole('button', { name: 'Clear the selection' }).click();
      expect(rig.bugs).toEqual([]);
    });

    it('works without the service', async () => {
      await rig.theme('light');
      await rig.page.setViewportSize({ width: 1280, height: 800 });
      await rig.cutOff();
      await pick('Fans');
      await rig.page.keyboard.type('Visits/June');
      await rig.page.keyboard.press('Enter');
      await lies('Visits/June/Fans.txt');
      await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('Visits June');
      await row('Fans').waitFor();
    });
  },
);
