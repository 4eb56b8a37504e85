import { expect, it } from 'vitest';
import { CsvTable } from '../../../renderer/features/preview/csv/csv-table.ts';
import { shortenedFacts, shortenedRows } from '../../../renderer/features/preview/csv/shortened.ts';
import { ownWorkOf } from '../../support/measures/own-work.ts';

function tableOf(text: string): CsvTable {
  const table = CsvTable.parse(new TextEncoder().encode(text));
  if (typeof table === 'string') throw new Error(table);
  return table;
}

it.each([
  ['one row a line', 'id,kWh\na,1\nb,2\n', { a: 2, b: 3 }],
  ['blank lines, and lines of nothing but separators', '\nid,kWh\n\n\na,1\n,\n  \nb,2\n', { a: 5, b: 8 }],
  ['cells of several lines', 'id,note\na,"one\ntwo\n\nfour"\nb,x\n', { a: 2, b: 6 }],
  ['ends of lines as on Windows', 'id,note\r\n\r\na,"one\r\ntwo"\r\nb,x\r\n', { a: 3, b: 5 }],
  ['ends of lines of several kinds', 'id,note\r\n\na,"one\rtwo"\nb,x\r\nc,x', { a: 3, b: 5, c: 6 }],
  ['the separator in a line of its own', 'sep=;\nid;kWh\n\na;1,5\n', { a: 4 }],
])('tells of each row the line of the file on which it begins, with %s', (_, text, lines) => {
  const table = tableOf(text);
  expect(table.facts.columns[0]?.name).toBe('id');
  const rows = table.rows(0, table.facts.rows);
  expect(Object.fromEntries(rows.map(({ line, cells }) => [cells[0], line]))).toEqual(lines);
});

it('names the lines of rows that do not fit their header, and keeps them when it is sorted', () => {
  const table = tableOf('id,kWh\n\n"b\nc",2\n\n\na\nd,4,5\n');
  expect(table.facts).toMatchObject({ oddLines: [7, 8], oddCount: 2 });
  table.view({ text: '', by: 0, descending: false });
  expect(table.rows(0, 3).map(({ line }) => line)).toEqual([7, 3, 8]);
});

it.each([
  ['that never ends', 'id,note\n\na,"2 pipe\nb,x\nc,y\n', [3]],
  ['that ends in the middle of a cell', 'id,note\na,x\n"Big" pump,y\nb,x\n"c",y\nd,z\n', [3]],
  ['twice in one row', 'id,note\n"a" b "c" d,x\n', [2]],
  ['behind a named separator', 'sep=;\nid;note\na;"x\n', [3]],
  ['as it should', 'id,note\na,"2"" pipe"\nb,"one\ntwo"\nc,3" pipe\n', []],
])('tells the lines with a quotation %s', (_, text, lines) => {
  expect(tableOf(text).facts).toMatchObject({ brokenLines: lines, brokenCount: lines.length });
});

it('reads each row in its own encoding, as the points of the site are read', () => {
  const rows = ['id;label\n', 'a;Kühler 21 °C\n', 'b;Prüfung\n', 'c;Lüft'];
  const bytes = Buffer.concat(rows.map((row, at) => Buffer.from(row, at === 2 ? 'latin1' : 'utf8')));
  // The file ends in the middle of a letter.
  const table = CsvTable.parse(Buffer.concat([bytes, Buffer.of(0xc3)]));
  if (typeof table === 'string') throw new Error(table);
  const cells = table.rows(0, 3).map((row) => row.cells[1]);
  expect(cells).toEqual(['Kühler 21 °C', 'Prüfung', 'Lüft\uFFFD']);
});

it.each([
  ['', 'Points of Harbour House, rev 3\n\n'],
  [', padded as spreadsheets do', 'Points of Harbour House, rev 3;;\n;;\n'],
])('finds the header below a title%s, and tells the title', (_, title) => {
  const table = tableOf(`${title}Adresse;Text;Einheit\nA'01;Zuluft, Nord;°C\nA'02;Abluft, Nord;°C\n`);
  expect(table.facts).toMatchObject({ title: 'Points of Harbour House, rev 3', separator: ';', oddCount: 0 });
  expect(table.facts.columns.map(({ name }) => name)).toEqual(['Adresse', 'Text', 'Einheit']);
  expect(table.rows(0, 1)).toEqual([{ line: 4, cells: ["A'01", 'Zuluft, Nord', '°C'] }]);
});

it.each(['id\na\nb\n', 'id,kWh\na,1\n', 'id;kWh\na,b;1,5\nc,d;2,5\n'])(
  'sees no title where the header comes first: %j',
  (text) => expect(tableOf(text).facts).toMatchObject({ title: '', oddCount: 0 }),
);

it.each([
  ['the day first', ['13/10/2014', '01/11/2014', '02/01/2013'], [2, 0, 1]],
  ['the month first', ['10/13/2014 9:05', '1/2/2015 0:00', '10/13/2014 10:33'], [0, 2, 1]],
  ['a clock of twelve hours', ['1/2/2015 12:30 PM', '1/2/2015 12:10 AM', '2/1/2014 1:00 PM'], [2, 1, 0]],
  ['points and years of two digits', ['01.02.99', '01.01.03', '31.12.98'], [2, 0, 1]],
  ['the year first', ['2026-03-29T03:00:00+02:00', '2026-03-29T01:30:00+01:00', '2025-12-31'], [2, 1, 0]],
])('sorts dates by when they are: %s', (_, dates, order) => {
  const table = tableOf(`when,id\n${dates.map((date, at) => `${date},${at}`).join('\n')}\n`);
  expect(table.facts.columns[0]?.type).toBe('date');
  table.view({ text: '', by: 0, descending: false });
  expect(table.rows(0, 3).map(({ cells }) => Number(cells[1]))).toEqual(order);
});

it('sorts numbers by the decimal mark of their column', () => {
  const table = tableOf('W;id\n12.000;0\n950,5;1\n1.200;2\n');
  table.view({ text: '', by: 0, descending: false });
  expect(table.rows(0, 3).map(({ cells }) => Number(cells[1]))).toEqual([1, 2, 0]);
});

it('finds the separator of a table that begins with blank lines', () => {
  expect(tableOf(`${'\n'.repeat(5)}id;kWh\na;1,5\nb;2,5\n`).facts).toMatchObject({
    separator: ';',
    rows: 2,
  });
});

it('is held up by no cell of blanks', () => {
  const blanks = ' '.repeat(3000);
  const cells = [`${blanks}x1`, `1${blanks}x`, `1${blanks}%${blanks}x`, `${blanks}1${blanks}%${blanks}`];
  const took = ownWorkOf(() => {
    for (const cell of cells) tableOf(`id,kWh\na,${cell}\n`).view({ text: '', by: 1, descending: false });
  });
  expect(took).toBeLessThan(1000);
  const types = cells.map((cell) => tableOf(`id,kWh\na,${cell}\n`).facts.columns[1]?.type);
  expect(types).toEqual(['text', 'text', 'text', 'number']);
});

it('shows the first of a million columns, and says how many there are', () => {
  const table = tableOf(`a,b\n${'1,2\n'.repeat(500)}${','.repeat(1_000_000)}x\n`);
  expect(table.facts).toMatchObject({ columns: { length: 500 }, width: 1_000_001, oddCount: 1 });
  const rows = table.rows(0, 501);
  expect(rows.map(({ cells }) => cells.length)).toEqual([...Array<number>(500).fill(2), 500]);
});

it('shows the beginning of a cell that no line could hold, and finds it by all of it', () => {
  const long = 'x'.repeat(1_000_000);
  const table = tableOf(`${long},b\n${long},2\n`);
  const shown = `${'x'.repeat(4000)}…`;
  expect(shortenedFacts(table.facts).columns.map(({ name }) => name)).toEqual([shown, 'b']);
  expect(shortenedRows(table.rows(0, 1))).toEqual([{ line: 2, cells: [shown, '2'] }]);
  expect(table.view({ text: long, by: null, descending: false })).toBe(1);
});
