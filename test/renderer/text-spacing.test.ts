import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

/** As far apart as WCAG 1.4.12 has a person set letters, words and lines. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';

describe.skipIf(CHROMIUM === null)(`text with more room between its letters${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ seed: ({ store }) => store.addSite({ id: 'harbour', name: 'Harbour House' }) });
    await rig.follow('harbour');
    await rig.page.locator('.rail-disk').waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  it('says on focus by key what the disk holds, and leads to where that is chosen', async () => {
    const { page } = rig;
    await page.locator('.rail-disk').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: /^Room that files and models/ }).waitFor();
    await rig.shot('rail-disk-tooltip');
    expect(await rig.serious()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await rig.goTo('sites');
  });

  it.each(['light', 'contrast'] as const)('keeps what the disk holds within the rail: %s', async (theme) => {
    await rig.theme(theme);
    await rig.page.evaluate((spacing) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(spacing);
      document.adoptedStyleSheets = [sheet];
      // As long as they are on a large disk.
      const [kept, free] = document.querySelectorAll('.rail-disk-words > span');
      kept!.firstChild!.nodeValue = '1,023.4 GB kept';
      free!.firstChild!.nodeValue = '1,023.4 GB free';
    }, SPACING);
    await rig.shot(`spacing-rail-${theme}`);
    const { room, ends, gap } = await rig.page.evaluate(() => {
      const [kept, free] = [...document.querySelectorAll('.rail-disk-words > span')].map((words) =>
        words.getBoundingClientRect(),
      );
      return {
        room: document.querySelector('.rail')!.getBoundingClientRect().right - 18,
        ends: [kept!.right, free!.right],
        gap: Math.max(free!.left - kept!.right, free!.top - kept!.bottom),
      };
    });
    expect(Math.max(...ends)).toBeLessThanOrEqual(room);
    expect(gap).toBeGreaterThanOrEqual(0);
    await rig.theme('light');
  });
});
