import { describe, expect, it } from 'vitest';
import { headerKey, headerRow, recogniseColumns } from '../../main/engine/datamodel/columns.ts';
import type { Columns } from '../../shared/model/datamodel.ts';
import { ownWorkOf } from '../support/measures/own-work.ts';

const columnsOf = (header: string, row = ''): Columns =>
  recogniseColumns(header.split(','), row === '' ? [] : [row.split(',')]);

/** id, label, unit, class, equipment; `-` is none. */
const HEADERS: readonly (readonly [kind: string, header: string, columns: string])[] = [
  [
    'Brick',
    'point,label,brick_class,equipment,unit,timeseries_id',
    'timeseries_id label unit brick_class equipment',
  ],
  [
    'Brick with prefixes',
    'brick:Point,rdfs:label,rdf:type,brick:isPointOf,brick:hasUnit,ref:hasTimeseriesId',
    'ref:hasTimeseriesId rdfs:label brick:hasUnit rdf:type brick:isPointOf',
  ],
  [
    'Brick with namespaces',
    'https://brickschema.org/schema/Brick/ref#hasTimeseriesId,http://www.w3.org/2000/01/rdf-schema#label',
    'https://brickschema.org/schema/Brick/ref#hasTimeseriesId http://www.w3.org/2000/01/rdf-schema#label - - -',
  ],
  ['Haystack', 'id,dis,navName,equipRef,siteRef,kind,unit,tags,hisId', 'hisId dis unit tags equipRef'],
  ['a Haystack grid without a history id', 'id,dis,equipRef,kind,unit,point,his', 'id dis unit - equipRef'],
  [
    'Open-FDD',
    'external_id,brick_type,fdd_input,unit,equipment_id,timeseries_reference',
    'timeseries_reference external_id unit brick_type equipment_id',
  ],
  [
    'Open-FDD without a reference of its own',
    'external_id,brick_type,fdd_input,unit,equipment_id',
    'external_id fdd_input unit brick_type equipment_id',
  ],
  [
    'VOLTTRON',
    'Point Name,Volttron Point Name,Units,Unit Details,BACnet Object Type,Property,Writable,Index',
    'Volttron Point Name Point Name Units BACnet Object Type -',
  ],
  ['plain words', 'Name,Equipment,Unit,Type,Timeseries ID', 'Timeseries ID Name Unit Type Equipment'],
  [
    'plain words with notes in brackets',
    'Label (long),Unit [SI],TSID (uuid)',
    'TSID (uuid) Label (long) Unit [SI] - -',
  ],
  [
    'German',
    'Bezeichnung,Anlage,Einheit,quantity,Zeitreihen-ID',
    'Zeitreihen-ID Bezeichnung Einheit quantity Anlage',
  ],
  ['one word for id and label', 'point_name', 'point_name - - - -'],
  ['a table of equipment', 'entity,brick_class,feeds,located_in', '- - - brick_class -'],
  ['an ordinary table', 'date,amount,who', '- - - - -'],
];

describe('recogniseColumns', () => {
  it.each(HEADERS)('%s', (_kind, header, expected) => {
    const { id, label, unit, class: kind, equipment } = columnsOf(header);
    expect([id, label, unit, kind, equipment].map((name) => name ?? '-').join(' ')).toBe(expected);
  });

  it('takes no column of marks for equipment', () => {
    expect(columnsOf('id,dis,equip,equipRef,point', '@a,A,✓,,').equipment).toBe('equipRef');
    expect(columnsOf('hisId,equip', 'a,AHU-1').equipment).toBe('equip');
  });
});

describe('headerRow', () => {
  const rows = (...lines: string[]): string[][] => lines.map((line) => line.split(','));
  const nobody = (): boolean => false;

  it('passes over a title also where no column names timeseries, so that a person can say which one does', () => {
    expect(headerRow(rows('Points of Harbour House', 'Adresse,Klartext', 'A,B'), nobody)).toBe(1);
    expect(headerRow(rows('Adresse', 'A', 'B'), nobody)).toBe(0);
  });

  it('passes over a title and a date above the header', () => {
    expect(
      headerRow(rows('Points of Harbour House', 'as of,2026-03-01', 'Name,Unit,ts_id', 'A,B,C'), nobody),
    ).toBe(2);
  });

  it('is the first row where nothing names timeseries', () => {
    expect(headerRow(rows('entity,brick_class', 'AHU-1,AHU'), nobody)).toBe(0);
    expect(headerRow([], nobody)).toBe(0);
  });

  it('is the one that the person told about', () => {
    expect(headerRow(rows('x,ts_id', 'key,what', '1,2'), (key) => key === headerKey(['Key', 'What']))).toBe(
      1,
    );
  });
});

it('tells headers apart but not their spellings', () => {
  expect(headerKey(['TimeSeries ID', ' unit'])).toBe(headerKey(['timeseries_id', 'Unit']));
  expect(headerKey(['a', 'b'])).not.toBe(headerKey(['b', 'a']));
});

it('reads a name of nothing but brackets in no time', () => {
  for (const bracket of ['(', '[', '(]', '(a']) {
    const took = ownWorkOf(() => headerKey([bracket.repeat(100_000)]));
    expect(took).toBeLessThan(1000);
  }
});
