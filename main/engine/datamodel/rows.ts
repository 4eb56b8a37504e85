import type { Columns, DatamodelPoint, EquipmentFact } from '../../../shared/model/datamodel.ts';
import { comparableName } from './csv-header.ts';
import { entityColumn, holdsNothingButMarks, isMark, otherLabels } from './columns.ts';

/** What a row of a datamodel is. */
export type RowMeaning =
  | { readonly kind: 'point'; readonly point: DatamodelPoint }
  | { readonly kind: 'equipment'; readonly equipment: EquipmentFact }
  /** Says nothing that we use: a site, a room, a row of a table of many things. */
  | { readonly kind: 'other' }
  /** A row of a table of points that names no timeseries. */
  | { readonly kind: 'no-id' }
  /** `why` goes on from "Line 12 …". */
  | { readonly kind: 'broken'; readonly why: string };

/** Longest id that the service is asked for. */
const LONGEST_ID = 512;
/** Longest label, unit, class, name of equipment or name of a column that is kept; what is longer is cut. */
export const LONGEST_TEXT = 500;

/** Words in a Haystack tag list that say what the row is for, not what it measures. */
const ROLE_TAGS = new Set(['point', 'his', 'equip', 'cur', 'writable']);

/** Reads the rows of one table. */
export class RowReader {
  readonly #header: readonly string[];
  readonly #at: Readonly<Record<keyof Columns, number>>;
  readonly #otherLabels: readonly number[];
  readonly #entity: number;
  readonly #pointMark: number;
  readonly #equipMark: number;
  readonly #marks: readonly (readonly [column: number, name: string])[];

  /** `sample`: the first rows of the table, by which a column of marks is told from one of names. */
  constructor(header: readonly string[], columns: Columns, sample: readonly (readonly string[])[]) {
    const find = (name: string | null): number => (name === null ? -1 : header.indexOf(name));
    const names = header.map(comparableName);
    this.#header = header;
    this.#at = {
      id: find(columns.id),
      label: find(columns.label),
      unit: find(columns.unit),
      class: find(columns.class),
      equipment: find(columns.equipment),
    };
    this.#otherLabels = otherLabels(header, columns);
    this.#entity = find(entityColumn(header, columns));
    const used = new Set(Object.values(this.#at));
    const markAt = (name: string): number => {
      const at = names.indexOf(name);
      return used.has(at) || !holdsNothingButMarks(sample, at) ? -1 : at;
    };
    this.#pointMark = markAt('point');
    this.#equipMark = markAt('equip');
    this.#marks = header.flatMap((name, column) =>
      ROLE_TAGS.has(name) ? [] : [[column, clean(name)] as const],
    );
  }

  /** Does the file name any timeseries at all? */
  get namesPoints(): boolean {
    return this.#at.id >= 0;
  }

  /** `line` counts from 1. Cells that are missing at the end of a row are empty ones: many programs leave them out. */
  read(cells: readonly string[], line: number): RowMeaning {
    if (cells.slice(this.#header.length).some((cell) => cell.trim() !== '')) {
      const why = `has ${cells.length} cells where the header has ${this.#header.length} (a separator in a text without quotation marks?)`;
      return { kind: 'broken', why };
    }
    if (this.#at.id < 0) return this.#equipment(cells, this.#entity);
    if (this.#pointMark >= 0 && !isMark(cells[this.#pointMark])) {
      return isMark(cells[this.#equipMark]) ? this.#equipment(cells, this.#at.id) : { kind: 'other' };
    }
    const named = clean(cells[this.#at.id] ?? '');
    const id = refOf(named);
    if (id === '') return { kind: 'no-id' };
    if (id.length > LONGEST_ID)
      return { kind: 'broken', why: `has an id of ${id.length} characters; the longest has ${LONGEST_ID}` };
    const equipment = nameOfRef(this.#text(cells, this.#at.equipment));
    const point = {
      id,
      label: this.#label(cells) || nameOfRef(named).slice(0, LONGEST_TEXT),
      unit: this.#text(cells, this.#at.unit) || null,
      class: this.#class(cells),
      equipment: equipment || null,
      line,
    };
    return { kind: 'point', point };
  }

  #label(cells: readonly string[]): string {
    const label = this.#text(cells, this.#at.label);
    if (label !== '') return label;
    const other = this.#otherLabels.find(
      (column) => !isMark(cells[column]) && this.#text(cells, column) !== '',
    );
    return other === undefined ? '' : this.#text(cells, other);
  }

  #equipment(cells: readonly string[], column: number): RowMeaning {
    const raw = this.#text(cells, column);
    if (raw === '') return { kind: 'other' };
    const name = this.#text(cells, this.#at.label) || nameOfRef(raw);
    return { kind: 'equipment', equipment: { ref: refOf(raw), name, class: this.#class(cells) } };
  }

  #text(cells: readonly string[], column: number): string {
    return column < 0 ? '' : clean(cells[column] ?? '').slice(0, LONGEST_TEXT);
  }

  /** The class as the file names it; of a grid of marks the marks of the row. */
  #class(cells: readonly string[]): string | null {
    const text = this.#text(cells, this.#at.class);
    if (text !== '') return classOf(text);
    if (this.#at.class >= 0 || this.#pointMark < 0) return null;
    const marks = this.#marks.filter(([column]) => isMark(cells[column])).map(([, name]) => name);
    return marks.length === 0 ? null : marks.toSorted().join(' ').slice(0, LONGEST_TEXT);
  }
}

/** What a person reads in a cell: no ends of lines, no characters that nobody sees. */
function clean(cell: string): string {
  // Most cells have nothing of the kind, and there may be a million of them.
  if (!UNSEEN.test(cell)) return cell.trim();
  return cell.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFEFF\u200B]+/gu, ' ').trim();
}

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF\u200B]/u;

/**
 * `brick:Supply_Air_Temperature_Sensor` and `https://…#Supply_Air…` without what stands before; tags, none of which has a
 * capital, without their role; other words, such as "Cooling Set point", as they are.
 */
function classOf(text: string): string | null {
  if (text.includes(' ')) {
    const words = text.split(/\s+/);
    if (words.some((word) => /^\p{Lu}/u.test(word))) return words.join(' ');
    const tags = words.filter((tag) => !ROLE_TAGS.has(tag));
    return tags.length === 0 ? null : tags.join(' ');
  }
  return (
    withoutAddress(text.replace(/^<(.*)>$/, '$1'))
      .replace(/^https?:\/\/.*\//, '')
      .replace(/^[A-Za-z][\w-]*:/, '') || null
  );
}

/** What follows an address, also one without its beginning (`Brick.ttl/#…`, `#…`). "AHU#2" is none. */
function withoutAddress(text: string): string {
  const at = text.lastIndexOf('#');
  return at === 0 || /[:/]/.test(text.slice(0, Math.max(0, at))) ? text.slice(at + 1) : text;
}

/** `@p:demo:r:23 Carytown RTU-1`, as Haystack refers to things, without the mark and the words. */
function refOf(text: string): string {
  return text.startsWith('@') ? (text.slice(1).split(' ')[0] ?? '') : text;
}

/** The words of such a reference where it has some, which Haystack 4 puts into quotation marks. */
function nameOfRef(text: string): string {
  if (!text.startsWith('@')) return text;
  const space = text.indexOf(' ');
  const words = space < 0 ? '' : text.slice(space + 1).trim();
  return words.replace(/^"(.*)"$/, '$1') || refOf(text);
}
