import type { Client } from '../../../../shared/ipc/client.ts';
import { csvPieces, type CsvColumn } from '../../../../shared/series/csv.ts';
import { lowerBound } from '../../../../shared/series/search.ts';
import { allPieces } from '../../../state/all-pieces.ts';
import { csvBlob } from '../../../ui/browser/save-file.ts';
import type { Range } from '../time/range.ts';
import type { ChartLine } from '../plot/line.ts';

/** Exactly what is drawn in a stretch of time: the samples that the charts show, by the clock that they show. */
export function shownCsv(lines: readonly ChartLine[], range: Range, zone: string): Blob {
  const columns = lines.flatMap((line): CsvColumn[] => {
    const { data } = line;
    if (data === null) return [];
    const start = lowerBound(data.times, range.from);
    const end = lowerBound(data.times, range.to, start);
    // The marks of gaps are no samples.
    const kept = Array.from({ length: end - start }, (_, at) => start + at).filter(
      (at) => !Number.isNaN(data.values[at]),
    );
    return [
      {
        id: line.id,
        label: line.label,
        unit: line.unit,
        times: Float64Array.from(kept, (at) => data.times[at] ?? 0),
        values: Float64Array.from(kept, (at) => data.values[at] ?? Number.NaN),
      },
    ];
  });
  return csvBlob(csvPieces(columns, zone, 'time'));
}

/** Every sample that is on this computer, in pieces from the engine. `tell` hears how far it is before each further piece. */
export async function rawCsv(
  client: Client,
  {
    site,
    lines,
    range,
  }: { readonly site: string; readonly lines: readonly ChartLine[]; readonly range: Range },
  signal: AbortSignal,
  tell: (samples: number, of: number) => void,
): Promise<Blob> {
  const series = lines.map(({ id, label, unit }) => ({ id, label, unit }));
  let samples = 0;
  let all = 0;
  const pieces = await allPieces(async (at) => {
    if (at !== null) tell(samples, all);
    const piece = await client.call('series.export', { site, ...range, series, at }, signal);
    samples += piece.samples;
    all = piece.of ?? all;
    return piece;
  });
  return csvBlob(pieces);
}
