import type { CsvFault, FromCsv, ToCsv } from './csv-messages.ts';
import { CsvTable } from './csv-table.ts';

/** Bytes: the text and its cells take some eight times as much memory. */
const MOST_BYTES = 200_000_000;

let table: CsvTable | null = null;

addEventListener('message', ({ data }: MessageEvent<ToCsv>) => {
  switch (data.kind) {
    case 'open':
      void open(data.url, data.size);
      break;
    case 'view':
      if (table !== null) tell({ kind: 'viewed', id: data.id, count: table.view(data.view) });
      break;
    case 'rows':
      if (table !== null)
        tell({ kind: 'rows', id: data.id, from: data.from, rows: table.rows(data.from, data.to) });
      break;
    default:
      data satisfies never;
  }
});

async function open(url: string, size: number | null): Promise<void> {
  const failed = (reason: CsvFault, bytes = 0): void => tell({ kind: 'failed', reason, bytes });
  if (size !== null && size > MOST_BYTES) return failed('too-large', size);
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok) return failed(response?.status === 404 ? 'not-here' : 'not-read');
  const bytes = await readAll(response).catch(() => null);
  if (bytes === null) return failed('not-read');
  if (bytes === 'too-large') return failed('too-large', MOST_BYTES);
  const parsed = CsvTable.parse(bytes);
  if (typeof parsed === 'string') return failed(parsed);
  table = parsed;
  tell({ kind: 'opened', facts: parsed.facts });
}

async function readAll(response: Response): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    done += chunk.length;
    if (done > MOST_BYTES) return 'too-large';
    tell({ kind: 'progress', done });
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function tell(message: FromCsv): void {
  postMessage(message);
}
