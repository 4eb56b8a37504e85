import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listFiles } from '../../../main/app/views/file-query.ts';
import type { FileFilter, FileSort } from '../../../shared/ipc/files.ts';
import type { ViewRow } from '../../../main/app/views/site-view.ts';

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

it('lists the same after an earlier view as without it', () => {
  const filter = fc.record({
    text: fc.constantFrom('', 'a'),
    category: fc.constantFrom(null, 'other' as const),
    status: fc.constantFrom<FileFilter['status'][]>([], ['queued']),
    folder: fc.constant(null),
  });
  fc.assert(
    fc.property(viewArbitrary, viewArbitrary, filter, sortArbitrary, (earlier, view, filtered, sort) => {
      const asked: [FileFilter, FileSort] = [filtered, sort];
      const before = listFiles(earlier, ...asked);
      expect(listFiles(view, ...asked, before)).toEqual(listFiles(view, ...asked));
    }),
    { numRuns: 500 },
  );
});
