import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { PATIENCE, type Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';
import { openThreeFiles, SITE } from './three-files.ts';

describe.skipIf(CHROMIUM === null)(`without a mouse${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  const open = async (): Promise<void> => {
    rig = await openThreeFiles();
  };
  worldOfATry(open, () => rig?.close());

  const press = (keys: string): Promise<void> => rig.page.keyboard.press(keys);
  const heading = (name: string): Promise<void> =>
    rig.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  const toFiles = async (): Promise<void> => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /Alpha\.txt/ }).waitFor();
  };
  const keyOf = async (name: string): Promise<string> => {
    const filter = { text: name, category: null, status: [], folder: null };
    const sort = { by: 'name', descending: false } as const;
    const page = await rig.call('files.page', { site: SITE, filter, sort, offset: 0, limit: 1 });
    return page.rows[0]!.key;
  };
  const focused = (): Promise<string | null> =>
    rig.page.evaluate(() => document.activeElement?.getAttribute('placeholder') ?? null);

  it.each([
    ['Control+1', 'Sites'],
    ['Control+2', 'Outbox'],
    ['Control+3', 'Activity'],
    ['Control+4', 'Trash'],
    ['Control+5', 'Settings'],
    ['Control+j', 'Outbox'],
  ])('%s opens %s', async (keys, name) => {
    await press(keys);
    await heading(name);
    // From here the next keys go to what was opened.
    await expect
      .poll(() => rig.page.evaluate(() => document.activeElement?.matches('main h1, main [role="grid"]')))
      .toBe(true);
  });

  it.each([0, 1, 2, 3, 4])(
    'a dialog gives the focus back to its button, though pressed %i frames after the focus was lost',
    async (frames) => {
      await rig.goTo(`site/${SITE}/files`);
      await rig.page.getByRole('grid', { name: 'Files' }).press('ArrowDown');
      await rig.page.evaluate(async (count) => {
        const frame = () => new Promise(requestAnimationFrame);
        const out = () =>
          [...document.querySelectorAll('button')].find((each) => each.textContent === 'Sign out…');
        location.hash = '#/settings';
        while (out() === undefined) await frame();
        for (let at = 0; at < count; at++) await frame();
        out()!.focus();
        out()!.click();
      }, frames);
      await hasFocus(rig.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
      await press('Escape');
      await rig.page.getByRole('alertdialog').waitFor({ state: 'detached' });
      // So long it is looked for where the focus goes.
      await sleep(300);
      await hasFocus(rig.page.getByRole('button', { name: 'Sign out…' }));
    },
  );

  it('Delete asks about the row that was gone to a moment before', async () => {
    await rig.goTo('sites');
    await toFiles();
    await rig.page.getByRole('grid', { name: 'Files' }).evaluate(async (grid) => {
      grid.focus();
      // As fast as keys can come: what is beside the list does not know yet which row is the current one.
      for (const key of ['End', 'Delete']) {
        grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await Promise.resolve();
      }
    });
    const question = rig.page.getByRole('alertdialog', { name: 'Delete 1 file?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  }, 60_000);

  it('F2 renames the row that is gone to; what is typed leaves its ending', async () => {
    await toFiles();
    const grid = rig.page.getByRole('grid', { name: 'Files' });
    await rig.pick(/Alpha\.txt/, 'Alpha.txt');
    await grid.focus();
    await press('F2');
    const dialog = rig.page.getByRole('dialog', { name: 'Rename the file' });
    await dialog.waitFor();
    await rig.page.keyboard.type('Omega');
    expect(await dialog.getByLabel('New name').inputValue()).toBe('Omega.txt');
    await press('Enter');
    await grid.getByRole('row', { name: /Omega\.txt/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    // Its menu names the key, and the keys go to the list again.
    await vi.waitFor(
      async () => expect(await grid.evaluate((each) => document.activeElement === each)).toBe(true),
      PATIENCE,
    );
    await press('Shift+F10');
    await rig.page
      .getByRole('menuitem', { name: 'Rename…', exact: true })
      .filter({ hasText: 'F2' })
      .waitFor();
    await press('Escape');
    await rig.call('files.rename', { site: SITE, key: await keyOf('Omega.txt'), name: 'Alpha.txt' });
    await grid.getByRole('row', { name: /Alpha\.txt/ }).waitFor();
  }, 60_000);

  it('the menu of a row is on screen as a whole, however low the window and the row are', async () => {
    await toFiles();
    const rows = rig.page.getByRole('grid', { name: 'Files' }).getByRole('row', { name: /\.txt/ });
    const menu = rig.page.getByRole('menu');
    for (const height of [560, 700]) {
      await rig.page.setViewportSize({ width: 1024, height });
      await rows.last().click({ button: 'right' });
      await menu.waitFor();
      const { top, bottom, hidden } = await menu.evaluate((element) => ({
        top: element.getBoundingClientRect().top,
        bottom: innerHeight - element.getBoundingClientRect().bottom,
        hidden: element.scrollHeight - element.clientHeight,
      }));
      expect(top, `${height}`).toBeGreaterThanOrEqual(0);
      expect(bottom, `${height}`).toBeGreaterThanOrEqual(0);
      expect(hidden, `${height}`).toBe(0);
      await press('Escape');
      await menu.waitFor({ state: 'detached' });
    }
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  }, 60_000);

  it('Ctrl+F leads to the filter, which narrows the list', async () => {
    await toFiles();
    await press('Control+f');
    await vi.waitFor(async () => expect(await focused()).toBe('Filter files'), PATIENCE);
    await rig.page.keyboard.type('gam');
    await rig.page.getByRole('row', { name: /Alpha\.txt/ }).waitFor({ state: 'detached' });
    await press('Escape');
    await rig.page.getByRole('row', { name: /Alpha\.txt/ }).waitFor();
  });

  it('Ctrl+A means the list of the screen that one came to, and marks no words of the window', async () => {
    await press('Control+1');
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    await toFiles();
    const link = rig.page.getByRole('link', { name: 'Harbour House' });
    const ringOver = (): Promise<string> =>
      rig.page.getByRole('grid', { name: 'Files' }).evaluate((grid) => {
        const { borderLeftWidth: width, borderLeftStyle: style } = getComputedStyle(
          grid.parentElement ?? grid,
          '::after',
        );
        return `${width} ${style}`;
      });
    for (const beside of [null, link]) {
      await (beside === null
        ? rig.page.evaluate(() => (document.activeElement as HTMLElement).blur())
        : beside.focus());
      await press('Control+a');
      await rig.page.getByText(/^3 selected/).waitFor();
      expect(await rig.page.evaluate(() => getSelection()?.toString())).toBe('');
      // No row is gone to yet: the ring is around all of it, and over the tint of what is selected.
      if (beside === null) expect(await ringOver()).toBe('2px solid');
      await press('Escape');
      await rig.page.getByText(/^3 selected/).waitFor({ state: 'detached' });
    }
    // In a field it means what stands there.
    await press('Control+f');
    await rig.page.keyboard.type('gam');
    await press('Control+a');
    await press('Backspace');
    await rig.page.getByRole('row', { name: /Alpha\.txt/ }).waitFor();
    await press('Escape');
  });

  it('Ctrl+A where there is no list selects what the screen shows, and nothing of its frame', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByText('Handover gaps').waitFor();
    await rig.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await press('Control+a');
    const selected = await rig.page.evaluate(() => getSelection()?.toString() ?? '');
    expect(selected).toContain('Handover gaps');
    for (const frame of ['Sync now', 'Settings', 'Trash', 'Go to a site'])
      expect(selected).not.toContain(frame);
    await rig.shot('select-all');
    await rig.page.evaluate(() => getSelection()?.removeAllRanges());
    await toFiles();
  });

  it('arrows, Space and Esc look at one file after the other', async () => {
    await toFiles();
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    await press('Home');
    await press('Space');
    const preview = rig.page.getByRole('dialog');
    await preview.getByText(/text of /).waitFor();
    const first = await preview.getByRole('heading').first().textContent();
    await preview.getByRole('button', { name: /after|next/i }).click();
    await vi.waitFor(
      async () => expect(await preview.getByRole('heading').first().textContent()).not.toBe(first),
      PATIENCE,
    );
    await press('Escape');
    await preview.waitFor({ state: 'detached' });
    await hasFocus(rig.page.getByRole('grid', { name: 'Files' }));
    // A key that shows the name of a button is no reason for Esc to be pressed twice.
    await press('Space');
    await preview.getByText(/text of /).waitFor();
    await preview.getByRole('button', { name: 'Close' }).focus();
    await press('Shift+Tab');
    await press('Tab');
    await rig.page.getByRole('tooltip').waitFor();
    await press('Escape');
    await preview.waitFor({ state: 'detached' });
    await rig.page.getByRole('tooltip').waitFor({ state: 'detached' });
  });

  it('F5 asks the service anew', async () => {
    rig.service.requests.clear();
    await press('F5');
    await vi.waitFor(() => expect(rig.service.requests.all.length).toBeGreaterThan(0), PATIENCE);
  });

  it('? lists all keys, but not while somebody types', async () => {
    await toFiles();
    await press('Control+f');
    await vi.waitFor(async () => expect(await focused()).toBe('Filter files'), PATIENCE);
    await rig.page.keyboard.type('?');
    expect(await rig.page.getByRole('dialog').count()).toBe(0);
    await press('Escape');
    const beside = rig.page.getByRole('link', { name: 'Activity' });
    // The list takes letters for its type-ahead, but no name begins with this one.
    for (const place of [beside, rig.page.getByRole('grid', { name: 'Files' })]) {
      await place.focus();
      await press('?');
      await rig.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await press('Escape');
      await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it.each([
    ['', 0],
    [', though it is gone before the menu has given the focus back', 300],
  ])('stopping to keep a site leads to the list of sites%s', async (_, frameLater) => {
    // Also where a try before this one has stopped to keep it.
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/overview`);
    // What was focused long before the menu is none of its business.
    await rig.page.getByRole('link', { name: /^Trash/ }).focus();
    await rig.page.getByRole('main').getByRole('button', { name: 'More' }).press('Enter');
    const stop = rig.page.getByRole('menuitem', { name: /Stop keeping/ });
    await stop.waitFor();
    const frames = await delayFrames(rig.page, frameLater);
    await stop.press('Enter');
    await hasFocus(rig.page.getByRole('heading', { name: 'Sites', level: 1 }));
    await frames.inTime();
    const told = rig.page.getByRole('alertdialog', { name: /is no longer kept in step/ });
    await told.getByRole('button', { name: 'Close' }).click();
    await told.waitFor({ state: 'detached' });
  });

  it('signing out leads to the token of the sign-in, whose address is known, where no site is kept', async () => {
    const [kept] = await rig.call('sites.list', null);
    if (kept?.followed !== null) await rig.call('sites.unfollow', { site: SITE });
    await rig.goTo('settings');
    await rig.page.getByRole('button', { name: /^Sign out/ }).focus();
    await press('Enter');
    await hasFocus(rig.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
    await press('Tab');
    await press('Enter');
    const token = rig.page.getByRole('textbox', { name: 'Access token' });
    await hasFocus(token);
    // It stays there when all that is left behind is gone.
    await sleep(500);
    await hasFocus(token);
    expect(rig.bugs).toEqual([]);
  });
});

/** From now on each frame comes `ms` later than the screens ask for it, as on a busy computer. */
async function delayFrames(page: Page, ms: number): Promise<{ inTime(): Promise<void> }> {
  const delay = await page.evaluateHandle((later) => {
    const [ask, cancel] = [window.requestAnimationFrame, window.cancelAnimationFrame];
    const each = { later };
    const underWay = new Map<number, number>();
    let asked = 0;
    window.requestAnimationFrame = (onFrame) => {
      const mine = (asked += 1);
      const due = performance.now() + each.later;
      const wait = (): void => {
        underWay.set(
          mine,
          ask((now) => {
            if (now < due) wait();
            else onFrame(now);
          }),
        );
      };
      wait();
      return mine;
    };
    window.cancelAnimationFrame = (mine) => cancel(underWay.get(mine) ?? 0);
    return each;
  }, ms);
  const inTime = (): Promise<void> => delay.evaluate((each) => void (each.later = 0));
  return { inTime };
}
