import type { FilePage, FileRow } from '../../../shared/ipc/files.ts';
import { filesCsvLines, type KnownHashes } from '../../../shared/files-csv.ts';
import { categoryLabel } from '../../../shared/model/category.ts';
import { statusWord } from '../../ui/telling/status-chip.tsx';

/** The most rows that the engine returns in one page. */
const PAGE = 500;
/** By file key. */
type Hashes = Readonly<Record<string, KnownHashes>>;

/** If a list keeps changing, the last attempt counts. */
const TRIES = 3;

/**
 * All rows of a paged list. If files come or go meanwhile, a row may slip from one page to another: then all pages are
 * asked for again.
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

/** CSV for a spreadsheet: each file, its size, whether the service has it, and the hashes of its content. */
export function filesCsv(rows: readonly FileRow[], hashes: Hashes): string {
  const lines = rows.map((row) => ({
    ...row,
    category: categoryLabel(row.category),
    status: row.reason === null ? statusWord(row.status) : `${statusWord(row.status)} · ${row.reason}`,
    sha256: hashes[row.key] ?? { here: null, record: null },
  }));
  return [...filesCsvLines(lines)].join('');
}

/** The hashes of all these files, by key. */
export async function allHashes(
  rows: readonly FileRow[],
  ask: (keys: string[]) => Promise<Hashes>,
): Promise<Hashes> {
  const pages: Hashes[] = [];
  for (let from = 0; from < rows.length; from += PAGE)
    pages.push(await ask(rows.slice(from, from + PAGE).map(({ key }) => key)));
  return Object.assign({}, ...pages) as Hashes;
}
