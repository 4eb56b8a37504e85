import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'annex';

describe.skipIf(CHROMIUM === null)(`a site without files${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) =>
        store.addSite({
          id: SITE,
          name: 'New Annex',
          address: '1 Quay',
          city: 'Singapore',
          country: 'Singapore',
        }),
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('is not called complete, and says how files come to it', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    const readiness = rig.page.getByRole('region', { name: 'Readiness' });
    await readiness.getByRole('heading', { name: 'There are no files yet' }).waitFor();
    await readiness.getByText('Add files, or put them into the site’s folder.').waitFor();
    expect(await readiness.getByText('All files are on this computer').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  });

  it.each([
    ['outbox/pending', 'Nothing is pending'],
    ['trash', 'The trash is empty'],
    [`site/${SITE}/models`, 'No models yet'],
  ])('says in the middle that there is nothing: %s', async (place, told) => {
    await rig.goTo(place);
    const words = rig.page.getByText(told, { exact: true });
    await words.waitFor();
    const [box, main] = await Promise.all([words.boundingBox(), rig.page.locator('main').boundingBox()]);
    const middle = (box!.y + box!.height / 2 - main!.y) / main!.height;
    expect(middle).toBeGreaterThan(0.4);
    expect(middle).toBeLessThan(0.65);
    expect(box!.x + box!.width / 2).toBeCloseTo(main!.x + main!.width / 2, 0);
  });

  it('in a city that is its own country names that once', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByText('1 Quay, Singapore', { exact: true }).waitFor();
    await rig.page
      .locator('.page-where')
      .getByText(/^Singapore$/)
      .waitFor();
  });

  it.each(['light', 'contrast'] as const)('has one line below its tabs: %s', async (theme) => {
    await rig.theme(theme);
    await rig.goTo(`site/${SITE}/data`);
    const split = rig.page.locator('.tab-panel > .split');
    await split.waitFor();
    expect(await split.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
    await rig.theme('light');
  });
});
