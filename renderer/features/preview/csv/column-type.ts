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

/** What stands before the decimals of a number. The other one separates groups of three. */
export type DecimalMark = '.' | ',';

/** The decimal mark of a column's numbers; the point where no number tells. */
export function decimalMark(cells: readonly string[]): DecimalMark {
  let commas = 0;
  for (const cell of cells) {
    const mark = isNumber(cell) ? toldMark(cell) : null;
    if (mark !== null) commas += mark === ',' ? 1 : -1;
  }
  return commas > 0 ? ',' : '.';
}

/** The number in a cell, for sorting; NaN if there is none. `usual`: for one that may be read in both ways: "12.000". */
export function numberIn(cell: string, usual: DecimalMark): number {
  if (!isNumber(cell)) return Number.NaN;
  const mark = toldMark(cell) ?? usual;
  const plain = cell.replaceAll(/[\s'’%]/g, '').replaceAll(mark === '.' ? ',' : '.', '');
  return Number(plain.replace(',', '.'));
}

/** The mark that a number itself tells; null if it has neither, or one that may separate groups of three as well. */
function toldMark(cell: string): DecimalMark | null {
  const marks = cell.replaceAll(/[^.,]/g, '');
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return null;
  if (first !== last) return last as DecimalMark;
  if (marks.length > 1) return first === '.' ? ',' : '.';
  return /^[-+]?[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(cell.trim()) ? null : (last as DecimalMark);
}
