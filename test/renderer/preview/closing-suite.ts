import { join } from 'node:path';
import { describe, it } from 'vitest';
import { boxGlb } from './glb-maker.ts';
import { expectInert, type PreviewRig } from './preview-rig.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample', 'files');
const SHOWN = {
  'manual.pdf': { path: join(SAMPLE, 'botany-cold-store', 'Ammonia plant service log.pdf') },
  'points.csv': 'id,unit\na,kW\n',
  'box.glb': boxGlb(),
  'school.ifc': { path: join(SAMPLE, 'lindenau-school', 'GSL_TGA_Heizzentrale.ifc') },
} as const;
const NAMES = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

export function closingSuite(rig: () => PreviewRig): void {
  describe('that is closed', () => {
    it.each(NAMES)('in the middle of %s, or after it, leaves nothing that fails', async (name) => {
      const page = await rig().show(name, SHOWN[name], { where: 'dialog' });
      const dialog = page.getByRole('dialog');
      const close = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      };
      await dialog.waitFor();
      await close();
      for (let round = 0; round < 2; round += 1) {
        await page.getByRole('button', { name: 'Show' }).click();
        await dialog.getByRole('toolbar').waitFor();
        await close();
      }
      // What was let go of has time to fail.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      expectInert(rig());
    });
  });
}
