import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outOfReach } from './rig/out-of-reach.ts';
import { PATIENCE, Rig, SAMPLE } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

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

  it.each([
    'sites',
    'outbox',
    'outbox/issues',
    'activity',
    'trash',
    'settings',
    ...['overview', 'files', 'data', 'models'].map((tab) => `site/${SITE}/${tab}`),
  ])('leaves nothing that is pressed out of reach: %s', async (place) => {
    await rig.goTo(place);
    await rig.page.getByRole('heading', { level: 1 }).waitFor();
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await expect.poll(() => rig.page.evaluate(outOfReach), PATIENCE).toEqual([]);
      await rig.shot(`phone-${place.replaceAll('/', '-')}-${theme}`);
    }
  });

  it('keeps what is pressed at the foot of a sheet within it', async () => {
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.getByRole('button', { name: 'Look at all' }).click();
    const sheet = rig.page.getByRole('dialog', { name: 'Model health' });
    await sheet.getByRole('button', { name: 'Export as CSV' }).waitFor();
    await expect.poll(() => rig.page.evaluate(outOfReach), PATIENCE).toEqual([]);
    await rig.shot('phone-health');
    await rig.page.keyboard.press('Escape');
  });

  it.each(['light', 'contrast'] as const)(
    'lays nothing over the ways back and forward: %s',
    async (theme) => {
      await rig.goTo('sites');
      await rig.theme(theme);
      for (const name of ['Back', 'Forward']) {
        const button = rig.page.getByRole('button', { name, exact: true });
        const isOnTop = button.evaluate((element) => {
          const { left, right, top, height } = element.getBoundingClientRect();
          return [left + 2, right - 2].every((x) =>
            element.contains(document.elementFromPoint(x, top + height / 2)),
          );
        });
        expect(await isOnTop, name).toBe(true);
      }
      await rig.shot(`phone-bar-${theme}`);
    },
  );

  it.each(['light', 'contrast'] as const)('shows the cards of sites whole: %s', async (theme) => {
    await rig.goTo('sites');
    await rig.theme(theme);
    const list = rig.page.locator('.scroll');
    await list.waitFor();
    await expect.poll(() => list.evaluate((box) => box.scrollWidth - box.clientWidth), PATIENCE).toBe(0);
  });

  it.each(['light', 'contrast'] as const)('names the sites in the settings: %s', async (theme) => {
    await rig.goTo('settings');
    await rig.theme(theme);
    const name = rig.page.locator('.settings-sites .truncate').first();
    await name.waitFor();
    expect(await name.getAttribute('data-cut')).toBeNull();
    await name.scrollIntoViewIfNeeded();
    await rig.shot(`phone-settings-sites-${theme}`);
  });

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
