import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`a site whose datamodels give no points${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let file: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: 'label,timeseries_id\nSupply air,sat\n',
        });
      },
    });
    file = join(await rig.follow(SITE), 'KG CSV Datamodel', 'points.csv');
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.getByRole('treeitem', { name: /Supply air/ }).waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const told = async (why: string): Promise<void> => {
    await rig.page.getByText(why).waitFor();
    expect(await rig.page.getByText('not on this computer').count()).toBe(0);
    await rig.page.locator('.points-empty').getByRole('button').first().click();
  };

  it('says of the only one that cannot be read what is wrong with it', async () => {
    await writeFile(file, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 0, 0, 0, 0, 9]));
    await told('The datamodels cannot be read');
    const sheet = rig.page.getByRole('dialog', { name: 'Datamodels and columns' });
    await sheet.getByText('points.csv', { exact: true }).first().waitFor();
    expect(await sheet.getByRole('listitem').first().innerText()).toMatch(/points\.csv.*(text|read)/s);
    expect(await rig.serious()).toEqual([]);
    await rig.page.keyboard.press('Escape');
  }, 60_000);

  it('asks nobody to pick from a list that has none, and tells what can be charted without it', async () => {
    await rig.page.getByText('The list has no points yet. With “+”').waitFor();
    expect(await rig.page.getByText('Pick points in the list').count()).toBe(0);
    // Above the charts, too, all of it is read.
    await rig.page.setViewportSize({ width: 360, height: 740 });
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`no-points-360-${theme}`);
      const hidden = (): Promise<number> =>
        rig.page.locator('.points-empty').evaluate((each) => each.scrollHeight - each.clientHeight);
      await expect.poll(hidden).toBe(0);
    }
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  }, 60_000);

  it('says of the only one, whose delete the service refuses, that it was deleted here', async () => {
    rig.service.failNext({ match: { method: 'DELETE' }, times: 99, action: { status: 400 } });
    await rm(file);
    await told('The datamodels were deleted on this computer');
    const sheet = rig.page.getByRole('dialog', { name: 'Datamodels and columns' });
    await sheet.getByText('KG CSV Datamodel/points.csv was deleted on this computer.').waitFor();
    expect(await rig.call('points.files', { site: SITE })).toMatchObject([{ absent: 'deleted' }]);
    await rig.page.keyboard.press('Escape');
    expect(rig.bugs).toEqual([]);
  }, 60_000);

  it('says of one that is kept online only that it is not here', async () => {
    await rig.call('sites.follow', { site: SITE, folder: null, keep: [] });
    await rig.page.getByText('The datamodels are not on this computer').waitFor();
    expect(await rig.call('points.files', { site: SITE })).toMatchObject([{ absent: 'online' }]);
  }, 60_000);
});
