import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag } from './rig/drag.ts';
import { hasFocus } from './rig/has-focus.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';

/** Everywhere else motion is off, which keeps pictures and tests from being in the midst of it. */
describe.skipIf(CHROMIUM === null)(
  `screens for people who did not turn motion off${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let page: Page;
    let outside: string;

    beforeAll(async () => {
      outside = await mkdtemp(join(tmpdir(), 'sitesync-outside-'));
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          for (const name of ['alpha.txt', 'beta.txt'])
            store.addFile(SITE, { name, category: 'other', content: `words of ${name}\n` });
        },
      });
      page = rig.page;
      await rig.follow(SITE);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await rig.goTo(`site/${SITE}/files`);
      await rig.pick(/alpha\.txt/, 'alpha.txt');
    }, 120_000);

    afterAll(async () => {
      await rig?.close();
      await rm(outside, { recursive: true, force: true });
    });

    /** What `look` tells of the page in each frame from now on, until it is asked for. */
    const watch = async <T>(look: () => T): Promise<() => Promise<T[]>> => {
      await page.evaluate(`{
        const seen = [];
        Object.assign(globalThis, { seen, isWatched: true });
        const frame = () => {
          seen.push((${look.toString()})());
          if (globalThis.isWatched) requestAnimationFrame(frame);
        };
        frame();
      }`);
      return () =>
        page.evaluate(() => {
          const all = globalThis as unknown as { isWatched: boolean; seen: T[] };
          all.isWatched = false;
          return all.seen;
        });
    };

    it('empties no preview while it goes', async () => {
      await hasFocus(page.getByRole('grid', { name: 'Files' }));
      await page.keyboard.press('Space');
      const dialog = page.getByRole('dialog', { name: 'alpha.txt' });
      await dialog.getByText('words of alpha.txt').waitFor();
      const seen = await watch(() => {
        const shown = document.querySelector('.preview-dialog');
        return shown === null ? null : shown.textContent;
      });
      await page.keyboard.press('Escape');
      await hasFocus(page.getByRole('grid', { name: 'Files' }));
      expect((await seen()).filter((text) => text !== null && !text.includes('alpha.txt'))).toEqual([]);
    });

    it('leads from the palette to one place, however often Enter is pressed', async () => {
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox');
      await field.fill('beta.txt');
      await page.getByRole('option', { name: /beta\.txt/, selected: true }).waitFor();
      const seen = await watch(() => {
        const options = [...document.querySelectorAll('.palette-item')].map((each) => each.textContent);
        return options.length === 0 ? null : options.join('|');
      });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      await page.waitForTimeout(300);
      // Nothing of what it shows to those who have typed nothing.
      expect((await seen()).filter((text) => text !== null && !text.includes('beta.txt'))).toEqual([]);
      // The second one may have been for the list, and opened its row.
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'beta.txt', level: 2 }).waitFor();
    });

    it('keeps the page covered from the drop to its review, and shows nothing for a moment only', async () => {
      await mkdir(join(outside, 'Box'));
      for (let at = 0; at < 40; at += 1) await writeFile(join(outside, 'Box', `${at}.txt`), String(at));
      const seen = await watch(() => {
        const cover = document.querySelector('.scrim');
        const sheet = document.querySelector('.sheet-m');
        return {
          cover: cover === null ? 0 : Number(getComputedStyle(cover).opacity),
          brief: sheet === null ? 0 : Number(getComputedStyle(sheet).opacity),
        };
      });
      await drag(page, [join(outside, 'Box')], 'main');
      await page.getByRole('button', { name: 'Add 40 files' }).waitFor();
      await page.waitForTimeout(300);
      const frames = await seen();
      const covers = frames.map(({ cover }) => cover);
      expect(covers.filter((cover, at) => cover < (covers[at - 1] ?? 0))).toEqual([]);
      expect(covers.at(-1)).toBe(1);
      expect(Math.max(...frames.map(({ brief }) => brief))).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    it('changes all colours in one frame with the theme', async () => {
      await rig.goTo('settings/look');
      const dark = page.getByRole('radio', { name: 'Dark' });
      await dark.waitFor();
      const seen = await watch(() => {
        const button = document.querySelector('.settings-section .button')!;
        const style = getComputedStyle(button);
        return `${document.documentElement.dataset['theme']} ${style.backgroundColor}`;
      });
      await dark.click();
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
      await page.waitForTimeout(300);
      const colours = new Set((await seen()).filter((each) => each.startsWith('dark ')));
      expect([...colours]).toHaveLength(1);
      await page.getByRole('radio', { name: 'System' }).click();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'none'), PATIENCE)
        .toBe('none');
      expect(rig.bugs).toEqual([]);
    });
  },
);
