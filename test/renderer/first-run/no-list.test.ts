import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { Rig, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const NO_SITE = /^The service lists no site for you/;
/** Well before the service is asked again by itself. */
const SOON = { timeout: 15_000 } as const;
const FAILS = { match: { method: 'GET', pathPrefix: '/api/v1/sites/' }, action: { status: 500 } } as const;

describe.skipIf(CHROMIUM === null)(`a list of sites that does not come${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ signedIn: false });
  }, 120_000);
  afterAll(() => rig?.close());

  it('is no list without sites: the first run says what is wrong, and there are none only where it came', async () => {
    const { page } = rig;
    await page.getByLabel('Service address').fill(rig.service.url);
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    await page.getByText('Accepted. It opens no site yet.').waitFor();
    // The check at the sign-in passes; then it fails.
    rig.service.failNext({ ...FAILS, after: 1, times: 100 });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await hasFocus(page.getByRole('heading', { name: 'The list of your sites did not arrive' }));
    await rig.shot('first-run-no-list');
    expect(await page.getByText(NO_SITE).count()).toBe(0);
    rig.service.set({ failNext: [] });
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('heading', { name: NO_SITE }).waitFor();
  });

  it('is none for the screen of the sites either', async () => {
    const { page } = rig;
    await page.getByRole('button', { name: 'Keep none for now' }).click();
    // The list that came out of turn ends the trouble at once.
    await page.getByText(NO_SITE).waitFor(SOON);
    await page.getByText('Online', { exact: true }).waitFor(SOON);
    rig.service.failNext({ ...FAILS, times: 100 });
    await page.getByRole('contentinfo').getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Service failing', { exact: true }).waitFor();
    expect(await page.getByText(NO_SITE).count()).toBe(0);
    rig.service.set({ failNext: [] });
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText(NO_SITE).waitFor(SOON);
    expect(rig.bugs).toEqual([]);
  });
});
