import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`a database that was rebuilt at the start${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => void store.addSite({ id: 'harbour', name: 'Harbour House' }),
    });
  }, 120_000);
  afterAll(() => rig?.close());

  it('is told to whoever opens a window after it', async () => {
    await rig.stop();
    await writeFile(join(rig.home, 'data', 'mirror.sqlite'), 'no database any more '.repeat(1000));
    await rig.start();
    const banner = rig.page.getByRole('region', { name: 'Something is not working as it should' });
    // With it went which sites were kept.
    await banner
      .getByText(/^The database was damaged and has been rebuilt .* keep each of them again, in the folder/)
      .waitFor();
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.shot(`rebuilt-${theme}`);
    }
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
