import { describe, expect, it } from 'vitest';
import { decimalMark, numberIn, typeOf } from '../../../renderer/features/preview/csv/column-type.ts';
import { kindOf, previewOf } from '../../../renderer/features/preview/preview-file.ts';

describe('a file to be looked at', () => {
  it.each([
    ['plan.PDF', 'pdf'],
    ['photo.final.JPeG', 'image'],
    ['plan.svg', 'svg'],
    ['points (conflict 2026-11-21 0903 laptop).csv', 'csv'],
    ['README.md', 'text'],
    ['page.html', 'text'],
    ['tower.rvt', 'none'],
    ['Makefile', 'none'],
    ['.pdf', 'none'],
    ['a.constructor', 'none'],
  ])('named %s is shown as %s', (name, kind) => expect(kindOf(name)).toBe(kind));

  it('is another one when its content is', () => {
    const url = (what: string, site: string, key: string): string => `${what}/${site}/${key}`;
    const row = { key: 'k', name: 'a.pdf', size: 3, changedAt: 5 };
    const file = previewOf(url, 'site', row);
    expect(file).toMatchObject({ url: 'file/site/k', name: 'a.pdf', size: 3 });
    expect(previewOf(url, 'site', { ...row, changedAt: 6 }).version).not.toBe(file.version);
    expect(previewOf(url, 'site', { ...row, size: 4 }).version).not.toBe(file.version);
  });
});

describe('a column of a table', () => {
  it.each([
    [['1', '-2.5', '', '1e3'], 'number'],
    [['1.234,5', '17'], 'number'],
    [['1 %', '20 %'], 'number'],
    [['2026-01-01', '2026-01-02T10:00Z'], 'date'],
    [['10/13/2014 10:33', '1/2/2014 0:00'], 'date'],
    [['TRUE', 'false'], 'yes-no'],
    [['1', 'two', 'three'], 'text'],
    [['', ' '], 'empty'],
    [['-', '+', '.'], 'text'],
    [['192.168.0.1', '10.0.0.1'], 'text'],
  ])('of %j holds %s', (cells, type) => expect(typeOf(cells)).toBe(type));

  it.each([
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234', 1234],
    ['0,5', 0.5],
    ['1.234.567', 1_234_567],
    ['3.14', 3.14],
    ["1'200.5", 1200.5],
    ["1'200.500", 1200.5],
    ['0,125', 0.125],
    ['-0.125', -0.125],
    ['1234,567', 1234.567],
    ['1,234,567', 1_234_567],
    ['12.000', 12],
    ['1,5e3', 1500],
    ['-4 %', -4],
    ['', Number.NaN],
    ['n/a', Number.NaN],
  ])('reads %s as %d', (cell, value) => expect(numberIn(cell, '.')).toBe(value));

  it.each([
    [['12.000', '950,5', '1.200', ''], ',', [12_000, 950.5, 1200, Number.NaN]],
    [['12,000', '950.5', '1,200'], '.', [12_000, 950.5, 1200]],
    [['12.000', '1.000.000'], ',', [12_000, 1_000_000]],
    [['12.000', '0.125', '-3.5', '1,5'], '.', [12, 0.125, -3.5, 1.5]],
    [['1,234', '5'], '.', [1234, 5]],
  ] as const)('reads %j as its other numbers are written', (cells, mark, values) => {
    expect(decimalMark(cells)).toBe(mark);
    expect(cells.map((cell) => numberIn(cell, mark))).toEqual(values);
  });
});
