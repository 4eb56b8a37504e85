const MARKS = [',', ';', '\t', '|'];
/** Rows in which the header of a table is looked for: some programs write a title above it. */
export const HEADER_WITHIN = 10;
/** Letters of a row that tell what separates its cells: a row may be as long as a file. */
const TELLING = 10_000;

/**
 * The first rows that are not blank, with their line ends where a quoted cell holds some. Excel may begin a file by naming
 * its separator: that line is no row.
 */
export function firstRows(text: string, most: number): readonly string[] {
  const rows: string[] = [];
  let start = /^(?:\uFEFF?sep=.(?:\r\n|\r|\n))?/i.exec(text)?.[0].length ?? 0;
  let quoted = false;
  for (let at = start; at <= text.length && rows.length < most; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    const ends = character === undefined || (!quoted && (character === '\n' || character === '\r'));
    if (!ends) continue;
    const row = text.slice(start, at);
    if (row.trim() !== '') rows.push(row);
    start = at + 1;
  }
  return rows;
}

/** What stands between the cells of a row: the likeliest mark that it holds most often outside of quotations. */
export function separatorOf(row: string): string {
  const bare = row.replaceAll(/"[^"]*"/g, '');
  return MARKS.map((mark) => ({ mark, count: bare.split(mark).length })).reduce((best, next) =>
    next.count > best.count ? next : best,
  ).mark;
}

/** Cells of a row without the marks of quotation. */
export function splitQuoted(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/**
 * What separates the cells of a table, by its first rows as they stand in the file: the mark that parts most of them into
 * the same number of cells, of several the one that makes more cells, else that of the first row. A title above the table
 * may hold other marks.
 */
export function likeliestSeparator(firstOnes: readonly string[]): string {
  const rows = firstOnes.map((row) => row.slice(0, TELLING));
  const first = separatorOf(rows.find((row) => splitQuoted(row, separatorOf(row)).length > 1) ?? '');
  const shape = (mark: string): Shape => commonShape(rows.map((row) => splitQuoted(row, mark).length));
  return MARKS.reduce((best, mark) => (isClearer(shape(mark), shape(best)) ? mark : best), first);
}

interface Shape {
  readonly rows: number;
  /** Of each of these rows. */
  readonly cells: number;
}

const isClearer = (one: Shape, other: Shape): boolean =>
  one.rows > other.rows || (one.rows === other.rows && one.cells > other.cells);

/** The number of cells, several, that most rows have. */
function commonShape(counts: readonly number[]): Shape {
  const shapes = counts
    .filter((cells) => cells > 1)
    .map((cells) => ({ rows: counts.filter((each) => each === cells).length, cells }));
  return shapes.reduce((best, each) => (isClearer(each, best) ? each : best), { rows: 0, cells: 0 });
}

/** How many rows stand above the header: titles, that is rows of one cell above one of several. */
export function titleRows(rows: readonly (readonly string[])[]): number {
  const header = rows
    .slice(0, HEADER_WITHIN)
    .findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, header);
}
