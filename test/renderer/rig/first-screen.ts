import type { Browser, Page } from 'playwright-core';
import type { WebHost } from '../../../main/hosts/web/serve.ts';
import { PATIENCE } from './rig.ts';

/** A window on a host, at its list of sites: of somebody who has been there before. */
export async function firstScreen(browser: Browser, host: WebHost): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  await page.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
  await page.goto(host.newAddress());
  await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
  return page;
}
