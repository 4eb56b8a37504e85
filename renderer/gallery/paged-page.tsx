import { useMemo, useState } from 'react';
import { format } from '../ui/words/format.ts';
import { PageHead } from '../ui/layout/page-head.tsx';
import { MutedCell, NameCell, NumberCell } from '../ui/table/cells.tsx';
import type { Column } from '../ui/table/columns.ts';
import { NOTHING, countSelected } from '../ui/table/selection.ts';
import type { RowSource } from '../ui/table/source.ts';
import { VirtualTable } from '../ui/table/virtual-table.tsx';
import { SampleFrame } from './sample-frame.tsx';

const COUNT = 20_000;
const PAGE = 200;
const LATE_MS = 80;
const FOLDER = 50;

interface Row {
  readonly index: number;
  readonly name: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', label: 'Name', width: 'grow', cell: ({ name }) => <NameCell icon="doc" name={name} /> },
  {
    id: 'place',
    label: 'Place',
    width: 80,
    align: 'end',
    cell: ({ index }) => <NumberCell>{format.count(index)}</NumberCell>,
  },
];

/** Rows that come in pages, late, with headings between them: how a table meets a slow engine. */
export function PagedPage() {
  const [pages, setPages] = useState<ReadonlySet<number>>(new Set());
  const [selection, setSelection] = useState(NOTHING);
  const [current, setCurrent] = useState<string | null>(null);
  const source = useMemo(() => pagedRows(pages, setPages), [pages]);
  return (
    <SampleFrame at="none">
      <PageHead
        title="Rows in pages"
        subtitle={`${format.count(countSelected(selection, COUNT))} selected, current ${current ?? 'none'}`}
      />
      <VirtualTable
        label="Rows"
        source={source}
        columns={COLUMNS}
        rowHeight={28}
        selection={selection}
        onSelectionChange={setSelection}
        current={current}
        onCurrentChange={setCurrent}
        group={(row) =>
          row.index % FOLDER === 0 ? <MutedCell>Folder {row.index / FOLDER}</MutedCell> : null
        }
      />
    </SampleFrame>
  );
}

const keyOf = (index: number): string => `row-${index}`;

type SetPages = (change: (pages: ReadonlySet<number>) => ReadonlySet<number>) => void;

function pagedRows(pages: ReadonlySet<number>, setPages: SetPages): RowSource<Row> {
  return {
    count: COUNT,
    rowAt: (index) =>
      pages.has(Math.floor(index / PAGE)) ? { index, name: `Record ${index}.pdf` } : undefined,
    keyOf: ({ index }) => keyOf(index),
    textOf: ({ name }) => name,
    keysOf: async (from, to) => {
      await later();
      const indexes = Array.from({ length: to.index + 1 - from.index }, (_, step) => from.index + step);
      return indexes.filter((index) => index % FOLDER !== 0).map(keyOf);
    },
    indexOf: async (key) => {
      await later();
      return Number(key.slice(4));
    },
    onRange: (first, last) => {
      const wanted = [Math.floor(first / PAGE), Math.floor(last / PAGE)].filter((page) => !pages.has(page));
      if (wanted.length > 0) void later().then(() => setPages((known) => new Set([...known, ...wanted])));
    },
  };
}

function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATE_MS);
  });
}
