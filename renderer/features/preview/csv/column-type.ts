import type { ColumnType } from './csv-messages.ts';

/**
 * For a trimmed cell: if several parts of the pattern could match blanks, a few thousand of them would take minutes.
 */
const NUMBER = /^[-+]?(\d{1,3}([ ,'’.]\d{3})+|\d+)?([.,]\d+)?([eE][-+]?\d+)?(\s*%)?$/;
const DATE =
  /^\s*(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?(Z|[-+]\d{2}:?\d{2})?)?\s*$/i;
const YES_NO = new Set(['true', 'false', 'yes', 'no', 'ja', 'nein', 'nej', 'nee', 'on', 'off', '✓']);

/** The share of non-empty cells that must be of one type: nineteen of twenty. */
const SHARE = 0.95;

export function typeOf(cells: readonly string[]): ColumnType {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return 'empty';
  const most = (test: (cell: string) => boolean): boolean =>
    filled.filter(test).length >= filled.length * SHARE;
  if (most(isNumber)) return 'number';
  if (most((cell) => DATE.test(cell))) return 'date';
  if (most((cell) => YES_NO.has(cell.trim().toLowerCase()))) return 'yes-no';
  return 'text';
}

function isNumber(cell: string): boolean {
  return /\d/.test(cell) && NUMBER.test(cell.trim());
}

/**
 * The number in a cell, for sorting; NaN if there is none. The last one of point and comma is the decimal mark, unless
 * it separates groups of three ("1,234").
 */
export function numberIn(cell: string): number {
  if (!isNumber(cell)) return Number.NaN;
  const plain = cell.replaceAll(/[\s'’%]/g, '');
  const comma = plain.lastIndexOf(',');
  const point = plain.lastIndexOf('.');
  if (comma < 0) return Number((plain.match(/\./g)?.length ?? 0) > 1 ? plain.replaceAll('.', '') : plain);
  if (point > comma) return Number(plain.replaceAll(',', ''));
  const isGroups = point < 0 && /^[-+]?\d{1,3}(,\d{3})+$/.test(plain);
  return Number(isGroups ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.'));
}
