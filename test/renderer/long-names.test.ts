import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disagree } from './rig/disagree.ts';
import { Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'quartier';
/** One word, as German makes them, and as people name files that a program refuses with spaces. */
const WORD = 'Heizungsverteilerstationswartungsprotokoll';
const SITE_NAME = `Nordwestquartiersenergiezentrale${WORD}${WORD}Bauabschnitt4`.slice(0, 120);
const CITY = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch bei Neubrandenburg an der Müritz';
const file = (number: number): string =>
  `${`${WORD}_${WORD}_Untergeschosstechnikzentrale_`.slice(0, 105)}_${number}.txt`;
const FILES = 12;
const MODEL = `${WORD}_${WORD}_${WORD}_Turm_2.glb`.slice(-118);
const WIDTHS = [900, 1280, 2560] as const;

/** Words that reach out of the window, or out of what cuts them off without a mark. */
function strays(): readonly string[] {
  const found: string[] = [];
  const reading = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = reading.nextNode(); node !== null; node = reading.nextNode()) {
    const holder = node.parentElement;
    const words = node.textContent ?? '';
    if (holder === null || words.trim() === '' || !holder.checkVisibility({ opacityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    for (let box: Element | null = holder; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === 'fixed') break;
      const isMarked = style.textOverflow === 'ellipsis' || box.hasAttribute('data-cut');
      // What is scrolled sideways is a text as it is, or a table of one.
      const isText = box.matches('pre, .text-stage, .conflict-lines');
      if (isMarked || isText || style.clipPath !== 'none') break;
      const isEnd = box === document.body;
      if ((style.overflowX !== 'visible' || isEnd) && right > box.getBoundingClientRect().right + 1) {
        found.push(`${holder.className}: ${words.slice(0, 40)}`);
        break;
      }
    }
  }
  return found;
}

describe.skipIf(CHROMIUM === null)(`names of 120 letters without a space${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: SITE_NAME, city: CITY });
        store.addSite({ id: 'other', name: `${SITE_NAME.slice(0, 110)}Nord`, city: '', country: '' });
        store.addFile(SITE, {
          name: MODEL,
          category: 'model-3d',
          content: 'glTF',
          metadata: { model_id: 'tower' },
        });
        for (let number = 1; number <= FILES; number += 1)
          store.addFile(SITE, {
            name: file(number),
            category: number === FILES ? 'maintenance' : 'other',
            content: `sheet ${number}\n`,
            metadata: {
              sitesync: { path: `Other/${number > 6 ? '' : 'Alt/'}${file(number)}` },
            },
          });
      },
    });
    folder = await rig.follow(SITE);
    await disagree(rig, { site: SITE, folder, edited: file(8), refused: file(20), away: 'Alt', held: 6 });
    await mkdir(join(folder, 'Other'), { recursive: true });
    expect(await readdir(join(folder, 'Other'))).not.toContain('Alt');
  }, 180_000);
  afterAll(() => rig?.close());

  const look = async (name: string): Promise<void> => {
    for (const width of WIDTHS) {
      await rig.page.setViewportSize({ width, height: width === 2560 ? 1400 : 720 });
      // Names are cut between layout and paint.
      await rig.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))));
      await rig.shot(`long-${name}-${width}`);
      expect(await rig.page.evaluate(strays), `${name} at ${width}`).toEqual([]);
    }
  };

  it.each([
    'sites',
    `site/${SITE}/overview`,
    `site/${SITE}/files`,
    `site/${SITE}/models`,
    `site/${SITE}/activity`,
    'outbox/all',
    'outbox/done',
    'activity',
    'trash',
    'settings',
  ])('stay in their places: %s', async (place) => {
    await rig.goTo(place);
    await rig.page.getByRole('heading', { level: 1 }).waitFor();
    await look(place.replaceAll('/', '-'));
  });

  it('tell sites apart by their ends', async () => {
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.goTo('sites');
    const names = rig.page.getByRole('article').locator('.truncate');
    await expect.poll(() => names.count()).toBe(2);
    const ends = (): Promise<readonly (string | undefined)[]> =>
      names.evaluateAll((all) => all.map((each) => each.getAttribute('data-cut')?.slice(-5)));
    await expect.poll(ends).toEqual(['…Baua', '…Nord']);
  });

  it('keep their ends where a part of a pixel is wanting', async () => {
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.goTo(`site/${SITE}/files`);
    const name = rig.page
      .getByRole('row', { name: /_12\.txt/ })
      .locator('.truncate')
      .first();
    await name.waitFor();
    for (const lacking of [0.1, 0.3, 0.45, 0.7, 0.9]) {
      await name.evaluate((element: HTMLElement, less) => {
        element.style.flex = 'none';
        const whole = element.firstElementChild!.getBoundingClientRect().width;
        element.style.width = element.style.maxWidth = `${whole - less}px`;
      }, lacking);
      await expect.poll(() => name.getAttribute('data-cut')).toMatch(/…\S*_12\.txt$/);
      await name.evaluate((element: HTMLElement) => {
        element.style.width = element.style.maxWidth = 'max-content';
      });
      await expect.poll(() => name.getAttribute('data-cut')).toBe(null);
    }
  });

  it('leave the times in the head of a site whole, and its place where the window is high', async () => {
    await rig.page.setViewportSize({ width: 900, height: 500 });
    await rig.goTo(`site/${SITE}/overview`);
    const where = rig.page.locator('.page-where');
    /** Pixels of the words that are not shown, parts of them too: half a pixel less, and a letter is cut. */
    const over = (at: 'first' | 'last'): Promise<number> =>
      where.locator(`> :${at}-child`).evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return words.getBoundingClientRect().width - element.getBoundingClientRect().width;
      });
    await where.getByText(/Last sync/).waitFor();
    expect(await over('first')).toBeGreaterThan(6);
    expect(await over('last')).toBeLessThan(0.02);
    for (const width of [640, 761, 900, 1280]) {
      await rig.page.setViewportSize({ width, height: 720 });
      expect(await over('first'), `${width}`).toBeLessThan(0.02);
      expect(await over('last'), `${width}`).toBeLessThan(0.02);
      const cut = await rig.page
        .locator('.page-subtitle')
        .evaluate((line) => line.scrollWidth - line.clientWidth);
      expect(cut, `${width}`).toBeLessThanOrEqual(0);
      // A time and its zone are one word.
      const times = where.locator('.nowrap');
      const lines = await times.evaluateAll((all) => all.map((each) => each.getClientRects().length));
      expect(lines, `${width}`).toEqual([1, 1]);
    }
    // A site without a place: its times stand below its name.
    await rig.page.setViewportSize({ width: 900, height: 500 });
    await rig.call('sites.follow', { site: 'other', folder: null, keep: 'all' });
    await rig.goTo('site/other/overview');
    const leftOf = (what: string): Promise<number> =>
      rig.page.locator(what).evaluate((element) => element.getBoundingClientRect().left);
    await where.getByText(/Last sync/).waitFor();
    expect(await leftOf('.page-where > :last-child')).toBe(await leftOf('.page-head h1 .truncate'));
    await rig.call('sites.unfollow', { site: 'other' });
  });

  it('keep the end of the name of a model', async () => {
    await rig.page.setViewportSize({ width: 640, height: 720 });
    await rig.goTo(`site/${SITE}/models`);
    const name = rig.page.locator('.site-model .truncate');
    await expect.poll(() => name.getAttribute('data-cut')).toMatch(/…\S*_2\.glb$/);
  });

  it.each([
    ['activity', '.cell-name > .truncate'],
    ['settings', '.settings-sites .medium > .truncate'],
    ['outbox/issues', '.cell-two-place > .truncate'],
  ])('keep the end of the name of a site: %s', async (place, names) => {
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.goTo(place);
    const name = rig.page.locator(names).filter({ hasText: SITE_NAME }).first();
    await expect.poll(() => name.getAttribute('data-cut')).toMatch(/^Nord.*…Baua$/);
  });

  it.each([
    ['held', /6 deletes held/],
    ['conflict', /changed here and there/],
    ['refused', /too large/],
  ] as const)('stay in their places beside the list of issues: %s', async (name, row) => {
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('row', { name: row }).first().click();
    await look(`outbox-${name}`);
    // The words of what is held have a line's width, or the buttons stand below them.
    await rig.page.setViewportSize({ width: 760, height: 900 });
    const [facts, icon] = await Promise.all([
      rig.page.locator('.banner > .grow').first().boundingBox(),
      rig.page.locator('.banner > .icon').first().boundingBox(),
    ]);
    expect(facts!.width).toBeGreaterThanOrEqual(320);
    expect(facts!.x).toBeGreaterThan(icon!.x);
    // Why it is listed is never cut for the name of its site.
    await rig.page.setViewportSize({ width: 900, height: 720 });
    const why = rig.page.getByRole('row', { name: row }).first().locator('.cell-two-detail > :last-child');
    const room = await why.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return element.getBoundingClientRect().width - words.getBoundingClientRect().width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
  });

  it('leave room for what is to be decided below the name of a site', async () => {
    await rig.goTo('outbox/issues');
    await rig.page
      .getByRole('row', { name: /changed here and there/ })
      .first()
      .click();
    await rig.page.getByRole('radio', { name: /^Keep both/ }).waitFor();
    await rig.page.setViewportSize({ width: 560, height: 800 });
    const where = rig.page.locator('.outbox-where');
    const linesOf = (): Promise<number> =>
      where.evaluate((line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight));
    await expect.poll(linesOf).toBeLessThanOrEqual(2);
    await expect.poll(() => where.locator('.truncate').getAttribute('data-cut')).toMatch(/^Nord.*…Baua$/);
    await where.getByText(/Both versions are safe/).waitFor();
    await rig.shot('long-conflict-560');
  });

  it('stay in their places beside the list of files where one failed', async () => {
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: file(20) }).click();
    const panel = rig.page.getByRole('region', { name: file(20), exact: true });
    await panel.getByText(/The service does not take/).waitFor();
    await look('failed-file');
    const over = await panel.evaluate(
      (shown) => shown.parentElement!.scrollWidth - shown.parentElement!.clientWidth,
    );
    expect(over).toBe(0);
  });

  it('stay in their places beside the list of files, in a preview and where they are asked about', async () => {
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: file(9) }).click();
    await rig.page.getByRole('heading', { name: file(9), level: 2 }).waitFor();
    await look('file');
    // The extension of its heading, and the letters before it, stay on one line.
    await rig.page.setViewportSize({ width: 900, height: 720 });
    const ending = rig.page.getByRole('heading', { name: file(9), level: 2 }).locator('.nowrap');
    expect(await ending.evaluate((element) => element.getClientRects().length)).toBe(1);
    expect(await ending.textContent()).toMatch(/9\.txt$/);
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.page.keyboard.press('Space');
    await rig.page.getByRole('dialog').getByText('sheet 9').waitFor();
    await look('preview');
    await rig.page.keyboard.press('Escape');
    await rig.page.keyboard.press('Control+k');
    await rig.page.getByRole('dialog').getByRole('combobox').fill('Heizung');
    await rig.page.getByRole('option', { name: file(9) }).waitFor();
    await look('palette');
    // Beside a name that has no room the place is cut, not gone.
    await rig.page.setViewportSize({ width: 640, height: 700 });
    const place = rig.page.getByRole('option', { name: file(9) }).locator('.palette-detail');
    await expect.poll(async () => (await place.boundingBox())?.width).toBeGreaterThan(80);
    await rig.shot('long-palette-640');
    await rig.page.keyboard.press('Escape');
    await rig.page.setViewportSize({ width: 1280, height: 720 });
    await rig.page.getByRole('row', { name: file(9) }).click();
    await rig.page.keyboard.press('Delete');
    await rig.page.getByRole('alertdialog').waitFor();
    await rig.page.getByRole('alertdialog').getByText(file(9)).waitFor();
    await look('delete');
    expect(rig.bugs).toEqual([]);
  });
});
