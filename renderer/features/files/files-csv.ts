import type { FilePage, FileRow } from '../../../shared/ipc/files.ts';
import { textCell } from '../../../shared/series/csv.ts';
import { text } from '../../text/setup.ts';
import { categoryLabel } from '../../../shared/model/category.ts';
import { statusWord } from '../../ui/telling/status-chip.tsx';

/** The most that one page may have. */
const PAGE = 500;
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

/** A table for a spreadsheet: each file, its bytes, and whether the service has it. */
export function filesCsv(rows: readonly FileRow[]): string {
  const head = (['path', 'name', 'category', 'bytes', 'status', 'changed', 'by'] as const).map((column) =>
    text(`files.exportColumns.${column}`),
  );
  const lines = rows.map(({ path, name, category, size, status, reason, changedAt, by }) => [
    path,
    name,
    categoryLabel(category),
    String(size ?? ''),
    reason === null ? statusWord(status) : `${statusWord(status)} · ${reason}`,
    changedAt === null ? '' : new Date(changedAt).toISOString(),
    by ?? '',
  ]);
  return [head, ...lines].map((line) => `${line.map(textCell).join(',')}\r\n`).join('');
}
