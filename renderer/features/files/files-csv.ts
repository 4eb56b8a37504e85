import type { FilePage, FileRow } from '../../../shared/ipc/files.ts';
import { filesCsvLines, type KnownHashes } from '../../../shared/files-csv.ts';
import { categoryLabel } from '../../../shared/model/category.ts';
import { statusWord } from '../../ui/telling/status-chip.tsx';

/** The most that one page may have. */
const PAGE = 500;
/** By the keys of files. */
type Hashes = Readonly<Record<string, KnownHashes>>;

/** A list that changes all the time is taken as it came the last time. */
const TRIES = 3;

/**
 * Every row of a list that is given in pages. Where files come or go in between, a row may slip from one page to another: then
 * all are asked for once more.
 */
export async function allRows(
  ask: (offset: number, limit: number) => Promise<Pick<FilePage, 'rows' | 'total'>>,
): Promise<readonly FileRow[]> {
  for (let attempt = 1; ; attempt++) {
    const first = await ask(0, PAGE);
    const found = new Map(first.rows.map((row) => [row.key, row]));
    let isSame = true;
    for (let offset = PAGE; offset < first.total; offset += PAGE) {
      const { rows, total } = await ask(offset, PAGE);
      isSame &&= total === first.total;
      for (const row of rows) found.set(row.key, row);
    }
    if ((isSame && found.size === first.total) || attempt === TRIES) return [...found.values()];
  }
}

/** A table for a spreadsheet: each file, its bytes, whether the service has it, and what proves its content. */
export function filesCsv(rows: readonly FileRow[], hashes: Hashes): string {
  const lines = rows.map((row) => ({
    ...row,
    category: categoryLabel(row.category),
    status: row.reason === null ? statusWord(row.status) : `${statusWord(row.status)} · ${row.reason}`,
    sha256: hashes[row.key] ?? { here: null, record: null },
  }));
  return [...filesCsvLines(lines)].join('');
}

/** The hashes of all these files, by their keys. */
export async function allHashes(
  rows: readonly FileRow[],
  ask: (keys: string[]) => Promise<Hashes>,
): Promise<Hashes> {
  const pages: Hashes[] = [];
  for (let from = 0; from < rows.length; from += PAGE)
    pages.push(await ask(rows.slice(from, from + PAGE).map(({ key }) => key)));
  return Object.assign({}, ...pages) as Hashes;
}
