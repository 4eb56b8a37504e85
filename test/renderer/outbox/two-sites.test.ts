import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITES = { harbour: 'Harbour House', quay: 'Quay Warehouse' } as const;

describe.skipIf(CHROMIUM === null)(
  `the outbox of two sites, in a narrow window${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        viewport: { width: 1024, height: 768 },
        seed: ({ store }) => {
          for (const [id, name] of Object.entries(SITES)) {
            store.addSite({ id, name });
            store.addFile(id, { name: 'Fans.txt', category: 'other', content: 'one\n' });
          }
        },
      });
      const folders = [await rig.follow('harbour'), await rig.follow('quay')];
      await rig.call('app.pause', { paused: true });
      for (const folder of folders) await writeFile(join(folder, 'Other', 'Fans.txt'), 'mine\n');
      for (const id of Object.keys(SITES)) {
        const [fans] = rig.service.store.files(id);
        rig.service.store.editFile(fans!.id, { content: 'theirs\n' });
      }
      await rig.call('app.pause', { paused: false });
      await rig.conflicts(2);
      await rig.call('app.pause', { paused: true });
      for (const folder of folders) await writeFile(join(folder, 'Other', 'New.txt'), 'new\n');
      await vi.waitFor(
        async () => expect((await rig.call('app.state', null)).outbox.pending).toBe(2),
        PATIENCE,
      );
      await rig.goTo('outbox');
      await rows('Fans.txt').first().waitFor();
    }, 120_000);
    afterAll(() => rig?.close());

    const rows = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(name) });
    /** Places that stand on the line of their row, where it is seen. */
    const placesOf = (name: string): Promise<readonly string[]> =>
      rows(name)
        .locator('.cell-two-place')
        .evaluateAll((all) =>
          all.flatMap((place) => {
            const [line, own] = [place.parentElement!, place].map((each) => each.getBoundingClientRect());
            const isSeen = own!.top < line!.bottom - 2 && own!.width >= 60;
            return isSeen ? (place.querySelector('.truncate-whole')?.textContent ?? '') : [];
          }),
        );

    it('names the site in each row', async () => {
      const both = Object.values(SITES);
      for (const row of ['New.txt', 'Fans.txt.*changed here and there', 'Fans.txt.*Downloaded'])
        await expect.poll(async () => (await placesOf(row)).toSorted(), PATIENCE).toEqual(both);
      await rig.shot('outbox-two-sites-1024');
    });

    it.each(['Downloaded · New on the service', 'Kept both · Changed here and there'])(
      'leaves room for what was done, and why, in a list of 300 pixels: %s',
      async (words) => {
        const rows = rig.page.getByRole('row', { name: new RegExp(`Fans.*${words}`) });
        await rows.first().waitFor();
        const lacking = await rows
          .locator('.cell-two-detail > .cut')
          .evaluateAll((all) => all.map((words) => words.scrollWidth - words.parentElement!.clientWidth));
        expect(lacking.length).toBe(2);
        expect(Math.max(...lacking)).toBeLessThanOrEqual(0);
        const lines = await rows
          .first()
          .locator('.cell-two-words > *')
          .evaluateAll((all) => all.map((line) => Math.round(line.getBoundingClientRect().bottom)));
        const { y, height } = (await rows.first().boundingBox())!;
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
        expect(lines.at(-1)).toBeLessThan(y + height);
      },
    );

    it.each([
      ['light', 1280, 800],
      ['dark', 1440, 900],
      ['light', 720, 450],
    ] as const)(
      'takes two lines in a usual window, with the site and why: %s, %i',
      async (theme, width, height) => {
        await rig.theme(theme);
        await rig.page.setViewportSize({ width, height });
        const grid = rig.page.getByRole('grid', { name: 'Outbox' });
        const high = (): Promise<readonly number[]> =>
          grid
            .locator('.table-row:not(.table-row-heading)')
            .evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))]);
        await expect.poll(high, PATIENCE).toEqual([48]);
        const both = Object.values(SITES);
        // In a low window the list scrolls: what is out of sight there is not drawn.
        const shown =
          height < 500
            ? ['Fans.txt.*changed here and there']
            : ['New.txt', 'Fans.txt.*changed', 'Fans.txt.*Kept both'];
        for (const row of shown)
          await expect.poll(async () => (await placesOf(row)).toSorted(), PATIENCE).toEqual(both);
        const lacking = await grid
          .locator('.cell-two-detail > .cut')
          .evaluateAll((all) => all.map((words) => words.scrollWidth - words.clientWidth));
        expect(Math.max(...lacking)).toBeLessThanOrEqual(0);
        await rig.shot(`outbox-two-sites-${width}`);
        expect(await rig.serious()).toEqual([]);
        await rig.theme('light');
        await rig.page.setViewportSize({ width: 1024, height: 768 });
      },
    );

    it('names the site before a reason for which both have no room, and cuts that', async () => {
      await rig.page.setViewportSize({ width: 1280, height: 800 });
      const cell = rows('New.txt').first().locator('.cell-two-detail');
      const place = cell.locator('.cell-two-place');
      await place.waitFor();
      const reason = cell.locator(':scope > .cut');
      const before = await reason.textContent();
      const say = (words: string): Promise<void> =>
        reason.evaluate((node, text) => void (node.firstChild!.nodeValue = text), words);
      await say('another file has this name on the service; rename one of the two, or choose what to keep');
      const [line, site, why] = await Promise.all(
        [cell, place, reason].map(async (each) => (await each.boundingBox())!),
      );
      expect(site!.width).toBeGreaterThanOrEqual(70);
      expect(site!.y + site!.height).toBeLessThanOrEqual(line!.y + line!.height + 1);
      // It begins where the words of the site end, which are cut between two letters.
      expect(why!.x).toBeGreaterThan(site!.x + site!.width / 2);
      expect(why!.x + why!.width).toBeLessThanOrEqual(line!.x + line!.width + 1);
      await rig.shot('outbox-long-reason');
      await say(before ?? '');
      await rig.page.setViewportSize({ width: 1024, height: 768 });
    });

    it('has headings that are as high as their line, however many lines its rows have', async () => {
      const heights = await rig.page
        .getByRole('grid', { name: 'Outbox' })
        .getByRole('row')
        .evaluateAll((all) =>
          all.map((row) => ({
            isHeading: row.matches('.table-row-heading'),
            top: row.getBoundingClientRect().top,
            height: row.getBoundingClientRect().height,
          })),
        );
      expect(heights.filter(({ isHeading }) => isHeading).map(({ height }) => height)).toEqual([40, 40, 40]);
      expect(new Set(heights.filter(({ isHeading }) => !isHeading).map(({ height }) => height))).toEqual(
        new Set([64]),
      );
      // One after the other, without a hole.
      const byPlace = heights.toSorted((one, other) => one.top - other.top);
      for (const [at, { top }] of byPlace.entries())
        if (at > 0) expect(top).toBe(byPlace[at - 1]!.top + byPlace[at - 1]!.height);
    });

    it('begins its rows where their headings begin, and shows a box beside the one that is looked at', async () => {
      const left = (of: Locator): Promise<number> =>
        of.first().evaluate((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          return Math.round(words.getBoundingClientRect().left);
        });
      const heading = await left(rig.page.locator('.table-heading'));
      for (const theme of ['contrast', 'light'] as const) {
        await rig.theme(theme);
        const icons = rig.page.locator('.cell-two > .icon');
        for (const icon of await icons.all())
          expect(Math.abs((await icon.boundingBox())!.x - heading), theme).toBeLessThanOrEqual(1);
        const box = rig.page.locator('.table-row-current .box');
        const { x, width } = (await box.boundingBox())!;
        expect(x + width, theme).toBeLessThan(heading);
        expect(await rig.serious(), theme).toEqual([]);
      }
      await rows('Fans.txt').nth(1).locator('.table-box').click();
      await rig.page.getByText('1 picked').waitFor();
      // Short words on the bar, and all that they do for whoever only hears them.
      for (const name of ['Keep both', 'Keep mine', 'Keep theirs'])
        await rig.page.locator('.selection-bar').getByRole('button', { name, exact: true }).waitFor();
      expect(rig.bugs).toEqual([]);
    });

    it('says of what waits because all is paused what makes it go on', async () => {
      await rig.goTo('outbox/pending');
      await rows('New.txt').first().click();
      const pane = rig.page.locator('.outbox-pane');
      await pane.getByText('Paused', { exact: true }).waitFor();
      await pane.getByText('When the pause ends', { exact: true }).waitFor();
    });

    it('names the site of what was done also beside the list, with all that its line has no room for', async () => {
      await rig.goTo('outbox/done');
      await rig.page
        .getByRole('row', { name: /Fans\.txt.*Quay Warehouse.*Downloaded/ })
        .first()
        .click();
      const pane = rig.page.locator('.outbox-pane');
      await pane.getByText('Quay Warehouse', { exact: true }).waitFor();
      await pane.getByText('Downloaded', { exact: true }).waitFor();
      await pane.getByText('New on the service', { exact: true }).waitFor();
    });
  },
);

describe.skipIf(CHROMIUM === null)(
  `the outbox of one site, in a narrow window${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        viewport: { width: 1024, height: 768 },
        seed: ({ store }) => {
          store.addSite({ id: 'quay', name: 'Quay Warehouse and Harbour House North' });
          store.addFile('quay', { name: 'Fans.txt', category: 'other', content: 'one\n' });
        },
      });
      const folder = await rig.follow('quay');
      await rig.call('app.pause', { paused: true });
      await writeFile(join(folder, 'Other', 'Fans.txt'), 'mine\n');
      const [fans] = rig.service.store.files('quay');
      rig.service.store.editFile(fans!.id, { content: 'theirs\n' });
      await rig.call('app.pause', { paused: false });
      await rig.conflicts(1);
    }, 120_000);
    afterAll(() => rig?.close());

    /** Of each place that is cut: what is shown of it, and the pixels between its end and the dot. */
    const gapsOf = (): Promise<readonly { readonly shown: string; readonly gap: number }[]> =>
      rig.page
        .getByRole('row', { name: /Fans.txt.*changed here and there/ })
        .locator('.cell-two-place')
        .evaluateAll((all) =>
          all.flatMap((place) => {
            const cut = place.querySelector<HTMLElement>('.truncate[data-cut]');
            const shown = cut?.dataset['cut'];
            if (cut === null || shown === undefined) return [];
            const drawn = document.createElement('span');
            drawn.textContent = shown;
            drawn.style.cssText = 'position: absolute; white-space: pre';
            cut.append(drawn);
            const { width } = drawn.getBoundingClientRect();
            drawn.remove();
            const dot = place.querySelector('.cell-two-dot')!.getBoundingClientRect();
            return [{ shown, gap: dot.left - cut.getBoundingClientRect().left - width }];
          }),
        );

    it('says why right after the name of a site that is cut, however much room there is', async () => {
      const edge = rig.page.getByRole('separator', { name: 'Width of Outbox' });
      const seen = new Set<string>();
      await rig.goTo('outbox');
      await edge.press('Home');
      for (let width = 260; width <= 340; width += 16) {
        await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(width));
        // It is cut anew in the frame after its room is another.
        const wide = async (): Promise<readonly unknown[]> => {
          const gaps = await gapsOf();
          for (const { shown } of gaps) seen.add(shown);
          return gaps.filter(({ gap }) => Math.abs(gap) > 1.5);
        };
        await expect.poll(wide, { message: `at ${width}` }).toEqual([]);
        await edge.press('ArrowRight');
      }
      expect(seen.size).toBeGreaterThan(2);
      await rig.shot('outbox-one-site-cut');
      await edge.dblclick();
    });
  },
);
