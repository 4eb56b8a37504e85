import { useMemo } from 'react';
import type { HealthFilter, HealthRow } from '../../../shared/ipc/datamodel.ts';
import { useBridge } from '../../state/engine.tsx';
import { usePages } from '../../state/pages.ts';
import type { RowSource } from '../../ui/table/source.ts';

interface HealthQuery {
  readonly site: string;
  readonly file: string | null;
  readonly filter: HealthFilter;
}

/** Rows of model health; null before the first answer. */
export function useHealthPages(query: HealthQuery): RowSource<HealthRow> | null {
  const { client } = useBridge();
  const lines = usePages('health.page', query, (input, signal) => client.call('health.page', input, signal));
  return useMemo((): RowSource<HealthRow> | null => {
    const { count, at, onRange, first } = lines;
    if (first === null) return null;
    return {
      count,
      rowAt: at,
      keyOf,
      textOf: (row) => row.label,
      keysOf: (from, to) =>
        Array.from({ length: to - from }, (_, step) => at(from + step)).flatMap((row) =>
          row === undefined ? [] : [keyOf(row)],
        ),
      onRange,
    };
  }, [lines]);
}

function keyOf({ file, line }: HealthRow): string {
  return `${file}\n${line}`;
}
