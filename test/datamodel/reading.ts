import { createCsvReader } from '../../main/adapters/csv/csv-reader.ts';
import type { CsvReport } from '../../main/datamodel/ports.ts';
import type { Columns } from '../../shared/model/datamodel.ts';
import type { Result } from '../../shared/failure.ts';

export type Bytes = string | Uint8Array;

/** Reads what a file may hold; text as UTF-8. */
export async function read(
  content: Bytes,
  mappings: ReadonlyMap<string, Columns> = new Map(),
): Promise<Result<CsvReport>> {
  const csv = createCsvReader();
  try {
    return await csv.read({
      source: { bytes: typeof content === 'string' ? Buffer.from(content) : content },
      mappings,
    });
  } finally {
    await csv.close();
  }
}

export async function report(content: Bytes, mappings?: ReadonlyMap<string, Columns>): Promise<CsvReport> {
  const result = await read(content, mappings);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
