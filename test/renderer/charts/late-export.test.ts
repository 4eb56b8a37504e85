import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`a table of charts that takes a while to make${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => seedDayOfPoints(store, SITE, ['Never,AHU-01,°C,never'], { never: (at) => at % 5 }),
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('tells what it lacks of the stretch that it was asked for, whatever the charts show by then', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data`);
    await page.getByRole('treeitem', { name: /^Never/ }).waitFor();
    const late = await holdAnswers(page, 'series.export');
    await page.reload();
    await page.getByRole('treeitem', { name: /^Never/ }).waitFor();
    await rig.cutOff();
    await page.getByRole('treeitem', { name: /^Never/ }).click();
    const note = (): Locator => page.getByText(/^Not fetched: /);
    // The button beside the words is a line of its own.
    const lacking = async (): Promise<string> =>
      /^Not fetched: (.*)/.exec(await note().innerText())?.[1] ?? 'nothing';
    await page.getByRole('radio', { name: 'Week' }).click();
    await note().waitFor();
    const week = await lacking();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Every sample (CSV)' }).click();
    await expect.poll(() => late.length, PATIENCE).toBe(1);
    await page.getByRole('radio', { name: 'Year' }).click();
    await expect.poll(lacking, PATIENCE).not.toBe(week);
    late[0]?.();
    const told = page.getByText(/Not in it, since it was never fetched/);
    await told.waitFor();
    expect(await told.innerText()).toContain(`never fetched: ${week}.`);
    expect(rig.bugs).toEqual([]);
  });
});
