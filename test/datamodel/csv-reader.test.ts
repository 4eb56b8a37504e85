import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { createCsvReader } from '../../main/adapters/csv/csv-reader.ts';
import { headerKey } from '../../main/engine/datamodel/columns.ts';
import { read, report } from './reading.ts';

const never = new Map<string, never>();
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const ROW = { label: 'Zuluft', unit: '°C', id: 'ts-1' };

describe('the text of a datamodel', () => {
  it('keeps blanks and quotation marks that are part of a cell', async () => {
    const rows = ['label, timeseries_id', '"Valve ""a"", ""b"" , c", "ts, 1"', 'Pipe 5", ts-2'];
    const { points } = await report(rows.join('\n'));
    expect(points.map(({ label, id }) => [label, id])).toEqual([
      ['Valve "a", "b" , c', 'ts, 1'],
      ['Pipe 5"', 'ts-2'],
    ]);
  });

  it.each<[string, string | Uint8Array]>([
    ['UTF-8', 'label,unit,timeseries_id\nZuluft,°C,ts-1\n'],
    ['a byte order mark, semicolons and CR LF', '\uFEFFlabel;unit;timeseries_id\r\nZuluft;°C;ts-1\r\n'],
    ['tabs', 'label\tunit\ttimeseries_id\nZuluft\t°C\tts-1'],
    ['bars', 'label|unit|timeseries_id\nZuluft|°C|ts-1'],
    ['bare CR', 'label,unit,timeseries_id\rZuluft,°C,ts-1\r'],
    ['line ends of both kinds', 'label,unit,timeseries_id\r\nZuluft,°C,ts-1\n\r\n'],
    ['the separator named first', 'sep=;\r\nlabel;unit;timeseries_id\r\nZuluft;°C;ts-1'],
    ['Windows-1252', Buffer.from('label;unit;timeseries_id\r\nZuluft;\u00B0C;ts-1', 'latin1')],
    ['UTF-16 LE with its mark', utf16('\uFEFFlabel\tunit\ttimeseries_id\r\nZuluft\t°C\tts-1')],
    ['UTF-16 BE with its mark', utf16('\uFEFFlabel\tunit\ttimeseries_id\nZuluft\t°C\tts-1').swap16()],
    ['UTF-16 LE without it', utf16('label,unit,timeseries_id\nZuluft,°C,ts-1')],
    ['UTF-16 BE without it', utf16('label,unit,timeseries_id\nZuluft,°C,ts-1').swap16()],
    ['quotation marks', '"label","unit","timeseries_id"\n"Zuluft","°C","ts-1"'],
    ['blanks before quotation marks', '"label", "unit",  "timeseries_id"\n"Zuluft", "°C",  "ts-1"'],
    ['the separator in a quoted header', '"label (a,b,c,d)";unit;timeseries_id\nZuluft;°C;ts-1'],
    ['a line end in a quoted header', '"label (of\nthe point)",unit,timeseries_id\nZuluft,°C,ts-1'],
    ['a title above', 'Points of the school\n;;\nlabel;unit;timeseries_id\nZuluft;°C;ts-1'],
    ['missing cells at the end', 'timeseries_id,unit,label,class,equipment\nts-1,°C,Zuluft\n'],
    ['blank rows', '\n\nlabel,unit,timeseries_id\n\n,,\nZuluft,°C,ts-1\n   \n'],
    ['the end mark of DOS', 'label;unit;timeseries_id\r\nZuluft;°C;ts-1\r\n\u001A'],
    ['many of them, and a line end', 'label;unit;timeseries_id\r\nZuluft;°C;ts-1\r\n\u001A\u001A\u001A\r\n'],
  ])('is understood with %s', async (_what, content) => {
    const { points, problems } = await report(content);
    expect(points).toMatchObject([ROW]);
    expect(problems).toEqual([]);
  });

  it.each<[string, ('utf8' | 'latin1')[]]>([
    ['one that was added elsewhere', ['utf8', 'latin1']],
    ['some that were added to those', ['latin1', 'utf8', 'utf8', 'latin1']],
  ])('is understood where its rows have two encodings: %s', async (_what, encodings) => {
    const rows = encodings.flatMap((encoding, n) => [
      Buffer.from(`Kühler ß,°C,ts-${n}\n`, encoding),
      Buffer.from(`Pump,K,plain-${n}\n`),
    ]);
    const { points } = await report(
      Buffer.concat([Buffer.from('\uFEFFlabel,unit,timeseries_id\n'), ...rows]),
    );
    expect(points).toMatchObject(
      encodings.flatMap((_encoding, n) => [
        { label: 'Kühler ß', unit: '°C', id: `ts-${n}` },
        { label: 'Pump', unit: 'K', id: `plain-${n}` },
      ]),
    );
  });

  it.each<[string, Uint8Array]>([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d, 1, 2, 0, 3])],
    ['zeros', Buffer.alloc(100)],
  ])('is not found in %s', async (_what, content) => {
    expect(await read(content)).toMatchObject({ ok: false, failure: { code: 'unreadable' } });
  });

  it('is not found where there is no file', async () => {
    const csv = createCsvReader();
    const result = await csv.read({ source: { path: join(tmpdir(), 'no such file.csv') }, mappings: never });
    expect(result).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('ENOENT') as string },
    });
    await csv.close();
  });
});

it.each([
  ['blanks', ',', ' '],
  ['tabs', '\t', '\t'],
])(
  'a datamodel that was made to be slow, with %s, is read in no time',
  async (_, mark, blank) => {
    const slow = `"${'x"y'.repeat(80_000)}${blank.repeat(240_000)}${mark}`;
    const { points, problems } = await report(`timeseries_id${mark}label\nts-1${mark}${slow}\n`);
    expect(points).toMatchObject([{ id: 'ts-1', label: expect.stringMatching(/^x"yx"y/) as string }]);
    expect(problems[0]?.message).toBe('Line 2 has a quotation mark in the middle of a cell.');
  },
  5000,
);

it.each([
  ['many columns without a name', '\t', 'timeseries_id', '\t'.repeat(70)],
  ['many blanks between its cells', ',', 'timeseries_id', `${' '.repeat(100)},`],
  ['thousands of empty cells at the end of each row', '\t', `timeseries_id`, '\t'],
])('a datamodel with %s is read as it stands', async (what, mark, first, between) => {
  const end = what.startsWith('thousands') ? mark.repeat(5000) : ' '.repeat(100);
  const text = [`${first}${between}label`, `ts-1${between}Zuluft`].map((row) => `${row}${end}\n`).join('');
  const { points, problems } = await report(text);
  expect(points).toMatchObject([{ id: 'ts-1', label: 'Zuluft' }]);
  expect(problems).toEqual([]);
});

it('a datamodel that needs more memory than there is says so, and the next one is read', async () => {
  const csv = createCsvReader(24);
  const row = (n: number): string => `Supply air temperature of room ${n},${n}-0d5c`;
  const large = ['label,timeseries_id', ...Array.from({ length: 400_000 }, (_, n) => row(n))].join('\n');
  const source = (text: string): { bytes: Uint8Array } => ({ bytes: Buffer.from(text) });
  expect(await csv.read({ source: source(large), mappings: never })).toMatchObject({
    ok: false,
    failure: { code: 'unreadable', message: expect.stringContaining('more memory than there is') as string },
  });
  expect(await csv.read({ source: source(`label,timeseries_id\n${row(1)}`), mappings: never })).toMatchObject(
    {
      ok: true,
    },
  );
  await csv.close();
});

describe('the rows of a datamodel', () => {
  it('are counted by lines of the file, quoted line ends included', async () => {
    const { points } = await report('label,timeseries_id\r\n"two\r\nlines",a\r\n\r\nlast,b\r\n');
    expect(points.map(({ id, label, line }) => [id, label, line])).toEqual([
      ['a', 'two lines', 2],
      ['b', 'last', 5],
    ]);
  });

  it('give equipment, classes without prefixes, and no empty units', async () => {
    const { points } = await report(
      'label,brick_class,equipment,unit,timeseries_id\n' +
        'SAT,brick:Supply_Air_Temperature_Sensor,AHU-3,,a\n' +
        'RAT,https://brickschema.org/schema/Brick#Return_Air_Temperature_Sensor,@p:r:1 "AHU 4",K,b\n' +
        ',point his sensor temp,@AHU-5,K,c\n',
    );
    expect(points.map(({ label, class: kind, equipment, unit }) => [label, kind, equipment, unit])).toEqual([
      ['SAT', 'Supply_Air_Temperature_Sensor', 'AHU-3', null],
      ['RAT', 'Return_Air_Temperature_Sensor', 'AHU 4', 'K'],
      ['c', 'sensor temp', 'AHU-5', 'K'],
    ]);
  });

  it.each([
    ['Cooling Set point', 'Cooling Set point'],
    ['Point of use', 'Point of use'],
    ['AHU#2', 'AHU#2'],
    ['<urn:model:brick#Air_Flow_Sensor>', 'Air_Flow_Sensor'],
    ['brickschema.org/schema/Brick#Air_Flow_Sensor', 'Air_Flow_Sensor'],
    ['#Air_Flow_Sensor', 'Air_Flow_Sensor'],
    ['point his', null],
  ])('have the class %o as %o', async (written, told) => {
    const { points } = await report(`label,type,timeseries_id\nSAT,${written},a\n`);
    expect(points[0]?.class).toBe(told);
  });

  it('of a table of equipment are no points', async () => {
    const { points, equipment, problems } = await report(
      'entity,brick_class\nAHU-3,brick:Air_Handling_Unit\n',
    );
    expect(equipment).toEqual([{ ref: 'AHU-3', name: 'AHU-3', class: 'Air_Handling_Unit' }]);
    expect([points, problems]).toEqual([[], []]);
  });

  it('of a Haystack grid are told apart by their marks', async () => {
    const { points, equipment } = await report(
      'id,dis,point,equip,site,equipRef,unit,temp\n' +
        '@s House,House,,,✓,,,\n@e RTU,RTU-1,,✓,,,,\n@p DAT,Discharge,✓,,,@e RTU-1,°F,✓\n',
    );
    expect(equipment).toEqual([{ ref: 'e', name: 'RTU-1', class: null }]);
    expect(points).toMatchObject([
      { id: 'p', label: 'Discharge', equipment: 'RTU-1', unit: '°F', class: 'temp' },
    ]);
  });

  it('without a label are named by another column of names, else by the words of their reference', async () => {
    const { points } = await report(
      'id,dis,navName,point,sensor,equip\n' +
        '@a House DAT,Discharge,DAT,✓,✓,\n@b House RAT,,RAT,✓,✓,\n@c House Fan,,,✓,✓,\n@d,,,✓,✓,\n',
    );
    expect(points.map(({ id, label }) => [id, label])).toEqual([
      ['a', 'Discharge'],
      ['b', 'RAT'],
      ['c', 'House Fan'],
      ['d', 'd'],
    ]);
  });

  it('that are broken are told with their lines, the others are read', async () => {
    const { points, problems } = await report(
      'label,timeseries_id\na,1\nb,2,more\nc,\nd,\ne,5\nf,"6\nnever closed',
    );
    expect(points.map(({ id }) => id)).toEqual(['1', '5', '6 never closed']);
    expect(problems.map(({ line }) => line)).toEqual([7, 3, 4]);
    expect(problems.map(({ message }) => message).join(' ')).toMatch(
      /Line 7 begins a quotation.*Line 3 has 3 cells [^.]*\)\. 2 rows have nothing in “timeseries_id”/,
    );
  });

  it('say so where nothing names timeseries, and are read as the person says', async () => {
    const content = 'key;what\nk1;Supply air\n';
    const before = await report(content);
    expect([before.points, before.problems.length]).toEqual([[], 1]);
    const told = { id: 'key', label: 'what', unit: null, class: null, equipment: null };
    const after = await report(content, new Map([[headerKey(['key', 'what']), told]]));
    expect(after.points).toMatchObject([{ id: 'k1', label: 'Supply air' }]);
  });

  it('hold no id that the service would not take, and no character that nobody sees', async () => {
    const { points, problems } = await report(
      `timeseries_id,label\n${'x'.repeat(513)},long\na\u0007\u001Fb,se\u200Ben\n`,
    );
    expect(points).toMatchObject([{ id: 'a b', label: 'se en' }]);
    expect(problems).toMatchObject([{ line: 2 }]);
  });
});

it('reads back whatever was written, by any program', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim());
  const row = fc.record({
    id: cell.map((text) => `i${text}`),
    label: cell.map((text) => `l${text}`),
    unit: cell,
  });
  const csv = createCsvReader();
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        async (rows, delimiter, newline, quotes) => {
          const text = Papa.unparse(
            {
              fields: ['timeseries_id', 'label', 'unit'],
              data: rows.map(({ id, label, unit }) => [id, label, unit]),
            },
            { delimiter, newline, quotes },
          );
          const result = await csv.read({ source: { bytes: Buffer.from(text) }, mappings: never });
          expect(
            result.ok && result.value.points.map(({ id, label, unit }) => ({ id, label, unit: unit ?? '' })),
          ).toEqual(rows);
        },
      ),
      { numRuns: 100 },
    );
  } finally {
    await csv.close();
  }
});

it('compares with what was kept, and says where that is damaged', async () => {
  const csv = createCsvReader();
  const first = await csv.read({
    source: { bytes: Buffer.from('timeseries_id,label\na,A\nb,B\n') },
    mappings: never,
  });
  if (!first.ok) throw new Error(first.failure.message);
  const after = { bytes: Buffer.from('timeseries_id,label\na,New\nc,C\n') };
  const compared = await csv.compare({ before: first.value.packed, after, mappings: never, watched: ['b'] });
  expect(compared).toMatchObject({
    ok: true,
    value: { added: [{ id: 'c' }], removed: [{ id: 'b' }], renamed: [{ id: 'a', was: 'A' }], lost: ['b'] },
  });
  const packed = await csv.pack({ source: after, mappings: never });
  const again = packed.ok
    ? await csv.compare({ before: packed.value.packed, after, mappings: never, watched: [] })
    : packed;
  expect(again).toMatchObject({ ok: true, value: { counts: { added: 0, removed: 0, renamed: 0 } } });
  const damaged = 'no packed points' as typeof first.value.packed;
  expect(await csv.compare({ before: damaged, after, mappings: never, watched: [] })).toMatchObject({
    ok: false,
  });
  await csv.close();
});

it('finds a version the same as itself, whatever its columns are called', async () => {
  const csv = createCsvReader();
  const source = {
    bytes: Buffer.from(
      'id,dis,point,unit,a\u001Eb,c\u001Fd,e\n@p DAT,Discharge,✓,°F,✓,✓,✓\n@q RAT,Return,✓,°F,✓,✓,✓\n',
    ),
  };
  const first = await csv.read({ source, mappings: never });
  if (!first.ok) throw new Error(first.failure.message);
  expect(first.value.points).toHaveLength(2);
  const before = first.value.packed;
  const compared = await csv.compare({ before, after: source, mappings: never, watched: [] });
  expect(compared).toMatchObject({
    ok: true,
    value: { counts: { added: 0, removed: 0, renamed: 0, altered: 0 } },
  });
  await csv.close();
});

it('lets go of a file that nobody waits for any more, and reads the next', async () => {
  const csv = createCsvReader();
  const stop = new AbortController();
  const long = Buffer.from(`timeseries_id,unit\n${'a,K\n'.repeat(5000)}`);
  const reading = csv.read({ source: { bytes: long }, mappings: never, signal: stop.signal });
  stop.abort();
  expect(await reading).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  const next = await csv.read({
    source: { bytes: Buffer.from('timeseries_id,unit\na,K\n') },
    mappings: never,
  });
  expect(next.ok && next.value.points.length).toBe(1);
  await csv.close();
});

it('is cancelled where it is closed', async () => {
  const csv = createCsvReader();
  const source = { bytes: Buffer.from('timeseries_id,unit\na,K\n') };
  const reading = csv.read({ source, mappings: never });
  await csv.close();
  expect(await reading).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(await csv.pack({ source, mappings: never })).toMatchObject({
    ok: false,
    failure: { code: 'cancelled' },
  });
});

it.each(['', '\uFEFF', ' \r\n;;\r\n'])(
  'a datamodel without a row is empty, and lacks no column: %j',
  async (content) => {
    const { points, problems } = await report(content);
    expect(points).toEqual([]);
    expect(problems).toEqual([
      { line: null, message: expect.stringMatching(/^The file is empty\./) as string },
    ]);
  },
);
