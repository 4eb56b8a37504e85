import { describe, expect, it, vi } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { PATIENCE, type Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';
import { openThreeFiles, SITE } from './three-files.ts';

describe.skipIf(CHROMIUM === null)(`the palette${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  const open = async (): Promise<void> => {
    rig = await openThreeFiles();
  };
  worldOfATry(open, () => rig?.close());

  const press = (keys: string): Promise<void> => rig.page.keyboard.press(keys);

  it('Ctrl+K goes to a file by some letters of its name', async () => {
    await press('Control+k');
    const palette = rig.page.getByRole('dialog');
    await palette.getByRole('combobox').fill('beta');
    await palette.getByRole('option', { name: /Beta\.txt/ }).waitFor();
    await press('Enter');
    await rig.page.getByRole('heading', { name: 'Beta.txt', level: 2 }).waitFor();
    const list = rig.page.getByRole('grid', { name: 'Files' });
    await hasFocus(list);
    await expect
      .poll(() =>
        list.evaluate((grid) => {
          const id = grid.getAttribute('aria-activedescendant');
          return id === null ? null : document.querySelector(`[id="${id}"]`)?.textContent;
        }),
      )
      .toContain('Beta.txt');
    await press('Control+k');
    await palette.getByRole('combobox').fill('harbour');
    await palette.getByRole('option', { name: /Harbour House/ }).waitFor();
    await press('Enter');
    await hasFocus(rig.page.getByRole('heading', { name: 'Harbour House', level: 1 }));
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      await rig.shot(`focus-of-a-site-${theme}`);
    }
    await rig.theme('light');
  });

  it('Ctrl+K lists sites and commands before a letter is typed, and one Esc leaves it', async () => {
    await press('Control+k');
    const palette = rig.page.getByRole('dialog');
    await palette.getByRole('option', { name: /Harbour House/ }).waitFor();
    await palette.getByRole('option', { name: /Sync now/ }).waitFor();
    await rig.page.keyboard.type('no such thing');
    await palette.getByText('No site, file or point is called that.').waitFor();
    await press('Escape');
    await palette.waitFor({ state: 'detached' });
    await press('Control+k');
    await rig.page.keyboard.type('keyboard');
    await palette.getByRole('option', { name: /Keyboard shortcuts/ }).waitFor();
    await press('Enter');
    await rig.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('Ctrl+K finds a file by its whole path, however long that is', async () => {
    const deep = Array.from({ length: 10 }, (_, at) => `Level ${at} of the tower`).join('/');
    rig.service.store.addFile(SITE, {
      name: 'Pump.txt',
      category: 'other',
      content: 'text of Pump.txt',
      metadata: { sitesync: { path: `Other/${deep}/Pump.txt` } },
    });
    await rig.call('app.sync', { site: null });
    await press('Control+k');
    const palette = rig.page.getByRole('dialog');
    await palette.getByRole('combobox').fill(`Other/${deep}/Pump.txt`);
    await palette.getByRole('option', { name: /Pump\.txt/ }).waitFor();
    await press('Escape');
  });

  it('Ctrl+K names its current entry whatever comes, arrows go round, and Enter waits for the answer', async () => {
    const late = await holdAnswers(rig.page, 'app.search');
    await rig.page.reload();
    const current = (): Promise<string | null> =>
      rig.page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant');
        return id === null || id === undefined
          ? null
          : (document.querySelector(`[id="${id}"]`)?.textContent ?? '');
      });
    await rig.page.getByRole('main').waitFor();
    await press('Control+k');
    await vi.waitFor(async () => expect(await current()).toContain('Add files'), PATIENCE);
    await vi.waitFor(() => expect(late.length).toBeGreaterThan(0), PATIENCE);
    for (const answer of late) answer();
    await vi.waitFor(async () => expect(await current()).toContain('Harbour House'), PATIENCE);
    await press('ArrowUp');
    await vi.waitFor(async () => expect(await current()).toContain('Keyboard shortcuts'), PATIENCE);
    await press('ArrowDown');
    await vi.waitFor(async () => expect(await current()).toContain('Harbour House'), PATIENCE);
    const before = late.length;
    await rig.page.keyboard.type('gamma');
    await press('Enter');
    await vi.waitFor(() => expect(late.length).toBeGreaterThan(before), PATIENCE);
    await rig.page.getByRole('dialog').waitFor();
    // Letters that come fast are asked about together: how many answers there will be is not known.
    let answered = before;
    await vi.waitFor(async () => {
      for (const answer of late.slice(answered)) answer();
      answered = late.length;
      expect(await rig.page.getByRole('heading', { name: 'Gamma.txt', level: 2 }).isVisible()).toBe(true);
    }, PATIENCE);
    expect(rig.bugs).toEqual([]);
  }, 60_000);
});
