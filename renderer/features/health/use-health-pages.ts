import { useMemo } from 'react';
import type { HealthFilter, HealthRow } from '../../../shared/ipc/datamodel.ts';
import { useBridge } from '../../state/engine.tsx';
import { usePages } from '../../state/use-pages.ts';
import type { RowSource } from '../../ui/table/source.ts';
import { tellingWords, type TellingWord } from '../../text/telling-words.ts';

interface HealthQuery {
  readonly site: string;
  readonly file: string | null;
  readonly filter: HealthFilter;
}

interface HealthPages {
  /** Null before the first answer. */
  readonly source: RowSource<HealthRow> | null;
  /** Of the names of points, what tells each from those beside it. */
  readonly words: ReadonlyMap<string, TellingWord>;
}

/** Rows of model health. */
export function useHealthPages(query: HealthQuery): HealthPages {
  const { client } = useBridge();
  const lines = usePages('health.page', query, (input, signal) => client.call('health.page', input, signal));
  const words = useMemo(() => tellingWords(lines.here.map(({ label }) => label)), [lines]);
  const source = useMemo((): RowSource<HealthRow> | null => {
    const { count, at, onRange, first } = lines;
    if (first === null) return null;
    return {
      count,
      rowAt: at,
      keyOf,
      textOf: (row) => row.label,
      keysOf: (from, to) =>
        Array.from({ length: to.index + 1 - from.index }, (_, step) => at(from.index + step)).flatMap((row) =>
          row === undefined ? [] : [keyOf(row)],
        ),
      onRange,
    };
  }, [lines]);
  return { source, words };
}

function keyOf({ file, line }: HealthRow): string {
  return `${file}\n${line}`;
}
