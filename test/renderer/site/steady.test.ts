import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { movedOf, placesOf } from '../rig/places.ts';
import { PATIENCE, Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../ui/chromium.ts';

const TOWER = 'rijnhaven-tower';

describe.skipIf(CHROMIUM === null)(
  `a site while it loads: nothing moves that a person may be about to press${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({ sample: SAMPLE });
      const folder = await rig.follow(TOWER);
      rig.service.set({ maxUploadBytes: 1 });
      for (const name of ['Valve 3.txt', 'Valve 4.txt'])
        await writeFile(join(folder, 'Other', name), 'leaks');
      await vi.waitFor(
        async () => expect((await rig.call('app.state', null)).outbox.issues).toBe(2),
        PATIENCE,
      );
    }, 120_000);
    afterAll(() => rig?.close());

    it('keeps the tabs where they are when points are counted, and the count from then on', async () => {
      await rig.openWindow();
      await rig.goTo(`site/${TOWER}`);
      const tab = (name: RegExp): Locator => rig.page.getByRole('tab', { name });
      await tab(/^Models 2/).waitFor();
      const tabs = rig.page.getByRole('tablist');
      const before = await placesOf(tabs);
      await tab(/^Timeseries$/).click();
      await tab(/^Timeseries 12$/).waitFor();
      expect(movedOf(before, await placesOf(tabs))).toEqual([]);
      await tab(/^Overview$/).click();
      await rig.page.reload();
      await tab(/^Timeseries 12$/).waitFor();
      expect(rig.bugs).toEqual([]);
    });
  },
);
