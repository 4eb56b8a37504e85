import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'rijnhaven-tower';

/** Of the pixels of a canvas, how many have the colour of text. */
function darkShare(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 1;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3]! > 200 && data[at]! + data[at + 1]! + data[at + 2]! < 60) dark += 1;
  return (dark * 4) / data.length;
}

describe.skipIf(CHROMIUM === null)(`charts in the colours that a person chose${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE });
    await rig.page.emulateMedia({ forcedColors: 'active' });
    await rig.follow(SITE, ['kg-csv']);
  }, 120_000);
  afterAll(() => rig?.close());

  it('keep the colours of their lines, and the weekends of a week faint', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data`);
    for (const name of ['Supply air temperature', 'Heating valve'])
      await page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
    const swatches = page.locator('.chart-swatch');
    await expect.poll(() => swatches.count()).toBe(2);
    await page.locator('.chart-plot canvas').first().waitFor();
    await rig.shot('charts-forced');
    const hues = await swatches.evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
    expect(new Set(hues).size).toBe(2);
    expect(await page.locator('.chart-plot canvas').first().evaluate(darkShare)).toBeLessThan(0.1);
    expect(rig.bugs).toEqual([]);
  });
});
