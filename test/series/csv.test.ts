import { describe, expect, it } from 'vitest';
import { HEALTH_CSV_HEAD, healthCsvLine } from '../../main/datamodel/health-csv.ts';
import { parseRange, parseTime } from '../../main/hosts/cli/input/series-range.ts';
import { gapsCsv } from '../../renderer/features/site/gaps.ts';
import { filesCsvLines } from '../../shared/files-csv.ts';
import { csvPieces, textCell } from '../../shared/series/csv.ts';

describe('a cell of text', () => {
  it.each([
    ['AHU-1', 'AHU-1'],
    ['=cmd|A1', "'=cmd|A1"],
    ['  +1', "'  +1"],
    ['a-b = c + d', 'a-b = c + d'],
    ['\uFF1D1', "'\uFF1D1"],
    ['\u200b=1', "'\u200b=1"],
    ['-x, "y"', `"'-x, ""y"""`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['a\nb', '"a\nb"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['a; =1', `"a;' =1"`],
  ])('%j becomes %j', (text, cell) => expect(textCell(text)).toBe(cell));

  it.each([',', ';', '\t'])('is no formula for a spreadsheet that parts cells at %j', (separator) => {
    const formulas = ['=1', '+1', '-1', '@A1', '\uFF1D1', '  =1', '"=1"', '\u00A0=1', '\u200b=1', '\0=1'];
    const texts = formulas.flatMap((formula) =>
      ['', ';', 'x;', 'x; ', 'x,', 'x\t', 'x\n', 'x\r\n', 'x;;', '"x";', '";"', 'x";\t'].flatMap((before) =>
        ['', ';x', '\n', '"'].map((after) => `${before}${formula}${after}`),
      ),
    );
    const line = texts.map((text) => `name,${textCell(text)}`).join(',');
    const cells = cellsOf(line, separator);
    expect(cells.length).toBeGreaterThan(texts.length / 2);
    expect(cells.filter((cell) => /^["\s\0\u200b]*[=+\-@\uFF1D]/.test(cell))).toEqual([]);
  });

  it('takes no longer for a text that is made to be slow', () => {
    const began = performance.now();
    for (const one of [';', '\t', '"', ' ', '=', ';=']) textCell(one.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

/** As Excel reads a text: quotes count only where a cell begins with them, and a line ends outside of them. */
function cellsOf(text: string, separator: string): readonly string[] {
  const cells = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const [here = '', next] = [text[at], text[at + 1]];
    const last = cells.length - 1;
    if (quoted && here === '"') {
      quoted = next === '"';
      if (quoted) at += 1;
      else continue;
    } else if (!quoted && here === '"' && cells[last] === '') {
      quoted = true;
      continue;
    } else if (!quoted && (here === separator || here === '\n' || here === '\r')) {
      cells.push('');
      continue;
    }
    cells[last] += here;
  }
  return cells;
}

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
    for (const [from, to] of [
      ['0500-01-01', '0500-02-01'],
      ['3404-12-01', '3406-01-01'],
    ])
      expect(parseRange(from, to, 1e12)).toMatchObject({ failure: { code: 'bad-input' } });
    expect(parseRange('0026-01-01', '2026-01-01', 1e12)).toMatchObject({
      failure: { code: 'bad-input', message: 'The range is longer than 100 years.' },
    });
  });
});

describe('a table', () => {
  it('ends each line alike, whatever it is of', () => {
    const columns = [
      { id: 'a', label: null, unit: null, times: Float64Array.of(0), values: Float64Array.of(1) },
    ];
    const file = { path: 'a', name: 'a', category: '', size: 1, status: '', changedAt: null, by: null };
    const point = { file: 'a', line: 2, id: 'a', label: 'A', health: 'data', repeated: null } as const;
    const tables = [
      [...csvPieces(columns, 'UTC')].join(''),
      [...filesCsvLines([{ ...file, sha256: { here: null, record: null } }])].join(''),
      HEALTH_CSV_HEAD + healthCsvLine({ ...point, lastAt: 0, emptyAt: null, sampling: null, words: [] }),
      gapsCsv([]),
    ];
    for (const table of tables) {
      expect(table.endsWith('\r\n')).toBe(true);
      expect(table.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });
});
