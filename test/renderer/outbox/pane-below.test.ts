import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disagree } from '../rig/disagree.ts';
import { hasFocus } from '../rig/has-focus.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

/** As a window of 1280 × 800 at 200 %. */
describe.skipIf(CHROMIUM === null)(`the outbox in a window of 640 × 400 px${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      viewport: { width: 640, height: 400 },
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of ['plan.txt', 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'])
          store.addFile(SITE, {
            name,
            category: 'other',
            content: `${name}\n`,
            metadata: { sitesync: { path: name === 'plan.txt' ? `Other/${name}` : `Other/old/${name}` } },
          });
      },
    });
    const folder = await rig.follow(SITE);
    await disagree(rig, {
      site: SITE,
      folder,
      edited: 'plan.txt',
      refused: 'large.bin',
      away: 'old',
      held: 6,
    });
    await rig.goTo('outbox');
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: RegExp) => rig.page.getByRole('row', { name }).first();
  const pane = (name: string) => rig.page.getByRole('region', { name, exact: true });
  /** Pixels from the top of the window. */
  const topOf = async (name: string): Promise<number> =>
    (await pane(name).getByRole('heading', { level: 2 }).boundingBox())!.y;

  it('leads to what a row is about, which stands below the list, by a press', async () => {
    await row(/^plan\.txt/).click();
    await hasFocus(pane('plan.txt').getByRole('group', { name: 'plan.txt' }));
    expect(await topOf('plan.txt')).toBeLessThan(100);
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      await rig.shot(`outbox-pane-below-${theme}`);
    }
  }, 120_000);

  it('leads there by Enter alone where keys go through the list', async () => {
    await rig.page.getByRole('grid', { name: 'Outbox' }).focus();
    await rig.page.keyboard.press('ArrowDown');
    await pane('large.bin').waitFor();
    await hasFocus(rig.page.getByRole('grid', { name: 'Outbox' }));
    await rig.page.keyboard.press('Enter');
    await hasFocus(pane('large.bin').getByRole('group', { name: 'large.bin' }));
    expect(await topOf('large.bin')).toBeLessThan(100);
  }, 120_000);
});
