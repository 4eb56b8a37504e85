import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AXE_PATIENCE, faultsOf } from '../renderer/rig/faults.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const WHY = 'Deleted here, edited there: the edit stays';
const LONG = 'Wartungsprotokoll_Lüftungsanlage_AHU-03_Technikzentrale_Geschoss_12_Abnahme_2026-03-17.txt';

describe.skipIf(CHROMIUM === null)(`what was done${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: LONG, category: 'maintenance', content: 'worn\n' });
      },
    });
    folder = await rig.follow(SITE);
    await rig.call('app.pause', { paused: true });
    const file = join(folder, 'Maintenance Document', LONG);
    await rm(file);
    rig.service.store.editFile(rig.service.store.files(SITE)[0]!.id, { content: 'worn, and replaced\n' });
    await rig.call('app.pause', { paused: false });
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), PATIENCE);
  }, 120_000);
  afterAll(() => rig?.close());

  it.each(['activity', `site/${SITE}/activity`])(
    'is told in whole words, with its reason: %s',
    async (place) => {
      await rig.goTo(place);
      const why = rig.page.getByRole('gridcell').getByText(WHY);
      await why.waitFor();
      expect(await why.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
      expect(await faultsOf(rig, place.startsWith('site') ? 'site-activity' : 'activity-long')).toEqual([]);
    },
    AXE_PATIENCE.timeout,
  );

  it('names the site of each line also in a narrow window, before how large the file was', async () => {
    await rig.page.setViewportSize({ width: 900, height: 700 });
    await rig.goTo('activity');
    await rig.page.getByRole('columnheader', { name: 'Site' }).waitFor();
    await rig.page.getByRole('gridcell').getByText('Harbour House').first().waitFor();
    await rig.shot('activity-900');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps its columns in their places where the filter hides all of it', async () => {
    await rig.goTo('activity');
    const head = rig.page.getByRole('columnheader', { name: 'When' });
    const before = await head.boundingBox();
    await rig.page.getByRole('searchbox', { name: 'Filter by path' }).fill('no such path');
    await rig.page.getByText('No path contains these letters').waitFor();
    expect(await head.boundingBox()).toEqual(before);
  });

  it('is where a search leads that finds no such file: what became of it, by one press', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const lost = 'Lost sheet.txt';
    await writeFile(join(folder, lost), 'lost');
    await rig.arrived(SITE, lost, 'lost');
    await rm(join(folder, lost));
    await vi.waitFor(() => expect(rig.service.store.files(SITE)).toHaveLength(1), PATIENCE);
    const told = async (): Promise<void> => {
      await rig.page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
      await rig.page.getByRole('row', { name: /Lost sheet\.txt.*Deleted on the service/ }).waitFor();
    };

    await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('lost sh');
    await rig.page.getByText('The filter hides the only file').waitFor();
    expect(await faultsOf(rig, 'files-not-found')).toEqual([]);
    await rig.page.getByRole('link', { name: 'Look for it in the activity' }).click();
    await told();

    await rig.goTo('sites');
    await rig.page.keyboard.press('Control+k');
    await rig.page.keyboard.type('lost sh');
    await rig.page.getByRole('option', { name: /^Look in the activity/ }).waitFor();
    await rig.page.keyboard.press('Enter');
    await told();
    // Back leads to where the search began.
    await rig.page.goBack();
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
  }, 120_000);
});
