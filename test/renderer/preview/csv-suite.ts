import { describe, expect, it } from 'vitest';
import { eventually, expectInert, troubleOf, type PreviewRig } from './preview-rig.ts';

export function csvSuite(rig: () => PreviewRig): void {
  describe('of a CSV file', () => {
    it('shows 200,000 rows with typed columns, and the last of them at once', async () => {
      const page = await rig().show('points.csv', points(200_000));
      await page.getByText('200,000 rows').waitFor();
      const grid = page.getByRole('grid', { name: 'points.csv' });
      const number = page.getByRole('gridcell', { name: '1.5', exact: true });
      await number.waitFor();
      expect(await number.locator('.csv-number').count()).toBe(1);
      expect(await page.locator('.csv-date').first().textContent()).toBe('2026-01-01T00:00Z');
      await grid.focus();
      await page.keyboard.press('End');
      await page.getByText('point-199999', { exact: true }).waitFor();
      expect(await page.getByRole('row').count()).toBeLessThan(100);
    });

    it('never says that there are no rows while it is still counting them', async () => {
      const page = await rig().show('points.csv', points(200_000), {
        // Looks at every change of the page, also at one that is gone with the next.
        before: () => {
          const seen: string[] = [];
          Object.assign(globalThis, { seen });
          new MutationObserver(() => seen.push(document.body?.textContent ?? '')).observe(document, {
            subtree: true,
            childList: true,
            characterData: true,
          });
        },
      });
      await page.getByText('200,000 rows').waitFor();
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: readonly string[] }).seen);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((text) => /a header and no rows|^0 rows/.test(text))).toEqual([]);
    });

    it('sorts by value, filters, and says how many are left', async () => {
      const page = await rig().show('few.csv', 'id;kWh\nb;1.200,5\na;90\nc;-3\nd;\n');
      const first = page.getByRole('row').nth(1);
      await page.getByRole('columnheader', { name: 'kWh' }).getByRole('button').click();
      await eventually(() => first.textContent()).toContain('-3');
      await page.getByRole('columnheader', { name: 'kWh' }).getByRole('button').click();
      await eventually(() => page.getByRole('row').allTextContents()).toEqual([
        expect.stringContaining('kWh'),
        '5d',
        '2b1.200,5',
        '3a90',
        '4c-3',
      ]);
      await page.getByRole('searchbox', { name: 'Filter rows' }).fill('90');
      await page.getByText('1 row of 4 · 2 columns').waitFor();
      await rig().shot(page, 'csv');
    });

    it('asks for the chart of a row with Space', async () => {
      const page = await rig().show('points.csv', points(50), { series: 'id' });
      await page.getByText('point-3', { exact: true }).click();
      await page.keyboard.press('Space');
      await page.getByText('Charts point-3', { exact: true }).waitFor();
    });

    it('leaves markup as the letters that it is', async () => {
      const page = await rig().show(
        'hostile.csv',
        'name,note\n<img src=x onerror="document.title=1">,"=HYPERLINK(""https://evil.example"")"\n<script>document.title=2</script>,x\n',
      );
      await page.getByText('<script>document.title=2</script>').waitFor();
      expect(await page.title()).toBe('Components · SiteSync');
      expect(await page.locator('.preview img').count()).toBe(0);
      expectInert(rig());
    });

    it('stays at work with a row of a hundred thousand cells', async () => {
      const page = await rig().show('wide.csv', `a,b\n${'1,2\n'.repeat(100)}${','.repeat(100_000)}x\n`);
      await page.getByText('101 rows · 100,001 columns').waitFor();
      await page.getByText('The first 500 of 100,001 columns are shown').waitFor();
      await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor();
    });

    it('counts rows that do not fit their header', async () => {
      const page = await rig().show('odd.csv', 'a,b\n1,2\n3\n4,5,6\n');
      await page
        .getByText('2 rows have more or fewer cells than the header, the first in lines 3 and 4')
        .waitFor();
    });

    it('says where a quotation swallows the rows that follow', async () => {
      const page = await rig().show('pipes.csv', `id,note\na,x\nb,"½ pipe\n${'c,x\n'.repeat(500)}`);
      await page.getByText('2 rows · 2 columns').waitFor();
      await page
        .getByText('A quotation in line 3 does not end as it should: rows that follow may be in its cell')
        .waitFor();
    });

    it.each([
      ['empty.csv', '', 'is empty'],
      ['program.csv', Buffer.from([0, 1, 2, 0, 0, 0, 200, 0]), 'is not a CSV file'],
    ])('says what is wrong with %s', async (name, content, words) => {
      expect(await troubleOf(await rig().show(name, content))).toContain(words);
    });
  });
}

function points(rows: number): string {
  const start = Date.UTC(2026, 0, 1);
  const lines = ['id,at,value,on,label'];
  for (let row = 0; row < rows; row += 1) {
    const at = new Date(start + row * 60_000).toISOString().slice(0, 16);
    lines.push(`point-${row},${at}Z,${row === 0 ? '1.5' : row * 10},${row % 2 === 0},"Supply, ${row}"`);
  }
  return lines.join('\r\n');
}
