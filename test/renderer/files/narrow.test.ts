import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_PATIENCE } from '../rig/faults.ts';
import { outOfReach } from '../rig/out-of-reach.ts';
import { Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'rijnhaven-tower';
const WIDE = ['spec-sheet', 'maintenance', 'bim-source', 'other'] as const;
const LONG = 'Wartungsprotokoll Lüftungsanlage AHU-03 Technikzentrale Geschoss 12 Abnahme 2026-03-17.pdf';

describe.skipIf(CHROMIUM === null)(`files in a narrow window${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({
      sample: SAMPLE,
      viewport: { width: 900, height: 700 },
      // As many as make the counts beside the field wide.
      seed: ({ store }) => {
        store.addFile(SITE, { name: LONG, category: 'maintenance', content: 'worn' });
        for (let n = 0; n < 1000; n++)
          store.addFile(SITE, { name: `${n}.txt`, category: WIDE[n % WIDE.length]!, content: `${n}` });
      },
    });
    page = rig.page;
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/files`);

    await page.getByRole('grid', { name: 'Files' }).waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  it('show all that the filter asks for, in one line with what else narrows the list', async () => {
    const field = page.getByRole('searchbox', { name: 'Filter files' });
    const room = await field.evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null) throw new Error('There is no canvas');
      canvas.font = style.font;
      return input.clientWidth - canvas.measureText(input.placeholder).width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
    const [chips, box] = await Promise.all([
      page.getByRole('radio', { name: /^All/ }).locator('..').boundingBox(),
      field.boundingBox(),
    ]);
    expect(box?.y).toBeGreaterThanOrEqual(chips?.y ?? Infinity);
    expect(box?.y).toBeLessThan((chips?.y ?? 0) + (chips?.height ?? 0));
    await rig.shot('files-900');
  });

  it('give a long name the most of the room', async () => {
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('Wartungsprotokoll');
    const name = page.getByRole('row', { name: LONG }).locator('.truncate').first();
    expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(250);
  });

  it('tell the size of each, and what can be done with many, at half the width of a laptop too', async () => {
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await page.setViewportSize({ width: 640, height: 700 });
    const grid = page.getByRole('grid', { name: 'Files' });
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await expect
        .poll(() => grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0);
    }
    await grid.focus();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('toolbar', { name: 'What to do with the selection' });
    await bar.waitFor();
    await rig.shot('files-640-selected');
    expect(await page.evaluate(outOfReach)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 900, height: 700 });
  });

  it('have room for names beside all else in a window of 480 px, or one of 960 at twice its size', async () => {
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('Wartungsprotokoll');
    await page.setViewportSize({ width: 480, height: 800 });
    const row = page.getByRole('row', { name: LONG });
    const grid = page.getByRole('grid', { name: 'Files' });
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await expect
        .poll(async () => (await row.locator('.truncate').first().boundingBox())?.width)
        .toBeGreaterThanOrEqual(200);
      expect(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await row.getByText('Up to date').waitFor();
      await row.getByText('4 B').waitFor();
      expect(await rig.serious()).toEqual([]);
      await rig.shot(`files-480-${theme}`);
    }
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await page.setViewportSize({ width: 900, height: 700 });
  });

  it('keep the ending of a long name where it is found by its words, too', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Wartungsprotokoll');
    const found = page.getByRole('option', { name: LONG });
    await found.locator('> .truncate[data-cut]').waitFor();
    expect(await found.locator('> .truncate').getAttribute('data-cut')).toMatch(/…-17\.pdf$/);
    await rig.shot('palette-900');
  });

  it('say all of where a file lies beside a name that leaves the room for it', async () => {
    await page.getByRole('dialog').getByRole('combobox').fill('data sheet');
    const found = page.getByRole('option', { name: 'AHU-03 data sheet NL-Duct 18.pdf' });
    await found.waitFor();
    const place = found.locator('.palette-detail .truncate');
    expect(await place.textContent()).toBe('Rijnhaven Tower · Spec Sheet/Air handling');
    expect(await place.getAttribute('data-cut')).toBeNull();
  });
});
