import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE, type Rig } from '../rig/rig.ts';
import { UNSENT_SITE as SITE, withUnsentFiles } from '../rig/unsent-files.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const LINE = 'a line of a log that is fifty-nine letters long, or so\n';
const LOG = 'pump.log';

describe.skipIf(CHROMIUM === null)(`a file that is sent while a person is at it${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  /** A file written here without a network: nothing of it is on the service yet. */
  beforeEach(async () => {
    await rig?.close();
    ({ rig, folder } = await withUnsentFiles({ [LOG]: LINE.repeat(12_000) }));
  }, 120_000);
  afterAll(() => rig?.close());

  const sent = async (): Promise<void> => {
    await rig.reconnect();
    await rig.call('app.sync', { site: null });
    await rig.arrived(SITE, LOG, LINE.repeat(12_000));
    await rig.page.getByRole('row', { name: /pump\.log.*Up to date/ }).waitFor();
  };

  it('stays open at the page that is read, and current in the list', async () => {
    const { page } = rig;
    await rig.pick(/pump\.log/, LOG);
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Page 1 of 3').waitFor();
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText('Page 2 of 3').waitFor();
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/content/')) read.push(request.url());
    });
    await sentBehind();
    await expect.poll(() => page.evaluate(() => location.hash), PATIENCE).not.toContain('local');
    expect(await dialog.getByText('Page 2 of 3').count()).toBe(1);
    // It is the same copy: nothing of it is read anew.
    expect(read).toEqual([]);
    // What the dialog reads goes on being had, also of a later version.
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText('Page 3 of 3').waitFor();
    await appendFile(join(folder, 'Other', LOG), LINE.repeat(6000));
    await dialog.getByText('Page 3 of 4').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.table-row-current', { hasText: LOG }).waitFor();
    await page.getByRole('heading', { name: LOG, level: 2, exact: true }).waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  /** As `sent`, while a dialog lies over the list. */
  const sentBehind = async (): Promise<void> => {
    await rig.reconnect();
    await rig.call('app.sync', { site: null });
    await rig.arrived(SITE, LOG, LINE.repeat(12_000));
    await rig.page
      .locator('[role=row]', { hasText: LOG })
      .getByText('Up to date')
      .waitFor({ state: 'attached' });
  };

  it('stays picked, and is what is deleted then', async () => {
    const { page } = rig;
    await rig.pick(/pump\.log/, LOG);
    await page.keyboard.press('Control+Space');
    await page.getByRole('row', { name: /pump\.log/, selected: true }).waitFor();
    await sent();
    await page.getByRole('row', { name: /pump\.log/, selected: true }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 file' }).click();
    await vi.waitFor(
      () => expect(rig.service.store.files(SITE).map(({ name }) => name)).toEqual(['plan.txt']),
      PATIENCE,
    );
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('stays left out of all others that are deleted', async () => {
    const { page } = rig;
    await rig.pick(/pump\.log/, LOG);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Space');
    await page.getByRole('row', { name: /plan\.txt/, selected: true }).waitFor();
    await page.getByRole('row', { name: /pump\.log/, selected: false }).waitFor();
    await sent();
    await page.getByRole('row', { name: /pump\.log/, selected: false }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 file' }).click();
    await vi.waitFor(
      () => expect(rig.service.store.files(SITE).map(({ name }) => name)).toEqual([LOG]),
      PATIENCE,
    );
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
