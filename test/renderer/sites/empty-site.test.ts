import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`a site without files${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: 'bare', name: 'Bare Field' });
        store.addSite({ id: 'house', name: 'Harbour House' });
        store.addFile('house', { name: 'a.txt', category: 'other', content: 'a' });
      },
    });
    await rig.follow('bare');
    await rig.follow('house');
  }, 120_000);
  afterAll(() => rig?.close());

  it('is not called ready, and is found by what it is', async () => {
    const { page } = rig;
    const card = (name: string) => page.getByRole('article').filter({ hasText: name });
    await card('Bare Field').getByText('No files yet').waitFor();
    await card('Harbour House').getByText('Ready offline').waitFor();
    expect(await page.getByText('Ready offline', { exact: true }).count()).toBeGreaterThan(0);
    expect(await card('Bare Field').getByText('Ready offline').count()).toBe(0);
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      await rig.shot(`empty-site-${theme}`);
      expect(await rig.serious()).toEqual([]);
    }
    await page.getByRole('radio', { name: /^No files yet/ }).click();
    await card('Harbour House').waitFor({ state: 'detached' });
    await card('Bare Field').waitFor();
    expect(rig.bugs).toEqual([]);
  });
});
