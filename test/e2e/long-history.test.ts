import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_PATIENCE, faultsOf } from '../renderer/rig/faults.ts';
import { Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/ui/chromium.ts';

const SITE = 'harbour';
/** More lines than a list has. */
const FILES = 1010;

describe.skipIf(CHROMIUM === null)(`a day of over a thousand files${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFiles(
          SITE,
          Array.from({ length: FILES }, (_, at) => ({
            name: `Report ${at} of the inspection.txt`,
            category: 'other',
            content: `${at}`,
          })),
        );
      },
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const grid = (name: string) => rig.page.getByRole('grid', { name });

  it.each([
    ['activity', 'The newest 1,000 are listed. Older ones are found by their path.'],
    [
      `site/${SITE}/activity`,
      'The newest 1,000 are listed. Older ones are found by their path under Activity of all sites.',
    ],
  ])('says that %s does not list all of it', async (place, words) => {
    await rig.goTo(place);
    await rig.page.getByText(words, { exact: true }).waitFor();
  });

  it('says nothing of the kind of a list that is whole', async () => {
    await rig.goTo('activity');
    await rig.page.getByRole('searchbox', { name: 'Filter by path' }).fill('Report 100 of');
    await expect.poll(() => grid('Activity').getAttribute('aria-rowcount')).toBe('2');
    expect(await rig.page.getByText(/The newest 1,000/).count()).toBe(0);
    await rig.page.getByRole('searchbox', { name: 'Filter by path' }).fill('');
  });

  it('tells when each was done, at half the width of a laptop too', async () => {
    await rig.page.setViewportSize({ width: 640, height: 700 });
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await expect
        .poll(() => grid('Activity').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0);
      expect(await grid('Activity').getByRole('row').nth(1).textContent()).toMatch(/\d\d:\d\d/);
    }
    expect(await faultsOf(rig, 'activity-640')).toEqual([]);
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('leads from the few in the outbox to all with one press, and says that it did not count all', async () => {
    await rig.goTo('outbox');
    await rig.page.getByRole('row', { name: 'Done today 1,000 or more' }).waitFor();
    await rig.page.getByRole('row', { name: /^The rest/ }).click();
    const done = rig.page.getByRole('radio', { name: 'Done 1,000+', exact: true });
    await expect.poll(() => done.isChecked()).toBe(true);
    await grid('Outbox').focus();
    await rig.page.keyboard.press('End');
    await rig.page.getByRole('heading', { name: 'Older ones' }).waitFor();
    await rig.shot('outbox-older');
    expect(rig.bugs).toEqual([]);
  });
});
