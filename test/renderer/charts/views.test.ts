import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { outOfReach } from '../rig/out-of-reach.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';

const SITE = 'harbour';
const LONG = 'What the tenants of the north wing asked about in the winter, '.repeat(4);

describe.skipIf(CHROMIUM === null)(`saved views${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) =>
        seedDayOfPoints(store, SITE, ['Supply air,AHU-01,°C,sat', 'Fan power,AHU-01,kW,kw'], {
          sat: () => 18,
          kw: () => 120,
        }),
    });
    page = rig.page;
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/data?series=sat`);
    await page.getByRole('row', { name: /^Supply air/ }).waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const openViews = (): Promise<void> => page.getByRole('button', { name: 'Views', exact: true }).click();
  const nameIt = async (name: string): Promise<Locator> => {
    await openViews();
    await page.getByRole('button', { name: 'Save view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox').fill(name);
    return dialog;
  };
  const kept = async (): Promise<readonly (readonly string[])[]> =>
    (await rig.call('views.list', { site: SITE })).map(({ name, panels }) => [
      name,
      ...panels.flatMap(({ series }) => series),
    ]);

  it('stand one to a name: another of that name takes its place, says so before, and Undo brings it back', async () => {
    const first = await nameIt('Morning');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved: Morning').waitFor();
    await page.getByRole('treeitem', { name: /^Fan power/ }).click();
    await page.getByRole('row', { name: /^Fan power/ }).waitFor();
    const second = await nameIt(' morning ');
    await second.getByText('There is a view “Morning”. This takes its place.').waitFor();
    await rig.shot('view-replaced');
    expect(await rig.serious()).toEqual([]);
    await second.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('View replaced: morning').waitFor();
    expect(await kept()).toEqual([['morning', 'sat', 'kw']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(kept, PATIENCE).toEqual([['Morning', 'sat']]);
  });

  it('can all be deleted, however long the name of one of them is', async () => {
    await (await nameIt(LONG)).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^View saved: What/).waitFor();
    for (const width of [1280, 340]) {
      await page.setViewportSize({ width, height: 800 });
      await openViews();
      const list = page.getByRole('dialog', { name: 'Views' });
      await list.getByRole('button', { name: 'Delete “Morning”' }).waitFor();
      await rig.shot(`views-long-${width}`);
      const box = (await list.boundingBox())!;
      for (const button of await list.getByRole('button').all()) {
        const { x, width: wide } = (await button.boundingBox())!;
        expect(x + wide).toBeLessThanOrEqual(box.x + box.width);
      }
      expect(await page.evaluate(outOfReach)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    expect(rig.bugs).toEqual([]);
  });
});
