import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig, SAMPLE } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './ui/chromium.ts';

const SITE = 'rijnhaven-tower';

/** As a browser shows a window of 1280 pixels at 400 %, which is what WCAG 1.4.10 asks for. */
describe.skipIf(CHROMIUM === null)(`a window of 320 px${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE, viewport: { width: 320, height: 640 } });
    await rig.follow(SITE, ['kg-csv']);
  }, 120_000);
  afterAll(() => rig?.close());

  it.each(['light', 'contrast'] as const)(
    'cuts off nothing that can be pressed at its foot: %s',
    async (theme) => {
      await rig.goTo('sites');
      await rig.theme(theme);
      const foot = rig.page.getByRole('contentinfo');
      await foot.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      const over = (): Promise<readonly string[]> =>
        foot.getByRole('button').evaluateAll((all) =>
          all.flatMap((each) => {
            const { right, bottom } = each.getBoundingClientRect();
            return right > innerWidth || bottom > innerHeight ? [each.textContent] : [];
          }),
        );
      await expect.poll(over, PATIENCE).toEqual([]);
      await rig.shot(`phone-foot-${theme}`);
    },
  );

  it.each(['light', 'contrast'] as const)('keeps what a site holds within its card: %s', async (theme) => {
    await rig.goTo(`site/${SITE}/overview`);
    await rig.theme(theme);
    const lines = rig.page.locator('.readiness-line');
    await lines.first().waitFor();
    const over = (): Promise<readonly string[]> =>
      lines.evaluateAll((all) =>
        all.flatMap((line) => {
          const inner = line.closest('.readiness')!.getBoundingClientRect().right - 12;
          return [...line.children].flatMap((part) =>
            part.getBoundingClientRect().right > inner + 0.5 ? [part.textContent] : [],
          );
        }),
      );
    await expect.poll(over, PATIENCE).toEqual([]);
    // Nor does a button come to lie over the words beside it.
    const words = await rig.page.locator('.card-head > .grow').first().boundingBox();
    const button = await rig.page.getByRole('button', { name: 'Keep all of it here' }).boundingBox();
    expect(words!.y + words!.height).toBeLessThanOrEqual(button!.y);
    await rig.shot(`phone-overview-${theme}`);
  });
});
