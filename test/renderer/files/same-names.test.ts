import { compareText } from '../../../main/app/views/file-query.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITES = { harbour: 'Harbour House', quay: 'Quay Warehouse' } as const;
const PHOTO = 'IMG_4026.jpg';
const FOLDERS = ['Other/Plant room', 'Other/Roof visit 2', 'Spec Sheet'] as const;
const WIDTHS = [1440, 560] as const;

describe.skipIf(CHROMIUM === null)(
  `files of one name in several folders${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        viewport: { width: 1440, height: 800 },
        seed: ({ store }) => {
          for (const [id, name] of Object.entries(SITES)) store.addSite({ id, name });
        },
      });
      const folder = await rig.follow('harbour');
      await rig.call('app.pause', { paused: true });
      for (const below of FOLDERS) {
        await mkdir(join(folder, below), { recursive: true });
        await writeFile(join(folder, below, PHOTO), below);
      }
      await writeFile(join(folder, 'Spec Sheet', 'Pump.txt'), 'alone');
      await vi.waitFor(
        async () => expect((await rig.call('app.state', null)).outbox.pending).toBe(4),
        PATIENCE,
      );
    }, 120_000);
    afterAll(() => rig?.close());

    const rows = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(name) });
    /** What of these rows tells them apart, as it is drawn: `null` where it is not seen. */
    const drawn = async (selector: string): Promise<readonly string[]> => {
      const words = await rows(PHOTO).evaluateAll(
        (all, wanted) =>
          all.map((row) => {
            const place = row.querySelector(`${wanted} .truncate`);
            if (place === null) return null;
            const [own, line] = [place, row].map((each) => each.getBoundingClientRect());
            const isSeen = own!.width >= 40 && own!.top < line!.bottom - 2;
            return isSeen ? (place.getAttribute('data-cut') ?? place.textContent) : null;
          }),
        selector,
      );
      return words.map(String).toSorted(compareText);
    };

    it('say it in the outbox, each row in its own words', async () => {
      await rig.goTo('outbox');
      await rows(PHOTO).first().waitFor();
      for (const width of WIDTHS) {
        await rig.page.setViewportSize({ width, height: 800 });
        for (const theme of ['light', 'dark'] as const) {
          await rig.theme(theme);
          await expect.poll(() => drawn('.cell-two-place'), PATIENCE).toEqual([...FOLDERS]);
          await rig.shot(`same-names-outbox-${width}-${theme}`);
        }
      }
      for (const folder of FOLDERS) await rows(`${PHOTO}.*${folder}`).first().waitFor();
      // Nothing else has its name: its reason has all the room.
      expect(await rows('Pump').locator('.cell-two-place').count()).toBe(0);
    });

    it('say it beside the details of one of them too, and where no column has room for it', async () => {
      await rig.page.setViewportSize({ width: 1440, height: 800 });
      await rig.goTo('site/harbour/files');
      await rows(PHOTO).first().waitFor();
      await rig.page.setViewportSize({ width: 1280, height: 800 });
      await rows(PHOTO).first().click();
      await rig.page.getByRole('complementary', { name: 'Details' }).waitFor();
      await expect
        .poll(() => rig.page.getByRole('columnheader', { name: 'Folder' }).count(), PATIENCE)
        .toBe(0);
      const height = (await rows(PHOTO).first().boundingBox())?.height;
      expect(height).toBe((await rows('Pump').boundingBox())?.height);
      for (const theme of ['light', 'dark'] as const) {
        await rig.theme(theme);
        await expect.poll(() => drawn('.cell-folder'), PATIENCE).toEqual([...FOLDERS]);
        await rig.shot(`same-names-files-1280-${theme}`);
      }
      // The address names a file once one stays there: before, it would lead from one place to the same.
      await rig.page.waitForFunction(() => location.hash.includes('file='));
      await rig.goTo('site/harbour/files');
      await rig.page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' });
      await rig.page.setViewportSize({ width: 560, height: 800 });
      for (const theme of ['light', 'dark'] as const) {
        await rig.theme(theme);
        await expect.poll(() => drawn('.cell-folder'), PATIENCE).toEqual([...FOLDERS]);
        await rig.shot(`same-names-files-560-${theme}`);
      }
      expect(await rows('Pump').locator('.cell-folder').count()).toBe(0);
    });

    it('say it beside the name of the site, where there are several', async () => {
      await rig.page.setViewportSize({ width: 1440, height: 800 });
      await rig.call('app.pause', { paused: false });
      await rig.settled('harbour');
      await rig.follow('quay');
      await rig.goTo('outbox/done');
      await expect
        .poll(() => drawn('.cell-two-place'), PATIENCE)
        .toEqual(FOLDERS.map((folder) => `${SITES.harbour} · ${folder}`));
      await rig.shot('same-names-two-sites');
      expect(rig.bugs).toEqual([]);
    });
  },
);
