import { describe, expect, it } from 'vitest';
import { suggestCategory, suggestionReason } from '../../../main/engine/names/category-guess.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const guess = (path: string, head: string | Uint8Array | null = null): string =>
  suggestCategory(path as RelPath, typeof head === 'string' ? Buffer.from(head, 'utf8') : head);

describe('suggestCategory by name', () => {
  it.each([
    ['Block A/house.ifc', 'bim-source'],
    ['house.IFCZIP', 'bim-source'],
    ['house.rvt', 'bim-source'],
    ['plan.dwg', 'bim-source'],
    ['hall.glb', 'model-3d'],
    ['scan.e57', 'model-3d'],
    ['scan.laz', 'model-3d'],
    ['pump.pdf', 'spec-sheet'],
    ['Logo.pdf', 'spec-sheet'],
    ['catalog.pdf', 'spec-sheet'],
    ['prologue.pdf', 'spec-sheet'],
    ['Maintenance plan.pdf', 'maintenance'],
    ['AHU-1_ServiceLog.pdf', 'maintenance'],
    ['2026-03 log.pdf', 'maintenance'],
    ['Inspections/2026/boiler.pdf', 'maintenance'],
    ['O&M/boiler.pdf', 'maintenance'],
    ['Wartungsplan.pdf', 'maintenance'],
    ['Commissioning report L12.pdf', 'maintenance'],
    ['Messprotokoll_Lüftung_030.pdf', 'maintenance'],
    ['Inbetriebnahme/Heizung.pdf', 'maintenance'],
    ['Messgerät Datenblatt.pdf', 'spec-sheet'],
    ['Onderhoud/lift.docx', 'maintenance'],
    ['Vedligeholdelse.pdf', 'maintenance'],
    ['letter.docx', 'other'],
    ['photo.jpg', 'other'],
    ['Service/photo.jpg', 'other'],
    ['noextension', 'other'],
    ['.ifc', 'other'],
    ['data.csv', 'other'],
  ])('%s → %s', (path, category) => {
    expect(guess(path)).toBe(category);
  });
});

describe('suggestCategory by the nearest name that says something', () => {
  it.each([
    ['Commissioning 2026-11/03 Data sheets/Pumps/Grundfos TPE3.pdf', 'spec-sheet'],
    ['Commissioning 2026-11/DataSheets/VRF units.docx', 'spec-sheet'],
    ['Commissioning 2026-11/Lüftung/Datenblätter/RLT 03.pdf', 'spec-sheet'],
    ['Commissioning 2026-11/AHU-03 spec.pdf', 'spec-sheet'],
    ['Commissioning 2026-11/Particulars.pdf', 'maintenance'],
    ['Data sheets/Boiler/Inspections/2026.pdf', 'maintenance'],
    ['Data sheets/Boiler inspection.pdf', 'maintenance'],
    ['05 Test reports/TAB level 12.docx', 'maintenance'],
    ['Data sheets/Special offers.xlsx', 'spec-sheet'],
    ['Special offers.xlsx', 'other'],
    ['Commissioning/01 Datamodel/readme.docx', 'other'],
    ['Data sheets/nameplate.jpg', 'other'],
    ['Data sheets/hall.glb', 'model-3d'],
  ])('%s → %s', (path, category) => {
    expect(guess(path)).toBe(category);
  });

  it('takes a table that may be a datamodel for one where its folder says so', () => {
    const points = 'id,label,unit,class\n';
    expect(guess('Commissioning/01 Datamodel/L12.csv', points)).toBe('kg-csv');
    expect(guess('Commissioning/01 Datamodel/trend.csv', 'time,value\n')).toBe('other');
    expect(guess('Commissioning/L12.csv', points)).toBe('maintenance');
  });
});

describe('suggestCategory of a table', () => {
  it.each([
    ['plain', 'point_name,timeseries_id,brick_class\n'],
    ['a byte order mark and semicolons', '\ufeffName;Timeseries ID;Einheit\r\nx;y;z'],
    ['quoted names with the separator inside', '"Name, long","Time-Series ID"\n'],
    ['tabs and CR line ends', 'name\tts_id\trest\rx\ty\tz'],
    ['names in another language', 'Bezeichnung;Zeitreihen-ID\n'],
    ['names with notes in brackets', 'Label,Timeseries ID [uuid]\n'],
    ['a line end in a quoted name', '"Name of\nthe point",ts_id\n'],
    ['prefixed names', 'rdf:subject,brick:hasTimeseriesId\n'],
    ['the separator named first', 'sep=;\nname;pointId\n'],
    ['a blank first line', '\n\nid,brickClass\n'],
    ['haystack markers', 'dis,kind,unit,his\nx,Number,kW,M\n'],
  ])('sees a datamodel with %s', (_what, head) => {
    expect(guess('x.csv', head)).toBe('kg-csv');
  });

  it('reads UTF-16 with its byte order mark, in both orders', () => {
    const little = Buffer.from('\ufeffname\ttimeseries id\n', 'utf16le');
    expect(guess('x.csv', little)).toBe('kg-csv');
    expect(guess('x.csv', Buffer.from(little).swap16())).toBe('kg-csv');
  });

  it.each([
    ['an ordinary table', 'date,amount,object\n2026-01-01,3,x'],
    ['the words in a later line only', 'a,b\ntimeseries_id,x\n'],
    ['one column', 'timeseries_id\n1\n'],
    ['nothing', ''],
    ['binary', '\0\u0001\u0002'],
  ])('sees none in %s', (_what, head) => {
    expect(guess('x.csv', head)).toBe('other');
  });

  it('puts the table of a maintenance folder there', () => {
    expect(guess('Maintenance/readings.csv', 'date,who\n')).toBe('maintenance');
  });
});

describe('suggestionReason', () => {
  const why = (path: string, head: string | null = null) =>
    suggestionReason(path as RelPath, head === null ? null : Buffer.from(head, 'utf8'));

  it('names the columns that tell a datamodel, as they stand in the file', () => {
    expect(why('x.csv', 'Label,Timeseries ID [uuid]\n')).toEqual({
      why: 'header',
      by: ['Timeseries ID [uuid]'],
    });
    expect(why('x.csv', 'dis,kind,unit\n')).toEqual({ why: 'header', by: ['dis', 'kind', 'unit'] });
  });

  it('asks about a table that may be one, and leaves its category as it is', () => {
    const head = 'id,label,unit\n1,a,kW\n';
    expect(why('points.csv', head)).toEqual({ why: 'looks-like-datamodel', by: ['id', 'label', 'unit'] });
    expect(guess('points.csv', head)).toBe('other');
    for (const ordinary of ['date;equipment;work;hours;by\n', 'date,amount,object\n', 'id,name\n', ''])
      expect(why('x.csv', ordinary)).toBe(null);
  });

  it('says what makes a maintenance document: its name before its folder', () => {
    expect(why('Wartungsplan.pdf')).toEqual({ why: 'name', by: [] });
    expect(why('Plant/Inspections/boiler.pdf')).toEqual({ why: 'folder', by: ['Inspections'] });
    expect(why('Inspections/Boiler/Wartung/x.pdf')).toEqual({ why: 'folder', by: ['Wartung'] });
    expect(why('pump.pdf')).toBe(null);
  });

  it('says what makes a spec sheet, unless the extension alone does', () => {
    expect(why('Commissioning/Data sheets/Pumps/TPE3.pdf')).toEqual({ why: 'folder', by: ['Data sheets'] });
    expect(why('Commissioning/AHU data sheet.docx')).toEqual({ why: 'name', by: [] });
    expect(why('AHU data sheet.pdf')).toBe(null);
  });

  it('asks about a table that may be a datamodel in a maintenance folder, too', () => {
    const head = 'id,label,unit\n';
    expect(why('Commissioning/L12.csv', head)).toMatchObject({ why: 'looks-like-datamodel' });
    expect(why('Commissioning/Datamodel/L12.csv', head)).toEqual({ why: 'folder', by: ['Datamodel'] });
    expect(why('Commissioning/L12 maintenance.csv', head)).toEqual({ why: 'name', by: [] });
  });
});
