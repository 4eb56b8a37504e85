import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxGlb } from './glb-maker.ts';
import { png } from './image-suite.ts';
import { seriousFaults } from '../rig/serious-faults.ts';
import type { PreviewRig } from './preview-rig.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample', 'files');
const SHOWN = {
  'plan.png': png(300, 200, [200, 200, 200]),
  'note.txt': 'Filters were changed on Monday.\n',
  'manual.pdf': { path: join(SAMPLE, 'botany-cold-store', 'Ammonia plant service log.pdf') },
  'points.csv': 'id,unit\na,kW\n',
  'box.glb': boxGlb(),
  'school.ifc': { path: join(SAMPLE, 'lindenau-school', 'GSL_TGA_Heizzentrale.ifc') },
} as const;
const NAMES = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

export function axeSuite(rig: () => PreviewRig): void {
  describe('for assistive technology', () => {
    it.each(NAMES)('has no serious fault with %s, in any theme', async (name) => {
      const page = await rig().show(name, SHOWN[name]);
      await page.getByRole('toolbar').waitFor({ timeout: 60_000 });
      for (const theme of ['light', 'dark', 'contrast']) {
        await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        await rig().shot(page, `axe-${name}-${theme}`);
        expect(await seriousFaults(page, theme === 'light' ? 'all' : 'looks')).toEqual([]);
      }
    });
  });
}
