import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const ID = 'meter';
const MINUTE = 60_000;

describe.skipIf(CHROMIUM === null)(
  `a chart that moves with the clock${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    const now = Math.floor(Date.now() / 1000) * 1000;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
          // One each minute of the last hour, and what the meter is going to read in the next.
          const at = (minute: number): number => now + minute * MINUTE - 15_000;
          store.addPoints(
            SITE,
            ID,
            Array.from({ length: 120 }, (_, index) => [at(index - 59), index]),
          );
        },
      });
      await openChart();
    }, 120_000);

    // One that failed left the chart anywhere, and its clock between two looks.
    beforeEach(async ({ task }) => {
      if ((task.result?.retryCount ?? 0) === 0) return;
      await rig.openWindow();
      await openChart();
    }, 120_000);

    afterAll(() => rig?.close());

    const openChart = async (): Promise<void> => {
      // The page's clock alone: it stands still unless it is wound on.
      await rig.page.clock.install({ time: now - 60 * MINUTE });
      await rig.page.clock.pauseAt(now);
      await rig.goTo(`site/${SITE}/data?series=${ID}`);
      await samplesInView();
    };

    const samples = (): Locator => rig.page.getByRole('row', { name: new RegExp(`^${ID}`) });
    /** Waits until as many are counted as there are up to the end of what is in view. */
    const samplesInView = async (): Promise<void> => {
      const minutes = Math.floor(((await end()) - now + 15_000) / MINUTE);
      await samples()
        .getByText(String(60 + minutes), { exact: true })
        .waitFor();
    };
    const nothingIsFetched = (): Promise<void> =>
      expect.poll(() => rig.page.getByText('Fetching…').count(), PATIENCE).toBe(0);
    const end = async (): Promise<number> =>
      Number(
        await rig.page
          .getByRole('slider', { name: 'End of the stretch in view' })
          .getAttribute('aria-valuenow'),
      );
    /** From now on: how many live regions say that something is fetched, whenever that is read anywhere. */
    const fetchingTold = async (): Promise<() => Promise<readonly number[]>> => {
      await rig.page.evaluate(() => {
        const counts: number[] = [];
        Object.assign(globalThis, { counts });
        const isTold = (element: Element): boolean => element.textContent.includes('Fetching…');
        new MutationObserver(() => {
          const regions = [...document.querySelectorAll('[role="status"]')].filter(isTold);
          if (isTold(document.body)) counts.push(regions.length);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      return () => rig.page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
    };
    const asked = (): number =>
      rig.service.requests.all.filter(({ path }) => path.includes('timeseries')).length;

    it('is looked at again every 30 seconds', async () => {
      await samplesInView();
      // A chart may be asked for once more when it knows its width.
      await nothingIsFetched();
      const before = await end();
      const told = await fetchingTold();
      await rig.page.clock.runFor(29_000);
      expect(await end()).toBe(before);
      await rig.page.clock.runFor(1000);
      await expect.poll(end, PATIENCE).toBe(before + 30_000);
      await rig.page.clock.runFor(30_000);
      await expect.poll(end, PATIENCE).toBe(before + MINUTE);
      await samplesInView();
      // Nobody asked for it: not a word of it, and what stands there stays.
      expect(await told()).toEqual([]);
    });

    it('tells once, to all who listen, that a stretch is fetched that a person asked for', async () => {
      const told = await fetchingTold();
      await rig.page.getByRole('radio', { name: 'Month' }).click();
      await rig.page.clock.runFor(200);
      await expect.poll(async () => (await told()).length, PATIENCE).toBeGreaterThan(0);
      expect(new Set(await told())).toEqual(new Set([1]));
      await rig.page.getByRole('radio', { name: 'Week' }).click();
      await rig.page.clock.runFor(200);
      await samplesInView();
    });

    it('stands still while somebody looks closer, and asks for nothing', async () => {
      const plot = rig.page.getByRole('application').first();
      const before = await end();
      await plot.press('+');
      await rig.page.clock.runFor(200);
      await expect.poll(end, PATIENCE).toBeLessThan(before);
      const zoomed = await end();
      await rig.page.getByRole('button', { name: /^Go live/ }).waitFor();
      await nothingIsFetched();
      const requests = asked();
      await rig.page.clock.runFor(5 * MINUTE);
      expect([await end(), asked()]).toEqual([zoomed, requests]);
      await rig.page.getByRole('button', { name: /^Go live/ }).click();
      await rig.page.getByRole('button', { name: /^Live/ }).waitFor();
    });

    it('stands still in the middle of a drag, and goes back where it is broken off', async () => {
      const before = await end();
      const box = (await rig.page.getByRole('application').first().boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + 80];
      await rig.page.mouse.move(x, y);
      await rig.page.keyboard.down('Shift');
      await rig.page.mouse.down();
      await rig.page.mouse.move(x + 100, y, { steps: 2 });
      await rig.page.clock.runFor(200);
      await expect.poll(end, PATIENCE).toBeLessThan(before);
      const dragged = await end();
      await rig.page.clock.runFor(MINUTE);
      expect(await end()).toBe(dragged);
      await rig.page.getByRole('application').first().press('Escape');
      await rig.page.mouse.up();
      await rig.page.keyboard.up('Shift');
      await expect.poll(end, PATIENCE).toBe(before);
    });

    it('goes on after a reset', async () => {
      await rig.page.getByRole('application').first().press('+');
      await rig.page.getByRole('button', { name: /^Go live/ }).waitFor();
      await rig.page.getByRole('application').first().press('0');
      await rig.page.getByRole('button', { name: /^Live/ }).waitFor();
      const before = await end();
      await rig.page.clock.runFor(30_000);
      await expect.poll(end, PATIENCE).toBe(before + 30_000);
      await samplesInView();
      expect(rig.bugs).toEqual([]);
    });
  },
);
