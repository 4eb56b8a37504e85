import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

/** As a window of 1280 × 720 at 200 %. */
describe.skipIf(CHROMIUM === null)(`the cards in a window of 640 × 360 px${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      viewport: { width: 640, height: 360 },
      seed: ({ store }) => {
        for (let at = 1; at <= 8; at += 1) store.addSite({ id: `site-${at}`, name: `Site ${at}` });
      },
    });
    await rig.goTo('sites');
  }, 120_000);
  afterAll(() => rig?.close());

  it('have a whole ring around them while keys scroll them, which moves none of them', async () => {
    const list = rig.page.getByRole('region', { name: 'Sites', exact: true });
    const card = rig.page.getByRole('article').first();
    const before = await card.boundingBox();
    await list.focus();
    await rig.page.keyboard.press('Shift+Tab');
    await rig.page.keyboard.press('Tab');
    await hasFocus(list);
    expect(await card.boundingBox()).toEqual(before);
    await rig.page.keyboard.press('PageDown');
    await expect.poll(() => list.evaluate((of) => of.scrollTop)).toBeGreaterThan(40);
    // Over cards and headings, and as large as what is seen of them.
    const ring = await list.evaluate((of) => {
      const { borderTopStyle, height, position, zIndex } = getComputedStyle(of, '::before');
      return [borderTopStyle, height === `${of.clientHeight}px`, position, zIndex];
    });
    expect(ring).toEqual(['solid', true, 'sticky', '3']);
    await rig.shot('sites-ring');
  }, 120_000);

  it('show the name of the one that the keys come to, there and back', async () => {
    const link = (at: number) => rig.page.getByRole('link', { name: `Site ${at}`, exact: true });
    const isFree = (at: number): Promise<boolean> =>
      link(at).evaluate((name) => {
        const { left, top, height } = name.getBoundingClientRect();
        return name.contains(document.elementFromPoint(left + 4, top + height / 2));
      });
    await link(1).focus();
    for (const at of [2, 3, 4, 5, 6, 7, 8]) {
      // Past the button that keeps the one before.
      for (const _ of ['button', 'link']) await rig.page.keyboard.press('Tab');
      await hasFocus(link(at));
      expect(await isFree(at), `Site ${at}`).toBe(true);
    }
    for (const at of [7, 6, 5, 4, 3, 2, 1]) {
      for (const _ of ['button', 'link']) await rig.page.keyboard.press('Shift+Tab');
      await hasFocus(link(at));
      expect(await isFree(at), `Site ${at}`).toBe(true);
    }
  }, 120_000);
});
