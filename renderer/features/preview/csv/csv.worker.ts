import { readBytes } from '../read-bytes.ts';
import { MOST_BYTES, type FromCsv, type ToCsv } from './csv-messages.ts';
import { CsvTable } from './csv-table.ts';
import { shortenedFacts, shortenedRows } from './shortened.ts';

let table: CsvTable | null = null;

addEventListener('message', ({ data }: MessageEvent<ToCsv>) => {
  switch (data.kind) {
    case 'open':
      void open(data.url);
      break;
    case 'view':
      if (table !== null) tell({ kind: 'viewed', id: data.id, count: table.view(data.view) });
      break;
    case 'rows':
      if (table !== null)
        tell({
          kind: 'rows',
          id: data.id,
          from: data.from,
          rows: shortenedRows(table.rows(data.from, data.to)),
        });
      break;
    default:
      data satisfies never;
  }
});

async function open(url: string): Promise<void> {
  const onProgress = (done: number): void => tell({ kind: 'progress', done });
  const read = await readBytes(url, { limit: MOST_BYTES, onProgress });
  if (!read.ok) return tell({ kind: 'unread', fault: read.fault, size: read.size });
  const parsed = CsvTable.parse(read.bytes);
  if (typeof parsed === 'string') return tell({ kind: 'fault', fault: parsed });
  table = parsed;
  tell({ kind: 'opened', facts: shortenedFacts(parsed.facts) });
}

function tell(message: FromCsv): void {
  postMessage(message);
}
