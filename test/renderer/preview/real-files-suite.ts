import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, expectInert, type PreviewRig } from './preview-rig.ts';

/** A folder of real public files; left out, these tests are. */
const DATA = process.env['SITESYNC_DATA'] ?? '';
const HAS_DATA = DATA !== '' && existsSync(join(DATA, 'pdf'));
const WITHOUT_DATA = HAS_DATA ? '' : ' (left out: set SITESYNC_DATA to a folder with such files)';

export function realFilesSuite(rig: () => PreviewRig): void {
  const open = (path: string) => rig().show(basename(path), { path: join(DATA, path) });

  describe.skipIf(!HAS_DATA)(`of real files${WITHOUT_DATA}`, () => {
    it.each([
      ['pdf/ESP32-EVB-user-manual.pdf', 8, 'relay'],
      ['pdf/ESP32-EVB_dimensions.pdf', 1, null],
      ['pdf/Module_1_ Appendix.pdf', 12, 'building'],
      [
        'pdf/Module_2_Lesson_6_Construct_and_finalize_the_building_configuration_file.pdf',
        57,
        'configuration',
      ],
    ])('opens %s', async (path, pages, word) => {
      const page = await open(path);
      await page.getByText(`of ${pages}`, { exact: true }).waitFor();
      for (let number = 1; number <= pages; number += 7) {
        await page.getByRole('textbox', { name: 'Page' }).fill(String(number));
        await page.keyboard.press('Enter');
        await page.locator(`.page[data-page-number="${number}"] canvas`).first().waitFor();
      }
      expect(await page.getByRole('note').count()).toBe(0);
      if (word === null) return;
      await page.getByRole('searchbox', { name: 'Find in this file' }).fill(word);
      await page.locator('.textLayer .highlight.selected').waitFor();
      await rig().shot(page, `real-${pages}`);
    });

    it.each([
      ['images/china.jpg', '640 × 427'],
      ['images/Screenshot_2.png', '1,920 × 1,200'],
      ['images/3 Sample controls drawing.png', '1,216 × 747'],
    ])('shows %s', async (path, size) => {
      await (await open(path)).getByText(`${size} pixels`).waitFor();
    });

    it.each([
      ['glb/CesiumMilkTruck.glb', '3,624 triangles'],
      ['glb/building-small-c.glb', '834 triangles'],
      ['glb/no_indices_3storybuilding.glb', '72 triangles'],
    ])('draws %s', async (path, words) => {
      const page = await open(path);
      await page.getByText(words).waitFor();
      const notes = await page.getByRole('note').allTextContents();
      expect(notes.join(' ').includes('Textures/colormap.png')).toBe(path.includes('building-small-c'));
      expectInert(rig());
      await rig().shot(page, `real-${basename(path)}`);
    });

    it.each([
      ['ifc/duplex.ifc', ['Level 1', 'Level 2', 'Roof', 'T/FDN']],
      ['ifc/LargeBuilding.ifc', []],
      ['ifc/IfcOpenHouse.ifc', []],
    ])('walks through %s', async (path, storeys) => {
      const page = await open(path);
      const tools = page.getByRole('toolbar');
      await tools.waitFor({ timeout: 60_000 });
      // Its rooms reach two metres above the roof.
      if (path === 'ifc/duplex.ifc') await tools.getByText('218 elements').waitFor();
      const parts = page.getByRole('treeitem');
      for (const storey of storeys)
        await parts.filter({ has: page.getByText(storey, { exact: true }) }).waitFor();
      await eventually(() => parts.count()).toBeGreaterThan(3);
      expectInert(rig());
      await rig().shot(page, `real-${basename(path)}`);
    });

    it.each([
      ['points/bacnet.csv', '84 rows · 9 columns'],
      ['points/catalyst371.csv', '42 rows · 9 columns'],
      ['points/carytown.csv', '24 rows · 71 columns'],
      ['points/meta_open.csv', '507 rows · 19 columns'],
      ['timeseries/UserGuide_AHU.csv', '25,861 rows · 22 columns'],
      ['timeseries/UserGuide_WholeBuilding.csv', '30,634 rows · 6 columns'],
      ['timeseries/test_4year.csv', '33,900 rows · 4 columns'],
    ])('reads %s', async (path, words) => {
      const page = await open(path);
      await page.getByText(words).waitFor();
      expect(await page.getByRole('note').count()).toBe(0);
      await rig().shot(page, `real-${basename(path)}`);
    });
  });
}
