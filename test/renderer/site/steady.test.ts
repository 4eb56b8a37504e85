import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { movedOf, placesOf } from '../rig/places.ts';
import { PATIENCE, Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const TOWER = 'rijnhaven-tower';

describe.skipIf(CHROMIUM === null)(
  `a site while it loads: nothing moves that a person may be about to press${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let page: Page;

    beforeAll(async () => {
      rig = await Rig.open({ sample: SAMPLE });
      const folder = await rig.follow(TOWER);
      rig.service.set({ maxUploadBytes: 1 });
      for (const name of ['Valve 3.txt', 'Valve 4.txt'])
        await writeFile(join(folder, 'Other', name), 'leaks');
      await vi.waitFor(
        async () => expect((await rig.call('app.state', null)).outbox.issues).toBe(2),
        PATIENCE,
      );
    }, 120_000);
    afterAll(() => rig?.close());

    /** Shows a place while answers to `command` wait, and returns what moves as they come, in that it shows `last`. */
    const moves = async (
      place: string,
      command: string,
      ready: string,
      last: string,
    ): Promise<readonly string[]> => {
      page = rig.page;
      const late = await holdAnswers(page, command);
      await rig.goTo(place);
      await page.reload();
      await expect.poll(() => late.length, PATIENCE).toBeGreaterThan(0);
      await page.getByText(ready).or(page.getByPlaceholder(ready)).first().waitFor();
      await expect.poll(async () => (await placesOf(page.locator('main'))).size, PATIENCE).toBeGreaterThan(8);
      await rig.shot(`steady-${command}-before`);
      const before = await placesOf(page.locator('main'));
      for (let answer = late[0]; answer !== undefined; answer = late[0]) {
        (late as (() => void)[]).shift();
        answer();
      }
      await page.getByText(last).first().waitFor();
      await rig.shot(`steady-${command}-after`);
      return movedOf(before, await placesOf(page.locator('main')));
    };

    it.each([
      ['models', 'models.list', 'Handover gaps', '0 of 2'],
      ['issues', 'outbox.get', 'Handover gaps', 'Failed · too large'],
      ['history', 'activity.list', 'Handover gaps', 'Downloaded'],
    ])('keeps the overview where it is when its %s come', async (_, command, ready, last) => {
      expect(await moves(`site/${TOWER}`, command, ready, last)).toEqual([]);
    });

    it('keeps the overview of a site that is online only where it is when its files are counted', async () => {
      await rig.goTo('outbox');
      rig.service.store.addSite({ id: 'annex', name: 'Annex' });
      rig.service.store.addFile('annex', { name: 'a.pdf', category: 'spec-sheet', content: 'a' });
      await rig.call('sites.refresh', null);
      rig.service.set({ latencyMs: 2000 });
      await rig.goTo('site/annex');
      await page.getByText('Counting its files on the service').waitFor();
      const before = await placesOf(page.locator('main'));
      await rig.shot('steady-count-before');
      await page.getByText('1 file on the service').waitFor();
      await page.getByText('This site has no file in').waitFor();
      expect(movedOf(before, await placesOf(page.locator('main')))).toEqual([]);
      rig.service.set({ latencyMs: 0 });
    });

    it.each([
      ['question', 'points.files', 'Find a point', 'Are these columns right?'],
      ['points', 'points.page', 'Are these columns right?', '12 points'],
    ])('keeps the list of points where it is when its %s come', async (_, command, ready, last) => {
      expect(await moves(`site/${TOWER}/data`, command, ready, last)).toEqual([]);
    });

    it('counts the points at the first visit, keeps the tabs where they are then, and the count from then on', async () => {
      await rig.openWindow();
      page = rig.page;
      const tab = (name: RegExp): Locator => page.getByRole('tab', { name });
      const late = await holdAnswers(page, 'points.page');
      await page.reload();
      await rig.goTo(`site/${TOWER}`);
      await tab(/^Models 2/).waitFor();
      await expect.poll(() => late.length, PATIENCE).toBeGreaterThan(0);
      const tabs = page.getByRole('tablist');
      const before = await placesOf(tabs);
      expect(await tab(/^Timeseries$/).count()).toBe(1);
      for (const answer of late) answer();
      await tab(/^Timeseries 12$/).waitFor();
      expect(movedOf(before, await placesOf(tabs))).toEqual([]);
      await page.reload();
      await tab(/^Timeseries 12$/).waitFor();
      expect(late).toHaveLength(1);
      // The second visit finds each tab where the first one left it.
      expect(movedOf(before, await placesOf(tabs))).toEqual([]);
      expect(rig.bugs).toEqual([]);
    });

    it('leaves no blank for a count that nobody has asked for', async () => {
      rig.service.store.addSite({ id: 'yard', name: 'Yard' });
      await rig.call('sites.refresh', null);
      await rig.openWindow();
      await rig.goTo('site/yard/data');
      const files = rig.page.getByRole('tab', { name: 'Files', exact: true });
      await files.waitFor();
      expect(await files.locator('.tab-count').count()).toBe(0);
    });

    it('says that a site has none, rather than leave a blank', async () => {
      rig.service.store.addSite({ id: 'shed', name: 'Shed' });
      await rig.call('sites.refresh', null);
      await rig.follow('shed');
      await rig.openWindow();
      await rig.goTo('site/shed');
      for (const name of ['Files 0', 'Timeseries 0', 'Models 0'])
        await rig.page.getByRole('tab', { name, exact: true }).waitFor();
    });
  },
);
