import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const HOUSES = [1, 2].map((n) => ({
  id: `house-${n}`,
  name: `Nordwestquartier Energiezentrale Haus-${n} Wärmeübergabestation Untergeschoss`,
}));

describe.skipIf(CHROMIUM === null)(
  `sites whose long names differ in the middle${WITHOUT_CHROMIUM}`,
  { timeout: 60_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          for (const { id, name } of HOUSES) store.addSite({ id, name });
        },
      });
      for (const { id } of HOUSES) await rig.follow(id);
    }, 120_000);
    afterAll(() => rig?.close());

    /** What is drawn of names that have no room is no text of the page. */
    async function expectTold(selector: string): Promise<void> {
      const cut = () =>
        rig.page.locator(selector).evaluateAll((all) => all.map((each) => each.getAttribute('data-cut')));
      // Its last word whole, or none of it.
      const house = (n: number) =>
        expect.stringMatching(new RegExp(`^Nord.*…(Haus-)?${n}…(Untergeschoss)?$`)) as string;
      await expect.poll(cut).toEqual([house(1), house(2)]);
    }

    it('are told apart at the side, and where sites lack files', async () => {
      const { page } = rig;
      await expectTold('.rail-site .truncate');
      await page.locator('.rail-site').first().click();
      await expectTold('table.gaps th .truncate');
      await rig.shot('alike-names');
    });
  },
);
