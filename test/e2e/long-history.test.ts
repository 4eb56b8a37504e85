import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_PATIENCE, faultsOf } from '../renderer/rig/faults.ts';
import { Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

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

  const cut = 'The newest 1,000 are listed. Older ones are found by their path.';
  const filter = () => rig.page.getByRole('searchbox', { name: 'Filter by path' });

  it.each(['activity', `site/${SITE}/activity`])(
    'says that %s does not list all of it, and finds the rest by its path',
    async (place) => {
      await rig.goTo(place);
      await rig.page.getByText(cut, { exact: true }).waitFor();
      await rig.page.keyboard.press('Control+f');
      await rig.page.keyboard.type('Report 100 of');
      await expect.poll(() => grid('Activity').getAttribute('aria-rowcount')).toBe('2');
      expect(await rig.page.getByText(/The newest 1,000/).count()).toBe(0);
      await filter().fill('no such path');
      await rig.page.getByText('No path contains these letters').waitFor();
      await rig.page.getByRole('button', { name: 'Clear the filter' }).click();
      await rig.page.getByText(cut, { exact: true }).waitFor();
      expect(await filter().inputValue()).toBe('');
    },
  );

  it('tells when each was done, at half the width of a laptop too', async () => {
    await rig.goTo('activity');
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
