import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeList, listFiles, type FileList } from '../../../main/app/views/file-query.ts';
import type { FileFilter, FileSort } from '../../../shared/ipc/files.ts';
import type { ViewRow } from '../../../main/app/views/view-row.ts';

const rowArbitrary = fc.record({
  key: fc.integer({ min: 0, max: 30 }).map(String),
  name: fc.constantFrom('a 2.txt', 'a 10.txt', 'B.txt', 'ä.txt'),
  size: fc.option(fc.nat(3)),
  changedAt: fc.option(fc.nat(3)),
  by: fc.option(fc.constantFrom('ada', 'Bo')),
  category: fc.constantFrom('other', 'spec-sheet'),
  status: fc.constantFrom('failed', 'queued', 'up-to-date'),
});
const viewArbitrary = fc
  .uniqueArray(rowArbitrary, { selector: ({ key }) => key, maxLength: 30 })
  .map((rows) => ({
    rows: rows.map((row) => ({
      row: { ...row, path: `${row.key}/${row.name}` },
      needle: row.name,
      action: null,
      local: null,
    })) as unknown as readonly ViewRow[],
  }));
const sortArbitrary = fc.record({
  by: fc.constantFrom<FileSort['by'][]>('name', 'path', 'category', 'by', 'size', 'changed', 'status'),
  descending: fc.boolean(),
});

const filterArbitrary = fc.record({
  text: fc.constantFrom('', 'a'),
  category: fc.constantFrom(null, 'other' as const),
  status: fc.constantFrom<FileFilter['status'][]>([], ['queued']),
  folder: fc.constant(null),
});

it('lists the same after an earlier view as without it', () => {
  fc.assert(
    fc.property(
      viewArbitrary,
      viewArbitrary,
      filterArbitrary,
      sortArbitrary,
      (earlier, view, filtered, sort) => {
        const asked: [FileFilter, FileSort] = [filtered, sort];
        const before = listFiles(earlier, ...asked);
        expect(listFiles(view, ...asked, before)).toEqual(listFiles(view, ...asked));
      },
    ),
    { numRuns: 500 },
  );
});

it('changes a list by the rows that changed to what it would be anew', () => {
  const history = fc.record({
    view: viewArbitrary,
    filter: filterArbitrary,
    sort: sortArbitrary,
    later: fc.array(fc.record({ at: fc.nat(29), as: rowArbitrary }), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(history, ({ view, filter, sort, later }) => {
      const before = listFiles(view, filter, sort);
      const replaced = new Map<ViewRow, ViewRow>();
      for (const { at, as } of later) {
        const old = view.rows[at];
        if (old === undefined) continue;
        const { key } = old.row;
        const row = { ...old.row, ...as, key, path: `${key}/${as.name}` } as unknown as ViewRow['row'];
        replaced.set(old, { ...old, row, needle: as.name });
      }
      const rows = view.rows.map((entry) => replaced.get(entry) ?? entry);
      const names = (list: FileList) => ({
        ...list,
        rows: list.rows.map(({ row }) => `${row.path} ${row.status} ${row.category} ${row.size}`),
      });
      const changed = changeList(before, { filter, sort }, replaced);
      expect(names(changed)).toEqual(names(listFiles({ rows }, filter, sort)));
    }),
    { numRuns: 1000 },
  );
});
