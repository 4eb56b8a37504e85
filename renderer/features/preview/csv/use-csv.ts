import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { RowSource } from '../../../ui/table/source.ts';
import type { PreviewFile } from '../preview-file.ts';
import { contentFailure, damaged } from '../read-content.ts';
import {
  MOST_BYTES,
  type CsvFacts,
  type CsvRow,
  type CsvView,
  type FromCsv,
  type ToCsv,
} from './csv-messages.ts';

const PAGE = 200;
const FAULTS = { empty: 'preview.empty', 'no-text': 'preview.csv.noText' } as const;

export type OpenedCsv =
  | { readonly state: 'loading'; readonly done: number }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly facts: CsvFacts; readonly source: RowSource<CsvRow> };

interface Pages {
  readonly view: number;
  readonly count: number;
  readonly rows: ReadonlyMap<number, readonly CsvRow[]>;
}

const NO_PAGES: Pages = { view: 0, count: 0, rows: new Map() };

/** A CSV file read in a worker, and the rows in view as they are asked for. */
export function useCsv(file: PreviewFile, view: CsvView): OpenedCsv {
  const worker = useRef<Worker | null>(null);
  const [done, setDone] = useState(0);
  const [facts, setFacts] = useState<CsvFacts | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pages, setPages] = useState(NO_PAGES);
  const viewId = useRef(0);
  const asked = useRef(new Set<number>());

  useEffect(() => {
    const started = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    started.addEventListener('message', ({ data }: MessageEvent<FromCsv>) => {
      switch (data.kind) {
        case 'progress':
          return setDone(data.done);
        case 'opened':
          return setFacts(data.facts);
        case 'unread':
          return setFailure(contentFailure(file, data.fault, data.size, MOST_BYTES));
        case 'fault':
          return setFailure(damaged(text(FAULTS[data.fault], { name: file.name })));
        case 'viewed':
          return setPages({ view: data.id, count: data.count, rows: new Map() });
        case 'rows':
          return setPages((before) => withRows(before, data.id, data.from, data.rows));
        default:
          return data satisfies never;
      }
    });
    started.addEventListener('error', () => setFailure(contentFailure(file, 'not-read')));
    tell(started, { kind: 'open', url: new URL(file.url, location.href).href });
    return () => started.terminate();
  }, [file]);

  useEffect(() => {
    if (facts === null || worker.current === null) return;
    viewId.current += 1;
    asked.current = new Set();
    tell(worker.current, { kind: 'view', id: viewId.current, view });
  }, [facts, view]);

  const onRange = useCallback(
    (first: number, last: number): void => {
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
        if (asked.current.has(page) || worker.current === null) continue;
        asked.current.add(page);
        const id = viewId.current;
        tell(worker.current, { kind: 'rows', id, from: page * PAGE, to: (page + 1) * PAGE });
      }
    },
    [worker],
  );
  const source = useMemo(() => sourceOf(pages, onRange), [pages, onRange]);
  if (failure !== null) return { state: 'failed', failure };
  return facts === null ? { state: 'loading', done } : { state: 'ready', facts, source };
}

function sourceOf({ count, rows }: Pages, onRange: RowSource<CsvRow>['onRange'] & {}): RowSource<CsvRow> {
  return {
    count,
    rowAt: (index) => rows.get(Math.floor(index / PAGE))?.[index % PAGE],
    keyOf: ({ index }) => String(index),
    textOf: ({ cells }) => cells[0] ?? '',
    // Rows cannot be selected: nothing asks for keys.
    keysOf: () => [],
    onRange,
  };
}

/** Rows of an earlier view come late and are not wanted any more. */
function withRows(before: Pages, view: number, from: number, rows: readonly CsvRow[]): Pages {
  if (view !== before.view) return before;
  return { ...before, rows: new Map([...before.rows, [from / PAGE, rows]]) };
}

function tell(worker: Worker, message: ToCsv): void {
  worker.postMessage(message);
}
