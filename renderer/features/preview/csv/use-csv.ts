import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { RowSource } from '../../../ui/table/source.ts';
import type { PreviewFile } from '../preview-file.ts';
import { contentFailure, damaged, workerFailure } from '../read-content.ts';
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

/**
 * What is on screen: nothing until the rows are counted. When the file changes, its old rows stay until the new ones
 * are.
 */
interface Shown {
  readonly facts: CsvFacts;
  readonly view: number;
  readonly count: number;
  readonly rows: ReadonlyMap<number, readonly CsvRow[]>;
}

/** Reads a CSV file in a worker, and gets its rows as they come into view. */
export function useCsv(file: PreviewFile, view: CsvView): OpenedCsv {
  const worker = useRef<Worker | null>(null);
  const [done, setDone] = useState(0);
  const [facts, setFacts] = useState<CsvFacts | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const viewId = useRef(0);
  const asked = useRef(new Set<number>());

  useEffect(() => {
    const started = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    let opened: CsvFacts | null = null;
    started.addEventListener('message', ({ data }: MessageEvent<FromCsv>) => {
      switch (data.kind) {
        case 'progress':
          return setDone(data.done);
        case 'opened':
          opened = data.facts;
          setFailure(null);
          return setFacts(opened);
        case 'unread':
          return setFailure(contentFailure(file, data.fault, data.size, MOST_BYTES));
        case 'fault':
          return setFailure(damaged(text(FAULTS[data.fault], { name: file.name })));
        case 'viewed':
          if (opened === null) return undefined;
          return setShown({ facts: opened, view: data.id, count: data.count, rows: new Map() });
        case 'rows':
          return setShown((before) => withRows(before, data.id, data.from, data.rows));
        default:
          return data satisfies never;
      }
    });
    started.addEventListener('error', (event) =>
      setFailure(workerFailure(file.name, event, () => contentFailure(file, 'not-read'))),
    );
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
  const source = useMemo(() => (shown === null ? null : sourceOf(shown, onRange)), [shown, onRange]);
  if (failure !== null) return { state: 'failed', failure };
  if (shown === null || source === null) return { state: 'loading', done };
  return { state: 'ready', facts: shown.facts, source };
}

function sourceOf({ count, rows }: Shown, onRange: RowSource<CsvRow>['onRange'] & {}): RowSource<CsvRow> {
  return {
    count,
    rowAt: (index) => rows.get(Math.floor(index / PAGE))?.[index % PAGE],
    keyOf: ({ line }) => String(line),
    textOf: ({ cells }) => cells[0] ?? '',
    // Rows cannot be selected, so nothing asks for keys.
    keysOf: () => [],
    onRange,
  };
}

/** Drops rows that arrive late, after the view has changed. */
function withRows(before: Shown | null, view: number, from: number, rows: readonly CsvRow[]): Shown | null {
  if (view !== before?.view) return before;
  return { ...before, rows: new Map([...before.rows, [from / PAGE, rows]]) };
}

function tell(worker: Worker, message: ToCsv): void {
  worker.postMessage(message);
}
