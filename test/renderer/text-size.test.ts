import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
const FILES = 40;

interface Rows {
  /** Pixels of the type of a name. */
  readonly type: number;
  readonly heights: readonly number[];
  /** Pixels by which a row reaches into the next one. */
  readonly overlaps: readonly number[];
  /** Words that reach out of their row or cell, or into the cell beside theirs. */
  readonly outside: readonly string[];
}

/** What the rows of the list on the screen are like. */
function rowsOf(selector: string): Rows {
  const rows = [...document.querySelectorAll(selector)]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .toSorted((a, b) => a.box.top - b.box.top);
  const outside = rows.flatMap(({ row, box }) => {
    const found: string[] = [];
    const reading = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = reading.nextNode(); node !== null; node = reading.nextNode()) {
      const holder = node.parentElement;
      if (holder === null || !holder.checkVisibility() || (node.textContent ?? '').trim() === '') continue;
      if (holder.closest('.visually-hidden, .cell-two-place') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      const cell = holder.closest('.table-cell')?.getBoundingClientRect() ?? box;
      const isCut = holder.closest('.cut, .truncate') !== null;
      if (words.top < box.top - 1 || words.bottom > box.bottom + 1) found.push(`${node.textContent} (high)`);
      if (!isCut && words.right > cell.right + 1) found.push(`${node.textContent} (wide)`);
    }
    return found;
  });
  const name = document.querySelector(`${selector} .truncate`) ?? document.body;
  return {
    type: Number.parseFloat(getComputedStyle(name).fontSize),
    heights: [...new Set(rows.map(({ box }) => Math.round(box.height)))],
    overlaps: rows.slice(1).flatMap(({ box }, at) => {
      const over = rows[at]!.box.bottom - box.top;
      return over > 0.5 ? [over] : [];
    }),
    outside,
  };
}

describe.skipIf(CHROMIUM === null)(`text of twice the size${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      textSize: 32,
      viewport: { width: 1600, height: 1000 },
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: ['label,equipment,unit,timeseries_id', 'Warm,VAV,°C,warm', 'Cold,VAV,°C,cold', ''].join(
            '\n',
          ),
        });
        const now = Date.now();
        store.addPoints(
          SITE,
          'warm',
          Array.from({ length: 300 }, (_, k): [number, number] => [
            now - (300 - k) * 900_000,
            20_000 + (k % 40),
          ]),
        );
        for (let number = 1; number <= FILES; number += 1)
          store.addFile(SITE, { name: `sheet ${number}.pdf`, category: 'spec-sheet', content: `${number}` });
      },
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const look = async (name: string, selector: string): Promise<Rows> => {
    await rig.page.locator(selector).first().waitFor();
    await rig.shot(`text-size-${name}`);
    return rig.page.evaluate(rowsOf, selector);
  };

  it.each([
    ['files', `site/${SITE}/files`, '.table-row', 64],
    ['activity', 'activity', '.table-row:not(.table-row-heading)', 96],
    ['points', `site/${SITE}/data`, '.point-line', 56],
  ] as const)('has rows that are twice as high: %s', async (name, place, selector, height) => {
    await rig.goTo(place);
    // Names are cut, and rows placed, a moment after they came.
    await expect
      .poll(() => look(name, selector))
      .toEqual({ type: 26, heights: [height], overlaps: [], outside: [] });
  });

  it('has columns that are twice as wide, and lets those give way that have no room', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const head = rig.page.getByRole('columnheader', { name: 'Size' });
    await head.waitFor();
    expect((await head.boundingBox())!.width).toBeGreaterThan(120);
  });

  it('goes by keys to rows out of view, and shows them whole', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const { page } = rig;
    const grid = page.getByRole('grid');
    await page.locator('.table-row').first().waitFor();
    await grid.focus();
    await page.keyboard.press('End');
    const current = page.locator('.table-row-current');
    await expect.poll(() => current.getAttribute('data-index')).toBe(String(FILES));
    const list = (await grid.boundingBox())!;
    const foot = async (): Promise<number> => {
      const row = (await current.boundingBox())!;
      return row.y + row.height;
    };
    await expect.poll(foot).toBeLessThanOrEqual(list.y + list.height + 1);
    await page.keyboard.press('PageUp');
    const rows = Math.floor((list.height - 64) / 64) - 1;
    await expect.poll(() => current.getAttribute('data-index')).toBe(String(FILES - rows));
  });

  it('follows when the person sets another size', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const row = rig.page.locator('.table-row').nth(1);
    const place = async (): Promise<unknown> => {
      const [first, second] = [
        await rig.page.locator('.table-row').first().boundingBox(),
        await row.boundingBox(),
      ];
      return [second?.height, (second?.y ?? 0) - (first?.y ?? 0)];
    };
    await expect.poll(place).toEqual([64, 64]);
    const set = (size: string): Promise<void> =>
      rig.page.evaluate((next) => {
        document.documentElement.style.fontSize = next;
      }, size);
    await set('20px');
    await expect.poll(place).toEqual([40, 40]);
    await set('');
    await expect.poll(place).toEqual([64, 64]);
  });

  it('draws the words of a chart in its margins', async () => {
    await rig.goTo(`site/${SITE}/data?series=warm`);
    await rig.page.locator('.chart-plot canvas').first().waitFor();
    const axes = (): Promise<readonly (readonly number[])[]> =>
      rig.page
        .locator('.chart-plot .u-axis')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
        );
    // The time below, and the values beside it: there is room for 20,042.5, the longest mark that may come.
    await expect.poll(axes).toMatchObject([
      [expect.any(Number), 80],
      [2 * (8 * 6.5 + 6), expect.any(Number)],
    ]);
    await rig.shot('text-size-chart');
    expect(rig.bugs).toEqual([]);
  });
});
