import { describe, expect, it } from 'vitest';
import { parseRange, parseTime } from '../../main/hosts/cli/input/series-range.ts';
import { textCell } from '../../shared/series/csv.ts';

describe('a cell of text', () => {
  it.each([
    ['AHU-1', 'AHU-1'],
    ['=cmd|A1', "'=cmd|A1"],
    ['  +1', "'  +1"],
    ['-x, "y"', `"'-x, ""y"""`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a\nb', '"a\nb"'],
    ['a;b', '"a;b"'],
  ])('%j becomes %j', (text, cell) => expect(textCell(text)).toBe(cell));
});

describe('a range of time as text', () => {
  it.each([
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['2026-03-29T14:30', '2026-03-29T14:30:00.000Z'],
    ['2026-03-29 14:30:15.250', '2026-03-29T14:30:15.250Z'],
    ['2026-03-29T14:30:00+0200', '2026-03-29T12:30:00.000Z'],
    ['2026-03-29T14:30:00-05', '2026-03-29T19:30:00.000Z'],
    ['2026-03-29t14:30z', '2026-03-29T14:30:00.000Z'],
    ['2026-03-29T14+02:00', '2026-03-29T12:00:00.000Z'],
    ['2026-03-29T14:30:15,250000000+02:00', '2026-03-29T12:30:15.250Z'],
    ['2026-03-29 14:30:15 +0200', '2026-03-29T12:30:15.000Z'],
  ])('reads %s, in UTC where it names no zone', (text, iso) =>
    expect(new Date(parseTime(text)!).toISOString()).toBe(iso),
  );

  it.each(['', 'now', '2026-02-30', '2026-13-01', '2026-03-29T25', '2026-03-29 +02', '12'])(
    'refuses %j',
    (text) => expect(parseTime(text)).toBeNull(),
  );

  it('is the last week unless it is said otherwise', () => {
    expect(parseRange(undefined, undefined, 1e12)).toEqual({
      ok: true,
      value: { from: 1e12 - 604_800_000, to: 1e12 },
    });
    expect(parseRange('1926-01-02', '2026-01-01', 1e12).ok).toBe(true);
    expect(parseRange('0026-01-01', '2026-01-01', 1e12)).toMatchObject({
      failure: { code: 'bad-input', message: 'The range is longer than 100 years.' },
    });
  });
});
