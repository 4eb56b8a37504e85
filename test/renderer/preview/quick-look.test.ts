import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const LOG = `${'Heizungsverteilerstationswartungsprotokoll_'.repeat(3)}_2.log`;
const MODEL = [
  'label,equipment,unit,timeseries_id',
  'Supply air temperature,AHU-03,°C,ahu3.sat',
  'Return air temperature,AHU-03,°C,ahu3.rat',
  '',
].join('\n');

describe.skipIf(CHROMIUM === null)(`looking at a file of a site${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        const now = Date.now();
        store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
        store.addFile(SITE, { name: 'points.csv', category: 'kg-csv', content: MODEL });
        store.addPoints(SITE, 'ahu3.rat', [
          [now - 7_200_000, 18],
          [now - 1_800_000, 20],
        ]);
      },
    });
    folder = await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('charts the series of a row of its datamodel with Space', async () => {
    const { page } = rig;
    const held = Promise.withResolvers<void>();
    await page.route('**/content/file/**', (route) => held.promise.then(() => route.continue()));
    await rig.goTo(`site/${SITE}/files`);
    await page.getByRole('row', { name: /points\.csv/ }).click();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog');
    // While it comes, a bar that can be seen to grow stands for it.
    const bar = dialog.locator('.preview-loading > .meter');
    // Another one takes its place where a part of the program had to be loaded first.
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(220);
    await rig.shot('quick-look-opening');
    held.resolve();
    await dialog.getByText('2 rows · 4 columns').waitFor();
    await dialog.getByText('Press Space in a row to chart its series').waitFor();
    await rig.shot('quick-look-table');
    expect(await rig.serious()).toEqual([]);
    await dialog.getByText('ahu3.rat', { exact: true }).click();
    await page.keyboard.press('Space');
    await page.getByRole('tab', { name: 'Timeseries', selected: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.uplot, canvas').first().waitFor();
    await page.getByText('Return air temperature').first().waitFor();
    await rig.shot('quick-look-charted');
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('stays at the page of a log that grows, and keeps the end of its long name', async () => {
    const { page } = rig;
    const log = join(folder, 'Other', LOG);
    const line = 'a line of a log that is fifty-nine letters long, or so\n';
    await mkdir(join(folder, 'Other'), { recursive: true });
    await writeFile(log, line.repeat(12_000));
    await page.setViewportSize({ width: 640, height: 720 });
    await rig.goTo(`site/${SITE}/files`);
    await page.getByRole('row', { name: /_2\.log/ }).click();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Page 1 of 3').waitFor();
    const name = dialog.getByRole('heading').locator('.truncate');
    await expect.poll(() => name.getAttribute('data-cut')).toMatch(/…\S*_2\.log$/);
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText('Page 2 of 3').waitFor();
    await appendFile(log, line.repeat(6000));
    await dialog.getByText('Page 2 of 4').waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
