import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Inside', 'Outside', 'Power'] as const;

describe.skipIf(CHROMIUM === null)(`the colours of charts${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) =>
        seedDayOfPoints(
          store,
          SITE,
          ['Inside,AHU-01,°C,inside', 'Outside,AHU-01,°C,outside', 'Power,AHU-01,kW,power'],
          { inside: () => 21, outside: (at) => at % 9, power: (at) => at % 5 },
        ),
    });
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/data`);
    for (const name of NAMES) {
      await point(name).click();
      await row(name).waitFor();
    }
  }, 120_000);

  afterAll(() => rig?.close());

  const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(`^${name}`) });
  const point = (name: string): Locator => rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  const gone = (name: string): Promise<void> => row(name).waitFor({ state: 'detached' });
  /** The token of the hue in the table below the chart, and, of what is ticked, in the list of points. */
  const hueOf = async (name: string): Promise<string> => {
    const hueIn = (all: Locator): Promise<string> =>
      all.evaluateAll(
        (found) =>
          found.flatMap((each) => /var\(--s\d\)/.exec(each.getAttribute('style') ?? '')?.[0] ?? [])[0] ?? '',
      );
    const hue = await hueIn(row(name).locator('.chart-swatch'));
    expect(await hueIn(point(name).locator('[style]'))).toBe(hue);
    return hue;
  };
  const views = (): Promise<void> => rig.page.getByRole('button', { name: 'Views', exact: true }).click();
  const hues = ['var(--s1)', 'var(--s2)', 'var(--s3)'];

  it('are one for each series, in the list of points as in the table', async () => {
    expect([await hueOf('Inside'), await hueOf('Outside'), await hueOf('Power')]).toEqual(hues);
  });

  it('stay when another series comes or goes, also after a reload', async () => {
    await point('Inside').click();
    await gone('Inside');
    expect([await hueOf('Outside'), await hueOf('Power')]).toEqual(hues.slice(1));
    await rig.page.reload();
    await row('Power').waitFor();
    await row('Outside').waitFor();
    expect([await hueOf('Outside'), await hueOf('Power')]).toEqual(hues.slice(1));
    await point('Outside').click();
    await gone('Outside');
    await point('Inside').click();
    await row('Inside').waitFor();
    expect([await hueOf('Inside'), await hueOf('Power')]).toEqual([hues[0], hues[2]]);
  });

  it('are those of a saved view when it is shown again', async () => {
    const { page } = rig;
    await views();
    await page.getByRole('button', { name: 'Save view…' }).click();
    await page.getByLabel('Name').fill('Day');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved: Day').waitFor();
    for (const name of ['Inside', 'Power']) {
      await point(name).click();
      await gone(name);
    }
    await views();
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await row('Inside').waitFor();
    await row('Power').waitFor();
    expect([await hueOf('Inside'), await hueOf('Power')]).toEqual([hues[0], hues[2]]);
    expect(rig.bugs).toEqual([]);
  });
});
