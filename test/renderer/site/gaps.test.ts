import { describe, expect, it } from 'vitest';
import { gapRows, gapsCsv, sumGaps } from '../../../renderer/features/site/gaps.ts';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';

const site = (id: string, name: string) => ({ id, name }) as SiteSummary;
const SITES = [site('a', 'Whole'), site('b', '=Bad, "name"'), site('c', 'Unknown'), site('d', 'Here')];
const FILES: Readonly<Record<string, readonly number[]>> = {
  a: [1, 1, 1, 1, 1, 1],
  b: [0, 2, 0, 3, 4, 5],
  d: [9, 9, 9, 9, 9, 0],
};
const rows = gapRows(SITES, 'd', ({ id }) => {
  const files = FILES[id];
  return files === undefined
    ? null
    : CATEGORIES.map((category, at) => ({
        category: category.id,
        files: files[at]!,
        here: 0,
        bytes: 0,
        bytesHere: 0,
        unread: 0,
        unsent: 0,
      }));
});

describe('handover gaps', () => {
  it('begin with the site in question, then what lacks something; what nobody counted comes last', () => {
    expect(rows.map((row) => [row.site.id, row.gaps])).toEqual([
      ['d', ['other']],
      ['b', ['kg-csv', 'bim-source']],
      ['a', []],
      ['c', []],
    ]);
    expect(sumGaps(rows)).toEqual({ sites: 2, gaps: 3, unknown: 1, others: 2 });
  });

  it('are said of others only where another one was counted', () => {
    const alone = gapRows(SITES, 'd', ({ id }) => (id === 'd' ? [] : null));
    expect(sumGaps(alone)).toEqual({ sites: 1, gaps: 6, unknown: 3, others: 0 });
  });

  it('are a table for spreadsheets that runs nothing', () => {
    expect(gapsCsv(rows).split('\r\n').slice(1, 5)).toEqual([
      'Here,9,9,9,9,9,0',
      `"'=Bad, ""name""",0,2,0,3,4,5`,
      'Whole,1,1,1,1,1,1',
      'Unknown,,,,,,',
    ]);
    // A spreadsheet takes what stands behind blanks for a formula too.
    const [, bad] = gapsCsv(gapRows([{ ...SITES[0]!, name: ' =Bad' }], 'x', () => null)).split('\r\n');
    expect(bad).toBe("' =Bad,,,,,,");
  });
});
