import { ROLES, type Columns, type Role } from '../../../shared/model/datamodel.ts';
import {
  firstRows,
  HEADER_WITHIN,
  likeliestSeparator,
  separatorOf,
  splitQuoted,
  titleRows,
} from '../../../shared/csv-shape.ts';
import { comparableName } from './csv-header.ts';

/**
 * Names under which the columns of datamodels go: Brick, Haystack, Open-FDD, VOLTTRON, and plain words. In comparable
 * form, the surest first: of two columns the one that stands earlier here is taken.
 */
const SYNONYMS: Readonly<Record<Role, readonly string[]>> = {
  id: [
    'timeseriesid',
    'timeseriesids',
    'hastimeseriesid',
    'timeseriesreference',
    'hastimeseriesreference',
    'timeseriesref',
    'timeseriesuri',
    'timeseriesname',
    'timeseries',
    'tsid',
    'seriesid',
    'hisid',
    'hisref',
    'historyid',
    'trendid',
    'trendlogid',
    'externalreference',
    'zeitreihenid',
    'zeitreihe',
    'tijdreeksid',
    'tidsserieid',
    'streamid',
    'tag',
    'tagid',
    'sensorid',
    'pointid',
    'volttronpointname',
    'pointuri',
    'externalid',
    'datapointid',
    'pointname',
  ],
  label: [
    'label',
    'dis',
    'displayname',
    'pointlabel',
    'description',
    'bezeichnung',
    'beschreibung',
    'beskrivelse',
    'omschrijving',
    'name',
    'title',
    'externalid',
    'referencepointname',
    'pointname',
    'datapoint',
    'navname',
    'volttronpointname',
    'point',
    'sensor',
    'fddinput',
  ],
  unit: [
    'unit',
    'units',
    'hasunit',
    'uom',
    'unitofmeasure',
    'engineeringunit',
    'engineeringunits',
    'einheit',
    'enhed',
    'eenheid',
  ],
  class: [
    'brickclass',
    'bricktype',
    'brickpoint',
    'pointclass',
    'class',
    'pointtype',
    'quantity',
    'rdftype',
    'entitytype',
    'type',
    'haystacktags',
    'markertags',
    'tags',
    'markers',
    'bacnetobjecttype',
  ],
  equipment: [
    'equipref',
    'equipmentref',
    'ispointof',
    'equipment',
    'equipmentid',
    'equipmentname',
    'equip',
    'equipid',
    'equipname',
    'asset',
    'assetid',
    'device',
    'anlage',
    'anlaeg',
    'anlæg',
    'installatie',
  ],
};

/** Names of the thing itself in a table of equipment. */
const ENTITY = ['entity', 'equipmentid', 'equipment', 'equip', 'id', 'asset', 'name'];

/** A mark in a cell that only says "this applies": Haystack's grids, and spreadsheets that imitate them. */
const MARKS = new Set(['✓', '✔', 'm', 'm:', 'x', 'true', 'yes', '1']);

export const isMark = (cell: string | undefined): boolean => MARKS.has((cell ?? '').trim().toLowerCase());

/** Tells headers apart, for what the person said about one of them. */
export function headerKey(header: readonly string[]): string {
  return header.map(comparableName).join('|');
}

/**
 * Which of the first rows is the header: one that the person told about, else the first that names timeseries, else the
 * first below a title.
 */
export function headerRow(rows: readonly (readonly string[])[], isTold: (key: string) => boolean): number {
  const first = rows.slice(0, HEADER_WITHIN);
  const told = first.findIndex((row) => isTold(headerKey(row)));
  if (told >= 0) return told;
  const named = first.findIndex((row) => row.length > 1 && recogniseColumns(row, []).id !== null);
  return named >= 0 ? named : titleRows(first);
}

/** What separates the cells of a datamodel: the mark that makes a row name timeseries, else the likeliest. */
export function separatorIn(text: string): string {
  const rows = firstRows(text, HEADER_WITHIN);
  const naming = rows.map(separatorOf).find((mark, at) => {
    const cells = splitQuoted(rows[at] ?? '', mark);
    return cells.length > 1 && recogniseColumns(cells, []).id !== null;
  });
  return naming ?? likeliestSeparator(rows);
}

/**
 * Which column means what. `rows` are the first ones of the file: a column that holds nothing but marks names no equipment,
 * and the plain `id` of a Haystack grid is the timeseries only where the grid is one of points.
 */
export function recogniseColumns(header: readonly string[], rows: readonly (readonly string[])[]): Columns {
  const names = header.map(comparableName);
  const holdsMarks = (at: number): boolean =>
    rows.some((row) => isMark(row[at])) && holdsNothingButMarks(rows, at);
  const taken = new Set<number>();
  const columns: Record<Role, string | null> = {
    id: null,
    label: null,
    unit: null,
    class: null,
    equipment: null,
  };
  for (const role of ROLES) {
    const synonyms = role === 'id' && isPointGrid(names) ? [...SYNONYMS.id, 'id'] : SYNONYMS[role];
    const at = synonyms
      .map((synonym) => names.indexOf(synonym))
      .find((index) => index >= 0 && !taken.has(index) && !holdsMarks(index));
    if (at === undefined) continue;
    taken.add(at);
    columns[role] = header[at] ?? null;
  }
  return columns;
}

/** Which columns may name a row where its label is empty, the surest first; none where there is no label at all. */
export function otherLabels(header: readonly string[], columns: Columns): readonly number[] {
  if (columns.label === null) return [];
  const used = new Set(ROLES.map((role) => columns[role]));
  const names = header.map(comparableName);
  return SYNONYMS.label
    .map((synonym) => names.indexOf(synonym))
    .filter((at) => at >= 0 && !used.has(header[at] ?? null));
}

export function holdsNothingButMarks(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) => (row[column] ?? '').trim() === '' || isMark(row[column]));
}

/** A Haystack grid that has points in it. */
function isPointGrid(names: readonly string[]): boolean {
  const has = (name: string): boolean => names.includes(name);
  return has('id') && (has('point') || has('his') || (has('equipref') && has('kind')));
}

/** Where a table without timeseries names equipment; null where it does not. */
export function entityColumn(header: readonly string[], columns: Columns): string | null {
  if (columns.id !== null || columns.class === null) return null;
  const names = header.map(comparableName);
  const at = ENTITY.map((name) => names.indexOf(name)).find((index) => index >= 0);
  return at === undefined ? null : (header[at] ?? null);
}
