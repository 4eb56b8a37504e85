import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const FILES = 2500;
const nameOf = (at: number): string => `Sheet ${String(at).padStart(4, '0')}.txt`;

describe.skipIf(CHROMIUM === null)(`one file of ${FILES}${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (let at = 0; at < FILES; at += 1)
          store.addFile(SITE, { name: nameOf(at), category: 'other', content: `${at}` });
      },
    });
    await rig.follow(SITE, []);
  }, 120_000);
  afterAll(() => rig?.close());

  const goByPalette = async (name: string): Promise<void> => {
    await rig.page.keyboard.press('Control+k');
    const palette = rig.page.getByRole('dialog');
    await palette.getByRole('combobox').fill(name);
    await palette.getByRole('option', { name: new RegExp(name.replace('.', '\\.')) }).waitFor();
    await rig.page.keyboard.press('Enter');
    await rig.page.getByRole('heading', { name, level: 2 }).waitFor();
    await hasFocus(rig.page.getByRole('grid', { name: 'Files' }));
  };
  /** What the current row says, where it lies within the list as it is seen; null where it does not. */
  const current = (): Promise<string | null> =>
    rig.page.getByRole('grid', { name: 'Files' }).evaluate((grid) => {
      const id = grid.getAttribute('aria-activedescendant');
      const row = id === null ? null : document.querySelector(`[id="${id}"]`);
      if (row === null) return null;
      const [outer, inner] = [grid.getBoundingClientRect(), row.getBoundingClientRect()];
      const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? outer.top;
      const isSeen = inner.top >= head - 1 && inner.bottom <= outer.bottom + 1;
      return isSeen ? (/Sheet \d+\.txt/.exec(row.textContent)?.[0] ?? null) : null;
    });

  it.each([1203, 7, 2490])('is led to and marked, wherever it stands: %i', async (at) => {
    await goByPalette(nameOf(at));
    await expect.poll(current, PATIENCE).toBe(nameOf(at));
  });

  it('is led to again after somebody went on from it', async () => {
    await rig.page.keyboard.press('Home');
    await expect.poll(current, PATIENCE).not.toBe(nameOf(2490));
    await goByPalette(nameOf(2490));
    await expect.poll(current, PATIENCE).toBe(nameOf(2490));
  });

  it('is led to again after somebody scrolled away from it', async () => {
    await rig.page.getByRole('grid', { name: 'Files' }).hover();
    await rig.page.mouse.wheel(0, 40_000);
    await expect.poll(current, PATIENCE).not.toBe(nameOf(2490));
    await goByPalette(nameOf(2490));
    await expect.poll(current, PATIENCE).toBe(nameOf(2490));
  });

  it('is led to from a list that was narrowed to others, which it is no longer', async () => {
    await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('000');
    await expect.poll(() => rig.page.getByRole('row').count(), PATIENCE).toBe(13);
    await goByPalette(nameOf(1700));
    await expect.poll(current, PATIENCE).toBe(nameOf(1700));
    await rig.page.keyboard.press('ArrowDown');
    // Those that came in the same millisecond are sorted by name.
    await expect.poll(current, PATIENCE).toMatch(/Sheet 1[67](?!00)/);
    expect(rig.bugs).toEqual([]);
  });
});
