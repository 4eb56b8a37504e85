import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { holdAnswers } from '../rig/hold-answers.ts';
import { Rig } from '../rig/rig.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`the health of points while it is counted${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => seedDayOfPoints(store, SITE, ['Supply air,AHU-01,°C,sat'], { sat: () => 18 }),
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('shows the shape of its list, as wide as the list', async () => {
    const { page } = rig;
    const late = await holdAnswers(page, 'health.page');
    await page.reload();
    await rig.goTo(`site/${SITE}/data`);
    await page.getByRole('button', { name: 'Look at all' }).click();
    const sheet = page.getByRole('dialog', { name: 'Model health' });
    const line = sheet.locator('.skeleton-row').first();
    await line.waitFor();
    await rig.shot('health-loading');
    const [room, { width }] = [(await sheet.boundingBox())!.width, (await line.boundingBox())!];
    expect(width).toBeGreaterThan(room * 0.9);
    for (const letGo of late) letGo();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
