import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from '../rig/serious-faults.ts';
import { CHROMIUM, WITHOUT_CHROMIUM, sharedChromium } from '../rig/chromium.ts';
import { type Gallery, openGallery } from './gallery.ts';

const THEMES = ['light', 'dark', 'contrast'] as const;
const PAGES = ['components', 'files', 'sites'] as const;

describe.skipIf(CHROMIUM === null)(`the components in a browser${WITHOUT_CHROMIUM}`, () => {
  let gallery: Gallery;
  let context: BrowserContext;
  let page: Page;
  let refused: string[];

  beforeAll(async () => {
    gallery = await openGallery();
    context = await (
      await sharedChromium()
    ).newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    page = await context.newPage();
    refused = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/favicon|404/.test(message.text())) refused.push(message.text());
    });
    page.on('pageerror', (error) => refused.push(error.message));
  });

  afterAll(async () => {
    await context?.close();
    await gallery?.close();
  });

  const open = async (name: string, theme: string): Promise<void> => {
    await page.goto(`${gallery.url}?page=${name}&theme=${theme}`);
    await page.waitForSelector('h1');
  };

  it.each(PAGES)('show nothing serious or critical to axe: %s, in every theme', async (name) => {
    await open(name, 'light');
    for (const theme of THEMES) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      expect(await seriousFaults(page, theme === 'light' ? 'all' : 'looks'), theme).toEqual([]);
    }
  });

  it.each([
    ['dialog', 'Open the dialog'],
    ['sheet', 'Open the sheet'],
    ['palette', 'Open the palette'],
    ['menu', 'More'],
    ['toast', 'Show a toast'],
  ])('hold the focus well over the page, and give it back: %s', async (name, button) => {
    await open('components', 'dark');
    const opener = page.getByRole('button', { name: button, exact: true }).last();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole(name === 'menu' ? 'menu' : name === 'toast' ? 'alertdialog' : 'dialog').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    if (name === 'toast') return;
    const over = page.getByRole(name === 'menu' ? 'menu' : 'dialog');
    const holdsFocus = () => over.evaluate((node) => node.contains(document.activeElement));
    await expect.poll(holdsFocus).toBe(true);
    for (const key of name === 'menu' ? ['ArrowDown'] : ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      expect(await holdsFocus()).toBe(true);
    }
    // The first Esc may close a tooltip.
    await page.keyboard.press('Escape');
    if (await over.isVisible()) await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it.each([
    ['dialog', 'Open the dialog'],
    ['sheet', 'Open the sheet'],
  ])('close by Esc also in the moment when nothing has the focus: %s', async (_, button) => {
    await open('components', 'light');
    await page.getByRole('button', { name: 'Show a toast', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.getByRole('button', { name: button, exact: true }).click();
    const over = page.getByRole('dialog');
    await expect.poll(() => over.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await over.waitFor({ state: 'detached', timeout: 5000 });
    await page.getByRole('alertdialog').waitFor();
  });

  it('keep the strict policy: nothing inline, nothing from outside', async () => {
    await open('files', 'light');
    await page.locator('[data-index="3"]').click();
    await open('components', 'light');
    expect(refused).toEqual([]);
  });

  it('lead through 100,000 rows by keys', async () => {
    await open('files', 'light');
    const grid = page.getByRole('grid', { name: 'Files' });
    expect(await grid.getAttribute('aria-rowcount')).toBe('100001');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.locator('[aria-rowindex="100001"].table-row-current').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('100,000 selected').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBe(0);
    await page.keyboard.type('rijn');
    await expect
      .poll(() => page.locator('.table-row-current .truncate').first().getAttribute('title'))
      .toMatch(/^rijn/i);
    expect(await page.locator('[role="row"][data-index]').count()).toBeLessThan(60);
  });

  it('cut long names without a gap, and copy and tell them whole', async () => {
    await open('files', 'light');
    await page.setViewportSize({ width: 900, height: 800 });
    const cut = page.locator('.truncate[data-cut]');
    await cut.first().waitFor();
    // They are cut between layout and paint: what is asked for within a frame may be of the width before.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const names = await cut.evaluateAll((elements) =>
      elements.map((element) => {
        const shown = element.getAttribute('data-cut') ?? '';
        const widthOf = (text: string): number => {
          const probe = element.cloneNode() as HTMLElement;
          probe.removeAttribute('data-cut');
          probe.textContent = text;
          probe.style.cssText = 'position: absolute; width: max-content; max-width: none';
          element.after(probe);
          const { width } = probe.getBoundingClientRect();
          probe.remove();
          return width;
        };
        return {
          whole: element.getAttribute('title') ?? '',
          held: element.textContent,
          shown,
          spare: element.clientWidth - widthOf(shown),
          letter: widthOf('W'),
        };
      }),
    );
    for (const { whole, held, shown, spare, letter } of names) {
      const [start = '', end = ''] = shown.split('…');
      expect([whole.startsWith(start), whole.endsWith(end), held]).toEqual([true, true, whole]);
      // Not cut off, and not a letter less than there is room for.
      expect(spare, shown).toBeGreaterThan(-0.75);
      expect(spare, shown).toBeLessThan(letter + 2);
    }
    const [{ whole }] = names as [(typeof names)[0]];
    expect(await page.getByRole('gridcell', { name: whole, exact: true }).count()).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('components', 'light');
    const name = page.locator('.facts .truncate');
    await name.evaluate((element) => {
      element.style.width = '120px';
      getSelection()?.selectAllChildren(element);
    });
    await expect.poll(() => name.getAttribute('data-cut')).not.toBeNull();
    expect(await page.evaluate(() => String(getSelection()))).toBe(await name.getAttribute('title'));
    // With room again, all of it is seen.
    await name.evaluate((element) => {
      element.style.maxWidth = 'none';
      element.style.width = '900px';
    });
    await expect.poll(() => name.getAttribute('data-cut')).toBeNull();
  });

  it('follow the current row when the list is sorted anew', async () => {
    await open('files', 'light');
    await page.locator('[data-index="4"]').click();
    const name = await page.locator('[data-index="4"] .truncate').getAttribute('title');
    await page.getByRole('button', { name: 'Changed' }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    expect(await details.getByRole('heading').textContent()).toBe(name);
    await page.getByRole('grid', { name: 'Files' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => details.getByRole('heading').textContent()).not.toBe(name);
    expect(await page.locator('.table-row-current').getAttribute('aria-rowindex')).toBe('99998');
  });

  it('hold a row that is not loaded yet, and select over pages that never came', async () => {
    await open('paged', 'light');
    const told = page.locator('.page-subtitle');
    await page.getByRole('grid', { name: 'Rows' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => told.textContent()).toBe('0 selected, current row-0');
    await page.keyboard.press('Shift+End');
    // 20,000 rows, of which each fiftieth is a heading.
    await expect.poll(() => told.textContent()).toBe('19,600 selected, current row-19999');
    expect(await page.locator('.table-row-current').getAttribute('aria-rowindex')).toBe('20001');
    await page.keyboard.press('Home');
    await page.locator('.table-row-heading', { hasText: 'Folder 0' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('go where a key leads that is pressed in the very moment in which rows come', async () => {
    await open('paged', 'light');
    const told = page.locator('.page-subtitle');
    const grid = page.getByRole('grid', { name: 'Rows' });
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => told.textContent()).toBe('0 selected, current row-0');
    await grid.evaluate((element) => {
      const watch = new MutationObserver(() => {
        if (!/Record 9\d\d\.pdf/.test(element.textContent)) return;
        watch.disconnect();
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
      });
      watch.observe(element, { childList: true, subtree: true, characterData: true });
      const scrolled = [element, ...element.querySelectorAll('*')].find(
        (each) => each.scrollHeight > 100_000,
      );
      scrolled?.scrollTo({ top: 900 * 28 });
    });
    await expect.poll(() => told.textContent()).toBe('0 selected, current row-19999');
  });

  it('offer a choice in a list that is read out', async () => {
    await open('components', 'light');
    await page.getByRole('button', { name: /^Status/ }).click();
    await page.getByRole('listbox').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('option', { name: /^BIM/ }).click();
    await page
      .getByRole('button', { name: /BIM Source File Status|Status: BIM/ })
      .first()
      .waitFor();
  });

  it('narrow a list by several choices from a menu that stays open', async () => {
    await open('files', 'light');
    await page.getByRole('button', { name: 'Status: any' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Conflict' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Status: 2 chosen' }).waitFor();
    const words = await page.locator('.table-row .status').allTextContents();
    expect(words.every((word) => /^(Failed|Conflict)/.test(word))).toBe(true);
  });

  it('move the edge between list and details by keys, and remember it', async () => {
    await open('files', 'light');
    await page.locator('[data-index="1"]').click();
    const edge = page.getByRole('separator', { name: 'Width of Details' });
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await edge.getAttribute('aria-valuenow')).toBe('336');
    await open('files', 'light');
    await page.locator('[data-index="1"]').click();
    expect(await edge.getAttribute('aria-valuenow')).toBe('336');
    await edge.dblclick();
    expect(await edge.getAttribute('aria-valuenow')).toBe('320');
  });

  it('let columns give way and turn the details into an overlay in a narrow window', async () => {
    await open('files', 'light');
    await page.setViewportSize({ width: 1500, height: 800 });
    const heads = (): Promise<string[]> => page.getByRole('columnheader').allTextContents();
    await expect.poll(heads).toContain('Folder');
    await page.setViewportSize({ width: 640, height: 640 });
    await expect.poll(heads).toEqual(['', 'Name', 'Status', 'Size', 'Changed']);
    await page.locator('[data-index="2"]').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
