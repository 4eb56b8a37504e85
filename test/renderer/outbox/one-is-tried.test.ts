import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `an issue that is tried again${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        faults: { maxUploadBytes: 20_000 },
        seed: ({ store }) => void store.addSite({ id: SITE, name: 'Harbour House' }),
      });
      const folder = join(await rig.follow(SITE), 'Other');
      await mkdir(folder, { recursive: true });
      for (const name of ['Photos.zip', 'Survey.zip']) await writeFile(join(folder, name), name.repeat(3000));
    }, 120_000);
    afterAll(() => rig?.close());

    it('works alone: another one that is looked at meanwhile can be tried too', async () => {
      const { page } = rig;
      const late = await holdAnswers(page, 'outbox.retry');
      await page.reload();
      await rig.goTo('outbox/issues');
      await rig.pick(/Photos\.zip/, 'Photos.zip');
      const retry = page.getByRole('main').getByRole('button', { name: /Retry now/ });
      const isWorking = (): Promise<boolean> =>
        retry.evaluate((button) => button.querySelector('[role=progressbar]') !== null);
      await retry.click();
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      await expect.poll(isWorking, PATIENCE).toBe(true);
      await rig.pick(/Survey\.zip/, 'Survey.zip');
      expect(await isWorking()).toBe(false);
      await retry.click();
      await expect.poll(() => late.length, PATIENCE).toBe(2);
      for (const letGo of late) letGo();
      await expect.poll(isWorking, PATIENCE).toBe(false);
      expect(rig.bugs).toEqual([]);
    });
  },
);
